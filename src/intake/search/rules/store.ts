import { asc, eq, isNull, sql } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { releaseRules } from '../tables'

/** In the order in which they were added. */
const ORDER = [asc(releaseRules.added_at), sql`${releaseRules}.rowid`]

export type RuleRow = typeof releaseRules.$inferSelect

/** By default the rules for all series; with an id, those of one series. Oldest first. */
export function listRules(db: ReadHandle, comicId: string | null = null): RuleRow[] {
  const of = comicId === null ? isNull(releaseRules.comic_id) : eq(releaseRules.comic_id, comicId)
  return db
    .select()
    .from(releaseRules)
    .where(of)
    .orderBy(...ORDER)
    .all()
}

/** Rules of single series come after the others. */
export function allRules(db: ReadHandle): RuleRow[] {
  return db
    .select()
    .from(releaseRules)
    .orderBy(releaseRules.comic_id, ...ORDER)
    .all()
}

export function findReleaseRule(db: ReadHandle, ruleId: string): RuleRow | undefined {
  return db.select().from(releaseRules).where(eq(releaseRules.rule_id, ruleId)).get()
}

export function saveRule(tx: Tx, row: RuleRow): void {
  const { rule_id: _key, ...rest } = row
  tx.insert(releaseRules).values(row).onConflictDoUpdate({ target: releaseRules.rule_id, set: rest }).run()
  tx.emit({ type: 'config.changed', keys: ['release_rules'] })
}

export function removeRule(tx: Tx, ruleId: string): boolean {
  const gone = tx.delete(releaseRules).where(eq(releaseRules.rule_id, ruleId)).returning({ id: releaseRules.rule_id })
  const found = gone.get() !== undefined
  if (found) tx.emit({ type: 'config.changed', keys: ['release_rules'] })
  return found
}
