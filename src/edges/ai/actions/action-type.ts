import type { ReadHandle } from '../../../base/storage/database'
import type { SeenRow } from './tables'

/** How one kind of proposal reads the rows that it depends on, and how it is applied. */
export interface ActionType<P> {
  /** The current rows that the payload names; deleted rows are left out. */
  see(db: ReadHandle, payload: P): SeenRow[]
  /**
   * Applies the payload inside the write that also ends the proposal. Returns a sentence about the change. Throws
   * Refusal.
   */
  apply(payload: P): string
}

/** A sentence about the first difference between the preview and the current state; undefined when there is none. */
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
