import type { Reply } from '../../api/contract'
import { useQuery } from '../../api/query'
import { html } from '../../html'
import { Dialog } from '../../parts/dialogs/dialog'
import { Empty } from '../../parts/status/empty'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { isolated } from '../../parts/text/isolated'
import { storySentence } from '../../parts/text/story-words'
import { TimeText } from '../../parts/text/when'

type TimelineRow = Reply<'GET /api/activity/timeline'>['results'][number]
type Batch = Reply<'GET /api/filing/batches'>['batches'][number]
type HistoryLine = { key: string; at: string; subject: string; sentence: string }

const MOST = 100

export type HistorySheetProps = { comic_id: string; name: string; onClose: () => void }

/** The history of a series: searches, downloads, imports, refreshes, and changes to files. */
export function HistorySheet({ comic_id, name, onClose }: HistorySheetProps) {
  const timeline = useQuery('GET /api/activity/timeline', {
    query: { scope_type: 'series', scope_id: comic_id, limit: MOST },
  })
  const files = useQuery('GET /api/filing/batches', { query: { comic_id, limit: MOST } })
  const error = timeline.error ?? files.error
  const reload = () => {
    timeline.reload()
    files.reload()
  }
  const isReady = timeline.data !== undefined && files.data !== undefined
  const lines = historyLines(timeline.data?.results ?? [], files.data?.batches ?? [])
  return html`
    <${Dialog} open kind="sheet" title=${`History of ${name}`} onClose=${onClose}>
      ${!isReady && error && html`<${ErrorLook} what="The history could not be loaded" detail=${error.detail} onRetry=${reload} />`}
      ${!isReady && !error && html`<${Skeleton} count=${6} label="Loading the history" />`}
      ${
        isReady &&
        lines.length === 0 &&
        html`<${Empty} icon="history" title="No events yet" text="Imports, downloads, renames and refreshes of the last 90 days appear here." />`
      }
      <ol class="series-history">
        ${lines.map(
          ({ key, at, subject, sentence }) => html`
            <li key=${key}><${TimeText} at=${at} /><span>${subject && subject !== name && html`<b>${isolated(subject)}</b> `}${isolated(sentence)}</span></li>
          `,
        )}
      </ol>
    <//>
  `
}

/** The newest first. Imports and tagging are left out here, since the timeline has them. */
export function historyLines(rows: readonly TimelineRow[], batches: readonly Batch[]): HistoryLine[] {
  const events = rows.flatMap((row): HistoryLine[] => {
    const sentence = storySentence([row])
    if (sentence === '' || row.status === 'started') return []
    return [{ key: `event ${row.event_id}`, at: row.created_at, subject: row.subject_label, sentence }]
  })
  const changes = batches.flatMap(({ batch_id, kind, state, title, created_at }): HistoryLine[] => {
    if (kind === 'arrival' || kind === 'tag') return []
    const sentence = state === 'undone' ? `${title}, then undone.` : `${title}.`
    return [{ key: `files ${batch_id}`, at: created_at, subject: '', sentence }]
  })
  return [...events, ...changes].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}
