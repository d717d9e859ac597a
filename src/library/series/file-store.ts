import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { allPages, withoutPages } from '../../base/formats/archives/page-order'
import { sha256 } from '../../base/platform/digest'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { files, hiddenContents, issueFiles, issues } from './tables'

export type FileRow = typeof files.$inferSelect
export type NewFile = typeof files.$inferInsert
/** The content of a file, whatever its name. Pages are counted with hidden ones. */
export type FileContent = Pick<FileRow, 'format' | 'page_count' | 'cover_page' | 'content_hash'>

const is = sql.placeholder

/** The pages and the cover of the whole file, hidden pages included. */
export const ALL_PAGES = sql<number>`${files.page_count} + coalesce(json_array_length(${files.hidden_pages}, '$.pages'), 0)`
export const COVER_OF_ALL = sql<number>`coalesce(json_extract(${files.hidden_pages}, '$.cover'), ${files.cover_page})`

/** SQL condition: the issue has a file on disk. */
export const HAS_FILE = sql`exists (select 1 from ${issueFiles} join ${files} using (file_id)
  where ${issueFiles.issue_id} = ${issues.issue_id} and ${files.gone_at} is null)`

const issuesWithFile = preparedQuery((db: ReadHandle) =>
  db
    .select({ issue_id: issues.issue_id })
    .from(issues)
    .where(and(sql`${issues.issue_id} in (select value from json_each(${is('ids')}))`, HAS_FILE))
    .prepare(),
)

/** Those of the issues that have a file on disk. */
export function withFile(db: ReadHandle, issueIds: readonly string[]): Set<string> {
  const rows = issuesWithFile(db).all({ ids: JSON.stringify(issueIds) })
  return new Set(rows.map(({ issue_id }) => issue_id))
}

/** Changes whenever the cover or the order of the pages may have changed. */
export const versionOf = ({ size, modified_ms, cover_moved, hidden_pages }: FileRow): string =>
  `${size.toString(36)}-${modified_ms.toString(36)}${cover_moved ? '-c' : ''}${
    hidden_pages ? `-h${sha256(hidden_pages.pages.join()).slice(0, 8)}` : ''
  }`

/** Volumes before the chapters that they may also contain, annuals last: the first is the cover of the series. */
export const READING_ORDER = [desc(issues.kind), desc(issues.unit), issues.sort_key, issues.issue_id]

const addFile = preparedQuery((tx: Tx) =>
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
      // As text, since null has to stay null.
      hidden_pages: sql`${is('hidden_pages')}`,
      cover_moved: is('cover_moved'),
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
        hidden_pages: sql`excluded.hidden_pages`,
        // Progress in the same content refers to the pages of that time.
        cover_moved: sql`case when ${files.content_hash} is excluded.content_hash then ${files.cover_moved} else excluded.cover_moved end`,
        content_hash: sql`excluded.content_hash`,
        gone_at: null,
      },
    })
    .returning({ file_id: files.file_id })
    .prepare(),
)

/**
 * Stores a file, whose pages are counted with hidden ones, and returns its id. A known path keeps its id and the time it
 * was added. Pages that were hidden in the same content are hidden again.
 */
export function saveFile(tx: Tx, row: Omit<NewFile, 'hidden_pages'>): string {
  const content_hash = row.content_hash ?? null
  const { cover_page = 0, page_count } = row
  const { hidden_pages, ...shown } = withoutPages({ page_count, cover_page }, hiddenIn(tx, content_hash))
  const hidden = hidden_pages && JSON.stringify(hidden_pages)
  return addFile(tx).get({ cover_moved: false, ...row, ...shown, hidden_pages: hidden, content_hash })!.file_id
}

const addLink = preparedQuery((tx: Tx) =>
  tx
    .insert(issueFiles)
    .values({ issue_id: is('issue_id'), file_id: is('file_id') })
    .onConflictDoNothing()
    .returning({ file_id: issueFiles.file_id })
    .prepare(),
)

