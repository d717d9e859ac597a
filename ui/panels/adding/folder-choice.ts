import './adding.css'
import type { Config } from '../../api/contract'
import { useQuery } from '../../api/query'
import { html } from '../../html'
import { SelectField } from '../../parts/controls/field'
import { sizeWords } from '../../parts/text/format'
import { OwnerOnly } from '../ask-owner'

export type SeriesKind = 'comic' | 'manga'

const FOLDERS = { comic: 'comic_dirs', manga: 'manga_dirs' } as const
const FIRST = { comic: 'destination_dir', manga: 'manga_destination_dir' } as const

export function kindFolders(config: Config | undefined, kind: SeriesKind): string[] {
  const listed = config?.[FOLDERS[kind]]
  return Array.isArray(listed) ? listed.filter((one): one is string => typeof one === 'string') : []
}

/** The folder of the settings for new series. */
export function usualFolder(config: Config | undefined, kind: SeriesKind): string {
  const folders = kindFolders(config, kind)
  const chosen = config?.[FIRST[kind]]
  return typeof chosen === 'string' && folders.includes(chosen) ? chosen : (folders[0] ?? '')
}

export type FolderChoiceProps = {
  kind: SeriesKind
  folder: string
  folders: readonly string[]
  onChange: (folder: string) => void
}

/** The library folder of a new series; one alone is shown without a choice. */
export function FolderChoice({ kind, folder, folders, onChange }: FolderChoiceProps) {
  const { data } = useQuery('GET /api/import/folders')
  if (folders.length === 0) {
    const which = kind === 'manga' ? 'manga' : 'comics'
    return html`
      <p class="field-hint">
        No folder for ${which} is set up, so files cannot be imported. <${OwnerOnly}><a href="/settings#folders">Choose one in Settings</a>.<//>
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
      onChange=${onChange}
    />
  `
}
