import { useQuery } from '../../../api/query'
import { html } from '../../../html'
import { LastSearchLook } from '../../../parts/status/last-search'
import { reasonWords } from '../../../parts/text/search-words'
import type { IssueCard } from '../issue-card'
import type { IssueDetail } from '../wire'

type Reason = IssueDetail['issue']['eligibilityReason']

/** States in which no search includes the issue. */
const HOLD_STATES: readonly Reason[] = [
  'future',
  'paused',
  'explicit_skip',
  'explicit_ignore',
  'missing_date',
  'invalid_date',
]

/** Why an issue is still missing: a hold on the search, or the result of the last one. */
export function MissingReason({ detail, card }: { detail: IssueDetail; card: IssueCard }) {
  const issue_id = detail.issue.id
  const { missing, wanted, announced } = card
  const { data } = useQuery('GET /api/search/last/:issue_id', missing ? { params: { issue_id } } : null)
  if (!missing) return null
  const { eligibilityReason: reason } = detail.issue
  const onHold = announced && reason === 'future' ? futureWords(wanted) : holdWords(reason, wanted)
  const search = data?.search
  if (!onHold && !data) return null
  return html`
    <section class="issue-why">
      <h2>${announced ? 'Not released yet' : 'Why it is missing'}</h2>
      ${onHold && html`<p>${onHold}</p>`}
      ${!onHold && !search && html`<p>Not searched yet: Panelkeep searches for wanted issues automatically, a few at a time.</p>`}
      ${search && html`<${LastSearchLook} search=${search} />`}
    </section>
  `
}

const NOT_WANTED = 'Not wanted. Want it to include it in searches.'

/** Why no search includes the issue; '' when searches do. */
function holdWords(reason: Reason, wanted: boolean): string {
  if (HOLD_STATES.includes(reason)) return reasonWords(reason)
  return wanted ? '' : NOT_WANTED
}

const futureWords = (wanted: boolean) => (wanted ? 'Panelkeep searches from the release date on.' : NOT_WANTED)
