import './system.css'
import { useHealth } from '../../api/health'
import { type ComponentChildren, html } from '../../html'
import { SYSTEM_TABS, type SystemTabKey } from '../../panels/system-tabs'
import { WordLinks } from '../../parts/controls/words'

/** The frame of the pages about Panelkeep itself: the heading and the tabs. */
export function SystemPage({ tab, children }: { tab: SystemTabKey; children?: ComponentChildren }) {
  const open = useHealth()?.open_count || undefined
  const links = SYSTEM_TABS.map(({ about: _about, terms: _terms, ...one }) => ({
    ...one,
    count: one.tab === 'health' ? open : undefined,
    here: one.tab === tab,
  }))
  return html`
    <div class="system">
      <header class="system-head">
        <h1>System</h1>
        <${WordLinks} label="About the system" links=${links} />
      </header>
      ${children}
    </div>
  `
}
