import { html } from '../../html'
import { Empty } from '../../parts/status/empty'
import { mayRequest } from '../../state/user'
import { FindSeries } from './find-series'
import { RequestList, useRequests, useRequestsView } from './request-list'

/** A reader finds a series to ask for, and sees the own requests. */
export function OwnRequests() {
  const { view, show } = useRequestsView()
  const answer = useRequests({ ...view, state: '' })
  const text = mayRequest()
    ? 'Search for a series that is missing here, and ask for it. What you asked for appears here, with its state.'
    : 'The owner of this library decides who may ask for comics. You may not.'
  const none = html`<${Empty} icon="hand" title="No requests" text=${text} />`
  return html`
    ${mayRequest() && html`<${FindSeries} view=${view} show=${show} asked=${answer.data?.requests ?? []} />`}
    <section class="requests-own" aria-labelledby="requests-own">
      <h2 id="requests-own">Your requests</h2>
      <${RequestList} view=${view} answer=${answer} none=${none} />
    </section>
  `
}
