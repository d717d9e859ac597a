import './system.css'
import { useHealth } from '../../api/health'
import { type ComponentChildren, html } from '../../html'
import { WordLinks } from '../../parts/controls/words'

export type Tab = 'health' | 'acquisition' | 'jobs' | 'log' | 'backups' | 'notices' | 'about'

const TABS: readonly { tab: Tab; href: string; label: string }[] = [
  { tab: 'health', href: '/system', label: 'Health' },
  { tab: 'acquisition', href: '/system/acquisition', label: 'Acquisition' },
  { tab: 'jobs', href: '/system/jobs', label: 'Jobs' },
  { tab: 'log', href: '/system/logs', label: 'Log' },
  { tab: 'backups', href: '/system/backups', label: 'Backups' },
  { tab: 'notices', href: '/system/notifications', label: 'Notifications' },
  { tab: 'about', href: '/system/about', label: 'About' },
]

/** The frame of the pages about Panelkeep itself: the heading and the tabs. */
export function SystemPage({ tab, children }: { tab: Tab; children?: ComponentChildren }) {
  const open = useHealth()?.open_count || undefined
  const links = TABS.map((one) => ({ ...one, count: one.tab === 'health' ? open : undefined, here: one.tab === tab }))
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
