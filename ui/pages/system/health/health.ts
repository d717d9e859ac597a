import './health.css'
import { call } from '../../../api/client'
import type { Health } from '../../../api/health'
import { cacheReply, useQuery } from '../../../api/query'
import { html } from '../../../html'
import { SystemPage } from '../../../panels/system-page'
import { Button } from '../../../parts/controls/button'
import { ErrorLook } from '../../../parts/status/error-look'
import { healthWords } from '../../../parts/status/health-mark'
import { Mark, type MarkState } from '../../../parts/status/mark'
import { Skeleton } from '../../../parts/status/skeleton'
import { TimeText } from '../../../parts/text/when'
import { useRunWithToast } from '../../../state/run-with-toast'
import { isManager } from '../../../state/user'
import { Findings } from './findings'
import { SupportBundle } from './support-bundle'

/** Problems and their remedies. */
export function HealthPage() {
  return html`<${SystemPage} tab="health"><${HealthView} /><//>`
}

function HealthView() {
  const { data, error, reload } = useQuery('GET /api/system/health')
  const { busy, perform } = useRunWithToast()
  const look = () =>
    perform(async () => cacheReply('GET /api/system/health', undefined, await call('POST /api/system/health/run')))
  if (!data && error)
    return html`<${ErrorLook} what="Health could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} count=${6} label="Checking health" />`
  return html`
    <div class="system-bar">
      <p role="status">${healthWords(data)}.${data.checked_at && html` <span class="system-quiet">Checked <${TimeText} at=${data.checked_at} />.</span>`}</p>
      ${!isManager() && html`<${Button} icon="refresh" busy=${busy} onClick=${look}>Check again<//>`}
    </div>
    <${Findings} findings=${data.findings} />
    <section class="system-section" aria-labelledby="looked-at">
      <h2 id="looked-at">Checks</h2>
      <ul class="checks">
        ${data.checks.map(
          ({ check_id, label, state }) => html`
            <li key=${check_id}>
              <${Mark} state=${MARKS[state]} word=${label} />
              <span class="unseen">: ${STATES[state]}</span>
            </li>
          `,
        )}
      </ul>
    </section>
    ${!isManager() && html`<${SupportBundle} />`}
  `
}

type State = Health['checks'][number]['state']
const MARKS: Record<State, MarkState> = {
  ok: 'have',
  notice: 'wanted',
  warning: 'wanted',
  error: 'attention',
  unknown: 'unknown',
}
const STATES: Record<State, string> = {
  ok: 'OK',
  notice: 'being retried',
  warning: 'warning',
  error: 'failed',
  unknown: 'unknown',
}
