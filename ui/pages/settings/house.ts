import { useHealth } from '../../api/health'
import { html } from '../../html'
import { Well } from '../../parts/status/well'

/** Whether all is well, and the ways to the pages beyond these. */
export function House() {
  const health = useHealth()
  return html`
    <nav class="settings-house" aria-label="Beyond these">
      <a href="/system">${health ? html`<${Well} health=${health} />` : 'Health'}</a>
      <a href="/system/about">System</a>
      <a href="/settings/all">All settings</a>
    </nav>
  `
}
