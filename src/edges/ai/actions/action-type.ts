import type { ReadHandle } from '../../../base/storage/database'
import type { SeenRow } from './tables'

/** How one kind of proposal reads what it depends on, and how it is applied. */
export interface ActionType<P> {
  /** The rows that the payload names, as they are now; one that is gone is left out. */
  see(db: ReadHandle, payload: P): SeenRow[]
  /** Runs inside the write that also ends the proposal. Returns a sentence: what was done. Throws Refusal. */
  apply(payload: P): string
}

/** A sentence about the first difference between the preview and now; undefined when there is none. */
export function differenceOf(before: readonly SeenRow[], now: readonly SeenRow[]): string | undefined {
  const states = new Map(now.map(({ key, state }) => [key, state]))
  for (const { key, label, state } of before) {
    const current = states.get(key)
    if (current === undefined) return `${label} is gone.`
    if (current !== state) return `${label} is now: ${current}. It was: ${state}.`
  }
  const known = new Set(before.map(({ key }) => key))
  const added = now.find(({ key }) => !known.has(key))
  return added && `${added.label} was added.`
}
