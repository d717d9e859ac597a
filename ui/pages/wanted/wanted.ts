import './wanted.css'
import { useLocation } from 'preact-iso'
import { call } from '../../api/client'
import { useQuery } from '../../api/query'
import { type ComponentChildren, html, useCallback, useEffect, useMemo, useRef, useState } from '../../html'
import { Button } from '../../parts/button'
import { CoverBar } from '../../parts/cover-bar'
import { type Picks, pickKeys, usePicks } from '../../parts/cover-picks'
import { countWords, numberWords } from '../../parts/cover-words'
import { Confirm } from '../../parts/dialog'
import { Empty } from '../../parts/empty'
import { ErrorLook } from '../../parts/error-look'
import { Menu } from '../../parts/menu'
import { SearchField } from '../../parts/search-field'
import { SEARCHES, searchPath } from '../../parts/search-path'
import { issuePath } from '../../parts/series-path'
import { Skeleton } from '../../parts/skeleton'
import { chunksNear, rowGrid } from '../../parts/virtual'
import { type View, VirtualGrid } from '../../parts/virtual-grid'
import { useOwnLocation, useScrollPlace } from '../../parts/virtual-place'
import { reviewReleases } from '../../state/release-search'
import { lookAtFeeds, searchAll, searchNow } from '../../state/searching'
import { stopWanting } from './moves'
import { type WantedCard, wantedCard } from './wanted-card'
import { type WantedMove, WantedRow } from './wanted-row'
import { WhySheet } from './why-sheet'

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
        <${SearchActions} count=${q === '' ? (count ?? 0) : 0} />
      </header>
      <${Look} ...${{ q: shown, count, error, reload, onClear: () => type('') }} />
    </div>
  `
}

/** Searching by hand; by itself it goes on all the time. */
function SearchActions({ count }: { count: number }) {
  const { route } = useLocation()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    const run_id = await searchAll()
    setBusy(false)
    setAsking(false)
    if (run_id) route(searchPath(run_id))
  }
  const what = count === 1 ? 'the one wanted issue' : `all ${numberWords(count)} wanted issues`
  const confirm = {
    open: asking,
    title: `Search for ${what}?`,
    text: 'Your indexers are asked for one issue after the other, which counts against what they allow in a day. What fits is taken.',
    action: 'Search all',
    busy,
    onConfirm: run,
    onClose: () => setAsking(false),
  }
  const items = [
    { label: 'Searches', icon: 'history' as const, href: SEARCHES },
    { label: 'Look at the newest releases now', icon: 'refresh' as const, onPick: lookAtFeeds },
  ]
  return html`
    <div class="wanted-actions">
      ${count > 0 && html`<${Button} icon="search" onClick=${() => setAsking(true)}>Search all<//>`}
      <${Menu} title="More about searching" items=${items} />
    </div>
    <${Confirm} ...${confirm} />
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

const labelOf = ({ series, number }: WantedCard) => `${series} ${number}`
const named = (card: WantedCard) => ({ id: card.id, label: labelOf(card) })

function List({ q, count }: { q: string; count: number }) {
  const { route } = useOwnLocation()
  const [why, setWhy] = useState<WantedCard | undefined>(undefined)
  const known = useRef(new Map<string, WantedCard>())
  const between = (first: number, last: number) => cardsBetween(q, first, last, known.current)
  const picks = usePicks(between)
  const move = useCallback(
    (move: WantedMove, card: WantedCard) => {
      known.current.set(card.id, card)
      if (move === 'open') route(issuePath(card.seriesId, card.id))
      if (move === 'why') setWhy(card)
      if (move === 'stop') void stopWanting([named(card)])
      if (move === 'search' && !card.future) void searchNow([named(card)])
      if (move === 'review' && !card.future)
        reviewReleases({ entity_type: 'issue', entity_id: card.id, title: labelOf(card) })
    },
    [route],
  )
  const draw = useCallback(
    (view: View) =>
      chunksNear(view.first, view.end, { size: CHUNK, count, ahead: AHEAD }).map(
        (chunk) =>
          html`<${Chunk} key=${chunk} ...${{ q, chunk, view, count, picks, known: known.current, onMove: move }} />`,
      ),
    [q, count, picks.keys, picks.on, move],
  )
  const list = { role: 'list', 'aria-label': 'Wanted issues', 'data-picking': picks.on || undefined }
  const picked = [...picks.keys].flatMap((id) => known.current.get(id) ?? [])
  const close = () => setWhy(undefined)
  const then = (step: WantedMove) => {
    close()
    if (why) move(step, why)
  }
  return html`
    <${VirtualGrid} ...${{ count, layout, render: draw, list, onKey: pickKeys(picks, count) }} />
    ${picked.length > 0 && html`<${PickedBar} ...${{ picked, picks, count }} />`}
    ${why && html`<${WhySheet} ...${{ card: why, onSearch: () => then('search'), onReview: () => then('review'), onClose: close }} />`}
  `
}

