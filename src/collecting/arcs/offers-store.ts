import { eq } from 'drizzle-orm'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { dismissedArcOffers } from './tables'

export function dismissedArcKeys(db: ReadHandle): Set<string> {
  const rows = db.select({ key: dismissedArcOffers.key }).from(dismissedArcOffers).all()
  return new Set(rows.map(({ key }) => key))
}

export function dismissArcOffer(tx: Tx, row: { key: string; name: string }, dismissed_at: Instant): void {
  tx.insert(dismissedArcOffers)
    .values({ ...row, dismissed_at })
    .onConflictDoNothing()
    .run()
}

export function restoreArcOffer(tx: Tx, key: string): void {
  tx.delete(dismissedArcOffers).where(eq(dismissedArcOffers.key, key)).run()
}
