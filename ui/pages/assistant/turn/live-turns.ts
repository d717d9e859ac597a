import { effect, signal } from '../../../html'
import { session } from '../../../state/session'
import { draftOf } from '../composer/draft'
import { releaseImages } from '../composer/images'
import { LiveTurn, type Question } from './live-turn'

/** The last turn of each chat that this window sent; under '' the one whose chat has no id yet. */
const turns = signal<ReadonlyMap<string, LiveTurn>>(new Map())

export const liveTurnOf = (threadId: string | undefined): LiveTurn | undefined => turns.value.get(threadId ?? '')

/** Sends a question. `onThread` is called when it began a new chat that is still the one on screen. */
export function ask(threadId: string | undefined, question: Question, onThread: (threadId: string) => void): void {
  const live = new LiveTurn(question, threadId)
  put(threadId ?? '', live)
  const named = (made: string) => {
    const isOnScreen = turns.peek().get('') === live
    put(made, live)
    if (!isOnScreen) return
    forgetTurn(undefined)
    onThread(made)
  }
  void live.run(named).then(() => settle(live))
}

/** A question that the server did not keep goes back into the field, with the reason. */
function settle(live: LiveTurn): void {
  const { thread, messages, failure } = live.turn.peek()
  const { text, images, retryMessageId } = live.question
  if (messages.length > 0 || retryMessageId !== undefined) {
    releaseImages(images)
    return
  }
  const draft = draftOf(thread?.id)
  const now = draft.peek()
  const isBlank = now.text === '' && now.images.length === 0
  const problems = failure ? [failure.detail] : []
  draft.value = isBlank ? { text, images, problems } : { ...now, problems }
  if (!isBlank) releaseImages(images)
  if (liveTurnOf(thread?.id) === live) forgetTurn(thread?.id)
}

function put(key: string, live: LiveTurn): void {
  turns.value = new Map(turns.peek()).set(key, live)
}

/** Forgets the turn of a chat that was deleted or left. */
export function forgetTurn(threadId: string | undefined): void {
  const left = new Map(turns.peek())
  left.delete(threadId ?? '')
  turns.value = left
}

/** Another person may log in next. */
effect(() => {
  if (session.value.is !== 'guest') return
  for (const live of turns.peek().values()) live.stop()
  turns.value = new Map()
})
