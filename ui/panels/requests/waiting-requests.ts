import './requests.css'
import { useQuery } from '../../api/query'
import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { countWords, numberWords } from '../../parts/text/format'
import { DecideButtons } from './decide'
import type { WireRequest } from './request'
import { RequestRow } from './request-row'

const SHOWN = 5

/** The requests that wait for a decision; undefined until loaded. */
export const useWaitingRequests = () => useQuery('GET /api/requests', { query: { state: 'asked', limit: SHOWN } }).data

/** The first requests that wait for a decision, among what needs attention. */
export function WaitingRequests({ requests, total }: { requests: readonly WireRequest[]; total: number }) {
  return html`
    <section class="waiting-requests" aria-labelledby="waiting-requests">
      <header>
        <h2 id="waiting-requests">Requests</h2>
        <p>${countWords(total, 'request waits', 'requests wait')} for your decision.</p>
      </header>
      <ul class="requests">
        ${requests.map((one) => html`<${RequestRow} key=${one.request_id} request=${one} named><${DecideButtons} request=${one} /><//>`)}
      </ul>
      <${Button} kind="quiet" size="small" href="/requests">
        ${total > requests.length ? `Show all ${numberWords(total)}` : 'All requests'}
      <//>
    </section>
  `
}
