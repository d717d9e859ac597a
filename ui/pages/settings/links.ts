import { useHealth } from '../../api/health'
import { html } from '../../html'
import { Well } from '../../parts/status/well'

/** How Panelkeep is doing, and the ways to the pages beyond these. */
export function SettingsLinks() {
  const health = useHealth()
  return html`
    <nav class="settings-house" aria-label="Other pages">
      <a href="/system">${health ? html`<${Well} health=${health} />` : 'Health'}</a>
      <a href="/system/about">System</a>
      <a href="/settings/all">All settings</a>
    </nav>
  `
}
