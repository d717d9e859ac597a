import { html } from '../../../html'
import type { Question } from '../turn/live-turn'
import type { Turn } from '../turn/turn'
import { QuestionBubble } from './question-bubble'

/** The question as it was typed, until the server has stored it. */
export function PendingQuestion({ question, turn }: { question: Question; turn: Turn }) {
  const { text, images, retryMessageId } = question
  if (turn.phase !== 'sending' || retryMessageId !== undefined) return null
  const pictures = images.map(({ file, url }) => ({ url, name: file.name }))
  return html`<li class="message" data-role="user"><${QuestionBubble} text=${text} pictures=${pictures} /></li>`
}
