import './system.css'
import { useHealth } from '../api/health'
import { type ComponentChildren, html } from '../html'
import { WordLinks } from '../parts/controls/words'
import { type SystemTabKey, systemTabs } from './system-tabs'

/** The frame of the pages about Panelkeep itself: the heading and the tabs. */
export function SystemPage({ tab: here, children }: { tab: SystemTabKey; children?: ComponentChildren }) {
  const open = useHealth()?.open_count || undefined
  const links = systemTabs().map(({ tab, href, label }) => ({
    href,
    label,
    count: tab === 'health' ? open : undefined,
    here: tab === here,
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
