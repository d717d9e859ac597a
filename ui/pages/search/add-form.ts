import type { Config } from '../../api/contract'
import { html } from '../../html'
import { FolderChoice, kindFolders, usualFolder } from '../../panels/adding/folder-choice'
import { type WantChoice, Wants } from '../../panels/adding/wants'
import { Switch } from '../../parts/controls/field'
import { SegmentedControl } from '../../parts/controls/segmented'
import type { SearchResult } from './search-result'

/** The choices for a series that is being added. */
export type Choices = { kind: 'comic' | 'manga'; folder: string; monitor: Monitor; packs: boolean }
type Monitor = 'all' | 'future' | 'none'

/** Defaults from the settings: the folder, and whether issues are wanted. An ended series has no new issues to want. */
export function firstChoices(found: SearchResult, config: Config | undefined, kind = found.kind): Choices {
  const folder = usualFolder(config, kind)
  const future = found.ended ? 'all' : 'future'
  const monitor = config?.autowant_all === true ? 'all' : config?.autowant_upcoming === false ? 'none' : future
  return { kind, folder, monitor, packs: false }
}

const KINDS = [
  { value: 'comic', label: 'Comic' },
  { value: 'manga', label: 'Manga' },
]
const MONITORS: readonly WantChoice<Monitor>[] = [
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
  const folder = {
    kind,
    folder: choices.folder,
    folders: kindFolders(config, kind),
    onChange: (chosen: string) => onChange({ folder: chosen }),
  }
  const pack = {
    label: 'Allow packs',
    on: packs,
    onChange: (on: boolean) => onChange({ packs: on }),
  }
  return html`
    <div class="add-form">
      <${Wants} label="Monitor" value=${choices.monitor} choices=${MONITORS} onChange=${(monitor: Monitor) => onChange({ monitor })} />
      <${FolderChoice} ...${folder} />
      <div class="add-kind">
        <span class="field-label" aria-hidden="true">Kind</span>
        <${SegmentedControl} label="Kind" value=${kind} choices=${KINDS} onChange=${turn} />
      </div>
      <${Switch} ...${pack} />
    </div>
  `
}
