import { type Signal, signal } from '../../../html'
import type { PickedImage } from './images'

/** The typed text, the attached images, and errors about rejected images. */
export type Draft = { text: string; images: readonly PickedImage[]; problems: readonly string[] }

export const BLANK: Draft = { text: '', images: [], problems: [] }

const drafts = new Map<string, Signal<Draft>>()

/** The draft of a thread; it survives a visit to another page. */
export function draftOf(threadId: string | undefined): Signal<Draft> {
  const key = threadId ?? ''
  const draft = drafts.get(key) ?? signal(BLANK)
  drafts.set(key, draft)
  return draft
}
