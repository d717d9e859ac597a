import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Instant } from '../platform/ports'
import { normalNumber, sortKey } from '../releases/numbers'
import { matchKey, sortName } from '../releases/titles'
import type { Reader, Tx } from '../storage/database'
import { prepared } from '../storage/prepared'
import type { Intent } from './states'
import { files, issueFiles, issues, series } from './tables'

export type SeriesRow = typeof series.$inferSelect
export type IssueRow = typeof issues.$inferSelect
export type FileRow = typeof files.$inferSelect

type SeriesInsert = typeof series.$inferInsert
type IssueInsert = typeof issues.$inferInsert
/** Kept by `recount`. */
type Counted =
  | 'total'
  | 'have'
  | 'wanted'
  | 'latest_issue_id'
  | 'latest_number'
  | 'latest_date'
  | 'cover_issue_id'
  | 'cover_version'
  | 'files_at'
export type NewSeries = Omit<SeriesInsert, Counted | 'sort_name' | 'match_key' | 'updated_at'>
export type NewIssue = Omit<IssueInsert, 'sort_key' | 'updated_at'>
export type NewFile = typeof files.$inferInsert
/** What a person may change of a series. */
export type SeriesChange = Partial<
  Pick<
    SeriesRow,
    | 'status'
    | 'content_type'
    | 'content_type_chosen'
    | 'allow_packs'
    | 'ignore_type'
    | 'bare_number_mode'
    | 'monitor_mode'
  >
>

const is = sql.placeholder

/** Of an issue: one of its files is there. */
export const HAS_FILE = sql`exists (select 1 from ${issueFiles} join ${files} using (file_id)
  where ${issueFiles.issue_id} = ${issues.issue_id} and ${files.gone_at} is null)`

// Series

/** Sort name and match key follow from the name. Throws when the id is taken. */
export function insertSeries(tx: Tx, row: NewSeries): void {
  const keys = { sort_name: sortName(row.name), match_key: matchKey(row.name), updated_at: row.added_at }
  tx.insert(series)
    .values({ ...row, ...keys })
    .run()
  tx.emit({ type: 'library.changed' })
}

const seriesById = prepared((db: Reader) =>
  db
    .select()
    .from(series)
    .where(eq(series.comic_id, is('comic_id')))
    .prepare(),
)

export function findSeries(db: Reader, comicId: string): SeriesRow | undefined {
  return seriesById(db).get({ comic_id: comicId })
}

/** Series whose names have the same match key, in shelf order. */
export function seriesNamed(db: Reader, name: string): SeriesRow[] {
  return db
    .select()
    .from(series)
    .where(eq(series.match_key, matchKey(name)))
    .orderBy(series.sort_name, series.comic_id)
    .all()
}

/** Undefined when the series is not there. */
export function changeSeries(tx: Tx, comicId: string, change: SeriesChange, at: Instant): SeriesRow | undefined {
  const row = tx
    .update(series)
    .set({ ...change, updated_at: at })
    .where(eq(series.comic_id, comicId))
    .returning()
    .get()
  if (row) tx.emit({ type: 'series.changed', comic_id: comicId })
  return row
}

/** Removes the series, its issues and what is known of the files that no other series has. The disk stays as it is. */
export function deleteSeries(tx: Tx, comicId: string): boolean {
  const linked = sql`select ${issueFiles.file_id} from ${issueFiles} join ${issues} using (issue_id)`
  tx.delete(files)
    .where(
      sql`${files.file_id} in (${linked} where ${issues.comic_id} = ${comicId}) and not exists (select 1 from ${issueFiles}
        join ${issues} using (issue_id) where ${issueFiles.file_id} = ${files.file_id} and ${issues.comic_id} <> ${comicId})`,
    )
    .run()
  const gone = tx.delete(series).where(eq(series.comic_id, comicId)).returning({ id: series.comic_id }).get()
  if (gone) tx.emit({ type: 'library.changed' })
  return gone !== undefined
}

// Issues

const addIssue = prepared((tx: Tx) =>
  tx
    .insert(issues)
    .values({
      issue_id: is('issue_id'),
      comic_id: is('comic_id'),
      kind: is('kind'),
      unit: is('unit'),
      number: is('number'),
      sort_key: is('sort_key'),
      title: is('title'),
      release_date: is('release_date'),
      issue_date: is('issue_date'),
      digital_date: is('digital_date'),
      intent: is('intent'),
      fulfillment: is('fulfillment'),
      image_url: is('image_url'),
      writer: is('writer'),
      summary: is('summary'),
      added_at: is('added_at'),
      updated_at: is('added_at'),
    })
    .prepare(),
)

