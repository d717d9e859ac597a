import './activity.css'
import { useCounts } from '../../api/counts'
import { type ComponentChildren, html } from '../../html'
import { WordLinks } from '../../parts/controls/words'

export type Tab = 'queue' | 'on-its-way' | 'attention' | 'timeline' | 'history'

const TABS: readonly { tab: Tab; href: string; label: string }[] = [
  { tab: 'queue', href: '/activity', label: 'Queue' },
  { tab: 'on-its-way', href: '/activity/on-its-way', label: 'In progress' },
  { tab: 'attention', href: '/activity/attention', label: 'Needs attention' },
  { tab: 'timeline', href: '/activity/timeline', label: 'Timeline' },
  { tab: 'history', href: '/activity/history', label: 'History' },
]

/** The frame of the activity pages: the heading and the tabs. */
export function ActivityPage({ tab, children }: { tab: Tab; children?: ComponentChildren }) {
  const counts = useCounts()
  const count: Partial<Record<Tab, number>> = {
    'on-its-way': counts?.in_flight || undefined,
    attention: counts?.attention_members || undefined,
  }
  const links = TABS.map((one) => ({ ...one, count: count[one.tab], here: one.tab === tab }))
  return html`
    <div class="activity">
      <header class="activity-head">
        <h1>Activity</h1>
        <${WordLinks} label="About" links=${links} />
      </header>
      ${children}
    </div>
  `
}
