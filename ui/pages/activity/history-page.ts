import { type ComponentChildren, html } from '../../html'
import { WordLinks } from '../../parts/controls/words'
import { SEARCHES } from '../../parts/text/search-path'
import { ActivityPage } from './activity-page'

export type HistoryView = 'downloads' | 'timeline' | 'searches' | 'blocked'

const VIEWS: readonly { view: HistoryView; href: string; label: string }[] = [
  { view: 'downloads', href: '/activity/history', label: 'Downloads' },
  { view: 'timeline', href: '/activity/history/timeline', label: 'Timeline' },
  { view: 'searches', href: SEARCHES, label: 'Searches' },
  { view: 'blocked', href: '/activity/history/blocked', label: 'Blocked releases' },
]

/** The History tab with its lists. */
export function HistoryTab({ view, children }: { view: HistoryView; children?: ComponentChildren }) {
  const links = VIEWS.map((one) => ({ ...one, here: one.view === view }))
  return html`
    <${ActivityPage} tab="history">
      <div class="history-views"><${WordLinks} label="History" links=${links} /></div>
      ${children}
    <//>
  `
}
