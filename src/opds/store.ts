import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '../platform/ports'
import { BEST, type FileRow, HAS_FILE } from '../series/file-store'
import type { ContentType } from '../series/states'
import type { IssueRow, SeriesRow } from '../series/store'
import { files, issueFiles, issues, series } from '../series/tables'
import type { Reader } from '../storage/database'
import { prepared } from '../storage/prepared'

/** What can be read: an issue and its best file. */
export interface Book {
  issue: IssueRow
  series: SeriesRow
  file: FileRow
}

export interface Span {
  limit: number
  offset: number
}

/** Which series stand on a shelf. Only those that have files are in the catalog at all. */
export interface Shelf {
  content_type?: ContentType
  publisher?: string
}

/** Of a series: one of its files is there. */
export const HAS_FILES = sql`${series.files_at} is not null`
const is = sql.placeholder

/** Shorter words are in almost every name. */
const LEAST_WORD = 3

function like(words: string): string {
  return `%${words.replace(/[!%_]/g, '!$&')}%`
}

function onShelf({ content_type, publisher }: Shelf): SQL | undefined {
  return and(
    HAS_FILES,
    content_type && eq(series.content_type, content_type),
    publisher === undefined ? undefined : eq(series.publisher, publisher),
  )
}

// Series

export function countSeries(db: Reader, shelf: Shelf): number {
  return db.select({ count: sql<number>`count(*)` }).from(series).where(onShelf(shelf)).get()!.count
}

export function seriesOn(db: Reader, shelf: Shelf, span: Span): SeriesRow[] {
  // Ids first: rows carry descriptions, and paging far down would read them all.
  const page = db
    .select({ comic_id: series.comic_id })
    .from(series)
    .where(onShelf(shelf))
    .orderBy(series.sort_name, series.comic_id)
    .limit(span.limit)
    .offset(span.offset)
    .all()
  return seriesRows(
    db,
    page.map(({ comic_id }) => comic_id),
  )
}

const seriesByIds = prepared((db: Reader) =>
  db
    .select({ row: series })
    .from(sql`json_each(${is('ids')}) as asked`)
    .crossJoin(series)
    .where(sql`${series.comic_id} = asked.value`)
    .orderBy(sql`asked.key`)
    .prepare(),
)

/** In the order of `comicIds`. */
function seriesRows(db: Reader, comicIds: string[]): SeriesRow[] {
  return seriesByIds(db)
    .all({ ids: JSON.stringify(comicIds) })
    .map(({ row }) => row)
}

/** The series of the shelf that got the last file. */
export function newestOn(db: Reader, shelf: Shelf): SeriesRow | undefined {
  return db.select().from(series).where(onShelf(shelf)).orderBy(desc(series.files_at)).limit(1).get()
}

/** Series whose match key holds every one of `keys`, the best first: named just so, beginning so, then in shelf order. */
export function seriesWith(db: Reader, keys: string[], limit: number): SeriesRow[] {
  if (keys.length === 0) return []
  const whole = keys.join('')
  const found = db
    .select({ comic_id: series.comic_id })
    .from(series)
    .where(and(HAS_FILES, ...keys.map((key) => sql`instr(${series.match_key}, ${key}) > 0`)))
    .orderBy(
      sql`${series.match_key} = ${whole} desc`,
      sql`instr(${series.match_key}, ${whole}) = 1 desc`,
      series.sort_name,
      series.comic_id,
    )
    .limit(limit)
    .all()
  return seriesRows(
    db,
    found.map(({ comic_id }) => comic_id),
  )
}

const byPublisher = prepared((db: Reader) => {
  // Each name is looked at once, however many series bear it.
  const named = sql`with names as materialized (select distinct of.publisher from ${series} as of)
    select names.publisher from names where names.publisher like ${is('pattern')} escape '!'`
  return db
    .select({ comic_id: series.comic_id })
    .from(series)
    .where(and(HAS_FILES, sql`${series.publisher} in (${named})`))
    .orderBy(series.sort_name, series.comic_id)
    .limit(is('limit'))
    .prepare()
})

/** Series of publishers whose names hold `words` as they stand, in shelf order. */
export function seriesOfPublishers(db: Reader, words: string, limit: number): SeriesRow[] {
  if (words.length < LEAST_WORD) return []
  const found = byPublisher(db).all({ pattern: like(words), limit })
  return seriesRows(
    db,
    found.map(({ comic_id }) => comic_id),
  )
}

export interface PublisherRow {
  publisher: string
  count: number
  files_at: Instant
  /** Of the series that got the last file. */
  cover_issue_id: string | null
  cover_version: string | null
}

const publisherRows = (db: Reader) =>
  db
    .select({
      publisher: sql<string>`${series.publisher}`.as('publisher'),
      count: sql<number>`count(*)`.as('count'),
      // With max() SQLite takes the other columns from the row that has it.
      files_at: sql<string>`max(${series.files_at})`.as('files_at'),
      cover_issue_id: series.cover_issue_id,
      cover_version: series.cover_version,
    })
    .from(series)
    .where(and(HAS_FILES, sql`${series.publisher} <> ''`))
    .groupBy(series.publisher)

export function publishers(db: Reader, span: Span): PublisherRow[] {
  return publisherRows(db)
    .orderBy(sql`lower(${series.publisher})`, series.publisher)
    .limit(span.limit)
    .offset(span.offset)
    .all()
}

