import { useHealth } from '../../api/health'
import { html } from '../../html'
import { Mark } from '../../parts/mark'

const MARKS = { ok: 'have', warning: 'wanted', error: 'attention' } as const

/** Whether all is well, and the ways to the pages beyond these. */
export function House() {
  const health = useHealth()
  const open = health?.open_count ?? 0
  const word = open === 0 ? 'All is well' : open === 1 ? 'One thing needs a hand' : `${open} things need a hand`
  return html`
    <nav class="settings-house" aria-label="Beyond these">
      <a href="/system">${health ? html`<${Mark} state=${MARKS[health.state]} word=${word} />` : 'System'}</a>
      <a href="/system/about">System</a>
      <a href="/settings/all">All settings</a>
    </nav>
  `
}
