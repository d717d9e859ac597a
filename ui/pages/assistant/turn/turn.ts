import type { ChatMessage, ProposedAction, ThreadSummary, TurnFrame } from '../wire'

export type TurnFailure = { detail: string; retryable: boolean; code?: string }

/** A question and its reply, while they are on their way and until the thread is loaded again. */
export type Turn = {
  phase: 'sending' | 'answering' | 'ended'
  /** Undefined until the server has made the thread. */
  thread: Pick<ThreadSummary, 'id'> | undefined
  /** The messages that the server has named, in order. */
  messages: readonly ChatMessage[]
  /** The reply that is tried again. */
  replaces?: string
  /** Why it ended without a reply. */
  failure?: TurnFailure
}

export const newTurn = (threadId: string | undefined, replaces?: string): Turn => ({
  phase: 'sending',
  thread: threadId === undefined ? undefined : { id: threadId },
  messages: [],
  replaces,
})

/** The turn after one frame of its stream. */
export function afterFrame(turn: Turn, frame: TurnFrame): Turn {
  switch (frame.type) {
    case 'thread':
      return { ...turn, thread: frame.thread }
    case 'user_message':
      return { ...withMessage(turn, frame.message), phase: 'answering' }
    case 'text':
      return changed(turn, frame.message_id, (reply) => ({ ...reply, content: reply.content + frame.content }))
    case 'results': {
      const { pattern_id, data } = frame
      return changed(turn, frame.message_id, (reply) => ({
        ...reply,
        results: [...(reply.results ?? []), { pattern_id, data }],
      }))
    }
    case 'action':
      return changed(turn, frame.message_id, (reply) => ({
        ...reply,
        actions: withAction(reply.actions ?? [], frame.action),
      }))
    case 'error':
      return failed(turn, frame)
    case 'done':
      return finished(turn, frame.message)
    default:
      return turn // a frame of a newer server
  }
}

/** The turn when its stream ends early: stopped by the user, or broken off with the reason in words. */
export function afterEnd(turn: Turn, failure?: TurnFailure): Turn {
  if (turn.phase === 'ended') return turn
  const reply = turn.messages.at(-1)
  if (reply?.role !== 'assistant') return { ...turn, phase: 'ended', failure }
  const status = failure ? 'error' : 'cancelled'
  return finished(turn, { id: reply.id, status, error: failure?.detail, retryable: failure?.retryable })
}

function failed(turn: Turn, { content, code, retryable = false, message_id }: TurnFrame & { type: 'error' }): Turn {
  const failure = { detail: content, retryable, code }
  // The server takes such a question back.
  if (code === 'vision_unsupported') return { ...turn, messages: [], failure }
  const id = message_id ?? turn.messages.findLast(({ role }) => role === 'assistant')?.id
  if (id === undefined) return { ...turn, failure }
  return changed(turn, id, (reply) => ({ ...reply, status: 'error', error: content, retryable }))
}

function finished(turn: Turn, last: Partial<ChatMessage> | null | undefined): Turn {
  const next: Turn = { ...turn, phase: 'ended' }
  if (!last?.id) return next
  return changed(next, last.id, (reply) => {
    const kept = Object.entries(last).filter(([, value]) => value !== undefined && value !== null)
    return { ...reply, ...Object.fromEntries(kept) }
  })
}

/** Changes the reply with this id, which begins with the first frame that names it. */
function changed(turn: Turn, id: string, change: (reply: ChatMessage) => ChatMessage): Turn {
  const reply = turn.messages.find((message) => message.id === id) ?? blankReply(turn, id)
  return withMessage(turn, change(reply))
}

function blankReply({ thread }: Turn, id: string): ChatMessage {
  return {
    id,
    thread_id: thread?.id ?? '',
    role: 'assistant',
    content: '',
    status: 'streaming',
    attachments: [],
    created_at: new Date().toISOString(),
  }
}

function withMessage(turn: Turn, message: ChatMessage): Turn {
  const known = turn.messages.some(({ id }) => id === message.id)
  const messages = known
    ? turn.messages.map((one) => (one.id === message.id ? message : one))
    : [...turn.messages, message]
  return { ...turn, messages }
}

function withAction(actions: readonly ProposedAction[], action: ProposedAction): ProposedAction[] {
  return [...actions.filter(({ id }) => id !== action.id), action]
}

/** The messages of a thread as the server keeps them, with those of the turn that it does not know yet. */
export function messagesOf(kept: readonly ChatMessage[], turn: Turn | undefined): ChatMessage[] {
  if (!turn) return [...kept]
  const { phase, messages, replaces } = turn
  if (phase === 'sending') return kept.filter(({ id }) => id !== replaces)
  const [question] = messages
  const reply = messages.at(-1)
  const known = kept.find(({ id }) => id === reply?.id)
  if (phase === 'ended' && known && known.status !== 'streaming') return [...kept]
  // What was kept behind the question belongs to an earlier try.
  const at = kept.findIndex(({ id }) => id === question?.id)
  return [...(at < 0 ? kept : kept.slice(0, at)), ...messages]
}
