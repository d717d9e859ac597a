import './library.css'
import { useLater } from '../../api/later'
import { prefetch, useQuery } from '../../api/query'
import { type Component, html, useEffect, useLayoutEffect, useMemo, useRef } from '../../html'
import { lazyPart } from '../../lazy-part'
import { NothingToRead } from '../../panels/nothing-to-read'
import { prefetchShelves } from '../../panels/shelves'
import { Together } from '../../panels/together'
import { Button } from '../../parts/controls/button'
import { type Picks, usePicks } from '../../parts/lists/picks'
import { useTypedText } from '../../parts/lists/use-typed'
import { useOwnLocation, useScrollPlace } from '../../parts/lists/virtual-place'
import { Empty } from '../../parts/status/empty'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords } from '../../parts/text/format'
import { lastView } from '../../state/last-view'
import { isReader } from '../../state/user'
import type { BulkBarProps } from './bulk/bulk-bar'
import { BulkStatus } from './bulk/bulk-status'
import { answerTotal, idsBetween } from './chunk'
import { Filters } from './filters'
import { Letters } from './letters'
import { chunkInput, type ListQuery } from './pieces'
import { SeriesTable } from './series-table'
import { Shelves, shownShelf } from './shelves'
import {
  downAtFirst,
  isLibraryFiltered,
  type LibrarySort,
  type LibraryView,
  libraryAddress,
  readLibraryView,
  START,
  wireQuery,
  withoutFilters,
} from './view'
import { ViewsBar } from './views-bar'
import { CoverWall, WaitingWall } from './wall'

const FirstRun: Component = lazyPart(() => import('../../panels/first-run').then((m) => m.FirstRun))
const BulkBar: Component<BulkBarProps> = lazyPart(() => import('./bulk/bulk-bar').then((m) => m.BulkBar))

/** Fetches what the library shows without filters, before it is drawn. */
export async function openLibrary(): Promise<void> {
  const list = prefetch('GET /api/series', chunkInput(wireQuery(START), 0))
  const rest = [prefetch('GET /api/series/facets'), prefetch('GET /api/views'), prefetch('GET /api/series/bulk')]
  await Promise.all([prefetchShelves(shownShelf), list, ...rest])
}

export function LibraryPage() {
  const { path, view, show, typed, type, route } = useView()
  const query = useMemo(() => wireQuery(view), [JSON.stringify(wireQuery(view))])
  const { count, shown, error, reload, turning } = useCount(query)
  const facets = useQuery('GET /api/series/facets').data
  const picks = usePicks((first, last) => idsBetween(shown, first, last), count)
  useScrollPlace(count !== undefined)
  // Readers have no action on several series.
  const manages = !isReader()
  const picking = picks.on ? picks.clear : picks.begin
  const empty = count === 0 && !isLibraryFiltered(view)
  // Letters need the order by name.
  const letters = view.sort === 'title'
  const filters = {
    view,
    facets,
    typed,
    picking: picks.on,
    count,
    onType: type,
    onView: show,
    onPicking: manages ? picking : undefined,
  }
  return html`
    <div class="library" data-wide data-turning=${turning || undefined} data-letters=${letters || undefined}>
      <${Together} outline=${html`<${LibraryOutline} view=${view} />`}>
        ${!empty && !isLibraryFiltered(view) && html`<${Shelves} />`}
        ${!empty && html`<${ViewsBar} path=${path} view=${view} route=${route} />`}
        ${!empty && html`<${Filters} ...${filters} />`}
        ${manages && html`<${BulkStatus} />`}
        <div class="library-list">
          <${LibraryList}
            view=${view}
            count=${count}
            shown=${shown}
            error=${error}
            picks=${manages ? picks : undefined}
            show=${show}
            reload=${reload}
          />
        </div>
        ${picks.keys.size > 0 && html`<${BulkBar} picks=${picks} count=${count ?? 0} />`}
        ${letters && count !== undefined && count > 0 && !error && html`<${Letters} query=${shown} count=${count} />`}
        <${CountStatus} count=${count} />
      <//>
    </div>
  `
}

/** Announces the count. Formatting a long number for the first time is slow, so the covers come before. */
function CountStatus({ count }: { count: number | undefined }) {
  const later = useLater()
  const words = later && count !== undefined ? countWords(count, 'series', 'series') : ''
  return html`<p class="unseen" role="status">${words}</p>`
}

/** The address holds the filters; typed text is written to it after a moment. */
function useView() {
  const { url, query, route } = useOwnLocation()
  const path = url.split('?')[0] as string
  const view = useMemo(() => readLibraryView(query), [url])
  const [typed, type] = useTypedText(view.q, (q) => route(libraryAddress(path, { ...view, q }), true))
  // Text that is not in the address yet stays when another filter changes, but not when all are cleared.
  const show = (next: LibraryView) => route(libraryAddress(path, { ...next, q: next.q === view.q ? typed : next.q }))
  useEffect(() => lastView.set(url), [url])
  return { path, view, show, typed, type, route }
}

/** The number of matching series. The list of the previous query stays on screen until the first answer arrives. */
function useCount(query: ListQuery) {
  const { data, error, reload } = useQuery('GET /api/series', chunkInput(query, 0))
  const last = useRef<{ query: ListQuery; count: number } | undefined>(undefined)
  if (data) last.current = { query, count: answerTotal(data) }
  const { count, query: shown = query } = last.current ?? {}
  const before = useRef(shown)
  useLayoutEffect(() => {
    if (before.current !== shown) window.scrollTo(0, 0)
    before.current = shown
  }, [shown])
  return { count, shown, error: data ? undefined : error, reload, turning: shown !== query }
}

type LookProps = {
  view: LibraryView
  count: number | undefined
  shown: ListQuery
  error: { detail: string } | undefined
  picks?: Picks
  show: (view: LibraryView) => void
  reload: () => void
}

function LibraryList({ view, count, shown, error, picks, show, reload }: LookProps) {
  if (error)
    return html`<${ErrorLook} what="The library could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (count === undefined) return html`<${LibraryOutline} view=${view} />`
  if (count === 0)
    return isLibraryFiltered(view)
      ? html`<${Nothing} onClear=${() => show(withoutFilters(view))} />`
      : isReader()
        ? html`<${NothingToRead} />`
        : html`<${FirstRun} />`
  const list = { query: shown, count, picks }
  if (view.look === 'wall') return html`<${CoverWall} ...${list} />`
  const sorted = (sort: string) => {
    const key = sort as LibrarySort
    show({ ...view, sort: key, down: view.sort === key ? !view.down : downAtFirst(key) })
  }
  return html`<${SeriesTable} ...${list} view=${view} onSort=${sorted} />`
}

function LibraryOutline({ view }: Pick<LookProps, 'view'>) {
  return view.look === 'wall' ? html`<${WaitingWall} />` : html`<${Skeleton} count=${14} label="Loading the library" />`
}

function Nothing({ onClear }: { onClear: () => void }) {
  return html`
    <${Empty} icon="search" title="No series match these filters">
      <${Button} onClick=${onClear}>Clear filters<//>
    <//>
  `
}
