import { eq } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { calendarFeeds } from './tables'

export type FeedRow = typeof calendarFeeds.$inferSelect

export function findFeed(db: ReadHandle): FeedRow | undefined {
  return db.select().from(calendarFeeds).get()
}

export function hasFeed(db: ReadHandle, tokenHash: string): boolean {
  return db.select().from(calendarFeeds).where(eq(calendarFeeds.token_hash, tokenHash)).get() !== undefined
}

/** Replaces the address of the feed; there is one at a time. */
export function replaceFeed(tx: Tx, row: FeedRow): void {
  removeFeeds(tx)
  tx.insert(calendarFeeds).values(row).run()
}

export function removeFeeds(tx: Tx): void {
  tx.delete(calendarFeeds).run()
}
