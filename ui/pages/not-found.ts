import { html } from '../html'
import { Button } from '../parts/controls/button'
import { Empty } from '../parts/status/empty'

export function NotFoundPage() {
  return html`
    <${Empty} icon="image-off" title="This page is missing from the issue" text=${`Nothing is kept at ${location.pathname}.`}>
      <${Button} kind="main" href="/">Go to the start page<//>
    <//>
  `
}
