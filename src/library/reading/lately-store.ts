import { desc, eq, sql } from 'drizzle-orm'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle } from '../../base/storage/database'
import { issues, series } from '../series/tables'
import { readingProgress } from './tables'

interface LastRead {
  issue: typeof issues.$inferSelect
  series_name: string
  read_at: Instant
}

/** A later report about the issue, or a mark as unread, replaces the row. */
const IS_NEWEST = sql`not exists (select 1 from ${readingProgress} as newer
  where newer.issue_id = ${readingProgress.issue_id} and newer.user_id = ${readingProgress.user_id}
    and (newer.read_at, newer.revision) > (${readingProgress.read_at}, ${readingProgress.revision}))`

/** The issues of the library that a user is reading or has read, last read first. */
export function lastReadBy(db: ReadHandle, userId: string, limit: number): LastRead[] {
  return db
    .select({ issue: issues, series_name: series.name, read_at: readingProgress.read_at })
    .from(readingProgress)
    .innerJoin(issues, eq(issues.issue_id, readingProgress.issue_id))
    .innerJoin(series, eq(series.comic_id, issues.comic_id))
    .where(
      sql`${readingProgress.user_id} = ${userId} and (${readingProgress.completed} or ${readingProgress.furthest} > 0)
        and ${IS_NEWEST}`,
    )
    .orderBy(desc(readingProgress.read_at), desc(readingProgress.revision))
    .limit(limit)
    .all()
}
