import { eq, sql } from 'drizzle-orm'
import type { ReadHandle } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { HAS_FILE } from '../../library/series/file-store'
import { issues, series } from '../../library/series/tables'
import type { DaySpan } from './calendar'

/** Issues of the library by the day they ship. */

const is = sql.placeholder

const columns = {
  issue_id: issues.issue_id,
  comic_id: issues.comic_id,
  kind: issues.kind,
  unit: issues.unit,
  number: issues.number,
  title: issues.title,
  release_date: issues.release_date,
  intent: issues.intent,
  fulfillment: issues.fulfillment,
  announced_by: issues.announced_by,
  updated_at: issues.updated_at,
  has_file: sql<number>`${HAS_FILE}`,
  issue_image: issues.image_url,
  series: series.name,
  match_key: series.match_key,
  year: series.year,
  publisher: series.publisher,
  book_type: series.book_type,
  status: series.status,
  cover_issue_id: series.cover_issue_id,
  cover_version: series.cover_version,
  cover_choice: series.cover_choice,
  image_url: series.image_url,
}

const released = preparedQuery((db: ReadHandle) =>
  db
    .select(columns)
    .from(issues)
    .innerJoin(series, eq(series.comic_id, issues.comic_id))
    .where(sql`${issues.release_date} between ${is('first')} and ${is('last')}`)
    .prepare(),
)

const byId = preparedQuery((db: ReadHandle) =>
  db
    .select(columns)
    .from(issues)
    .innerJoin(series, eq(series.comic_id, issues.comic_id))
    .where(sql`${issues.issue_id} in (select value from json_each(${is('ids')}))`)
    .prepare(),
)

export type LibraryRelease = ReturnType<ReturnType<typeof released>['all']>[number]

/** Issues that ship from `first` to `last`, in no order. */
export function issuesReleased(db: ReadHandle, { first, last }: DaySpan): LibraryRelease[] {
  return released(db).all({ first, last })
}

export function libraryReleases(db: ReadHandle, issueIds: readonly string[]): LibraryRelease[] {
  return issueIds.length === 0 ? [] : byId(db).all({ ids: JSON.stringify(issueIds) })
}
