import type { Config } from '../../api/contract'
import { useQuery } from '../../api/query'
import { html, useId } from '../../html'
import { SelectField, Switch } from '../../parts/controls/field'
import { SegmentedControl } from '../../parts/controls/segmented'
import { sizeWords } from '../../parts/text/format'
import type { SearchResult } from './search-result'

/** The choices for a series that is being added. */
export type Choices = { kind: 'comic' | 'manga'; folder: string; monitor: Monitor; packs: boolean }
type Monitor = 'all' | 'future' | 'none'

const FOLDERS = { comic: 'comic_dirs', manga: 'manga_dirs' } as const
const FIRST = { comic: 'destination_dir', manga: 'manga_destination_dir' } as const

export function kindFolders(config: Config | undefined, kind: SearchResult['kind']): string[] {
  const listed = config?.[FOLDERS[kind]]
  return Array.isArray(listed) ? listed.filter((one): one is string => typeof one === 'string') : []
}

/** Defaults from the settings: the folder, and whether issues are wanted. An ended series has no new issues to want. */
export function firstChoices(found: SearchResult, config: Config | undefined, kind = found.kind): Choices {
  const folders = kindFolders(config, kind)
  const chosen = config?.[FIRST[kind]]
  const folder = typeof chosen === 'string' && folders.includes(chosen) ? chosen : (folders[0] ?? '')
  const future = found.ended ? 'all' : 'future'
  const monitor = config?.autowant_all === true ? 'all' : config?.autowant_upcoming === false ? 'none' : future
  return { kind, folder, monitor, packs: false }
}

const KINDS = [
  { value: 'comic', label: 'Comic' },
  { value: 'manga', label: 'Manga' },
]
const MONITORS: readonly { value: Monitor; label: string; about: string }[] = [
  { value: 'all', label: 'All issues', about: 'All missing issues, and new ones as they are released.' },
  { value: 'future', label: 'New issues only', about: 'Only issues released from today on.' },
  { value: 'none', label: 'None', about: 'No issue is searched for until you mark it as wanted.' },
]

type AddFormProps = {
  found: SearchResult
  choices: Choices
  config: Config
  onChange: (change: Partial<Choices>) => void
}

export function AddForm({ choices, config, onChange }: AddFormProps) {
  const { kind, packs } = choices
  // The other kind has other folders.
  const turn = (next: string) =>
    onChange({ kind: next as Choices['kind'], folder: kindFolders(config, next as Choices['kind'])[0] ?? '' })
  const pack = {
    label: 'Allow packs',
    on: packs,
    onChange: (on: boolean) => onChange({ packs: on }),
  }
  return html`
    <div class="add-form">
      <${Wants} monitor=${choices.monitor} onChange=${(monitor: Monitor) => onChange({ monitor })} />
      <${Folder} choices=${choices} folders=${kindFolders(config, kind)} onChange=${onChange} />
      <div class="add-kind">
        <span class="field-label" aria-hidden="true">Kind</span>
        <${SegmentedControl} label="Kind" value=${kind} choices=${KINDS} onChange=${turn} />
      </div>
      <${Switch} ...${pack} />
    </div>
  `
}

function Wants({ monitor, onChange }: { monitor: Monitor; onChange: (monitor: Monitor) => void }) {
  const name = useId()
  return html`
    <fieldset class="add-wants">
      <legend class="field-label">Monitor</legend>
      ${MONITORS.map(
        ({ value, label, about }) => html`
          <label key=${value}>
            <input type="radio" name=${name} checked=${value === monitor} onChange=${() => onChange(value)} />
            <span><b>${label}</b><small>${about}</small></span>
          </label>
        `,
      )}
    </fieldset>
  `
}

type FolderProps = { choices: Choices; folders: readonly string[]; onChange: (change: Partial<Choices>) => void }

function Folder({ choices, folders, onChange }: FolderProps) {
  const { data } = useQuery('GET /api/import/folders')
  const { kind, folder } = choices
  if (folders.length === 0) {
    const which = kind === 'manga' ? 'manga' : 'comics'
    return html`
      <p class="field-hint">
        No folder for ${which} is set up, so files cannot be imported. <a href="/settings#folders">Choose one in Settings</a>
        .
      </p>
    `
  }
  const free = (path: string) => {
    const bytes = data?.folders.find((one) => one.path === path)?.free_bytes
    return bytes == null ? '' : `${sizeWords(bytes)} free`
  }
  const hint = free(folder)
  const choose = folders.map((path) => ({ value: path, label: [path, free(path)].filter(Boolean).join(', ') }))
  if (folders.length === 1) {
    return html`
      <div class="field">
        <span class="field-label">Folder</span>
        <p class="add-folder"><code>${folder}</code>${hint && html`<span>${hint}</span>`}</p>
      </div>
    `
  }
  return html`
    <${SelectField}
      label="Folder"
      value=${folder}
      choices=${choose}
      onChange=${(folder: string) => onChange({ folder })}
    />
  `
}