const downloaded = preparedQuery((tx: Tx) =>
  tx
    .update(issues)
    .set({ fulfillment: 'downloaded' })
    .where(and(eq(issues.issue_id, is('issue_id')), sql`${issues.fulfillment} <> 'archived'`))
    .prepare(),
)

/**
 * Links a file to an issue, which is downloaded from then on unless the user archived it. False when the link existed.
 * Call `recount` afterwards.
 */
export function linkFileToIssue(tx: Tx, issueId: string, fileId: string): boolean {
  const link = addLink(tx).get({ issue_id: issueId, file_id: fileId })
  downloaded(tx).run({ issue_id: issueId })
  return link !== undefined
}

const removeLinks = preparedQuery((tx: Tx) =>
  tx
    .delete(issueFiles)
    .where(eq(issueFiles.issue_id, is('issue_id')))
    .returning({ file_id: issueFiles.file_id })
    .prepare(),
)

/** Moves all files of an issue to another one. Call `recount` for both series. */
export function moveFilesToIssue(tx: Tx, fromId: string, toId: string): void {
  const own = removeLinks(tx).all({ issue_id: fromId })
  for (const { file_id } of own) addLink(tx).get({ issue_id: toId, file_id })
  if (fileOf(tx, toId)) downloaded(tx).run({ issue_id: toId })
}

/** An issue whose file was opened counts as downloaded, even when only an older status called it archived. */
export function markDownloaded(tx: Tx, issueId: string): void {
  tx.update(issues).set({ fulfillment: 'downloaded' }).where(eq(issues.issue_id, issueId)).run()
}

const fileByPath = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(files)
    .where(eq(files.path, is('path')))
    .prepare(),
)

export function fileAt(db: ReadHandle, path: string): FileRow | undefined {
  return fileByPath(db).get({ path })
}

/** Stores the fingerprint of a file that had none. */
export function setContentHash(tx: Tx, fileId: string, hash: string): void {
  tx.update(files).set({ content_hash: hash }).where(eq(files.file_id, fileId)).run()
}

/**
 * Records, for all copies of a content, whether the cover moved and which page is the cover now. Call `recount`
 * afterwards.
 */
export function recordCoverMove(tx: Tx, { file_id, content_hash }: FileRow, moved: boolean): string[] {
  const rows = tx
    .update(files)
    .set(moved ? { cover_moved: true, cover_page: 0 } : { cover_moved: false })
    .where(and(isNull(files.cover_moved), or(eq(files.file_id, file_id), eq(files.content_hash, content_hash ?? ''))))
    .returning({ file_id: files.file_id })
    .all()
  return rows.map((row) => row.file_id)
}

/**
 * Stores a file's new content, without the pages that are hidden in it. Call `updateFileLocations` in the same
 * transaction: size and time change too.
 */
export function setContent(tx: Tx, fileId: string, { format, content_hash, ...pages }: FileContent): void {
  const shown = withoutPages(pages, hiddenIn(tx, content_hash))
  tx.update(files)
    .set({ format, content_hash, ...shown })
    .where(eq(files.file_id, fileId))
    .run()
}

const hiddenByContent = preparedQuery((db: ReadHandle) =>
  db
    .select({ pages: hiddenContents.pages })
    .from(hiddenContents)
    .where(eq(hiddenContents.content_hash, is('content_hash')))
    .prepare(),
)

/** The hidden pages of a content, among all pages. */
export function hiddenIn(db: ReadHandle, contentHash: string | null): readonly number[] {
  return (contentHash === null ? undefined : hiddenByContent(db).get({ content_hash: contentHash })?.pages) ?? []
}

/** Stores which pages of a content are hidden, among all pages. Rows of files follow with their content. */
export function saveHidden(tx: Tx, content_hash: string, pages: number[]): void {
  tx.delete(hiddenContents).where(eq(hiddenContents.content_hash, content_hash)).run()
  if (pages.length > 0) tx.insert(hiddenContents).values({ content_hash, pages }).run()
}

