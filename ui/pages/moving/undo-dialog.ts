import { useMutation, useQuery } from '../../api/query'
import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { Dialog } from '../../parts/dialogs/dialog'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords, numberWords } from '../../parts/text/format'
import type { UndoPreview } from './wire'

/** Other removed rows, by their name in the reply: singular and plural. */
const ROWS: Record<string, [one: string, many: string]> = {
  users: ['user', 'users'],
  reading: ['issue with reading progress', 'issues with reading progress'],
  bookmarks: ['bookmark', 'bookmarks'],
  marks: ['rating', 'ratings'],
  list_entries: ['issue in reading lists', 'issues in reading lists'],
  lists: ['reading list', 'reading lists'],
  collection_series: ['series in collections', 'series in collections'],
  collections: ['collection', 'collections'],
  arcs: ['story arc', 'story arcs'],
  arc_rows: ['issue in story arcs', 'issues in story arcs'],
  history: ['download in the history', 'downloads in the history'],
  blocklist: ['blocked release', 'blocked releases'],
  direct_downloads: ['direct download', 'direct downloads'],
  releases: ['release in the calendar', 'releases in the calendar'],
  indexers: ['indexer', 'indexers'],
  clients: ['download client', 'download clients'],
  notice_targets: ['notification target', 'notification targets'],
}

export type MigrationUndoDialogProps = { runId: string; onUndone: () => void; onClose: () => void }

/** Shows what undoing a migration removes and what stays, before the user confirms. */
export function MigrationUndoDialog({ runId, onUndone, onClose }: MigrationUndoDialogProps) {
  const params = { run_id: runId }
  const { data, error, reload } = useQuery('GET /api/system/migration/:run_id/undo', { params })
  const undo = useMutation('POST /api/system/migration/:run_id/undo')
  const confirm = async () => {
    if (!(await undo.run({ params }))) return
    onClose()
    onUndone()
  }
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="danger" busy=${undo.busy} disabled=${!data} onClick=${confirm}>Undo the move<//>
  `
  return html`
    <${Dialog} open title="Undo the move?" help="moving-in#undo-a-move" onClose=${onClose} foot=${foot}>
      ${!data && error && html`<${ErrorLook} what="The preview could not be loaded" detail=${error.detail} onRetry=${reload} />`}
      ${!data && !error && html`<${Skeleton} count=${4} label="Loading the preview" />`}
      ${data && html`<${Preview} preview=${data} />`}
      ${undo.error && html`<p class="moving-wrong" role="alert">${undo.error.detail}</p>`}
    <//>
  `
}

function Preview({ preview }: { preview: UndoPreview }) {
  const { series, issues, rows, kept, kept_series, kept_users } = preview
  const others = Object.entries(rows).flatMap(([name, count]) => {
    const words = ROWS[name]
    return count > 0 && words ? [countWords(count, ...words)] : []
  })
  return html`
    <div class="moving-undo">
      <p><b>${`${countWords(series, 'series', 'series')} and ${countWords(issues, 'issue')} are removed from the library.`}</b> Files on disk are not touched.</p>
      ${others.length > 0 && html`<p class="moving-quiet">${`Also removed: ${others.join(', ')}. Other settings stay as they are.`}</p>`}
      ${
        kept > 0 &&
        html`
          <h3>${`${countWords(kept, 'series', 'series')} changed since the move, and kept`}</h3>
          <ul class="moving-left">
            ${kept_series.map(({ comic_id, name, reason }) => html`<li key=${comic_id}><b>${name}</b><p>${reason}</p></li>`)}
          </ul>
          ${kept > kept_series.length && html`<p class="moving-quiet">${`The first ${kept_series.length} of ${numberWords(kept)}`}</p>`}
        `
      }
      ${
        kept_users.length > 0 &&
        html`
          <h3>${`${countWords(kept_users.length, 'user')} kept`}</h3>
          <ul class="moving-left">
            ${kept_users.map(({ user_id, name, reason }) => html`<li key=${user_id}><b>${name}</b><p>${reason}</p></li>`)}
          </ul>
        `
      }
    </div>
  `
}
