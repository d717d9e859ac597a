import { and, eq, sql } from 'drizzle-orm'
import type { ReadHandle } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { issues, series } from '../../library/series/tables'
import type { ArcIssueRow } from './store'
import { storyArcIssues as rows } from './tables'

/** Issues of series that the library does not follow: story arcs want them. */

const is = sql.placeholder

export type UnfollowedSeries = Pick<typeof series.$inferSelect, 'comic_id' | 'year' | 'volume'>

const named = preparedQuery((db: ReadHandle) =>
  db
    .select({ comic_id: series.comic_id, year: series.year, volume: series.volume })
    .from(series)
    .where(and(eq(series.match_key, is('key')), eq(series.status, 'unfollowed')))
    .orderBy(series.comic_id)
    .prepare(),
)

/** Unfollowed series with this match key. */
export function unfollowedNamed(db: ReadHandle, key: string): UnfollowedSeries[] {
  return named(db).all({ key })
}

const numbered = preparedQuery((db: ReadHandle) =>
  db
    .select({ issue_id: issues.issue_id })
    .from(issues)
    .where(and(eq(issues.comic_id, is('comic_id')), eq(issues.number, is('number'))))
    .prepare(),
)

export function issueNumbered(db: ReadHandle, comic_id: string, number: string): string | undefined {
  return numbered(db).get({ comic_id, number })?.issue_id
}

const statusById = preparedQuery((db: ReadHandle) =>
  db
    .select({ status: series.status })
    .from(issues)
    .innerJoin(series, eq(series.comic_id, issues.comic_id))
    .where(eq(issues.issue_id, is('issue_id')))
    .prepare(),
)

/** Whether the issue belongs to an unfollowed series. */
export function isUnfollowed(db: ReadHandle, issueId: string): boolean {
  return statusById(db).get({ issue_id: issueId })?.status === 'unfollowed'
}

const rowsByIssue = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(rows)
    .where(eq(rows.issue_id, is('issue_id')))
    .orderBy(rows.issue_arc_id)
    .prepare(),
)

/** Rows of all arcs that mean this issue, including those that the user deleted. */
export function rowsOfIssue(db: ReadHandle, issueId: string): ArcIssueRow[] {
  return rowsByIssue(db).all({ issue_id: issueId })
}