const UNSAID = {
  title: null,
  release_date: null,
  issue_date: null,
  digital_date: null,
  intent: 'policy',
  fulfillment: 'missing',
  image_url: null,
  writer: null,
  summary: null,
} as const satisfies Partial<NewIssue>

/**
 * Padding is taken off the number and the sort key follows from it. Throws when the id, or the number among its kind
 * and unit, is taken. Call `recount` when the series is complete.
 */
export function insertIssue(tx: Tx, row: NewIssue): void {
  const number = normalNumber(row.number)
  addIssue(tx).run({ ...UNSAID, ...row, number, sort_key: sortKey(number) })
}

export function insertIssues(tx: Tx, rows: Iterable<NewIssue>): void {
  for (const row of rows) insertIssue(tx, row)
}

const issueById = prepared((db: Reader) =>
  db
    .select()
    .from(issues)
    .where(eq(issues.issue_id, is('issue_id')))
    .prepare(),
)

export function findIssue(db: Reader, issueId: string): IssueRow | undefined {
  return issueById(db).get({ issue_id: issueId })
}

const issuesBySeries = prepared((db: Reader) =>
  db
    .select()
    .from(issues)
    .where(eq(issues.comic_id, is('comic_id')))
    .orderBy(desc(issues.kind), issues.sort_key, issues.unit)
    .prepare(),
)

/** Issues in the order of their numbers, then annuals. */
export function issuesOf(db: Reader, comicId: string): IssueRow[] {
  return issuesBySeries(db).all({ comic_id: comicId })
}

/** Also forgets what stood in the way: a failed, unproven or archived issue that is wanted counts as missing again. */
export function setIntent(tx: Tx, issueId: string, intent: Intent, at: Instant): IssueRow | undefined {
  const again = sql`case when ${issues.fulfillment} in ('failed', 'unknown', 'archived') and not ${HAS_FILE} then 'missing' else ${issues.fulfillment} end`
  const row = tx
    .update(issues)
    .set({ intent, updated_at: at, ...(intent === 'wanted' ? { fulfillment: again } : {}) })
    .where(eq(issues.issue_id, issueId))
    .returning()
    .get()
  if (!row) return undefined
  tx.emit({ type: 'issue.changed', issue_id: issueId, comic_id: row.comic_id })
  recount(tx, row.comic_id)
  return row
}

// Files

const addFile = prepared((tx: Tx) =>
  tx
    .insert(files)
    .values({
      file_id: is('file_id'),
      path: is('path'),
      size: is('size'),
      modified_ms: is('modified_ms'),
      format: is('format'),
      page_count: is('page_count'),
      cover_page: is('cover_page'),
      content_hash: is('content_hash'),
      added_at: is('added_at'),
    })
    .onConflictDoUpdate({
      target: files.path,
      set: {
        size: sql`excluded.size`,
        modified_ms: sql`excluded.modified_ms`,
        format: sql`excluded.format`,
        page_count: sql`excluded.page_count`,
        cover_page: sql`excluded.cover_page`,
        content_hash: sql`excluded.content_hash`,
        gone_at: null,
      },
    })
    .returning({ file_id: files.file_id })
    .prepare(),
)

/** Writes down a file and answers its id. A path that is known keeps its id and the time it came. */
export function putFile(tx: Tx, row: NewFile): string {
  return addFile(tx).get({ cover_page: 0, content_hash: null, ...row })!.file_id
}

const addLink = prepared((tx: Tx) =>
  tx
    .insert(issueFiles)
    .values({ issue_id: is('issue_id'), file_id: is('file_id') })
    .onConflictDoNothing()
    .returning({ file_id: issueFiles.file_id })
    .prepare(),
)

const downloaded = prepared((tx: Tx) =>
  tx
    .update(issues)
    .set({ fulfillment: 'downloaded' })
    .where(and(eq(issues.issue_id, is('issue_id')), sql`${issues.fulfillment} <> 'archived'`))
    .prepare(),
)

/**
 * The file holds the issue: it is downloaded from here on, unless somebody archived it. False when that was known. Call
 * `recount` afterwards.
 */
export function linkFile(tx: Tx, issueId: string, fileId: string): boolean {
  const link = addLink(tx).get({ issue_id: issueId, file_id: fileId })
  downloaded(tx).run({ issue_id: issueId })
  return link !== undefined
}

