import { useQuery } from '../../../api/query'
import { html } from '../../../html'
import { LastSearchLook } from '../../../parts/status/last-search'
import { reasonWords } from '../../../parts/text/search-words'
import type { IssueCard } from '../issue-card'
import type { IssueDetail } from '../wire'

/** States in which no search includes the issue. */
const HOLD_STATES = ['future', 'paused', 'explicit_skip', 'explicit_ignore', 'missing_date', 'invalid_date']

/** Why an issue is still missing: a hold on the search, or the result of the last one. */
export function MissingReason({ detail, card }: { detail: IssueDetail; card: IssueCard }) {
  const issue_id = detail.issue.id
  const { missing, wanted } = card
  const { data } = useQuery('GET /api/search/last/:issue_id', missing ? { params: { issue_id } } : null)
  if (!missing) return null
  const { eligibilityReason: reason } = detail.issue
  const onHold = HOLD_STATES.includes(reason)
    ? reasonWords(reason)
    : wanted
      ? ''
      : 'Not wanted. Want it to include it in searches.'
  const search = data?.search
  if (!onHold && !data) return null
  return html`
    <section class="issue-why">
      <h2>Why it is missing</h2>
      ${onHold && html`<p>${onHold}</p>`}
      ${!onHold && !search && html`<p>Not searched yet: Panelkeep searches for wanted issues automatically, a few at a time.</p>`}
      ${search && html`<${LastSearchLook} search=${search} />`}
    </section>
  `
}
