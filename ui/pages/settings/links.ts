import { useHealth } from '../../api/health'
import { html } from '../../html'
import { HealthMark } from '../../parts/status/health-mark'

/** How Panelkeep is doing, and the ways to the pages beyond these. */
export function SettingsLinks() {
  const health = useHealth()
  return html`
    <nav class="settings-house" aria-label="Other pages">
      <a href="/system">${health ? html`<${HealthMark} health=${health} />` : 'Health'}</a>
      <a href="/system/about">System</a>
      <a href="/settings/all">All settings</a>
    </nav>
  `
}
