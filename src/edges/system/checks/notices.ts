import type { Tx } from '../../../base/storage/database'
import type { HealthChange } from './health'

/** Adds a notice: a label, a sentence, and the page of the remedy. */
export type RecordNotice = (tx: Tx, item: { label: string; detail: string }, page: string | null) => void

/** Adds notices of a change. The end of a dismissed problem gives none, and temporary problems give none at all. */
export function recordHealthChange(tx: Tx, { appeared, removed }: HealthChange, tell: RecordNotice): void {
  for (const { message, remedy, page, gravity } of appeared)
    if (gravity !== 'notice') tell(tx, { label: message, detail: remedy }, page)
  for (const { message, dismissed_at, gravity } of removed)
    if (dismissed_at === null && gravity !== 'notice') tell(tx, { label: 'Well again', detail: message }, null)
}
