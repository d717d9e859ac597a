import './requests.css'
import { html } from '../../html'
import { isReader } from '../../state/user'
import { AllRequests } from './all-requests'
import { OwnRequests } from './own-requests'

/** What readers ask for: the owner decides, and readers see their own requests. */
export function RequestsPage() {
  return html`
    <div class="requests-page">
      <h1>Requests</h1>
      ${isReader() ? html`<${OwnRequests} />` : html`<${AllRequests} />`}
    </div>
  `
}
