import { html } from '../html'
import { Button } from '../parts/controls/button'
import { logOut } from '../state/session'
import { showToast } from '../state/toasts'

/** The button that ends the login in this browser. */
export function LogOut() {
  const leave = () => logOut().catch((cause: Error) => showToast(cause.message, { kind: 'error' }))
  return html`<${Button} icon="log-out" onClick=${leave}>Log out<//>`
}