/** Ids of a reach of the list; what of it is not on the page yet is fetched. */
async function cardsBetween(q: string, first: number, last: number, known: Map<string, WantedCard>): Promise<string[]> {
  const ids: string[] = []
  for (let offset = first; offset <= last; offset += CHUNK) {
    const limit = Math.min(CHUNK, last - offset + 1)
    const { issues } = await call('GET /api/wanted', { query: { q: q || undefined, limit, offset } })
    for (const card of issues.map((row) => wantedCard(row, today()))) {
      known.set(card.id, card)
      ids.push(card.id)
    }
  }
  return ids
}

type PickedBarProps = { picked: readonly WantedCard[]; picks: Picks; count: number }

/** What can be done with several at once. */
function PickedBar({ picked, picks, count }: PickedBarProps) {
  const [busy, setBusy] = useState<'search' | 'stop' | undefined>(undefined)
  const out = picked.filter(({ future }) => !future)
  const run = async (move: 'search' | 'stop') => {
    setBusy(move)
    await (move === 'search' ? searchNow(out.map(named)) : stopWanting(picked.map(named)))
    setBusy(undefined)
    picks.clear()
  }
  const come = picked.length - out.length
  const text = countWords(picked.length, 'issue') + (come > 0 ? `, ${numberWords(come)} to come` : '')
  const all = picked.length < count ? `Pick all ${numberWords(count)}` : undefined
  const bar = { text, all, onAll: () => picks.all(count), onClear: picks.clear }
  const idle = busy !== undefined
  return html`
    <${CoverBar} ...${bar}>
      <${Button} kind="quiet" icon="search" busy=${busy === 'search'} disabled=${idle || out.length === 0} onClick=${() => run('search')}>Search now<//>
      <${Button} kind="quiet" icon="minus" busy=${busy === 'stop'} disabled=${idle} onClick=${() => run('stop')}>Skip<//>
    <//>
  `
}

type ChunkProps = {
  q: string
  chunk: number
  view: View
  count: number
  picks: Picks
  /** Every card that was on the page. */
  known: Map<string, WantedCard>
  onMove: (move: WantedMove, card: WantedCard) => unknown
}

function Chunk({ q, chunk, view, count, picks, known, onMove }: ChunkProps) {
  const { data, error, reload } = useQuery('GET /api/wanted', inputOf(q, chunk))
  const cards = useMemo(() => (data?.issues ?? []).map((row) => wantedCard(row, today())), [data])
  for (const card of cards) known.set(card.id, card)
  const start = chunk * CHUNK
  const from = Math.max(view.first, start)
  const to = Math.min(view.end, start + CHUNK)
  const rows: ComponentChildren[] = []
  for (let at = from; at < to; at++) {
    const card = cards[at - start]
    // The first row in sight says its month too: its own first one may be far above.
    const month = at === view.first || cards[at - start - 1]?.month !== card?.month
    const picked = card !== undefined && picks.keys.has(card.id)
    const row = { card, at, count, month, here: at === view.at, picked, onMove, onPick: picks.pick }
    if (card || !error || at > from) rows.push(html`<${WantedRow} key=${at} ...${row} />`)
    else
      rows.push(
        html`<p key=${at} class="wanted-failed" role="alert">${error.detail} <${Button} size="small" onClick=${reload}>Try again<//></p>`,
      )
  }
  return html`${rows}`
}

const today = () => new Date().toISOString().slice(0, 10)
