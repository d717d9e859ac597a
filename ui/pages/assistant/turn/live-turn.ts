import { ApiError } from '../../../api/client'
import { postForm } from '../../../api/frames'
import { invalidate } from '../../../api/query'
import { type ReadonlySignal, signal } from '../../../html'
import type { PickedImage } from '../composer/images'
import type { TurnFrame } from '../wire'
import { afterEnd, afterFrame, newTurn, type Turn } from './turn'

/** The question to send. */
export type Question = { text: string; images: readonly PickedImage[]; retryMessageId?: string }

const NAME = 'POST /api/ai/chat/turns/stream'
const BROKEN = 'The connection to Panelkeep was lost before the reply was complete.'

/** One turn that this window sent. The turn continues while other pages are open. */
export class LiveTurn {
  private readonly now = signal<Turn>(newTurn(undefined))
  private readonly stopping = new AbortController()
  readonly turn: ReadonlySignal<Turn> = this.now

  constructor(
    readonly question: Question,
    threadId: string | undefined,
  ) {
    this.now.value = newTurn(threadId, question.retryMessageId)
  }

  /** Stops the reply. The server keeps the part that has arrived. */
  stop(): void {
    this.stopping.abort()
    this.now.value = afterEnd(this.now.peek())
  }

  /** Sends the question and follows the reply to its end. `onThread` is called with the id of a new thread. */
  async run(onThread: (threadId: string) => void): Promise<void> {
    try {
      for await (const frame of postForm(NAME, this.form(), this.stopping.signal)) {
        if (this.stopping.signal.aborted) break
        this.now.value = afterFrame(this.now.peek(), frame as TurnFrame)
        if ((frame as TurnFrame).type === 'thread') onThread(this.now.peek().thread?.id ?? '')
      }
      this.now.value = afterEnd(this.now.peek(), { detail: BROKEN, retryable: true })
    } catch (cause) {
      if (!this.stopping.signal.aborted) this.now.value = afterEnd(this.now.peek(), failureOf(cause))
    } finally {
      invalidate('GET /api/ai/chat/threads')
      invalidate('GET /api/ai/status')
    }
  }

  private form(): FormData {
    const { text, images, retryMessageId } = this.question
    const form = new FormData()
    const { thread } = this.now.peek()
    if (thread) form.append('thread_id', thread.id)
    if (retryMessageId !== undefined) form.append('retry_message_id', retryMessageId)
    if (text !== '') form.append('content', text)
    for (const { file } of images) form.append('images', file, file.name)
    return form
  }
}

/** A refusal has a sentence from the server; any other error is a lost connection. */
function failureOf(cause: unknown) {
  if (!(cause instanceof ApiError)) return { detail: BROKEN, retryable: true }
  return { detail: cause.detail, retryable: cause.status === 0 || cause.status >= 500 }
}
