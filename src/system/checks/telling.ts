import type { Tx } from '../../storage/database'
import type { HealthChange } from './health'

/** Tells somebody: what it is called, a sentence about it, and the page where it is mended. */
export type Tell = (tx: Tx, said: { label: string; detail: string }, page: string | null) => void

/** What is told of a change. What somebody dismissed ends as quietly as it lasted. */
export function tellOf(tx: Tx, { appeared, gone }: HealthChange, tell: Tell): void {
  for (const { message, remedy, page } of appeared) tell(tx, { label: message, detail: remedy }, page)
  for (const { message, dismissed_at } of gone)
    if (dismissed_at === null) tell(tx, { label: 'Well again', detail: message }, null)
}
