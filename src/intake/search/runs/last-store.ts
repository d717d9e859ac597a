import { eq } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { searchLast } from '../tables'

export type LastRow = typeof searchLast.$inferSelect

/** Saves the last search of an issue in place of the previous one. */
export function saveLastSearch(tx: Tx, { ranked = [], ...found }: typeof searchLast.$inferInsert): void {
  const row = { ...found, ranked }
  const { entity_id: _key, ...rest } = row
  tx.insert(searchLast).values(row).onConflictDoUpdate({ target: searchLast.entity_id, set: rest }).run()
}

export function lastOf(db: ReadHandle, issueId: string): LastRow | undefined {
  return db.select().from(searchLast).where(eq(searchLast.entity_id, issueId)).get()
}
