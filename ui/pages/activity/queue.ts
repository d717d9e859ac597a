import './queue.css'
import { usePolling } from '../../api/polling'
import { useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { subjectPath } from '../../panels/step-subject'
import { listAddress, pageNumber } from '../../parts/lists/list-address'
import { type ListSort, OrderChoice } from '../../parts/lists/order'
import { Pager } from '../../parts/lists/pager'
import { useStops } from '../../parts/lists/use-stops'
import { useOwnLocation, useScrollPlace } from '../../parts/lists/virtual-place'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords, sizeWords } from '../../parts/text/format'
import { ActivityPage } from './activity-page'
import { useLive } from './live'
import {
  cancelDownload,
  controlDownload,
  type ItemControl,
  type RemoveChoice,
  removeDownload,
  retryDownload,
} from './moves'
import { NothingMoves } from './nothing'
import { type QueueLine, type QueueRow, queueLine } from './queue-line'
import { QueueRowView } from './queue-row'
import { RemoveDialog } from './remove-dialog'
import { SearchesNow, useIsSearching } from './searches/searches-now'

const PER_PAGE = 50
/** The interval between two requests, since clients send no events. */
const LOOK_MS = 15_000

type Key = 'updated' | 'series' | 'site' | 'status' | 'submitted'
const SORTS: readonly ListSort<Key>[] = [
  { value: 'updated', label: 'Last updated', down: true },
  { value: 'submitted', label: 'Added', down: true },
  { value: 'series', label: 'Series', down: false },
  { value: 'site', label: 'Client', down: false },
  { value: 'status', label: 'State', down: false },
]

const NOTHING = 'Active downloads and searches appear here.'

/** The current downloads of all clients. */
export function QueuePage() {
  return html`<${ActivityPage} tab="queue"><${SearchesNow} /><section class="activity-section"><${Queue} /></section><//>`
}

function Queue() {
  const { query, route } = useOwnLocation()
  const page = pageNumber(query)
  const sort = SORTS.find(({ value }) => value === query.sort) ?? (SORTS[0] as ListSort<Key>)
  const down = query.order ? query.order === 'desc' : sort.down
  const request = { limit: PER_PAGE, offset: (page - 1) * PER_PAGE, sort: sort.value, order: orderOf(down) }
  const { data, error, reload, poll } = useQuery('GET /api/downloads/queue', { query: request }, { keep: true })
  const lives = useLive()
  const isSearching = useIsSearching()
  usePolling(data !== undefined, LOOK_MS, poll)
  useScrollPlace(data !== undefined)
  if (!data && error)
    return html`<${ErrorLook} what="The queue could not be loaded" detail=${error.detail} onRetry=${reload} />`
  const isEmpty = data && !Array.isArray(data) && data.pagination.total === 0
  // An empty queue is nothing to say before it is known whether searches run.
  if (!data || Array.isArray(data) || (isEmpty && isSearching === undefined))
    return html`<${Skeleton} count=${5} label="Loading the queue" />`
  const liveOf = (row: QueueRow) => lives.get(row.item_id ?? row.ID) ?? lives.get(row.ID)
  const lines = data.queue.map((row) => queueLine(row, liveOf(row)))
  const { total, has_more } = data.pagination
  if (isEmpty)
    return isSearching
      ? html`<p class="queue-none">Downloads appear here when a search finds a release.</p>`
      : html`<${NothingMoves} icon="download" title="Nothing in progress" text=${NOTHING} />`
  // Between two requests the events are newer than the server's total.
  const speed = data.queue.reduce(
    (sum, row) => sum + (liveOf(row)?.speed ?? row.speed ?? 0) - (row.speed ?? 0),
    data.speed,
  )
  const order = { sort: sort.value, down, sorts: SORTS }
  const change = (next: { sort: Key; down: boolean }) =>
    route(listAddress('/activity', { sort: next.sort, order: orderOf(next.down) }), true)
  return html`
    <div class="activity-bar">
      <p class="activity-count" role="status">${[countWords(total, 'download'), speed > 0 && `${sizeWords(speed)}/s`].filter(Boolean).join(' · ')}</p>
      ${total > 1 && html`<${OrderChoice} ...${order} onChange=${change} />`}
    </div>
    <${Lines} lines=${lines} />
    <${Pager} page=${page} more=${has_more} hrefOf=${(page: number) => listAddress('/activity', { ...query, page })} />
  `
}

const orderOf = (down: boolean) => (down ? ('desc' as const) : ('asc' as const))

/** Arrow keys move, Enter opens the subject, Delete removes. */
function Lines({ lines }: { lines: readonly QueueLine[] }) {
  const { route } = useOwnLocation()
  const [removing, setRemoving] = useState<QueueLine | undefined>(undefined)
  const keys = useStops((key, id) => {
    const line = lines.find((one) => one.key === id)
    const href = line && subjectPath(line.thing)
    if (key === 'Enter' && href) route(href)
    else if (key === 'Delete' && line) setRemoving(line)
    else return false
    return true
  })
  const dialog = removing && {
    label: removing.thing.label,
    client: removing.client,
    canKeep: removing.canKeep,
    canBlock: removing.itemId !== undefined,
    onRemove: (choice: RemoveChoice) =>
      removing.itemId
        ? removeDownload(removing.itemId, removing.thing.label, choice)
        : cancelDownload(removing.key, removing.thing.label),
    onClose: () => setRemoving(undefined),
  }
  return html`
    <ul class="activity-list" aria-label="Downloads" ...${keys}>
      ${lines.map(
        (line) =>
          html`
            <${QueueRowView}
              key=${line.key}
              line=${line}
              onRemove=${() => setRemoving(line)}
              onControl=${(change: ItemControl) => line.itemId && controlDownload(line.itemId, change, line.thing.label)}
              onRetry=${() => retryDownload(line.key, line.thing.label)}
            />
          `,
      )}
    </ul>
    ${dialog && html`<${RemoveDialog} ...${dialog} />`}
  `
}
