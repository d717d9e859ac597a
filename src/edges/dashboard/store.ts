import { desc, eq, gt, sql } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { announced, isTotalUnknown } from '../../library/series/column-store'
import { FOLLOWED } from '../../library/series/list-store'
import { files, issueFiles, issues, series } from '../../library/series/tables'
import { seriesHoldings } from './tables'

const is = sql.placeholder

// Holdings of series

const dropHoldings = preparedQuery((tx: Tx) =>
  tx
    .delete(seriesHoldings)
    .where(eq(seriesHoldings.comic_id, is('comic_id')))
    .prepare(),
)

const holdingsOf = preparedQuery((db: ReadHandle) => {
  // Cross joins keep SQLite from starting with the files.
  const own = sql`(select distinct ${issueFiles.file_id} as file_id from ${issues} cross join ${issueFiles}
    where ${issues.comic_id} = ${is('comic_id')} and ${issueFiles.issue_id} = ${issues.issue_id}) as own`
  const countedElsewhere = sql`exists (select 1 from ${issueFiles} cross join ${issues}
    where ${issueFiles.file_id} = own.file_id and ${issues.issue_id} = ${issueFiles.issue_id}
      and ${issues.comic_id} < ${is('comic_id')})`
  const month = sql<string>`substr(${files.added_at}, 1, 7)`
  return db
    .select({
      format: files.format,
      month: month.as('month'),
      files: sql<number>`count(*)`,
      bytes: sql<number>`sum(${files.size})`,
    })
    .from(own)
    .crossJoin(files)
    .where(sql`${files.file_id} = own.file_id and ${files.gone_at} is null and not ${countedElsewhere}`)
    .groupBy(files.format, month)
    .prepare()
})

const addHolding = preparedQuery((tx: Tx) =>
  tx
    .insert(seriesHoldings)
    .values({
      comic_id: is('comic_id'),
      format: is('format'),
      month: is('month'),
      files: is('files'),
      bytes: is('bytes'),
    })
    .prepare(),
)

/** Recomputes the file counts of the series. */
export function refreshHoldings(tx: Tx, comicId: string): void {
  dropHoldings(tx).run({ comic_id: comicId })
  for (const row of holdingsOf(tx).all({ comic_id: comicId })) addHolding(tx).run({ comic_id: comicId, ...row })
}

// Numbers of the collection

const sum = (column: typeof series.have | typeof series.total) => sql<number>`coalesce(sum(${column}), 0)`

/**
 * Series of the library with their owned, released and announced issues, by kind. `known`: the series that the library
 * does not list under "Total unknown". A series may own more issues than its provider lists.
 */
export function countsByKind(db: ReadHandle, today: string) {
  const counted = db
    .select({
      content_type: series.content_type,
      have: series.have,
      total: series.total,
      unknown: isTotalUnknown(today).as('unknown'),
      announced: announced(today).as('announced'),
    })
    .from(series)
    .where(FOLLOWED)
    .as('counted')
  const known = sql`filter (where not ${counted.unknown})`
  const released = sql`${counted.total} - ${counted.announced}`
  return db
    .select({
      content_type: counted.content_type,
      series: sql<number>`count(*)`,
      have: sql<number>`sum(${counted.have})`,
      total: sql<number>`sum(${released})`,
      announced: sql<number>`sum(${counted.announced})`,
      known_series: sql<number>`count(*) ${known}`,
      known_have: sql<number>`coalesce(sum(min(${counted.have}, ${released})) ${known}, 0)`,
      known_total: sql<number>`coalesce(sum(${released}) ${known}, 0)`,
    })
    .from(counted)
    .groupBy(counted.content_type)
    .all()
}

/** Owned issues of the library by publisher, most first; null for unknown. */
export function issuesByPublisher(db: ReadHandle) {
  const publisher = sql<string | null>`nullif(${series.publisher}, '')`
  const issues = sum(series.have)
  return db
    .select({ publisher, issues })
    .from(series)
    .where(FOLLOWED)
    .groupBy(publisher)
    .having(gt(issues, 0))
    .orderBy(desc(issues), publisher)
    .all()
}

/** Owned issues by the decade in which their series began; null for unknown. */
export function issuesByDecade(db: ReadHandle) {
  const decade = sql<number | null>`${series.year} / 10 * 10`
  const issues = sum(series.have)
  return db
    .select({ decade, issues })
    .from(series)
    .where(FOLLOWED)
    .groupBy(decade)
    .having(gt(issues, 0))
    .orderBy(decade)
    .all()
}

const totals = { files: sql<number>`sum(${seriesHoldings.files})`, bytes: sql<number>`sum(${seriesHoldings.bytes})` }

/** Files added in each month, earliest first. */
export function filesByMonth(db: ReadHandle) {
  const { month } = seriesHoldings
  return db
    .select({ month, ...totals })
    .from(seriesHoldings)
    .groupBy(month)
    .orderBy(month)
    .all()
}

/** Files by format, most first. */
export function filesByFormat(db: ReadHandle) {
  const { format } = seriesHoldings
  return db
    .select({ format, ...totals })
    .from(seriesHoldings)
    .groupBy(format)
    .orderBy(desc(totals.files), format)
    .all()
}

/** The series that use the most disk space. */
export function largestSeries(db: ReadHandle, limit: number) {
  const largest = db
    .select({ comic_id: seriesHoldings.comic_id, files: totals.files.as('files'), bytes: totals.bytes.as('bytes') })
    .from(seriesHoldings)
    .groupBy(seriesHoldings.comic_id)
    .orderBy(desc(totals.bytes))
    .limit(limit)
    .as('largest')
  return (
    db
      .select({ comic_id: series.comic_id, name: series.name, files: largest.files, bytes: largest.bytes })
      .from(largest)
      // A cross join keeps SQLite from starting with all series.
      .crossJoin(series)
      .where(eq(series.comic_id, largest.comic_id))
      .orderBy(desc(largest.bytes), series.comic_id)
      .all()
  )
}