/** Forgets a file that is gone: issues that had only this one are missing again. Counts their series anew. */
export function removeFile(tx: Tx, fileId: string): void {
  const held = tx
    .select({ issue_id: issues.issue_id, comic_id: issues.comic_id })
    .from(issueFiles)
    .innerJoin(issues, eq(issues.issue_id, issueFiles.issue_id))
    .where(eq(issueFiles.file_id, fileId))
    .all()
  tx.delete(files).where(eq(files.file_id, fileId)).run()
  for (const { issue_id, comic_id } of held) {
    tx.update(issues)
      .set({ fulfillment: 'missing' })
      .where(and(eq(issues.issue_id, issue_id), eq(issues.fulfillment, 'downloaded'), sql`not ${HAS_FILE}`))
      .run()
    tx.emit({ type: 'issue.changed', issue_id, comic_id })
  }
  for (const comicId of new Set(held.map((row) => row.comic_id))) recount(tx, comicId)
}

export function findFile(db: Reader, fileId: string): FileRow | undefined {
  return db.select().from(files).where(eq(files.file_id, fileId)).get()
}

export function fileAt(db: Reader, path: string): FileRow | undefined {
  return db.select().from(files).where(eq(files.path, path)).get()
}

/**
 * Best first: what has pages to show, then a zip, which gives single pages fastest, and a PDF last, whose pages have to
 * be drawn; of two copies the longer and larger is the whole one.
 */
const BEST = [
  sql`${files.page_count} = 0`,
  sql`${files.format} = 'cbz' desc`,
  sql`${files.format} = 'pdf'`,
  desc(files.page_count),
  desc(files.size),
  files.path,
]

const filesByIssue = prepared((db: Reader) =>
  db
    .select({ file: files })
    .from(issueFiles)
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .where(and(eq(issueFiles.issue_id, is('issue_id')), isNull(files.gone_at)))
    .orderBy(...BEST)
    .limit(1)
    .prepare(),
)

/** The best file of an issue. */
export function fileOf(db: Reader, issueId: string): FileRow | undefined {
  return filesByIssue(db).get({ issue_id: issueId })?.file
}

const filesBySeries = prepared((db: Reader) =>
  db
    .select({ issue_id: issues.issue_id, file: files })
    .from(issues)
    .innerJoin(issueFiles, eq(issueFiles.issue_id, issues.issue_id))
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .where(and(eq(issues.comic_id, is('comic_id')), isNull(files.gone_at)))
    .orderBy(...BEST)
    .prepare(),
)

/** The best file of each issue that has one, by issue id. */
export function filesOf(db: Reader, comicId: string): Map<string, FileRow> {
  const best = new Map<string, FileRow>()
  for (const { issue_id, file } of filesBySeries(db).all({ comic_id: comicId })) {
    if (!best.has(issue_id)) best.set(issue_id, file)
  }
  return best
}

/**
 * A path of another series below one of the folders, whose names end with a separator; undefined when they are this
 * series' alone. Reads every path, since some systems spell one folder in several ways: letters count without case.
 */
export function strangerBelow(db: Reader, comicId: string, folders: string[]): string | undefined {
  const path = sql`${files.path} collate nocase`
  const below = folders.map((folder) => sql`${path} >= ${folder} and ${path} < ${`${folder}\u{10ffff}`}`)
  return db
    .select({ path: files.path })
    .from(files)
    .where(
      and(
        or(...below),
        sql`exists (select 1 from ${issueFiles} join ${issues} using (issue_id)
          where ${issueFiles.file_id} = ${files.file_id} and ${issues.comic_id} <> ${comicId})`,
      ),
    )
    .limit(1)
    .get()?.path
}

export interface RecentFile {
  file: FileRow
  issue: IssueRow
  series: SeriesRow
}

/** Files as they came, newest first, each with the first issue it holds. The cost grows with the page alone. */
export function recentFiles(db: Reader, page: { limit: number; offset: number }): RecentFile[] {
  const newest = db
    .select({ file_id: files.file_id })
    .from(files)
    .where(isNull(files.gone_at))
    .orderBy(desc(files.added_at), desc(files.file_id))
    .limit(page.limit)
    .offset(page.offset)
    .as('newest')
  const rows = db
    .select({ file: files, issue: issues, series })
    .from(newest)
    .innerJoin(files, eq(files.file_id, newest.file_id))
    .innerJoin(issueFiles, eq(issueFiles.file_id, files.file_id))
    .innerJoin(issues, eq(issues.issue_id, issueFiles.issue_id))
    .innerJoin(series, eq(series.comic_id, issues.comic_id))
    .orderBy(desc(files.added_at), desc(files.file_id), issues.sort_key)
    .all()
  const seen = new Set<string>()
  return rows.filter(({ file }) => !seen.has(file.file_id) && seen.add(file.file_id))
}

