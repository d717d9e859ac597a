import { useLocation } from 'preact-iso'
import { invalidate } from '../../api/query'
import { html } from '../../html'
import { BulkDialog } from '../../panels/bulk/bulk-dialog'
import { lastView } from '../../state/last-view'
import type { WireSeries } from './wire'

export type DeleteDialogProps = { series: WireSeries; onClose: () => void }

/** Deletes the series with the bulk operation of the library, where the result is shown with an undo. */
export function DeleteDialog({ series, onClose }: DeleteDialogProps) {
  const { route } = useLocation()
  const begun = () => {
    invalidate('GET /api/')
    route(lastView.get(), true)
  }
  const title = `Delete ${series.ComicName}?`
  return html`<${BulkDialog} action="delete" title=${title} ids=${[series.ComicID]} onBegun=${begun} onClose=${onClose} />`
}
