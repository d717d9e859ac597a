import { desc, sql } from 'drizzle-orm'
import { callerId } from '../../../base/platform/caller'
import type { ReadHandle } from '../../../base/storage/database'
import { readingProgress } from '../../../library/reading/tables'

/** Issues that the caller finished, last one first. Reads the newest changes until there are enough. */
export function lastFinished(db: ReadHandle, limit: number): string[] {
  return db
    .select({ issue_id: readingProgress.issue_id })
    .from(readingProgress)
    .where(
      sql`${readingProgress.user_id} = ${callerId()} and ${readingProgress.completed} = 1
        and ${readingProgress.issue_id} is not null`,
    )
    .orderBy(desc(readingProgress.revision))
    .limit(limit)
    .all()
    .flatMap(({ issue_id }) => issue_id ?? [])
}
