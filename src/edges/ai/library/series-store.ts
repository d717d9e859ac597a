import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { ReadHandle } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import { hasAllReleased, isAnnounced, releasedTotal } from '../../../library/series/column-store'
import { FOLLOWED } from '../../../library/series/list-store'
import { issues, series } from '../../../library/series/tables'

/** Series as the tools list them: a scan of some thousand rows; only the listed ones are read in full. */

const columns = {
  comic_id: series.comic_id,
  name: series.name,
  year: series.year,
  publisher: series.publisher,
  content_type: series.content_type,
  status: series.status,
  have: series.have,
  total: series.total,
  total_known: series.total_known,
  wanted: series.wanted,
  latest_number: series.latest_number,
  latest_date: series.latest_date,
}

export type ListedSeries = { [K in keyof typeof columns]: (typeof series.$inferSelect)[K] }

export interface SeriesRowsPage {
  rows: ListedSeries[]
  total: number
}

const BY_NAME: SQLiteColumn[] = [series.sort_name, series.comic_id]
/** The percentage of released issues that are owned; a series may have more issues than its provider lists. */
const shareOf = (today: string) => sql<number>`min(100.0, 100.0 * ${series.have} / ${releasedTotal(today)})`

/** Series whose name contains these letters, exact matches first. */
export function seriesLike(db: ReadHandle, key: string, limit: number): SeriesRowsPage {
  const nearest = sql`${series.match_key} <> ${key}, instr(${series.match_key}, ${key}) <> 1`
  return page(db, sql`instr(${series.match_key}, ${key}) > 0`, [nearest, ...BY_NAME], limit)
}

/** Series that own from `least` to `most` percent of their issues, fullest first. */
export function seriesOwned(
  db: ReadHandle,
  { least, most, today }: { least: number; most: number; today: string },
  limit: number,
): SeriesRowsPage {
  const share = shareOf(today)
  const within = sql`${releasedTotal(today)} > 0 and ${share} between ${least} and ${most}`
  return page(db, within, [sql`${share} desc`, ...BY_NAME], limit)
}

export type GapOrder = 'most_missing' | 'least_missing' | 'name'

/** Series with owned and missing issues. Those that are not released are no gap. */
export function seriesWithGaps(
  db: ReadHandle,
  { order, today }: { order: GapOrder; today: string },
  limit: number,
): SeriesRowsPage {
  const missing = sql<number>`${releasedTotal(today)} - ${series.have}`
  const by = { most_missing: [sql`${missing} desc`], least_missing: [missing], name: [] }[order]
  return page(db, sql`${series.have} > 0 and not ${hasAllReleased(today)}`, [...by, ...BY_NAME], limit)
}

/** Series whose publisher or imprint contains these letters. */
export function seriesOfPublisher(db: ReadHandle, publisher: string, limit: number): SeriesRowsPage {
  const named = sql`(instr(lower(${series.publisher}), ${publisher.toLowerCase()}) > 0
    or instr(lower(coalesce(${series.imprint}, '')), ${publisher.toLowerCase()}) > 0)`
  return page(db, named, BY_NAME, limit)
}

/** Series that began in one of these years, earliest first. */
export function seriesOfYears(
  db: ReadHandle,
  { from, to }: { from: number; to: number },
  limit: number,
): SeriesRowsPage {
  return page(db, sql`${series.year} between ${from} and ${to}`, [series.year, ...BY_NAME], limit)
}

function page(db: ReadHandle, where: SQL, order: (SQL | SQLiteColumn)[], limit: number): SeriesRowsPage {
  const shown = sql`${FOLLOWED} and ${where}`
  const rows = db
    .select(columns)
    .from(series)
    .where(shown)
    .orderBy(...order)
    .limit(limit)
    .all()
  const total =
    rows.length < limit
      ? rows.length
      : db.select({ count: sql<number>`count(*)` }).from(series).where(shown).get()!.count
  return { rows, total }
}

const absentNumbers = preparedQuery((db: ReadHandle) =>
  db
    .select({ number: issues.number, unit: issues.unit, kind: issues.kind })
    .from(issues)
    .where(
      sql`${issues.comic_id} = ${sql.placeholder('comic_id')} and ${issues.fulfillment} in ('missing', 'failed', 'unknown')
        and ${issues.intent} <> 'ignored' and not ${isAnnounced(sql.placeholder('today'))}`,
    )
    .orderBy(sql`${issues.kind} desc`, issues.sort_key)
    .limit(sql.placeholder('limit'))
    .prepare(),
)

/** The first released issues of a series that are not owned, in order. */
export function absentOf(db: ReadHandle, { comicId, today }: { comicId: string; today: string }, limit: number) {
  return absentNumbers(db).all({ comic_id: comicId, today, limit })
}

/** Wanted and missing issues of all series. */
export function countWanted(db: ReadHandle): number {
  return db
    .select({ count: sql<number>`coalesce(sum(${series.wanted}), 0)` })
    .from(series)
    .get()!.count
}
