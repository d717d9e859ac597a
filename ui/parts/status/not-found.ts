import { html } from '../../html'
import { Button } from '../controls/button'
import { Empty } from './empty'

export function NotFoundPage() {
  return html`
    <${Empty} page icon="image-off" title="Page not found" text=${`There is no page at ${location.pathname}.`}>
      <${Button} kind="main" href="/">Go to the start page<//>
    <//>
  `
}
