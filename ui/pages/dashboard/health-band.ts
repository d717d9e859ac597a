import { useHealth } from '../../api/health'
import { html } from '../../html'
import { HealthMark } from '../../parts/status/health-mark'
import { TimeText } from '../../parts/text/when'

/** The overall health, with the worst problem if there is one. */
export function HealthBand() {
  const health = useHealth()
  if (!health) return html`<p class="dash-health" aria-busy="true"></p>`
  const worst = health.findings.find(({ dismissed_at }) => dismissed_at === null)
  return html`
    <p class="dash-health" data-state=${health.state}>
      <a href="/system"><${HealthMark} health=${health} /></a>
      ${worst ? html`<span>${worst.message}</span>` : health.checked_at && html`<span>Checked <${TimeText} at=${health.checked_at} /></span>`}
    </p>
  `
}
