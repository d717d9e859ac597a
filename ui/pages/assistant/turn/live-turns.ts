import { effect, signal } from '../../../html'
import { session } from '../../../state/session'
import { questionDraft } from '../composer/draft'
import { releaseImages } from '../composer/images'
import { LiveTurn, type Question } from './live-turn'

/** The last turn that this window sent to each chat. The key '' is for a new chat without an id. */
const turns = signal<ReadonlyMap<string, LiveTurn>>(new Map())

export const liveTurnOf = (threadId: string | undefined): LiveTurn | undefined => turns.value.get(threadId ?? '')

/** Called when the address of a chat changes: a new chat got its id, or lost it because its question was rejected. */
export type MoveListener = (from: string | undefined, to: string | undefined) => void

export function sendQuestion(threadId: string | undefined, question: Question, onMove: MoveListener): void {
  const live = new LiveTurn(question, threadId)
  put(threadId ?? '', live)
  const named = (made: string) => {
    const isNewest = turns.peek().get('') === live
    put(made, live)
    if (!isNewest) return
    dropTurn(undefined)
    onMove(undefined, made)
  }
  void live.run(named).then(() => endTurn(live, threadId, onMove))
}

/** Returns a rejected question to the field, with the reason. */
function endTurn(live: LiveTurn, threadId: string | undefined, onMove: MoveListener): void {
  const { thread, messages, failure } = live.turn.peek()
  const { text, images, retryMessageId } = live.question
  if (messages.length > 0 || retryMessageId !== undefined) {
    releaseImages(images)
    return
  }
  const draft = questionDraft(threadId)
  const now = draft.peek()
  const isBlank = now.text === '' && now.images.length === 0
  const problems = failure ? [failure.detail] : []
  draft.value = isBlank ? { text, images, problems } : { ...now, problems }
  if (!isBlank) releaseImages(images)
  if (liveTurnOf(thread?.id) === live) dropTurn(thread?.id)
  if (thread && threadId === undefined) onMove(thread.id, undefined)
}

function put(key: string, live: LiveTurn): void {
  turns.value = new Map(turns.peek()).set(key, live)
}

/** Drops the turn of a chat that was deleted or left. */
export function dropTurn(threadId: string | undefined): void {
  const left = new Map(turns.peek())
  left.delete(threadId ?? '')
  turns.value = left
}

/** Clears all turns, since another user may log in next. */
effect(() => {
  if (session.value.is !== 'guest') return
  for (const live of turns.peek().values()) live.stop()
  turns.value = new Map()
})
