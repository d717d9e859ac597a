import { sql } from 'drizzle-orm'
import type { ReadHandle } from '../../base/storage/database'
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

/** Whether the library has any series. */
export const hasSeries = (db: ReadHandle): boolean => db.all(sql`select 1 from ${series} limit 1`).length > 0
