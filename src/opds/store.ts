import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '../platform/ports'
import { type FileRow, fileOf, HAS_FILE } from '../series/file-store'
import type { ContentType } from '../series/states'
import { findIssue, findSeries, type IssueRow, type SeriesRow } from '../series/store'
import { files, issueFiles, issues, series } from '../series/tables'
import type { Reader, Tx } from '../storage/database'
import { prepared } from '../storage/prepared'
import { catalogPages } from './tables'

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

const HAS_FILES = sql`${series.files_at} is not null`
const is = sql.placeholder

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
  return page.flatMap(({ comic_id }) => findSeries(db, comic_id) ?? [])
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
  return found.flatMap(({ comic_id }) => findSeries(db, comic_id) ?? [])
}

export interface PublisherRow {
  publisher: string
  count: number
  files_at: Instant
}

const publisherRows = (db: Reader) =>
  db
    .select({
      publisher: sql<string>`${series.publisher}`.as('publisher'),
      count: sql<number>`count(*)`.as('count'),
      files_at: sql<string>`max(${series.files_at})`.as('files_at'),
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
const READING_ORDER = [desc(issues.kind), desc(issues.unit), issues.sort_key, issues.issue_id]

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

/** Issues of a series that can be read, in reading order; with `number` only those of that number. */
export function booksOf(db: Reader, of: SeriesRow, span: Span, number: string | null = null): Book[] {
  const rows = booksBySeries(db).all({ comic_id: of.comic_id, number, ...span })
  return rows.flatMap(({ issue_id }) => book(db, issue_id, of) ?? [])
}

/** How many issues of each series can be read; series that have none are left out. */
export function countBooks(db: Reader, comicIds: string[], number?: string): Map<string, number> {
  const rows = db
    .select({ comic_id: issues.comic_id, count: sql<number>`count(*)` })
    .from(issues)
    .where(
      and(inArray(issues.comic_id, comicIds), number === undefined ? undefined : eq(issues.number, number), HAS_FILE),
    )
    .groupBy(issues.comic_id)
    .all()
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

/** Undefined when the issue or its file is not there. */
export function book(db: Reader, issueId: string, of?: SeriesRow): Book | undefined {
  const issue = findIssue(db, issueId)
  const file = issue && fileOf(db, issueId)
  const from = file && (of ?? findSeries(db, issue.comic_id))
  return from && { issue, series: from, file }
}

const newestFile = prepared((db: Reader) => newestFiles(db).limit(1).prepare())

/** When the last file came; undefined for an empty library. */
export function newestFileAt(db: Reader): Instant | undefined {
  return newestFile(db).get()?.added_at
}

// Pages of the catalog

export type CatalogPage = typeof catalogPages.$inferSelect

export function catalogPage(db: Reader, path: string): CatalogPage | undefined {
  return db.select().from(catalogPages).where(eq(catalogPages.path, path)).get()
}

export function saveCatalogPage(tx: Tx, row: CatalogPage): void {
  tx.insert(catalogPages).values(row).onConflictDoUpdate({ target: catalogPages.path, set: row }).run()
}
