import './wanted.css'
import { useLocation } from 'preact-iso'
import { useQuery } from '../../api/query'
import { html, useEffect, useRef, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Menu } from '../../parts/controls/menu'
import { SearchField } from '../../parts/controls/search-field'
import { Confirm } from '../../parts/dialogs/dialog'
import { useOwnLocation, useScrollPlace } from '../../parts/lists/virtual-place'
import { Empty } from '../../parts/status/empty'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords, numberWords } from '../../parts/text/format'
import { SEARCHES, searchPath } from '../../parts/text/search-path'
import { lookAtFeeds, pauseSearching, searchAll } from '../../state/searching'
import { HeldLine, PausedLine, usePaused } from './paused-line'
import { inputOf, WantedList } from './wanted-list'

const TYPED_MS = 180

export function WantedPage() {
  const { q, typed, type } = useFilter()
  const { count, shown, error, reload } = useCount(q)
  useScrollPlace(count !== undefined)
  const filter = { label: 'Filter by series', placeholder: 'Filter', value: typed, onInput: type }
  const bare = count === 0 && q === ''
  const paused = usePaused()
  return html`
    <div class="wanted">
      <header class="wanted-head">
        <h1>Wanted</h1>
        <p role="status">${count ? countWords(count, 'issue') : ''}</p>
        ${!bare && html`<${SearchField} ...${filter} />`}
        <${SearchActions} count=${q === '' ? (count ?? 0) : 0} paused=${paused} />
      </header>
      ${paused ? html`<${PausedLine} />` : html`<${HeldLine} />`}
      <${Look} q=${shown} count=${count} error=${error} reload=${reload} onClear=${() => type('')} />
    </div>
  `
}

/** The search buttons; automatic searches run independently of them. */
function SearchActions({ count, paused }: { count: number; paused: boolean | undefined }) {
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
    ...(paused === false
      ? [{ label: 'Pause searching', icon: 'pause' as const, onPick: () => pauseSearching(true) }]
      : []),
  ]
  return html`
    <div class="wanted-actions">
      ${count > 0 && !paused && html`<${Button} icon="search" onClick=${() => setAsking(true)}>Search all<//>`}
      <${Menu} title="More about searching" items=${items} />
    </div>
    <${Confirm} ...${confirm} />
  `
}

/** Typed text is written to the address, and so requested, a moment later. */
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

/** The old list stays until the first answer to a new filter. */
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
  if (count > 0) return html`<${WantedList} q=${q} count=${count} />`
  if (q) {
    return html`<${Empty} icon="search" title=${`Nothing wanted is called “${q}”`}><${Button} onClick=${onClear}>Show all<//><//>`
  }
  const text =
    'Open a series and pick the issues that are missing: wanted issues appear here, newest first, until they are in your library.'
  return html`
    <${Empty} icon="bookmark" title="Nothing is wanted" text=${text}>
      <${Button} kind="main" icon="library" href="/library?progress=missing">Series with gaps<//>
    <//>
  `
}
