import { count, desc, eq, sql, sum } from 'drizzle-orm'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { fileBatches, fileChanges } from '../../library/filing/tables'
import { careChecks } from './tables'

/** When the whole library was last checked. */
export function checkedAt(db: ReadHandle): Instant | null {
  return db.select().from(careChecks).get()?.checked_at ?? null
}

export function saveCheckedAt(tx: Tx, at: Instant): void {
  tx.insert(careChecks)
    .values({ check_id: 1, checked_at: at })
    .onConflictDoUpdate({ target: careChecks.check_id, set: { checked_at: at } })
    .run()
}

const kept = preparedQuery((db: ReadHandle) =>
  db
    .select({ files: count(), bytes: sum(fileChanges.before_size).mapWith(Number) })
    .from(fileChanges)
    .where(sql`${fileChanges.kept_path} is not null and ${fileChanges.state} in ('done', 'undo_failed')`)
    .prepare(),
)

/** Old files that the recycle folders keep. */
export function recycledSizes(db: ReadHandle): { files: number; bytes: number } {
  const row = kept(db).get()
  return { files: row?.files ?? 0, bytes: row?.bytes ?? 0 }
}

const SHOWN = 10

const cleanUps = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(fileBatches)
    .where(eq(fileBatches.kind, 'clean_up'))
    .orderBy(desc(fileBatches.created_at))
    .limit(SHOWN)
    .prepare(),
)

/** The newest changes of files that began on the care page. */
export function cleanUpBatches(db: ReadHandle) {
  return cleanUps(db).all()
}

/** The first reason why a change of the batch failed. */
export function firstError(db: ReadHandle, batchId: string): string | null {
  const failed = sql`${fileChanges.batch_id} = ${batchId} and ${fileChanges.error} is not null`
  return db.select({ error: fileChanges.error }).from(fileChanges).where(failed).limit(1).get()?.error ?? null
}
