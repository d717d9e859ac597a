import { html } from '../../html'
import { Button } from '../controls/button'
import { Empty } from './empty'

/** The server's error. `what` is the whole first sentence: "The library could not be loaded." `page`: as in Empty. */
export type ErrorLookProps = { what: string; detail: string; page?: boolean; onRetry?: () => void }

export function ErrorLook({ what, detail, page, onRetry }: ErrorLookProps) {
  return html`
    <div role="alert">
      <${Empty} page=${page} icon="alert" title=${what} text=${detail}>
        ${onRetry && html`<${Button} icon="refresh" onClick=${onRetry}>Try again<//>`}
      <//>
    </div>
  `
}
