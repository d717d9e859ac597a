import './search.css'
import type { ApiError } from '../../api/client'
import { useQuery } from '../../api/query'
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from '../../html'
import { Words } from '../../parts/controls/words'
import { useOwnLocation, useScrollPlace } from '../../parts/lists/virtual-place'
import { ErrorLook } from '../../parts/status/error-look'
import { AddSheet } from './add-sheet'
import { SearchResultList } from './answer'
import { BigField } from './big-field'
import { type SearchAnswer, type SearchResult, searchResult } from './search-result'
import { SortWord } from './sort-word'
import { NoResults, NotSetUp, ResultSkeletons, StartHint } from './states'
import {
  changeSearch,
  LEAST_LETTERS,
  PER_PAGE,
  readSearchView,
  type SearchKind,
  type SearchSort,
  type SearchView,
  searchAddress,
} from './view'

const TYPED_MS = 600
const KINDS = [
  { value: 'comic', label: 'Comics' },
  { value: 'manga', label: 'Manga' },
]

/** Searches the metadata providers for series and adds them to the library. */
export function SearchPage() {
  const { view, show, typed, type, ask } = useView()
  const { data, error, loading, reload } = useAnswer(view)
  const [chosen, setChosen] = useState<SearchResult | undefined>(undefined)
  // Loaded before a sheet opens, so that it can show its actions at once.
  useQuery('GET /api/config', data ? undefined : null)
  const first = useRef<() => void>(() => undefined)
  useScrollPlace(data !== undefined || error !== undefined)
  const found = useMemo(() => data?.results.map((row) => searchResult(row)) ?? [], [data])
  const open = chosen && (found.find(({ id }) => id === chosen.id) ?? chosen)
  const answer = { view, answer: data, found, turning: loading, onOpen: setChosen, first }
  return html`
    <div class="search" data-wide>
      <header class="search-head">
        <h1>Find a series</h1>
        <${BigField}
          kind=${view.kind}
          value=${typed}
          onInput=${type}
          onEnter=${ask}
          onDown=${() => first.current()}
        />
        <div class="search-tools">
          <${Words}
            label="Kind"
            value=${view.kind}
            words=${KINDS}
            onChange=${(kind: string) => show(changeSearch(view, { kind: kind as SearchKind }))}
          />
          ${view.q && html`<${SortWord} kind=${view.kind} sort=${view.sort} onChange=${(sort: SearchSort) => show(changeSearch(view, { sort }))} />`}
        </div>
      </header>
      <${SearchList} view=${view} error=${error} data=${data} reload=${reload}><${SearchResultList} ...${answer} /><//>
      ${open && html`<${AddSheet} key=${open.id} found=${open} onClose=${() => setChosen(undefined)} />`}
    </div>
  `
}

type LookProps = {
  view: SearchView
  data: SearchAnswer | undefined
  error: ApiError | undefined
  reload: () => void
  children?: unknown
}

function SearchList({ view, data, error, reload, children }: LookProps) {
  if (!view.q) return html`<${StartHint} kind=${view.kind} />`
  if (error?.body.code === 'provider_not_configured') return html`<${NotSetUp} kind=${view.kind} />`
  if (error) return html`<${ErrorLook} what="The search failed" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${ResultSkeletons} />`
  if (data.results.length === 0)
    return html`<${NoResults} view=${view} failures=${data.provider_failures ?? []} onRetry=${reload} />`
  return html`${children}`
}

/** The address contains the search. Typed text is written to it after a pause, or with Enter. */
function useView() {
  const { url, query, route } = useOwnLocation()
  const view = useMemo(() => readSearchView(query), [url])
  const [typed, setTyped] = useState(view.q)
  const sent = useRef(view.q)
  const show = (next: SearchView) => route(searchAddress(next))
  const ask = (text = typed, replace = false) => {
    sent.current = text.trim()
    if (sent.current !== view.q) route(searchAddress(changeSearch(view, { q: sent.current })), replace)
  }
  useLayoutEffect(() => {
    if (view.q !== sent.current) setTyped(view.q)
    sent.current = view.q
  }, [view.q])
  useEffect(() => {
    const text = typed.trim()
    if (text === view.q || (text !== '' && text.length < LEAST_LETTERS)) return
    const timer = setTimeout(() => ask(typed, true), TYPED_MS)
    return () => clearTimeout(timer)
  }, [typed, view])
  return { view, show, typed, type: setTyped, ask: () => ask() }
}

/** The last answer stays on screen while another page or order of the same search is loaded. */
function useAnswer({ q, kind, sort, page }: SearchView) {
  const body = { name: q, limit: PER_PAGE, offset: (page - 1) * PER_PAGE, sort }
  const input = (own: SearchKind) => (q && own === kind ? { body } : null)
  const comics = useQuery('POST /api/search/comics', input('comic'), { keep: true })
  const manga = useQuery('POST /api/search/manga', input('manga'), { keep: true })
  const { data, error, loading, reload } = kind === 'manga' ? manga : comics
  return { data: data as SearchAnswer | undefined, error: loading ? undefined : error, loading, reload }
}
