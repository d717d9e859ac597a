import type { Tx } from '../../storage/database'
import type { HealthChange } from './health'

/** Tells somebody: what it is called, a sentence about it, and the page where it is mended. */
export type Tell = (tx: Tx, said: { label: string; detail: string }, page: string | null) => void

/** What is told of a change. What somebody dismissed ends as quietly as it lasted, and what passes is not told at all. */
export function tellOf(tx: Tx, { appeared, gone }: HealthChange, tell: Tell): void {
  for (const { message, remedy, page, gravity } of appeared)
    if (gravity !== 'notice') tell(tx, { label: message, detail: remedy }, page)
  for (const { message, dismissed_at, gravity } of gone)
    if (dismissed_at === null && gravity !== 'notice') tell(tx, { label: 'Well again', detail: message }, null)
}
