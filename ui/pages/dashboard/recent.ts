import type { Reply } from '../../api/contract'
import { listen } from '../../api/events'
import { useQuery } from '../../api/query'
import { html, useEffect, useRef } from '../../html'
import { issuePath, seriesPath } from '../../parts/text/series-path'
import { storySentence } from '../../parts/text/story-words'
import { TimeText } from '../../parts/text/when'
import { Panel } from './panel'

type Activity = Reply<'GET /api/dashboard/activity'>
type Row = Activity['events'][number]

const SOON_MS = 1_000

/** The newest stories of the timeline. */
export function RecentActivity() {
  const answer = useQuery('GET /api/dashboard/activity')
  useNewRows(answer.reload)
  const draw = ({ events, days }: Activity) =>
    events.length === 0
      ? html`<p class="dash-none">Nothing happened in the last ${days} days.</p>`
      : html`<ul class="dash-rows">${events.map((row) => html`<${Line} key=${row.event_id} row=${row} />`)}</ul>`
  return html`<${Panel} title="Recent activity" more=${{ label: 'Timeline', href: '/activity/history/timeline' }} answer=${answer} draw=${draw} />`
}

/** An import adds many rows at once, so they are fetched together a moment later. */
function useNewRows(reload: () => void): void {
  const now = useRef(reload)
  now.current = reload
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      timer = undefined
      now.current()
    }
    const leave = listen(({ type }) => {
      if (type === 'activity') timer ??= setTimeout(soon, SOON_MS)
    })
    return () => {
      leave()
      clearTimeout(timer)
    }
  }, [])
}

function Line({ row }: { row: Row }) {
  const href = pathOf(row)
  const name = html`<b>${row.subject_label}</b>`
  return html`
    <li class="dash-event">
      <span class="dash-what">${href ? html`<a href=${href}>${name}</a>` : name} ${storySentence([row])}</span>
      <small><${TimeText} at=${row.created_at} /></small>
    </li>
  `
}

function pathOf({ activity, status, subject_type, subject_id, parent_series_id }: Row): string | undefined {
  // A series that could not be added has no page.
  if (subject_type === 'series') return `${activity}.${status}` === 'add.failed' ? undefined : seriesPath(subject_id)
  const isIssue = subject_type === 'issue' || subject_type === 'annual'
  return isIssue && parent_series_id ? issuePath(parent_series_id, subject_id) : undefined
}
