import './files.css'
import { useQuery } from '../../../api/query'
import { html } from '../../../html'
import { Dialog } from '../../../parts/dialogs/dialog'
import { Icon, type IconName } from '../../../parts/icons/icon'
import { Empty } from '../../../parts/status/empty'
import { ErrorLook } from '../../../parts/status/error-look'
import { Skeleton } from '../../../parts/status/skeleton'
import { TimeText } from '../../../parts/text/when'
import type { FileBatch } from '../wire'
import { BatchLine } from './job'

export type BatchesSheetProps = { comic_id: string; onClose: () => void }

const ICONS: Record<FileBatch['kind'], IconName> = {
  rename: 'pencil',
  move_series: 'move',
  tag: 'tag',
  convert: 'package',
  arrival: 'inbox',
  delete: 'trash',
  clean_up: 'trash',
}

/** Past changes to the files of a series, the newest first, each with its undo. */
export function BatchesSheet({ comic_id, onClose }: BatchesSheetProps) {
  const { data, error, reload } = useQuery('GET /api/filing/batches', { query: { comic_id } })
  return html`
    <${Dialog} open kind="sheet" title="File history" help="files#history-and-undo" onClose=${onClose}>
      ${!data && error && html`<${ErrorLook} what="The list could not be loaded" detail=${error.detail} onRetry=${reload} />`}
      ${!data && !error && html`<${Skeleton} count=${4} />`}
      ${
        data?.batches.length === 0 &&
        html`
          <${Empty}
            icon="history"
            title="No changes yet"
            text="Imports, renames, moves, metadata and conversions appear here. Each can be undone."
          />
        `
      }
      <ul class="batches">
        ${data?.batches.map(
          (batch) => html`
            <li key=${batch.batch_id} data-state=${batch.state}>
              <${Icon} name=${ICONS[batch.kind] ?? 'history'} />
              <${BatchLine} batch=${batch} />
              <small><${TimeText} at=${batch.created_at} /></small>
            </li>
          `,
        )}
      </ul>
    <//>
  `
}