/** Stores which pages of a content are hidden, in all files with the content, which are returned as they were. */
export function hideInContent(tx: Tx, contentHash: string, pages: number[]): FileRow[] {
  const copies = tx.select().from(files).where(eq(files.content_hash, contentHash)).all()
  saveHidden(tx, contentHash, pages)
  for (const copy of copies)
    tx.update(files)
      .set(withoutPages(allPages(copy), pages))
      .where(eq(files.file_id, copy.file_id))
      .run()
  return copies
}

export function fileWithId(db: ReadHandle, fileId: string): FileRow | undefined {
  return db.select().from(files).where(eq(files.file_id, fileId)).get()
}

/** The issues in the file, with their series. */
export function issuesIn(db: ReadHandle, fileId: string): { issue_id: string; comic_id: string }[] {
  return db
    .select({ issue_id: issues.issue_id, comic_id: issues.comic_id })
    .from(issueFiles)
    .innerJoin(issues, eq(issues.issue_id, issueFiles.issue_id))
    .where(eq(issueFiles.file_id, fileId))
    .all()
}

/**
 * Best first: files with pages, then a ZIP, which gives single pages fastest, and PDF last, since its pages have to be
 * rendered. Of two copies, the one with more pages and more bytes is likely the complete one.
 */
export const BEST = [
  sql`${files.page_count} = 0`,
  sql`${files.format} = 'cbz' desc`,
  sql`${files.format} = 'pdf'`,
  desc(files.page_count),
  desc(files.size),
  files.path,
]

const filesByIssue = (db: ReadHandle) =>
  db
    .select({ file: files })
    .from(issueFiles)
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .where(and(eq(issueFiles.issue_id, is('issue_id')), isNull(files.gone_at)))

const anyFiles = preparedQuery((db: ReadHandle) => filesByIssue(db).limit(2).prepare())
const bestFile = preparedQuery((db: ReadHandle) =>
  filesByIssue(db)
    .orderBy(...BEST)
    .limit(1)
    .prepare(),
)

/** The best file of an issue. Most issues have one, which every page and cover requests, so it is not sorted. */
export function fileOf(db: ReadHandle, issueId: string): FileRow | undefined {
  const [only, another] = anyFiles(db).all({ issue_id: issueId })
  return another ? bestFile(db).get({ issue_id: issueId })?.file : only?.file
}

const filesBySeries = preparedQuery((db: ReadHandle) =>
  db
    .select({ issue_id: issues.issue_id, file: files })
    .from(issues)
    .innerJoin(issueFiles, eq(issueFiles.issue_id, issues.issue_id))
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .where(and(eq(issues.comic_id, is('comic_id')), isNull(files.gone_at)))
    .orderBy(...BEST)
    .prepare(),
)

const filesByIssues = preparedQuery((db: ReadHandle) =>
  db
    .select({ issue_id: issueFiles.issue_id, file: files })
    .from(issueFiles)
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .where(and(sql`${issueFiles.issue_id} in (select value from json_each(${is('ids')}))`, isNull(files.gone_at)))
    .orderBy(...BEST)
    .prepare(),
)

/** The best file of each issue of a series that has one, by issue id. */
export function filesOf(db: ReadHandle, comicId: string): Map<string, FileRow> {
  return bestOf(filesBySeries(db).all({ comic_id: comicId }))
}

/** The best file of each of these issues that has one, by issue id. */
export function filesOfIssues(db: ReadHandle, issueIds: readonly string[]): Map<string, FileRow> {
  return bestOf(filesByIssues(db).all({ ids: JSON.stringify(issueIds) }))
}

/** `rows`: the best first. */
function bestOf(rows: readonly { issue_id: string; file: FileRow }[]): Map<string, FileRow> {
  const best = new Map<string, FileRow>()
  for (const { issue_id, file } of rows) {
    if (!best.has(issue_id)) best.set(issue_id, file)
  }
  return best
}

/**
 * A path of another series below one of the folders, whose names end with a separator; undefined when they belong to
 * this series alone. Reads every path and ignores case, because some systems spell one folder in several ways.
 */
export function pathOfOtherSeries(db: ReadHandle, comicId: string, folders: string[]): string | undefined {
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
