import { desc, gt, ne } from 'drizzle-orm'
import type { Instant } from '../../../base/platform/ports'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { series } from '../../../library/series/tables'
import { type StoredSuggestion, aiWeeklySuggestions as weeks } from './tables'

export type WeekRow = typeof weeks.$inferSelect

/** The newest suggestions, unless they are older than `after`. */
export function suggestionsAfter(db: ReadHandle, after: Instant): WeekRow | undefined {
  return db.select().from(weeks).where(gt(weeks.made_at, after)).orderBy(desc(weeks.made_at)).get()
}

/** Stores the suggestions of a week and deletes all others. */
export function keepSuggestions(tx: Tx, first: string, suggestions: StoredSuggestion[], at: Instant): void {
  tx.delete(weeks).where(ne(weeks.first, first)).run()
  const row = { first, suggestions, made_at: at }
  tx.insert(weeks).values(row).onConflictDoUpdate({ target: weeks.first, set: row }).run()
}

/** Series of the user, last added first. */
export function latestSeries(db: ReadHandle, limit: number): { name: string; publisher: string | null }[] {
  return db
    .select({ name: series.name, publisher: series.publisher })
    .from(series)
    .where(ne(series.status, 'unfollowed'))
    .orderBy(desc(series.files_at), desc(series.added_at))
    .limit(limit)
    .all()
}
