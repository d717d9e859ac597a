import './dashboard.css'
import { useSeriesCount } from '../../api/counts'
import { html } from '../../html'
import { ContinueStrip } from '../../panels/continue-strip'
import { FirstRun } from '../../panels/first-run'
import { useScrollPlace } from '../../parts/lists/virtual-place'
import { Charts } from './charts'
import { HealthBand } from './health-band'
import { Now } from './now'
import { Numbers } from './numbers'
import { Recent } from './recent'
import { ThisWeek } from './this-week'

/** The start page: what needs attention, what to read next, and the state of the collection. */
export function DashboardPage() {
  const count = useSeriesCount()
  useScrollPlace(count !== undefined)
  if (count === 0) return html`<${FirstRun} />`
  return html`
    <div class="dash">
      <h1 class="unseen">Home</h1>
      <div class="dash-top"><${HealthBand} /><${Now} /></div>
      <${ContinueStrip} />
      <div class="dash-pair"><${ThisWeek} /><${Recent} /></div>
      <${Numbers} />
      <${Charts} />
    </div>
  `
}
