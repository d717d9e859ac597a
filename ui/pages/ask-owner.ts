import { html } from '../html'
import { Button } from '../parts/controls/button'
import { Empty } from '../parts/status/empty'

/** In place of a page that readers do not have. */
export function AskOwnerPage() {
  return html`
    <${Empty} page icon="lock" title="Ask the owner of this library." text="This page is for those who look after the library.">
      <${Button} kind="main" icon="home" href="/">Go to Home<//>
    <//>
  `
}
