import './bulk-dialog.css'
import { call } from '../../api/client'
import { invalidate, useQuery } from '../../api/query'
import { html, useEffect, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Switch } from '../../parts/controls/field'
import { Dialog } from '../../parts/dialogs/dialog'
import { breakable } from '../../parts/text/breakable'
import { useBusy } from '../../state/use-busy'
import { ACTIONS, type BulkAction, type BulkPreview, seriesWords, touchedWords } from './bulk-words'

export type BulkDialogProps = {
  action: BulkAction
  ids: readonly string[]
  /** Default: the action and the number of series. */
  title?: string
  onBegun: () => void
  onClose: () => void
}

const TITLES: Record<BulkAction, string> = {
  monitor: 'Monitor {series}',
  unmonitor: 'Unmonitor {series}',
  search: 'Search for {series}',
  match: 'Match {series}',
  refresh: 'Refresh details of {series}',
  rename: 'Rename the files of {series}',
  write_metadata: 'Write metadata to the files of {series}',
  convert: 'Convert the files of {series} to CBZ',
  move: 'Move {series} to another folder',
  mark_read: 'Mark {series} read',
  mark_unread: 'Mark {series} unread',
  delete: 'Delete {series}',
}

/** Shows the series and files that an action would change, then starts the action. */
export function BulkDialog({ action, ids, title, onBegun, onClose }: BulkDialogProps) {
  const { label, about } = ACTIONS[action]
  const { preview, error } = usePreview(action, ids)
  const [folder, setFolder] = useState<string | undefined>(undefined)
  const [withFiles, setWithFiles] = useState(false)
  const { busy, run: runOnce } = useBusy()
  const [refused, setRefused] = useState<string | undefined>(undefined)
  const isReady =
    preview !== undefined && !preview.problem && preview.series > 0 && (action !== 'move' || folder !== undefined)
  const begin = async () => {
    const options = {
      ...(action === 'move' ? { folder } : {}),
      ...(action === 'delete' ? { with_files: withFiles } : {}),
    }
    await call('POST /api/series/bulk', { body: { action, ids: [...ids], ...options } })
    invalidate('GET /api/series/bulk')
    onBegun()
  }
  const kind = action === 'delete' ? 'danger' : 'main'
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind=${kind} busy=${busy} disabled=${!isReady} onClick=${() => runOnce(begin, { onFailure: setRefused })}>${label}<//>
  `
  const failure = refused ?? error ?? preview?.problem
  return html`
    <${Dialog} open title=${title ?? TITLES[action].replace('{series}', seriesWords(ids.length))} help="library#change-several-at-once" onClose=${onClose} foot=${foot}>
      <div class="bulk-dialog">
        <p>${about}</p>
        <p class="bulk-touched" role="status">${preview ? sumWords(preview) : failure ? '' : 'Counting…'}</p>
        ${action === 'move' && html`<${Folders} folder=${folder} onPick=${setFolder} />`}
        ${action === 'delete' && html`<${FileChoice} on=${withFiles} onChange=${setWithFiles} />`}
        ${failure && html`<p class="bulk-error" role="alert">${failure}</p>`}
      </div>
    <//>
  `
}

function sumWords(preview: BulkPreview): string {
  if (preview.series === 0) return 'Nothing to do: none of these series needs it.'
  const touched = touchedWords(preview)
  return preview.skipped > 0 ? `${touched}. ${seriesWords(preview.skipped)} skipped: nothing to do.` : touched
}

function usePreview(action: BulkAction, ids: readonly string[]) {
  const [state, setState] = useState<{ preview?: BulkPreview; error?: string }>({})
  useEffect(() => {
    let isOpen = true
    call('POST /api/series/bulk/preview', { body: { action, ids: [...ids] } })
      .then((preview) => isOpen && setState({ preview }))
      .catch((cause: Error) => isOpen && setState({ error: cause.message }))
    return () => {
      isOpen = false
    }
  }, [])
  return state
}

function FileChoice({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const text = on
    ? 'Files move to the folder .panelkeep-recycle of their library folder and stay there until you remove them.'
    : 'Files stay where they are. The next scan finds them again.'
  return html`<${Switch} label="Move the files to the recycle folder" on=${on} onChange=${onChange} /><p class="bulk-note">${text}</p>`
}

function Folders({ folder, onPick }: { folder: string | undefined; onPick: (folder: string) => void }) {
  const { data } = useQuery('GET /api/config')
  const lists = [data?.comic_dirs, data?.manga_dirs]
  const folders = [...new Set(lists.flatMap((list) => (Array.isArray(list) ? (list as string[]) : [])))]
  return html`
    <fieldset class="bulk-folders">
      <legend>Move to</legend>
      ${folders.map(
        (path) => html`
          <label key=${path}>
            <input type="radio" name="folder" checked=${path === folder} onChange=${() => onPick(path)} />
            <code>${breakable(path)}</code>
          </label>
        `,
      )}
    </fieldset>
  `
}
