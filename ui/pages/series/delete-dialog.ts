import { useLocation } from 'preact-iso'
import { type ApiError, call } from '../../api/client'
import { invalidate } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Dialog } from '../../parts/dialogs/dialog'
import { lastView } from '../../state/last-view'
import { say } from '../../state/toasts'
import type { WireSeries } from './wire'

export type DeleteDialogProps = { series: WireSeries; onClose: () => void }

/** Removes a series from the library; its folder is deleted only when that is chosen. */
export function DeleteDialog({ series, onClose }: DeleteDialogProps) {
  const { route } = useLocation()
  const [directory, setDirectory] = useState(false)
  const [busy, setBusy] = useState(false)
  const { ComicID: comic_id, ComicName: name, ComicLocation: folder } = series
  const run = async () => {
    setBusy(true)
    try {
      await call('DELETE /api/series/:comic_id', { params: { comic_id }, query: { directory } })
      invalidate('GET /api/')
      say(
        directory
          ? `${name} and its folder were deleted.`
          : `${name} is out of the library. Its files are where they were.`,
      )
      route(lastView.get(), true)
    } catch (error) {
      setBusy(false)
      say((error as ApiError).message, { kind: 'error' })
    }
  }
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="danger" icon="trash" busy=${busy} onClick=${run}>${directory ? 'Delete series and folder' : 'Delete series'}<//>
  `
  return html`
    <${Dialog} open title=${`Delete ${name}?`} onClose=${onClose} foot=${foot}>
      <div class="series-delete">
        <p>What you wanted and skipped in it is forgotten.</p>
        ${folder && html`<${Choices} folder=${folder} directory=${directory} onChange=${setDirectory} />`}
        ${!folder && html`<p>Files stay on disk: they lie in several folders.</p>`}
      </div>
    <//>
  `
}

type ChoicesProps = { folder: string; directory: boolean; onChange: (directory: boolean) => void }

function Choices({ folder, directory, onChange }: ChoicesProps) {
  return html`
    <label>
      <input type="radio" name="folder" checked=${!directory} onChange=${() => onChange(false)} />
      <span><b>Files stay on disk</b><small>The next scan finds them again.</small></span>
    </label>
    <label data-danger>
      <input type="radio" name="folder" checked=${directory} onChange=${() => onChange(true)} />
      <span><b>Delete the folder too</b><small>Everything in <code>${folder}</code> is deleted.</small></span>
    </label>
  `
}
