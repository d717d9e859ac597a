import { and, eq } from 'drizzle-orm'
import type { Instant } from '../../../base/platform/ports'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import type { CheckId } from '../states'
import { healthFindings } from '../tables'

export type FindingRow = typeof healthFindings.$inferSelect

export function listFindings(db: ReadHandle): FindingRow[] {
  return db.select().from(healthFindings).orderBy(healthFindings.since, healthFindings.subject).all()
}

export function keepFinding(tx: Tx, row: FindingRow): void {
  const { check_id: _check, subject: _subject, ...set } = row
  const target = [healthFindings.check_id, healthFindings.subject]
  tx.insert(healthFindings).values(row).onConflictDoUpdate({ target, set }).run()
}

const one = (checkId: CheckId, subject: string | undefined) =>
  and(eq(healthFindings.check_id, checkId), subject === undefined ? undefined : eq(healthFindings.subject, subject))

export function removeFinding(tx: Tx, { check_id, subject }: Pick<FindingRow, 'check_id' | 'subject'>): void {
  tx.delete(healthFindings).where(one(check_id, subject)).run()
}

/** Marks one finding, or all of the check; false when there is none. */
export function markDismissed(tx: Tx, checkId: CheckId, subject: string | undefined, at: Instant | null): boolean {
  const marked = tx.update(healthFindings).set({ dismissed_at: at }).where(one(checkId, subject)).returning().all()
  return marked.length > 0
}
