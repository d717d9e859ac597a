import { and, eq, sql } from 'drizzle-orm'
import type { PageSpan } from '../../base/http/paging'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { recentFiles } from '../../library/reading/recent-store'
import { BEST, type FileRow, HAS_FILE, READING_ORDER } from '../../library/series/file-store'
import type { IssueRow, SeriesRow } from '../../library/series/store'
import { files, issueFiles, issues } from '../../library/series/tables'
import { seriesRows } from './series-store'

/** An issue and its best file. */
export interface Book {
  issue: IssueRow
  series: SeriesRow
  file: FileRow
}

const is = sql.placeholder

const booksBySeries = preparedQuery((db: ReadHandle) =>
  db
    .select({ issue_id: issues.issue_id })
    .from(issues)
    .where(and(eq(issues.comic_id, is('comic_id')), HAS_FILE))
    .orderBy(...READING_ORDER)
    .limit(is('limit'))
    .offset(is('offset'))
    .prepare(),
)

/** Ids of the readable issues of a series, in reading order. */
export function readableIssuesOfSeries(db: ReadHandle, comicId: string, span: PageSpan): string[] {
  return booksBySeries(db)
    .all({ comic_id: comicId, ...span })
    .map(({ issue_id }) => issue_id)
}

const booksByNumber = preparedQuery((db: ReadHandle) =>
  db
    .select({ comic_id: issues.comic_id, issue_id: issues.issue_id })
    .from(issues)
    .where(
      and(
        sql`${issues.comic_id} in (select value from json_each(${is('ids')}))`,
        eq(issues.number, is('number')),
        HAS_FILE,
      ),
    )
    .orderBy(...READING_ORDER)
    .prepare(),
)

/** Ids of the readable issues with that number, in reading order; series without one are left out. */
export function readableIssuesNumbered(db: ReadHandle, comicIds: string[], number: string): Map<string, string[]> {
  const rows = booksByNumber(db).all({ ids: JSON.stringify(comicIds), number })
  const found = Map.groupBy(rows, ({ comic_id }) => comic_id)
  return new Map([...found].map(([comicId, of]) => [comicId, of.map(({ issue_id }) => issue_id)]))
}

const weekIssues = preparedQuery((db: ReadHandle) => {
  const arrived = sql`select ${issueFiles.issue_id} as issue_id, ${files.added_at} as at from ${files}
    join ${issueFiles} using (file_id) where ${files.added_at} >= ${is('from')} and ${files.gone_at} is null
    order by ${files.added_at} desc limit ${is('limit')}`
  const released = sql`select ${issues.issue_id} as issue_id, ${issues.release_date} as at from ${issues}
    where ${issues.release_date} between ${is('first')} and ${is('last')} and ${HAS_FILE} limit ${is('limit')}`
  return db
    .select({ issue_id: sql<string>`week.issue_id` })
    .from(sql`(select * from (${arrived}) union all select * from (${released})) as week`)
    .groupBy(sql`week.issue_id`)
    .orderBy(sql`max(substr(week.at, 1, 10)) desc`, sql`week.issue_id`)
    .limit(is('limit'))
    .prepare()
})

export interface CatalogWeek {
  /** First moment of the week. */
  from: Instant
  /** First and last day of the week. */
  first: string
  last: string
}

/** Ids of the issues released or added this week, latest day first. At most `limit`. */
export function issuesOfWeek(db: ReadHandle, week: CatalogWeek, limit: number): string[] {
  return weekIssues(db)
    .all({ ...week, limit })
    .map(({ issue_id }) => issue_id)
}

const booksById = preparedQuery((db: ReadHandle) =>
  db
    .select({ issue: issues, file: files })
    .from(sql`json_each(${is('ids')}) as asked`)
    // Cross joins keep SQLite from starting with the issues.
    .crossJoin(issues)
    .crossJoin(issueFiles)
    .crossJoin(files)
    .where(
      sql`${issues.issue_id} = asked.value and ${issueFiles.issue_id} = ${issues.issue_id}
        and ${files.file_id} = ${issueFiles.file_id} and ${files.gone_at} is null`,
    )
    .orderBy(sql`asked.key`, ...BEST)
    .prepare(),
)

/** In the order of `issueIds`; issues without a file are left out. */
export function booksOf(db: ReadHandle, issueIds: readonly string[]): Book[] {
  const rows = booksById(db).all({ ids: JSON.stringify(issueIds) })
  const best = rows.filter(({ issue }, at) => issue.issue_id !== rows[at - 1]?.issue.issue_id)
  const seriesOfBooks = seriesRows(db, [...new Set(best.map(({ issue }) => issue.comic_id))])
  const seriesById = new Map(seriesOfBooks.map((row) => [row.comic_id, row]))
  return best.flatMap(({ issue, file }) => {
    const of = seriesById.get(issue.comic_id)
    return of ? [{ issue, series: of, file }] : []
  })
}

const newestFile = preparedQuery((db: ReadHandle) => recentFiles(db).limit(1).prepare())

/** When the last file was added; undefined for an empty library. */
export function newestFileAt(db: ReadHandle): Instant | undefined {
  return newestFile(db).get()?.added_at
}
