import { type ComponentChildren, html } from '../html'
import { Button } from '../parts/controls/button'
import { Empty } from '../parts/status/empty'
import { isManager } from '../state/user'

const ASK = 'Ask the owner of this library.'

/** In place of a page that this user does not have. */
export function AskOwnerPage() {
  return html`
    <${Empty} page icon="lock" title=${ASK} text=${isManager() ? 'This page is for the owner only.' : 'This page is for those who look after the library.'}>
      <${Button} kind="main" icon="home" href="/">Go to Home<//>
    <//>
  `
}

/** A way to a setting that only the owner has. Managers read whom to ask. */
export function OwnerOnly({ children }: { children?: ComponentChildren }) {
  return isManager() ? html`<span>${ASK}</span>` : html`${children}`
}
