import { eq } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { series } from '../../../library/series/tables'
import { aiQueryAlternates as alternates } from './tables'

export type AlternatesRow = typeof alternates.$inferSelect

export function findAlternates(db: ReadHandle, comicId: string): AlternatesRow | undefined {
  return db.select().from(alternates).where(eq(alternates.comic_id, comicId)).get()
}

/** Stores nothing when the series was deleted meanwhile. */
export function keepAlternates(tx: Tx, row: AlternatesRow): void {
  const exists = tx.select({ id: series.comic_id }).from(series).where(eq(series.comic_id, row.comic_id)).get()
  if (exists) tx.insert(alternates).values(row).onConflictDoUpdate({ target: alternates.comic_id, set: row }).run()
}
