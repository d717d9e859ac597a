import './history.css'
import { useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { ThingCover } from '../../panels/step-subject'
import { Button } from '../../parts/controls/button'
import { Menu } from '../../parts/controls/menu'
import { SearchField } from '../../parts/controls/search-field'
import { Words } from '../../parts/controls/words'
import { Confirm } from '../../parts/dialogs/dialog'
import { type ListSort, OrderChoice } from '../../parts/lists/order'
import { Pager } from '../../parts/lists/pager'
import { useStops } from '../../parts/lists/use-stops'
import { useTyped } from '../../parts/lists/use-typed'
import { useScrollPlace } from '../../parts/lists/virtual-place'
import { Empty } from '../../parts/status/empty'
import { ErrorLook } from '../../parts/status/error-look'
import { Mark } from '../../parts/status/mark'
import { Skeleton } from '../../parts/status/skeleton'
import { breakable } from '../../parts/text/breakable'
import { countWords, sizeWords } from '../../parts/text/format'
import { isolated } from '../../parts/text/isolated'
import { TimeText } from '../../parts/text/when'
import { useBusy } from '../../state/use-busy'
import { DetailSheet } from './detail-sheet'
import { HistoryTab } from './history-page'
import { type HistoryRow, historyRowLook, historyThing, rowInstant, STATUSES } from './history-words'
import { clearHistory } from './moves'

const PER_PAGE = 50

type Key = 'date' | 'series' | 'provider' | 'status'
const SORTS: readonly ListSort<Key>[] = [
  { value: 'date', label: 'Date', down: true },
  { value: 'series', label: 'Series', down: false },
  { value: 'provider', label: 'Indexer', down: false },
  { value: 'status', label: 'State', down: false },
]

/** Every grabbed release, with its result. */
export function HistoryPage() {
  return html`<${HistoryTab} view="downloads"><${History} /><//>`
}

function History() {
  const { q, typed, type, page, at, query, route } = useTyped('/activity/history', ['status', 'sort', 'order'])
  const status = STATUSES.find(({ value }) => value === query.status) ?? STATUSES[0]
  const sort = SORTS.find(({ value }) => value === query.sort) ?? (SORTS[0] as ListSort<Key>)
  const down = query.order ? query.order === 'desc' : sort.down
  const request = {
    limit: PER_PAGE,
    offset: (page - 1) * PER_PAGE,
    q: q || undefined,
    status: status.value || undefined,
    sort: sort.value,
    order: down ? ('desc' as const) : ('asc' as const),
  }
  const { data, error, reload } = useQuery('GET /api/downloads/history', { query: request }, { keep: true })
  useScrollPlace(data !== undefined)
  const list = data && !Array.isArray(data) ? data : undefined
  const bare = list?.pagination.total === 0 && q === '' && status.value === ''
  const change = (next: { sort: Key; down: boolean }) =>
    route(at({ sort: next.sort, order: next.down ? 'desc' : 'asc' }), true)
  const words = {
    label: 'State',
    value: status.value,
    words: STATUSES,
    onChange: (status: string) => route(at({ status }), true),
  }
  return html`
    ${
      !bare &&
      html`<div class="activity-bar history-bar">
      <${SearchField} label="Search the history" value=${typed} onInput=${type} />
      <${Words} ...${words} />
      <p class="activity-count" role="status">${list && countWords(list.pagination.total, 'download')}</p>
      <${OrderChoice} sort=${sort.value} down=${down} sorts=${SORTS} onChange=${change} />
      <${Actions} status=${status} />
    </div>`
    }
    ${
      !list && error
        ? html`<${ErrorLook} what="The history could not be loaded" detail=${error.detail} onRetry=${reload} />`
        : !list
          ? html`<${Skeleton} count=${10} label="Loading the history" />`
          : list.history.length === 0
            ? html`<${Nothing} bare=${bare} q=${q} page=${page} onClear=${() => type('')} />`
            : html`<${Rows} rows=${list.history} />`
    }
    ${list && html`<${Pager} page=${page} more=${list.pagination.has_more} hrefOf=${(page: number) => at({ page })} />`}
  `
}

type Status = (typeof STATUSES)[number]

function Actions({ status }: { status: Status }) {
  const [asking, setAsking] = useState(false)
  const { busy, run } = useBusy()
  const clear = () =>
    run(async () => {
      await clearHistory(status.value || undefined, `${status.what} removed from the list.`)
      setAsking(false)
    })
  const items = [{ label: 'Clear this list', icon: 'trash' as const, danger: true, onPick: () => setAsking(true) }]
  const confirm = {
    open: asking,
    title: 'Clear the history?',
    text: `${status.what} are removed from this list, whatever is typed in the search field. Files stay, and active downloads continue.`,
    action: 'Clear',
    danger: true,
    busy,
    onConfirm: clear,
    onClose: () => setAsking(false),
  }
  return html`<${Menu} title="More about the history" items=${items} /><${Confirm} ...${confirm} />`
}

/** Arrow keys move, Enter opens the details. */
function Rows({ rows }: { rows: readonly HistoryRow[] }) {
  const [open, setOpen] = useState<string | undefined>(undefined)
  const keys = useStops((key, id) => {
    if (key === 'Enter') setOpen(id)
    return key === 'Enter'
  })
  return html`
    <ul class="activity-list" aria-label="Downloads" ...${keys}>
      ${rows.map((row) => html`<${Row} key=${row.item_id} row=${row} onOpen=${() => setOpen(row.item_id)} />`)}
    </ul>
    ${open && html`<${DetailSheet} id=${open} onClose=${() => setOpen(undefined)} />`}
  `
}

function Row({ row, onOpen }: { row: HistoryRow; onOpen: () => void }) {
  const { item_id, DateAdded, FolderName, Provider, Size, stage, reason } = row
  const thing = historyThing(row)
  const { mark, word } = historyRowLook(row)
  // A cancelled download needs no reason: the user cancelled it.
  const why = stage === 'cancelled' ? null : reason
  return html`
    <li class="activity-row history-row" data-stop=${item_id} tabindex="-1" aria-label=${`${thing.label}, ${word}`}>
      <button type="button" tabindex="-1" onClick=${onOpen}>
        <${ThingCover} thing=${thing} width=${36} />
        <span class="activity-what">
          <b class="thing-name">${isolated(thing.label)}</b>
          <small title=${FolderName}>${breakable(FolderName ?? '')}</small>
          ${why && html`<small title=${why}>${isolated(why)}</small>`}
        </span>
        <span class="history-from"><small title=${Provider}>${Provider}</small>${Size ? html`<small>${sizeWords(Size)}</small>` : ''}</span>
        <span class="history-how"><${Mark} state=${mark} word=${word} /><small><${TimeText} at=${rowInstant(DateAdded)} /></small></span>
      </button>
    </li>
  `
}

type NothingProps = { bare: boolean; q: string; page: number; onClear: () => void }

function Nothing({ bare, q, page, onClear }: NothingProps) {
  if (page > 1) return html`<${Empty} icon="history" title="No older downloads" />`
  if (q) {
    return html`<${Empty} icon="search" title=${`No downloads match “${q}”`}><${Button} onClick=${onClear}>Show all<//><//>`
  }
  if (!bare) return html`<${Empty} icon="history" title="No downloads in this state" />`
  const text = 'Every grabbed release is listed here with its source and outcome.'
  return html`
    <${Empty} icon="history" title="No downloads yet" text=${text}>
      <${Button} icon="bookmark" href="/wanted">Go to Wanted<//>
      <${Button} kind="quiet" href="/activity/history/blocked">Blocked releases<//>
    <//>
  `
}
