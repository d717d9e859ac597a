import type { ChatMessage, ProposedAction, ThreadSummary, TurnFrame } from '../wire'

export type TurnFailure = { detail: string; retryable: boolean }

/** A question and its reply, from sending until the thread is reloaded. */
export type Turn = {
  phase: 'sending' | 'answering' | 'ended'
  /** Undefined until the server has made the thread. */
  thread: Pick<ThreadSummary, 'id'> | undefined
  /** The messages with an id from the server, in order. */
  messages: readonly ChatMessage[]
  /** The reply to retry. */
  replaces?: string
  /** The reason for a turn without a reply. */
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
      return changed(turn, frame, (reply) => ({ content: reply.content + frame.content }))
    case 'results': {
      const { pattern_id, data } = frame
      return changed(turn, frame, (reply) => ({ results: [...reply.results, { pattern_id, data }] }))
    }
    case 'action':
      return changed(turn, frame, (reply) => ({ actions: withAction(reply.actions, frame.action) }))
    case 'error':
      return failed(turn, frame)
    case 'done':
      return { ...(frame.message ? withMessage(turn, frame.message) : turn), phase: 'ended' }
    default:
      return turn // a frame of a newer server
  }
}

/** The turn when its stream ends early: stopped by the user, or interrupted with a reason. */
export function afterEnd(turn: Turn, failure?: TurnFailure): Turn {
  if (turn.phase === 'ended') return turn
  const reply = turn.messages.at(-1)
  if (reply?.role !== 'assistant') return { ...turn, phase: 'ended', failure }
  const end = failure
    ? { status: 'error' as const, error: failure.detail, retryable: failure.retryable }
    : { status: 'cancelled' as const, retryable: true }
  return { ...withMessage(turn, { ...reply, ...end }), phase: 'ended' }
}

function failed(turn: Turn, frame: TurnFrame & { type: 'error' }): Turn {
  const { code, content, retryable, message_id } = frame
  // The server removes such a question.
  if (code === 'vision_unsupported') return { ...turn, messages: [], failure: { detail: content, retryable } }
  if (message_id === undefined) return { ...turn, failure: { detail: content, retryable } }
  return changed(turn, frame, () => ({ status: 'error', error: content, retryable }))
}

/** Changes the reply of a frame. A reply begins with the first frame that names it. */
function changed(
  turn: Turn,
  { message_id = '' }: { message_id?: string },
  change: (reply: ChatMessage) => Partial<ChatMessage>,
): Turn {
  const reply = turn.messages.find(({ id }) => id === message_id) ?? blankReply(turn, message_id)
  return withMessage(turn, { ...reply, ...change(reply) })
}

function blankReply({ thread }: Turn, id: string): ChatMessage {
  return {
    id,
    thread_id: thread?.id ?? '',
    role: 'assistant',
    content: '',
    status: 'streaming',
    results: [],
    actions: [],
    attachments: [],
    error: null,
    retryable: false,
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

/** The messages of a thread, followed by messages of the turn that the server has not stored yet. */
export function messagesOf(kept: readonly ChatMessage[], turn: Turn | undefined): ChatMessage[] {
  if (!turn) return [...kept]
  const { phase, messages, replaces } = turn
  if (phase === 'sending') return kept.filter(({ id }) => id !== replaces)
  const [question] = messages
  const reply = messages.at(-1)
  const known = kept.find(({ id }) => id === reply?.id)
  if (phase === 'ended' && known && known.status !== 'streaming') return [...kept]
  // Stored messages after the question are from an earlier attempt.
  const at = kept.findIndex(({ id }) => id === question?.id)
  return [...(at < 0 ? kept : kept.slice(0, at)), ...messages]
}
