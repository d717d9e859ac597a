import './wanted.css'
import { useLocation } from 'preact-iso'
import { useQuery } from '../../api/query'
import { html, useMemo, useRef, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Menu } from '../../parts/controls/menu'
import { SearchField } from '../../parts/controls/search-field'
import { WordLinks, Words } from '../../parts/controls/words'
import { Confirm } from '../../parts/dialogs/dialog'
import { useTyped } from '../../parts/lists/use-typed'
import { useScrollPlace } from '../../parts/lists/virtual-place'
import { Empty } from '../../parts/status/empty'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords, pluralWords } from '../../parts/text/format'
import { SEARCHES, searchPath } from '../../parts/text/search-path'
import { pauseSearching, searchAll, syncFeeds } from '../../state/searching'
import { useBusy } from '../../state/use-busy'
import { isManager } from '../../state/user'
import { PausedLine, SearchesHeldLine, usePaused } from './paused-line'
import { WantedList } from './wanted-list'
import { KINDS, WANTED_TABS, type WantedView, wantedInput, wantedView } from './wanted-view'

export function WantedPage() {
  const { q, typed, type, at, query, route } = useTyped('/wanted', ['when', 'kind', 'sort'])
  const { when, kind, sort } = query
  const view = useMemo(() => wantedView(q, { when, kind, sort }), [q, when, kind, sort])
  const { count, shown, error, reload } = useCount(view)
  useScrollPlace(count !== undefined)
  const filter = { label: 'Filter by series', placeholder: 'Filter', value: typed, onInput: type }
  const bare = count === 0 && q === '' && view.kind === ''
  const paused = usePaused()
  const links = WANTED_TABS.map((tab) => ({
    label: tab.label,
    href: tabPath(tab.when),
    here: tab.when === view.when,
  }))
  const kinds = {
    label: 'Kind',
    value: view.kind,
    words: KINDS,
    onChange: (kind: string) => route(at({ kind }), true),
  }
  const whole = q === '' && view.kind === '' && view.when === 'missing'
  return html`
    <div class="wanted">
      <header class="wanted-head">
        <h1>Wanted</h1>
        <p role="status">${count ? countWords(count, 'issue') : ''}</p>
        ${!bare && html`<${SearchField} ...${filter} />`}
        <${SearchActions} count=${whole ? (count ?? 0) : 0} paused=${paused} />
      </header>
      <div class="wanted-views">
        <${WordLinks} label="Wanted" links=${links} />
        ${
          !bare &&
          html`
            <${Words} ...${kinds} />
            <label class="wanted-sort">
              <span>Order</span>
              <select value=${view.sort} onChange=${(event: Event) => route(at({ sort: (event.target as HTMLSelectElement).value }), true)}>
                <option value="newest">Newest first</option>
                <option value="oldest">Oldest first</option>
                <option value="series">By series</option>
              </select>
            </label>
          `
        }
      </div>
      ${paused ? html`<${PausedLine} />` : html`<${SearchesHeldLine} />`}
      <${Look} view=${shown} count=${count} error=${error} reload=${reload} onClear=${() => route(tabPath(view.when), true)} />
    </div>
  `
}

const tabPath = (when: WantedView['when']) => (when === 'missing' ? '/wanted' : `/wanted?when=${when}`)

/** The search buttons; automatic searches run independently of them. */
function SearchActions({ count, paused }: { count: number; paused: boolean | undefined }) {
  const { route } = useLocation()
  const [asking, setAsking] = useState(false)
  const { busy, run: runOnce } = useBusy()
  const run = () =>
    runOnce(async () => {
      const run_id = await searchAll()
      setAsking(false)
      if (run_id) route(searchPath(run_id))
    })
  const confirm = {
    open: asking,
    title: pluralWords(count, 'Search for the one wanted issue?', 'Search for all {count} wanted issues?'),
    text: 'Every indexer is searched for each issue in turn, which counts toward its daily limit. Accepted releases are downloaded. Issues of series that are not monitored are left out.',
    action: 'Search all',
    busy,
    onConfirm: run,
    onClose: () => setAsking(false),
  }
  const items = [
    { label: 'Searches', icon: 'history' as const, href: SEARCHES },
    { label: 'Run RSS sync now', icon: 'refresh' as const, onPick: syncFeeds },
    ...(paused === false && !isManager()
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

/** The old list stays until the first answer to a new filter. */
function useCount(view: WantedView) {
  const { data, error, reload } = useQuery('GET /api/wanted', wantedInput(view, 0))
  const last = useRef<{ view: WantedView; count: number } | undefined>(undefined)
  if (data) last.current = { view, count: data.pagination?.total ?? data.issues.length + data.annuals.length }
  const { count, view: shown = view } = last.current ?? {}
  return { count, shown, error: data ? undefined : error, reload }
}

type LookProps = {
  view: WantedView
  count: number | undefined
  error: { detail: string } | undefined
  reload: () => void
  onClear: () => void
}

function Look({ view, count, error, reload, onClear }: LookProps) {
  if (error)
    return html`<${ErrorLook} what="The wanted list could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (count === undefined) return html`<${Skeleton} kind="rows" count=${10} label="Loading the wanted list" />`
  if (count > 0) return html`<${WantedList} key=${view.when} view=${view} count=${count} />`
  if (view.q || view.kind) {
    return html`<${Empty} icon="search" title="No wanted issues match"><${Button} onClick=${onClear}>Clear filters<//><//>`
  }
  if (view.when === 'upcoming') {
    return html`<${Empty} icon="calendar" title="No upcoming issues" text="Wanted issues with a later release date appear here." />`
  }
  if (view.when === 'upgrades') {
    return html`
      <${Empty} icon="bookmark" title="No upgrades" text="Issues in a worse format than the release rules prefer appear here.">
        <${Button} icon="settings" href="/settings#release-rules">Release rules<//>
      <//>
    `
  }
  return html`<${NoneMissing} />`
}

/** Series may lack issues that are not wanted, so only the library's filters can say what is missing. */
function NoneMissing() {
  const progress = useQuery('GET /api/series/facets').data?.progress
  const { missing = 0, empty = 0 } = progress ?? {}
  const text =
    missing + empty > 0
      ? 'Your series lack issues that are not wanted. Issues that you want appear here until they are in your library.'
      : 'Wanted issues appear here until they are in your library.'
  const lacking = [
    { count: missing, words: 'with missing issues', href: '/library?progress=missing' },
    { count: empty, words: 'without files', href: '/library?progress=empty' },
  ].filter(({ count }) => count > 0)
  return html`
    <${Empty} icon="bookmark" title="No wanted issues are missing" text=${text}>
      ${lacking.map(({ count, words, href }) => html`<${Button} key=${href} icon="library" href=${href}>${countWords(count, 'series', 'series')} ${words}<//>`)}
    <//>
  `
}
