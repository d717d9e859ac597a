import './dashboard.css'
import { useSeriesCount } from '../../api/counts'
import { html } from '../../html'
import { FirstRun } from '../../panels/first-run'
import { AddedShelf, ContinueShelf, DeckShelf } from '../../panels/shelves'
import { NotTogether, Together } from '../../panels/together'
import { useScrollPlace } from '../../parts/lists/virtual-place'
import { Skeleton } from '../../parts/status/skeleton'
import { isReader } from '../../state/user'
import { Charts } from './charts'
import { NeedsYou } from './needs-you'
import { Numbers } from './numbers'
import { ReaderHome } from './reader-home'
import { ReadingPanel } from './reading'
import { RecentActivity } from './recent'
import { ThisWeek } from './this-week'

/** The start page. */
export function DashboardPage() {
  return isReader() ? html`<${ReaderHome} />` : html`<${Dashboard} />`
}

/** What to read next, what needs the user, this week, and the state of the collection. */
function Dashboard() {
  const count = useSeriesCount()
  useScrollPlace(count !== undefined)
  if (count === 0) return html`<${FirstRun} />`
  return html`
    <div class="dash" data-wide>
      <h1 class="unseen">Home</h1>
      <${Together} outline=${html`<${Skeleton} kind="covers" count=${8} label="Loading the start page" />`}>
        <${ContinueShelf} />
        <${DeckShelf} />
        <${AddedShelf} />
        <${NeedsYou} />
        <${NotTogether}>
          <div class="dash-pair"><${ThisWeek} /><${RecentActivity} /></div>
          <${ReadingPanel} />
          <${Numbers} />
          <${Charts} />
        <//>
      <//>
    </div>
  `
}
