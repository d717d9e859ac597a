import { eq } from 'drizzle-orm'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { dismissedCollectionOffers } from './tables'

export function dismissedGroupKeys(db: ReadHandle): Set<string> {
  const rows = db.select({ key: dismissedCollectionOffers.key }).from(dismissedCollectionOffers).all()
  return new Set(rows.map(({ key }) => key))
}

export function dismissGroup(tx: Tx, row: { key: string; name: string }, dismissed_at: Instant): void {
  tx.insert(dismissedCollectionOffers)
    .values({ ...row, dismissed_at })
    .onConflictDoNothing()
    .run()
}

export function restoreGroup(tx: Tx, key: string): void {
  tx.delete(dismissedCollectionOffers).where(eq(dismissedCollectionOffers.key, key)).run()
}
