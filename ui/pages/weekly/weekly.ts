import '../../parts/lists/filter-word.css'
import './weekly.css'
import { useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { ownZone } from '../../panels/reading-week'
import { Button } from '../../parts/controls/button'
import { SegmentedControl } from '../../parts/controls/segmented'
import { useOwnLocation } from '../../parts/lists/virtual-place'
import { ErrorLook } from '../../parts/status/error-look'
import { Mark } from '../../parts/status/mark'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords } from '../../parts/text/format'
import { dayOf } from '../../parts/text/when'
import { monthWords, weekOf, weekWords } from './days'
import { FeedDialog } from './feed-dialog'
import { useHiddenPublishers } from './hidden-publishers'
import { MonthGrid } from './month-grid'
import { refreshReleases } from './moves'
import { NoReleases } from './no-releases'
import { PublisherSheet } from './publisher-sheet'
import { Suggestions } from './suggestions'
import { publishersOf, readWeeklyView, shownReleases, viewAfter, viewPath, viewSpan, type WeeklyView } from './view'
import { WeekList } from './week-list'
import type { Release, ReleasesReply } from './wire'
import { failureWords } from './words'

/** Releases by week or month: of series in the library, or everyone's. */
export function WeeklyPage() {
  const { query, route } = useOwnLocation()
  const [today] = useState(() => dayOf(new Date()))
  const view = readWeeklyView(query, today)
  const { data, error, reload } = useQuery(
    'GET /api/releases',
    { query: { ...viewSpan(view), ...ownZone() } },
    { keep: true },
  )
  const { hidden, keep } = useHiddenPublishers()
  const [open, setOpen] = useState<'publishers' | 'feed' | undefined>(undefined)
  const close = () => setOpen(undefined)
  const releases = data ? shownReleases(data.releases, view.whose, hidden) : []
  const counted =
    view.as === 'month' ? releases.filter(({ day }) => day.slice(0, 7) === view.day.slice(0, 7)) : releases
  const isThisWeek = view.as === 'week' && viewSpan(view).first === viewSpan({ as: 'week', day: today }).first
  const go = (next: WeeklyView) => route(viewPath(next, today), true)
  return html`
    <div class="releases">
      <${Head} view=${view} today=${today} count=${data && counted.length} refreshing=${data?.refreshing ?? false} onGo=${go} onFeed=${() => setOpen('feed')} />
      <${Choices} view=${view} hidden=${hidden.size} onGo=${go} onPublishers=${() => setOpen('publishers')} />
      ${
        error && !data
          ? html`<${ErrorLook} what="The releases could not be loaded" detail=${error.detail} onRetry=${reload} />`
          : !data
            ? html`<${Skeleton} kind="rows" count=${8} label="Loading the releases" />`
            : html`<${Failures} data=${data} />${isThisWeek && html`<${Suggestions} releases=${shownReleases(data.releases, 'all', hidden)} sources=${data.sources} />`}<div data-old=${data.first !== viewSpan(view).first || undefined}><${Shown} view=${view} today=${today} data=${data} releases=${releases} onGo=${go} /></div>`
      }
    </div>
    ${open === 'publishers' && data && html`<${PublisherSheet} publishers=${publishersOf(data.releases)} hidden=${hidden} onChange=${keep} onClose=${close} />`}
    ${open === 'feed' && html`<${FeedDialog} onClose=${close} />`}
  `
}

type HeadProps = {
  view: WeeklyView
  today: string
  count: number | undefined
  refreshing: boolean
  onGo: (view: WeeklyView) => void
  onFeed: () => void
}

function Head({ view, today, count, refreshing, onGo, onFeed }: HeadProps) {
  const { as, day } = view
  const isNow =
    viewSpan(view).first === viewSpan({ as, day: today }).first &&
    (as === 'week' || day.slice(0, 7) === today.slice(0, 7))
  const words = as === 'week' ? weekWords(weekOf(day)) : monthWords(day)
  return html`
    <header class="releases-head">
      <h1>Releases</h1>
      <nav class="releases-when" aria-label=${as === 'week' ? 'Weeks' : 'Months'}>
        <${Button} kind="quiet" icon="arrow-left" label=${as === 'week' ? 'Earlier week' : 'Earlier month'} onClick=${() => onGo(viewAfter(view, -1))} />
        <p role="status">${words}<span>${count === undefined ? ' ' : countWords(count, 'release')}</span></p>
        <${Button} kind="quiet" icon="arrow-right" label=${as === 'week' ? 'Later week' : 'Later month'} onClick=${() => onGo(viewAfter(view, 1))} />
        ${!isNow && html`<${Button} kind="quiet" size="small" onClick=${() => onGo({ ...view, day: today })}>${as === 'week' ? 'This week' : 'This month'}<//>`}
      </nav>
      <div class="releases-moves">
        <${Button} kind="quiet" icon="calendar" label="Calendar feed" onClick=${onFeed} />
        <${Button} kind="quiet" icon="refresh" label="Refresh releases" busy=${refreshing} onClick=${() => refreshReleases(day)} />
      </div>
    </header>
  `
}

const WHOSE = [
  { value: 'mine', label: 'My series' },
  { value: 'all', label: 'All releases' },
]
const AS = [
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
]

type ChoicesProps = { view: WeeklyView; hidden: number; onGo: (view: WeeklyView) => void; onPublishers: () => void }

function Choices({ view, hidden, onGo, onPublishers }: ChoicesProps) {
  return html`
    <div class="releases-choices">
      <${SegmentedControl} label="Whose releases" value=${view.whose} choices=${WHOSE} onChange=${(whose: string) => onGo({ ...view, whose: whose as WeeklyView['whose'] })} />
      <${SegmentedControl} label="Shown as" value=${view.as} choices=${AS} onChange=${(as: string) => onGo({ ...view, as: as as WeeklyView['as'] })} />
      ${
        view.whose === 'all' &&
        html`
          <button type="button" class="filter-word" data-on=${hidden > 0 || undefined} onClick=${onPublishers}>
            Publishers${hidden > 0 ? ` · ${hidden} hidden` : ''}
          </button>
        `
      }
    </div>
  `
}

/** Names the sources that are down. Sources that are off are offered where the page is empty. */
function Failures({ data }: { data: ReleasesReply }) {
  const down = data.sources.filter(({ enabled, failure }) => enabled && failure !== null)
  if (down.length === 0) return null
  return html`
    <ul class="releases-down" role="status">
      ${down.map((source) => html`<li key=${source.source}><${Mark} state="attention" wordless /><span>${failureWords(source)}</span></li>`)}
    </ul>
  `
}

type ShownProps = {
  view: WeeklyView
  today: string
  data: ReleasesReply
  releases: Release[]
  onGo: (view: WeeklyView) => void
}

function Shown({ view, today, data, releases, onGo }: ShownProps) {
  if (view.as === 'month') {
    const hrefOf = (day: string) => viewPath({ ...view, as: 'week', day }, today)
    return html`<${MonthGrid} day=${view.day} releases=${releases} today=${today} hrefOf=${hrefOf} />`
  }
  if (releases.length === 0)
    return html`<${NoReleases} whose=${view.whose} data=${data} onAll=${() => onGo({ ...view, whose: 'all' })} />`
  return html`<${WeekList} releases=${releases} sources=${data.sources} today=${today} />`
}
