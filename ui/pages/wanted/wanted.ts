import './wanted.css'
import { call } from '../../api/client'
import { invalidate, useQuery } from '../../api/query'
import { type ComponentChildren, html, useCallback, useEffect, useMemo, useRef, useState } from '../../html'
import { Button } from '../../parts/button'
import { countWords } from '../../parts/cover-words'
import { Empty } from '../../parts/empty'
import { ErrorLook } from '../../parts/error-look'
import { SearchField } from '../../parts/search-field'
import { seriesPath } from '../../parts/series-path'
import { Skeleton } from '../../parts/skeleton'
import { chunksNear, rowGrid } from '../../parts/virtual'
import { type View, VirtualGrid } from '../../parts/virtual-grid'
import { useOwnLocation, useScrollPlace } from '../../parts/virtual-place'
import { say } from '../../state/toasts'
import { type WantedCard, wantedCard } from './wanted-card'
import { WantedRow } from './wanted-row'

const CHUNK = 200
const AHEAD = 60
const TYPED_MS = 180

export function WantedPage() {
  const { q, typed, type } = useFilter()
  const { count, shown, error, reload } = useCount(q)
  useScrollPlace(count !== undefined)
  const filter = { label: 'Filter by series', placeholder: 'Filter', value: typed, onInput: type }
  const bare = count === 0 && q === ''
  return html`
    <div class="wanted">
      <header class="wanted-head">
        <h1>Wanted</h1>
        <p role="status">${count ? countWords(count, 'issue') : ''}</p>
        ${!bare && html`<${SearchField} ...${filter} />`}
      </header>
      <${Look} ...${{ q: shown, count, error, reload, onClear: () => type('') }} />
    </div>
  `
}

/** What is typed reaches the address, and with it the server, a moment later. */
function useFilter() {
  const { query, route } = useOwnLocation()
  const q = query.q ?? ''
  const [typed, setTyped] = useState(q)
  useEffect(() => {
    if (typed === q) return
    const timer = setTimeout(() => route(typed ? `/wanted?q=${encodeURIComponent(typed)}` : '/wanted', true), TYPED_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return { q: q.trim(), typed, type: setTyped }
}

const inputOf = (q: string, chunk: number) => ({ query: { q: q || undefined, limit: CHUNK, offset: chunk * CHUNK } })

/** Until the first answer to a new filter is here, the list of the one before stays. */
function useCount(q: string) {
  const { data, error, reload } = useQuery('GET /api/wanted', inputOf(q, 0))
  const last = useRef<{ q: string; count: number } | undefined>(undefined)
  if (data) last.current = { q, count: data.pagination?.total ?? data.issues.length }
  const { count, q: shown = q } = last.current ?? {}
  return { count, shown, error: data ? undefined : error, reload }
}

type LookProps = {
  q: string
  count: number | undefined
  error: { detail: string } | undefined
  reload: () => void
  onClear: () => void
}

function Look({ q, count, error, reload, onClear }: LookProps) {
  if (error)
    return html`<${ErrorLook} what="The wanted list could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (count === undefined) return html`<${Skeleton} kind="rows" count=${10} label="Loading the wanted list" />`
  if (count > 0) return html`<${List} q=${q} count=${count} />`
  if (q) {
    return html`<${Empty} icon="search" title=${`Nothing wanted is called “${q}”`}><${Button} onClick=${onClear}>Show all<//><//>`
  }
  const text =
    'Open a series and pick the issues that are missing: what you want stands here, newest first, until it is in your library.'
  return html`<${Empty} icon="bookmark" title="Nothing is wanted" text=${text}><${Button} kind="main" icon="library" href="/library?progress=missing">Series with gaps<//><//>`
}

const layout = (width: number, rem: number) => rowGrid(width, rem * (width < 560 ? 4.5 : 4))

function List({ q, count }: { q: string; count: number }) {
  const { route } = useOwnLocation()
  const stop = useCallback((card: WantedCard) => void stopWanting(card), [])
  const open = useCallback((card: WantedCard) => route(seriesPath(card.seriesId)), [route])
  const draw = useCallback(
    (view: View) =>
      chunksNear(view.first, view.end, { size: CHUNK, count, ahead: AHEAD }).map(
        (chunk) => html`<${Chunk} key=${chunk} ...${{ q, chunk, view, count, onStop: stop, onOpen: open }} />`,
      ),
    [q, count, stop, open],
  )
  const list = { role: 'list', 'aria-label': 'Wanted issues' }
  return html`<${VirtualGrid} ...${{ count, layout, render: draw, list }} />`
}

type ChunkProps = {
  q: string
  chunk: number
  view: View
  count: number
  onStop: (card: WantedCard) => void
  onOpen: (card: WantedCard) => void
}

function Chunk({ q, chunk, view, count, onStop, onOpen }: ChunkProps) {
  const { data, error, reload } = useQuery('GET /api/wanted', inputOf(q, chunk))
  const cards = useMemo(() => (data?.issues ?? []).map((row) => wantedCard(row, today())), [data])
  const start = chunk * CHUNK
  const from = Math.max(view.first, start)
  const to = Math.min(view.end, start + CHUNK)
  const rows: ComponentChildren[] = []
  for (let at = from; at < to; at++) {
    const card = cards[at - start]
    // The first row in sight says its month too: its own first one may be far above.
    const month = at === view.first || cards[at - start - 1]?.month !== card?.month
    const row = { card, at, count, month, here: at === view.at, onStop, onOpen }
    if (card || !error || at > from) rows.push(html`<${WantedRow} key=${at} ...${row} />`)
    else
      rows.push(
        html`<p key=${at} class="wanted-failed" role="alert">${error.detail} <${Button} size="small" onClick=${reload}>Try again<//></p>`,
      )
  }
  return html`${rows}`
}

const today = () => new Date().toISOString().slice(0, 10)

/** Skips an issue, and offers to take that back. */
async function stopWanting({ id, series, number }: WantedCard): Promise<void> {
  const params = { issue_id: id }
  const settle = () => invalidate('GET /api/wanted')
  const fail = (error: Error) => say(error.message, { kind: 'error' })
  const undo = () => call('PUT /api/series/issues/:issue_id/queue', { params }).then(settle, fail)
  try {
    await call('PUT /api/series/issues/:issue_id/unqueue', { params })
    settle()
    say(`${series} ${number} is not wanted any more.`, { action: { label: 'Undo', run: undo } })
  } catch (error) {
    fail(error as Error)
  }
}
