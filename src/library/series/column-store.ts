import { type Placeholder, sql } from 'drizzle-orm'
import { callerId } from '../../base/platform/caller'
import type { ReadHandle } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { issues, series } from './tables'

/** Columns of the series list that are computed when a page is read. */

/** SQL: the number of issues with a file that the caller has not read. `series_reading` belongs to the reading feature. */
export const unreadIssues = () => sql`max(0, ${series.readable} - coalesce((select r."read" from series_reading r
  where r.comic_id = ${series.comic_id} and r.user_id = ${callerId()}), 0))`

// The rows of marks and tags belong to `shelves`, to the right.
/** SQL: the caller's rating of a series, 1 to 5; null for one without. */
export const rating = () =>
  sql`(select m.rating from series_marks m where m.user_id = ${callerId()} and m.comic_id = ${series.comic_id})`
// Of the tables: the view of tags counts the series of each, and those of a visible series are visible.
const TAGS = sql`(select json_group_array(name) from (select g.name as name from main.series_tags t
  join main.tags g using (tag_id) where t.comic_id = ${series.comic_id} order by g.key))`

/** SQL: the day of the next release of a series; null when none is known. Each subquery is one step in an index. */
export const nextDate = (
  today: string,
  // Of the table: the views of users with limits (`visibility.ts`) have no index, and the series is visible.
) => sql`(select min(i.release_date) from main.${issues} i indexed by issues_of_series_by_release
  where i.comic_id = ${series.comic_id} and i.release_date > ${today})`

/** SQL: whether an issue is neither owned nor missed. Columns are without their table, as in lists of fields. */
export const IGNORED = sql.raw(`(intent = 'ignored' and fulfillment in ('missing', 'failed', 'unknown'))`)

/** SQL: whether the issue `i` is of the unit in which its series is counted. */
const IN_UNIT = sql`case ${series}.counted_in when 'volume' then i.unit = 'volume' when 'chapter' then i.unit <> 'volume' else 1 end`

/** SQL: the total of a series with its ignored issues, which are as much part of the run as all others. */
export const totalWithIgnored = sql<number>`(${series}.total + (select count(*) from main.${issues} i
  where i.comic_id = ${series}.comic_id and ${IGNORED} and ${IN_UNIT}))`

/**
 * SQL: the issues of a series, in the unit of its counts, that are missing because they are not released. They are
 * part of `total`, ignored ones of neither. An issue without a date counts as released. Columns of the series are
 * written with their table, because a list of fields leaves it out.
 */
export const announced = (
  today: string | Placeholder,
) => sql<number>`(select count(*) from main.${issues} i indexed by issues_missing_of_series
  where i.comic_id = ${series}.comic_id and i.fulfillment = 'missing' and i.intent <> 'ignored'
    and coalesce(i.release_date, i.digital_date, i.issue_date) > ${today} and ${IN_UNIT})`

/** SQL: whether an issue is not released. One without a date counts as released. */
export const isAnnounced = (today: string | Placeholder) =>
  sql`coalesce(coalesce(${issues.release_date}, ${issues.digital_date}, ${issues.issue_date}) > ${today}, 0)`

/** SQL: the issues of a series that can be owned today. */
export const releasedTotal = (today: string) => sql<number>`(${series.total} - ${announced(today)})`

/** SQL: whether all released issues of a series are owned. The announced ones are counted only when some are missing. */
export const hasAllReleased = (today: string) =>
  sql`(${series.have} >= ${series.total} or ${series.have} >= ${releasedTotal(today)})`

/**
 * SQL: whether the total of a series is unknown: all listed issues that are released are owned, and there may be more.
 * One of which some are missing is not complete, whatever the total is.
 */
export const isTotalUnknown = (today: string) =>
  sql`(not ${series.total_known} and ${series.have} > 0 and ${hasAllReleased(today)})`

export interface ComputedColumns {
  unread: number
  /** Missing issues that are not released; part of the total. */
  announced: number
  /** The day of the next release; null when none is known. */
  next_date: string | null
  rating: number | null
  /** In alphabetical order. */
  tags: string[]
}

/** The computed columns of these series. */
export function computedColumns(
  db: ReadHandle,
  comicIds: readonly string[],
  today: string,
): Map<string, ComputedColumns> {
  const rows = db.all<Omit<ComputedColumns, 'tags'> & { comic_id: string; tags: string }>(
    sql`select ${series.comic_id} as comic_id, ${unreadIssues()} as unread, ${announced(today)} as announced,
      ${nextDate(today)} as next_date, ${rating()} as rating, ${TAGS} as tags from ${series}
      where ${series.comic_id} in (select value from json_each(${JSON.stringify(comicIds)}))`,
  )
  return new Map(
    rows.map(({ comic_id, tags, ...columns }) => [comic_id, { ...columns, tags: JSON.parse(tags) as string[] }]),
  )
}

const announcedOf = preparedQuery((db: ReadHandle) =>
  db
    .select({ comic_id: series.comic_id, count: announced(sql.placeholder('today')) })
    .from(series)
    .where(sql`${series.comic_id} in (select value from json_each(${sql.placeholder('ids')}))`)
    .prepare(),
)

/** The number of announced issues of these series. */
export function countAnnounced(db: ReadHandle, comicIds: readonly string[], today: string): Map<string, number> {
  const rows = announcedOf(db).all({ ids: JSON.stringify(comicIds), today })
  return new Map(rows.map(({ comic_id, count }) => [comic_id, count]))
}

const ofRun = preparedQuery((db: ReadHandle) =>
  db
    .select({ count: totalWithIgnored })
    .from(series)
    .where(sql`${series.comic_id} = ${sql.placeholder('comic_id')}`)
    .prepare(),
)

/** The total of a series with its ignored issues. */
export const countWithIgnored = (db: ReadHandle, comicId: string): number =>
  ofRun(db).get({ comic_id: comicId })?.count ?? 0