export function countPublishers(db: Reader): number {
  const count = sql<number>`count(distinct nullif(${series.publisher}, ''))`
  return db.select({ count }).from(series).where(HAS_FILES).get()!.count
}

// Issues

/** Volumes before the chapters that they may hold again, annuals last: the first of all is the cover of the series. */
export const READING_ORDER = [desc(issues.kind), desc(issues.unit), issues.sort_key, issues.issue_id]

const booksBySeries = prepared((db: Reader) =>
  db
    .select({ issue_id: issues.issue_id })
    .from(issues)
    .where(
      and(
        eq(issues.comic_id, is('comic_id')),
        sql`(${is('number')} is null or ${issues.number} = ${is('number')})`,
        HAS_FILE,
      ),
    )
    .orderBy(...READING_ORDER)
    .limit(is('limit'))
    .offset(is('offset'))
    .prepare(),
)

/** Ids of the issues of a series that can be read, in reading order; with `number` only those of that number. */
export function issuesOfSeries(db: Reader, comicId: string, span: Span, number: string | null = null): string[] {
  return booksBySeries(db)
    .all({ comic_id: comicId, number, ...span })
    .map(({ issue_id }) => issue_id)
}

const titledIssues = prepared((db: Reader) =>
  db
    .select({ issue_id: issues.issue_id, comic_id: issues.comic_id })
    .from(issues)
    .where(and(sql`${issues.title} like ${is('pattern')} escape '!'`, HAS_FILE))
    .limit(is('limit'))
    .prepare(),
)

/** Issues whose titles hold `words` as they stand. Reads all titles: a hundred milliseconds in a very large library. */
export function issuesTitled(db: Reader, words: string, limit: number) {
  return words.length < LEAST_WORD ? [] : titledIssues(db).all({ pattern: like(words), limit })
}

const bookCounts = prepared((db: Reader) =>
  db
    .select({ comic_id: issues.comic_id, count: sql<number>`count(*)` })
    .from(issues)
    .where(
      and(
        sql`${issues.comic_id} in (select value from json_each(${is('ids')}))`,
        sql`(${is('number')} is null or ${issues.number} = ${is('number')})`,
        HAS_FILE,
      ),
    )
    .groupBy(issues.comic_id)
    .prepare(),
)

/** How many issues of each series can be read; series that have none are left out. */
export function countBooks(db: Reader, comicIds: string[], number: string | null = null): Map<string, number> {
  const rows = bookCounts(db).all({ ids: JSON.stringify(comicIds), number })
  return new Map(rows.map(({ comic_id, count }) => [comic_id, count]))
}

const newestFiles = (db: Reader) =>
  db
    .select({ file_id: files.file_id, added_at: files.added_at })
    .from(files)
    .where(isNull(files.gone_at))
    .orderBy(desc(files.added_at), desc(files.file_id))

const newestIssues = prepared((db: Reader) => {
  // The limit comes before the join, or SQLite sorts all files that hold an issue.
  const newest = newestFiles(db).limit(is('limit')).as('newest')
  return db
    .select({ issue_id: issueFiles.issue_id })
    .from(newest)
    .innerJoin(issueFiles, eq(issueFiles.file_id, newest.file_id))
    .orderBy(desc(newest.added_at), desc(newest.file_id), issueFiles.issue_id)
    .prepare()
})

/** Ids of the issues whose files came last, newest first, each once. At most `limit`. */
export function recentIssues(db: Reader, limit: number): string[] {
  // Twice as many files: some are second copies of an issue, and some hold none.
  const rows = newestIssues(db).all({ limit: limit * 2 })
  return [...new Set(rows.map(({ issue_id }) => issue_id))].slice(0, limit)
}

const weekIssues = prepared((db: Reader) => {
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

export interface Week {
  /** Its first moment. */
  from: Instant
  /** Its first and its last day. */
  first: string
  last: string
}

/** Ids of the issues that came out or came in this week, the latest day first. At most `limit`. */
export function weekOf(db: Reader, week: Week, limit: number): string[] {
  return weekIssues(db)
    .all({ ...week, limit })
    .map(({ issue_id }) => issue_id)
}

const booksById = prepared((db: Reader) =>
  db
    .select({ issue: issues, file: files })
    .from(sql`json_each(${is('ids')}) as asked`)
    // Cross joins keep SQLite from beginning with the issues.
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

/** In the order of `issueIds`; those that have no file are left out. */
export function booksOf(db: Reader, issueIds: readonly string[]): Book[] {
  const rows = booksById(db).all({ ids: JSON.stringify(issueIds) })
  const best = rows.filter(({ issue }, at) => issue.issue_id !== rows[at - 1]?.issue.issue_id)
  const shelves = seriesRows(db, [...new Set(best.map(({ issue }) => issue.comic_id))])
  const shelf = new Map(shelves.map((row) => [row.comic_id, row]))
  return best.flatMap(({ issue, file }) => {
    const of = shelf.get(issue.comic_id)
    return of ? [{ issue, series: of, file }] : []
  })
}

const newestFile = prepared((db: Reader) => newestFiles(db).limit(1).prepare())

/** When the last file came; undefined for an empty library. */
export function newestFileAt(db: Reader): Instant | undefined {
  return newestFile(db).get()?.added_at
}
