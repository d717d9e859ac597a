import type { Clock } from '../../../base/platform/ports'
import type { ProposedAction } from '../actions/schema'
import type { ToolRow } from '../library/tool'
import type { MessageView, ThreadView } from './schema'

/** One `data:` line of a stream. */
export type ChatFrame =
  | { type: 'thread'; thread: ThreadView }
  | { type: 'user_message'; message: MessageView }
  | { type: 'results'; pattern_id: string; data: ToolRow[]; message_id?: string }
  | { type: 'action'; action: ProposedAction; message_id?: string }
  | { type: 'text'; content: string; message_id?: string }
  | { type: 'error'; code: ErrorCode; content: string; retryable: boolean; message_id?: string }
  | { type: 'done'; message?: MessageView | null }

export type ErrorCode =
  | 'invalid_image'
  | 'thread_not_found'
  | 'retry_mismatch'
  | 'vision_unsupported'
  | 'provider_error'
  | 'internal_error'

const PING_MS = 15_000

interface Work {
  /** Writes frames until the work ends; must not throw. */
  run(send: (frame: ChatFrame) => void, signal: AbortSignal): Promise<void>
  /** The signal of the request, which aborts when the client disconnects. */
  signal: AbortSignal
  clock: Clock
}

/**
 * Server-sent events of `run`, with a comment every 15 seconds. When the client disconnects, the signal of `run`
 * aborts.
 */
export function frameStream({ run, signal, clock }: Work): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const leaving = new AbortController()
  const ended = new AbortController()
  const leave = () => leaving.abort()
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => {
        if (!leaving.signal.aborted) controller.enqueue(encoder.encode(text))
      }
      if (signal.aborted) leave()
      signal.addEventListener('abort', leave, { once: true })
      void ping(clock, ended.signal, () => write(': ping\n\n'))
      void run((frame) => write(`data: ${JSON.stringify(frame)}\n\n`), leaving.signal).finally(() => {
        ended.abort()
        signal.removeEventListener('abort', leave)
        if (!leaving.signal.aborted) controller.close()
      })
    },
    cancel: leave,
  })
}

async function ping(clock: Clock, signal: AbortSignal, write: () => void): Promise<void> {
  while (!signal.aborted) {
    await clock.after(PING_MS, signal)
    if (!signal.aborted) write()
  }
}
