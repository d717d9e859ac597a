import { sql } from 'drizzle-orm'
import type { Reader } from '../storage/database'
import { issues, series } from './tables'

/** Columns of the list of series that are computed when a page of it is read. */

/** SQL: the issues with a file that were not read. The rows of `series_reading` are those of the reading feature. */
export const UNREAD = sql`max(0, ${series.readable} - coalesce(
  (select "read" from series_reading where series_reading.comic_id = ${series.comic_id}), 0))`

/** SQL: the next release of each series that has one. Few issues are released later than today. */
export const upcoming = (
  today: string,
) => sql`(select ${issues.comic_id} as comic_id, min(${issues.release_date}) as next_date
  from ${issues} where ${issues.release_date} > ${today} group by +${issues.comic_id})`

export interface ComputedColumns {
  unread: number
  /** The day of the next release; null when none is known. */
  next_date: string | null
}

/** The computed columns of these series. */
export function computedColumns(db: Reader, comicIds: readonly string[], today: string): Map<string, ComputedColumns> {
  const rows = db.all<ComputedColumns & { comic_id: string }>(
    sql`select ${series.comic_id} as comic_id, ${UNREAD} as unread, next_date from ${series}
      left join ${upcoming(today)} as upcoming on upcoming.comic_id = ${series.comic_id}
      where ${series.comic_id} in (select value from json_each(${JSON.stringify(comicIds)}))`,
  )
  return new Map(rows.map(({ comic_id, ...columns }) => [comic_id, columns]))
}
