import { eq, sql } from 'drizzle-orm'
import type { ReadHandle } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { issues, series } from '../../library/series/tables'

export interface IssueKey {
  issue_id: string
  comic_id: string
  kind: string
  unit: string
  number: string
}

/**
 * The keys by which the library already has an issue: its id, or its number in the series. Raw rows, since a library
 * has hundreds of thousands.
 */
export function issueKeys(db: ReadHandle): IssueKey[] {
  return db.all<IssueKey>(sql`select issue_id, comic_id, kind, unit, number from ${issues}`)
}

const placeById = preparedQuery((db: ReadHandle) =>
  db
    .select({ issue_id: issues.issue_id, comic_id: issues.comic_id, kind: issues.kind })
    .from(issues)
    .where(eq(issues.issue_id, sql.placeholder('issue_id')))
    .prepare(),
)

/** Where an issue is; the whole row takes three times as long. */
export const issuePlace = (db: ReadHandle, issue_id: string) => placeById(db).get({ issue_id })

/** Whether the library has any series. */
export const hasSeries = (db: ReadHandle): boolean => db.all(sql`select 1 from ${series} limit 1`).length > 0
