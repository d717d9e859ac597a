import './acquisition.css'
import { usePolling } from '../../../api/polling'
import { useQuery } from '../../../api/query'
import { html } from '../../../html'
import { SystemPage } from '../../../panels/system-page'
import { ErrorLook } from '../../../parts/status/error-look'
import { Skeleton } from '../../../parts/status/skeleton'
import { isManager } from '../../../state/user'
import { GatePanel } from './gate-panel'
import { AcquisitionReview } from './review'
import { RouteList } from './route-list'

/** The interval between two requests: heartbeats and waiting work change without an event. */
const LOOK_MS = 15_000

/** The state of automatic searches, their indexers and clients, and the issues that they search for. */
export function AcquisitionPage() {
  return html`<${SystemPage} tab="acquisition"><${HealthView} />${!isManager() && html`<${RepairLink} />`}<${AcquisitionReview} /><//>`
}

function RepairLink() {
  return html`
    <section class="system-section" aria-labelledby="repair-link-title">
      <h2 id="repair-link-title">Wrong states?</h2>
      <p class="system-quiet">
        A <a class="system-link" href="/system/repair">repair</a> compares the issues of a series with their files and
        downloads, and corrects what you confirm.
      </p>
    </section>
  `
}

function HealthView() {
  const { data, error, reload, poll } = useQuery('GET /api/search/health')
  usePolling(data !== undefined, LOOK_MS, poll)
  if (!data && error)
    return html`<${ErrorLook} what="The state of searching could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} count=${4} label="Loading the state of searching" />`
  return html`
    <${GatePanel} health=${data} />
    <${RouteList} health=${data} />
  `
}
