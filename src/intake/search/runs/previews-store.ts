import { and, eq, gt, isNotNull, isNull, or } from 'drizzle-orm'
import type { Instant } from '../../../base/platform/ports'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { searchPreviews } from '../tables'

export type PreviewRow = typeof searchPreviews.$inferSelect

export function insertPreview(tx: Tx, row: Omit<PreviewRow, 'run_id'>): void {
  tx.insert(searchPreviews).values(row).run()
}

/** A preview of this browser session that has not expired, or was used in time. */
export function findPreview(db: ReadHandle, tokenHash: string, sid: string, now: Instant): PreviewRow | undefined {
  const own = and(eq(searchPreviews.token_hash, tokenHash), eq(searchPreviews.sid, sid))
  return db
    .select()
    .from(searchPreviews)
    .where(and(own, or(gt(searchPreviews.expires_at, now), isNotNull(searchPreviews.run_id))))
    .get()
}

/** Binds the token to this run. */
export function usePreview(tx: Tx, tokenHash: string, runId: string): void {
  tx.update(searchPreviews)
    .set({ run_id: runId })
    .where(and(eq(searchPreviews.token_hash, tokenHash), isNull(searchPreviews.run_id)))
    .run()
}
