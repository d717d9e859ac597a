import { html } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Icon } from '../../../parts/icons/icon'
import type { TurnFailure } from '../turn/turn'
import type { ChatMessage } from '../wire'

/** Three dots, before the first word of a reply. */
export function Waiting() {
  return html`
    <li class="message" data-role="assistant"><${Dots} /></li>
  `
}

function Dots() {
  return html`<p class="dots"><span aria-hidden="true"><i></i><i></i><i></i></span><span>Working on it</span></p>`
}

type ReplyStateProps = { message: ChatMessage; onRetry?: (messageId: string) => void }

/** The state of an incomplete reply, with a button to retry. */
export function ReplyState({ message, onRetry }: ReplyStateProps) {
  const { id, status, content, error, retryable } = message
  if (status === 'complete') return null
  if (status === 'streaming') return content ? null : html`<${Dots} />`
  const retry = onRetry && (status === 'cancelled' || retryable)
  return html`
    <div class="reply-state" data-status=${status}>
      ${
        status === 'error'
          ? html`<p><${Icon} name="alert" size="small" /><span>${error || 'The reply failed.'}</span></p>`
          : html`<p>Stopped.</p>`
      }
      ${retry && html`<${Button} size="small" icon="refresh" onClick=${() => onRetry(id)}>Try again<//>`}
    </div>
  `
}

/** The reason for a turn without a reply. */
export function TurnProblem({ failure }: { failure: TurnFailure }) {
  return html`<p class="turn-problem"><${Icon} name="alert" size="small" /><span>${failure.detail}</span></p>`
}
