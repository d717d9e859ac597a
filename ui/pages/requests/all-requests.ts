import { html } from '../../html'
import { REQUEST_STATES, type WireRequest } from '../../panels/requests/request'
import { Button } from '../../parts/controls/button'
import { Words } from '../../parts/controls/words'
import { Empty } from '../../parts/status/empty'
import { isManager } from '../../state/user'
import { RequestList, useRequests, useRequestsView } from './request-list'

/** All requests, those that wait first, for the owner and managers. */
export function AllRequests() {
  const { view, show } = useRequestsView()
  const answer = useRequests(view)
  const waiting = answer.data?.waiting ?? 0
  const words = [
    { value: '', label: 'All' },
    { value: 'asked', label: 'Waiting', ...(waiting > 0 ? { count: waiting } : {}) },
    { value: 'accepted', label: REQUEST_STATES.accepted.word },
    { value: 'declined', label: REQUEST_STATES.declined.word },
    { value: 'readable', label: REQUEST_STATES.readable.word },
  ]
  const none = view.state
    ? html`<${Empty} icon="check" title=${view.state === 'asked' ? 'No requests to decide' : 'No requests with this state'} />`
    : html`
        <${Empty}
          icon="hand"
          title="No requests yet"
          text="Series and issues that readers ask for appear here. You accept or decline them."
        >
          ${!isManager() && html`<${Button} href="/settings#account">Set how many each may ask for<//>`}
        <//>
      `
  return html`
    <${Words}
      label="State"
      value=${view.state}
      words=${words}
      onChange=${(state: string) => show({ state: state as WireRequest['state'] })}
    />
    <${RequestList} view=${view} answer=${answer} none=${none} />
  `
}
