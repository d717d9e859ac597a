import './activity.css'
import { attentionOf, useCounts } from '../../api/counts'
import { type ComponentChildren, html } from '../../html'
import { WordLinks } from '../../parts/controls/words'

export type ActivityTab = 'queue' | 'history' | 'attention'

const TABS: readonly { tab: ActivityTab; href: string; label: string }[] = [
  { tab: 'queue', href: '/activity', label: 'Queue' },
  { tab: 'history', href: '/activity/history', label: 'History' },
  { tab: 'attention', href: '/activity/attention', label: 'Needs attention' },
]

/** The frame of the activity pages: the heading and the tabs. */
export function ActivityPage({ tab, children }: { tab: ActivityTab; children?: ComponentChildren }) {
  const counts = useCounts()
  const count: Partial<Record<ActivityTab, number>> = {
    queue: counts?.in_flight || undefined,
    attention: (counts && attentionOf(counts)) || undefined,
  }
  const links = TABS.map((one) => ({ ...one, count: count[one.tab], here: one.tab === tab }))
  return html`
    <div class="activity">
      <header class="activity-head">
        <h1>Activity</h1>
        <${WordLinks} label="Activity" links=${links} />
      </header>
      ${children}
    </div>
  `
}