// Counts

const DATE = sql`coalesce(${issues.release_date}, ${issues.digital_date}, ${issues.issue_date})`
const inSeries = eq(issues.comic_id, is('comic_id'))
const regular = and(inSeries, eq(issues.kind, sql`'issue'`))

const tally = prepared((db: Reader) =>
  db
    .select({
      total: sql<number>`count(*)`,
      have: sql<number>`count(*) filter (where ${issues.fulfillment} in ('downloaded', 'archived', 'covered'))`,
      wanted: sql<number>`count(*) filter (where ${issues.intent} = 'wanted' and ${issues.fulfillment} = 'missing')`,
      latest_date: sql<string | null>`max(${DATE})`,
    })
    .from(issues)
    .where(inSeries)
    .prepare(),
)

const newestDated = prepared((db: Reader) =>
  db
    .select({ issue_id: issues.issue_id, number: issues.number, sort_key: issues.sort_key })
    .from(issues)
    .where(regular)
    .orderBy(sql`${DATE} desc nulls last`, desc(issues.sort_key))
    .limit(1)
    .prepare(),
)

const undatedAbove = prepared((db: Reader) =>
  db
    .select({ issue_id: issues.issue_id, number: issues.number })
    .from(issues)
    // Keys of numbers begin with n or p; words and the empty number sort above them and follow nothing.
    .where(and(regular, sql`${DATE} is null and ${issues.sort_key} > ${is('above')} and ${issues.sort_key} < 'q'`))
    .orderBy(desc(issues.sort_key))
    .limit(1)
    .prepare(),
)

const firstWithPages = prepared((db: Reader) =>
  db
    .select({ issue_id: issues.issue_id })
    .from(issues)
    .where(
      and(
        inSeries,
        sql`exists (select 1 from ${issueFiles} join ${files} using (file_id)
      where ${issueFiles.issue_id} = ${issues.issue_id} and ${files.page_count} > 0
          and ${files.gone_at} is null)`,
      ),
    )
    .orderBy(desc(issues.kind), desc(issues.unit), issues.sort_key)
    .limit(1)
    .prepare(),
)

const lastFileAt = prepared((db: Reader) =>
  db
    .select({ at: sql<string | null>`max(${files.added_at})` })
    .from(issues)
    .innerJoin(issueFiles, eq(issueFiles.issue_id, issues.issue_id))
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .where(and(inSeries, isNull(files.gone_at)))
    .prepare(),
)

const setCounts = prepared((tx: Tx) =>
  tx
    .update(series)
    .set({
      total: sql`${is('total')}`,
      have: sql`${is('have')}`,
      wanted: sql`${is('wanted')}`,
      latest_issue_id: sql`${is('latest_issue_id')}`,
      latest_number: sql`${is('latest_number')}`,
      latest_date: sql`${is('latest_date')}`,
      cover_issue_id: sql`${is('cover_issue_id')}`,
      cover_version: sql`${is('cover_version')}`,
      files_at: sql`${is('files_at')}`,
    })
    .where(eq(series.comic_id, is('comic_id')))
    .prepare(),
)

/** The cover of a file changes no sooner than this does. */
export const versionOf = (file: FileRow): string => `${file.size.toString(36)}-${file.modified_ms.toString(36)}`

/**
 * Brings the counts that a series carries up to date. Whoever inserts or deletes issues, links files or changes an
 * intent or a fulfillment calls it once per series at the end of the same transaction.
 * The latest issue is the newest by date; where files came without dates, a higher number without one is later.
 */
export function recount(tx: Tx, comicId: string): void {
  const of = { comic_id: comicId }
  const counts = tally(tx).get(of)!
  const dated = newestDated(tx).get(of)
  const latest = dated && (undatedAbove(tx).get({ ...of, above: dated.sort_key }) ?? dated)
  const first = firstWithPages(tx).get(of)
  const cover = first && fileOf(tx, first.issue_id)
  setCounts(tx).run({
    ...of,
    ...counts,
    latest_issue_id: latest?.issue_id ?? null,
    latest_number: latest?.number ?? null,
    cover_issue_id: first?.issue_id ?? null,
    cover_version: cover ? versionOf(cover) : null,
    files_at: lastFileAt(tx).get(of)?.at ?? null,
  })
  tx.emit({ type: 'series.changed', comic_id: comicId })
}
