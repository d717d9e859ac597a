import { eq } from 'drizzle-orm'
import { callerId } from '../../base/platform/caller'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { calendarFeeds } from './tables'

export type FeedRow = typeof calendarFeeds.$inferSelect

const isOwn = () => eq(calendarFeeds.user_id, callerId())

/** The caller's feed. */
export function findFeed(db: ReadHandle): FeedRow | undefined {
  return db.select().from(calendarFeeds).where(isOwn()).get()
}

/** The feed of any user that the token opens. */
export function feedWithToken(db: ReadHandle, tokenHash: string): FeedRow | undefined {
  return db.select().from(calendarFeeds).where(eq(calendarFeeds.token_hash, tokenHash)).get()
}

/** Replaces the address of the caller's feed; each user has one at a time. */
export function replaceFeed(tx: Tx, row: Omit<FeedRow, 'user_id'>): void {
  removeFeeds(tx)
  tx.insert(calendarFeeds)
    .values({ ...row, user_id: callerId() })
    .run()
}

/** Removes the address of the caller's feed. */
export function removeFeeds(tx: Tx): void {
  tx.delete(calendarFeeds).where(isOwn()).run()
}
