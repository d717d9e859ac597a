import { type Signal, signal } from '../../../html'
import type { PickedImage } from './images'

/** The typed text, the attached images, and errors about rejected images. */
export type QuestionDraft = { text: string; images: readonly PickedImage[]; problems: readonly string[] }

export const EMPTY_QUESTION: QuestionDraft = { text: '', images: [], problems: [] }

const drafts = new Map<string, Signal<QuestionDraft>>()

/** The draft of a thread; it survives a visit to another page. */
export function questionDraft(threadId: string | undefined): Signal<QuestionDraft> {
  const key = threadId ?? ''
  const draft = drafts.get(key) ?? signal(EMPTY_QUESTION)
  drafts.set(key, draft)
  return draft
}
