import './conversation.css'
import { usePolling } from '../../../api/polling'
import { useQuery } from '../../../api/query'
import { html } from '../../../html'
import { ErrorLook } from '../../../parts/status/error-look'
import { Skeleton } from '../../../parts/status/skeleton'
import { Composer } from '../composer/composer'
import { EMPTY_QUESTION, questionDraft } from '../composer/draft'
import type { Question } from '../turn/live-turn'
import { liveTurnOf, type MoveListener, sendQuestion } from '../turn/live-turns'
import { messagesOf, type Turn } from '../turn/turn'
import { Announcer } from './announcer'
import { Message } from './message'
import { PendingQuestion } from './pending-question'
import { Start } from './start'
import { TurnProblem, Waiting } from './turn-state'
import { useStickToEnd } from './use-stick-to-end'

export type ConversationProps = {
  threadId: string | undefined
  onMove: MoveListener
}

const LOOK_MS = 1_000

/** The messages of a chat, and the field for the next one. */
export function Conversation({ threadId, onMove }: ConversationProps) {
  const input = threadId === undefined ? null : { params: { thread_id: threadId } }
  const { data, error, loading, reload, poll } = useQuery('GET /api/ai/chat/threads/:thread_id', input)
  const live = liveTurnOf(threadId)
  const turn = live?.turn.value
  const messages = messagesOf(data?.messages ?? [], turn)
  const isAnswering = turn !== undefined && turn.phase !== 'ended'
  // A turn of another window, or of this one before a reload.
  const isElsewhere = !isAnswering && messages.at(-1)?.status === 'streaming'
  usePolling(isElsewhere, LOOK_MS, poll)
  const draft = questionDraft(threadId)
  const { end, toEnd } = useStickToEnd(messages, isAnswering, threadId)
  const send = (question: Question) => {
    sendQuestion(threadId, question, onMove)
    toEnd()
  }
  const sendDraft = () => {
    const { text, images } = draft.peek()
    draft.value = EMPTY_QUESTION
    send({ text: text.trim(), images })
  }
  const retry = (messageId: string) => send({ text: '', images: [], retryMessageId: messageId })
  const isNew = messages.length === 0 && !isAnswering
  const composer = html`
    <${Composer} draft=${draft} isAnswering=${isAnswering} onSend=${sendDraft} onStop=${() => live?.stop()} />
  `
  if (threadId !== undefined && !data && !turn) {
    return html`
      <section class="conversation" aria-label="Chat">
        ${
          error && !loading
            ? html`<${ErrorLook} what="The chat could not be loaded" detail=${error.detail} onRetry=${reload} />`
            : html`<${Skeleton} kind="text" count=${8} label="Loading the chat" />`
        }
      </section>
    `
  }
  return html`
    <section class="conversation" aria-label="Chat">
      ${isNew && html`<${Start} onAsk=${(text: string) => send({ text, images: [] })} />`}
      <ol class="messages" aria-label="Messages">
        ${messages.map(
          (message, at) => html`
            <${Message}
              key=${message.id}
              message=${message}
              onRetry=${at === messages.length - 1 && !isAnswering ? retry : undefined}
              onChange=${reload}
            />
          `,
        )}
        ${live && turn && html`<${PendingQuestion} question=${live.question} turn=${turn} />`}
        ${turn && isWaiting(turn) && html`<${Waiting} />`}
      </ol>
      ${turn?.failure && turn.phase === 'ended' && html`<${TurnProblem} failure=${turn.failure} />`}
      <${Announcer} turn=${turn} />
      <div class="conversation-foot">${composer}</div>
      <div ref=${end}></div>
    </section>
  `
}

/** Nothing of the reply has arrived. */
const isWaiting = ({ phase, messages }: Turn) => phase !== 'ended' && messages.at(-1)?.role !== 'assistant'
