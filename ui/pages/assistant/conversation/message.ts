import './message.css'
import { html } from '../../../html'
import { ProposalCard } from '../proposals/proposal'
import { ResultTable } from '../results/result-table'
import { FormattedText } from '../text/formatted-text'
import type { ChatMessage } from '../wire'
import { QuestionBubble } from './question-bubble'
import { ReplyState } from './turn-state'

export type MessageProps = {
  message: ChatMessage
  /** Tries the last reply again. */
  onRetry?: (messageId: string) => void
  /** A proposal was confirmed or dismissed. */
  onChange: () => void
}

/** One message: a question, or a reply with its tables and proposals. */
export function Message({ message, onRetry, onChange }: MessageProps) {
  const { role, content, results, actions, attachments } = message
  if (role === 'user') {
    const pictures = attachments.map(({ url, filename }) => ({ url, name: filename }))
    return html`<li class="message" data-role="user"><${QuestionBubble} text=${content} pictures=${pictures} /></li>`
  }
  return html`
    <li class="message" data-role="assistant">
      <h2 class="unseen">Assistant</h2>
      ${results.map((result, at) => html`<${ResultTable} key=${at} result=${result} />`)}
      ${content && html`<${FormattedText} text=${content} />`}
      ${actions.map((action) => html`<${ProposalCard} key=${action.id} action=${action} onChange=${onChange} />`)}
      <${ReplyState} message=${message} onRetry=${onRetry} />
    </li>
  `
}
