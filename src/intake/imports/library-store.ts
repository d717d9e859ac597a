import { sep } from 'node:path'
import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { ArchiveFormat } from '../../base/formats/formats'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import type { IssueInLibrary } from '../../library/recognition/service'
import { ALL_PAGES, COVER_OF_ALL } from '../../library/series/file-store'
import { files, issueFiles, issues } from '../../library/series/tables'

/** What a scan reads of the library. */

const is = sql.placeholder

export interface LibraryFile extends IssueInLibrary {
  file_id: string
  content_hash: string | null
  gone_at: Instant | null
  size: number
  modified_ms: number
  format: ArchiveFormat
  /** With hidden pages, as in the file. */
  page_count: number
  cover_page: number
}

const fileByPath = preparedQuery((db: ReadHandle) =>
  db
    .select({
      file_id: files.file_id,
      size: files.size,
      modified_ms: files.modified_ms,
      format: files.format,
      page_count: ALL_PAGES,
      cover_page: COVER_OF_ALL,
      content_hash: files.content_hash,
      gone_at: files.gone_at,
    })
    .from(files)
    .where(eq(files.path, is('path')))
    .prepare(),
)

const issuesByFile = preparedQuery((db: ReadHandle) =>
  db
    .select({
      comic_id: issues.comic_id,
      kind: issues.kind,
      unit: issues.unit,
      number: issues.number,
      key: issues.sort_key,
    })
    .from(issueFiles)
    .innerJoin(issues, eq(issues.issue_id, issueFiles.issue_id))
    .where(eq(issueFiles.file_id, is('file_id')))
    .prepare(),
)

/** The library file at the path, with its first issue; undefined when it has none. */
export function libraryFileAt(db: ReadHandle, path: string): LibraryFile | undefined {
  // Two queries without sorting: a first scan runs this for every file and finds nothing.
  const file = fileByPath(db).get({ path })
  const fileIssues = file && issuesByFile(db).all({ file_id: file.file_id })
  const first = fileIssues?.reduce<(typeof fileIssues)[number] | undefined>(
    (best, each) => (best && best.key <= each.key ? best : each),
    undefined,
  )
  return file && first && { ...file, ...first }
}

const filesByHash = preparedQuery((db: ReadHandle) =>
  db
    .select({ file_id: files.file_id, path: files.path, gone_at: files.gone_at })
    .from(files)
    .where(eq(files.content_hash, is('hash')))
    .orderBy(files.path)
    .prepare(),
)

/** Library files with the same content, including missing ones. */
export function filesWithHash(db: ReadHandle, hash: string) {
  return filesByHash(db).all({ hash })
}

/** Whether the library has files at all that can be recognized by their content. */
export function knowsContents(db: ReadHandle): boolean {
  return db.select({ id: files.file_id }).from(files).where(isNotNull(files.content_hash)).limit(1).get() !== undefined
}

const filesAfter = preparedQuery((db: ReadHandle) =>
  db
    .select({ file_id: files.file_id, path: files.path })
    .from(files)
    .where(and(gt(files.path, is('after')), lt(files.path, is('until')), isNull(files.gone_at)))
    .orderBy(files.path)
    .limit(is('limit'))
    .prepare(),
)

/** Library files below a folder, ordered by path, after the given one. */
export function filesBelow(db: ReadHandle, folder: string, after: string | undefined, limit: number) {
  const inside = folder.endsWith(sep) ? folder : folder + sep
  return filesAfter(db).all({ after: after ?? inside, until: `${inside}\u{10ffff}`, limit })
}

/** Whether the library has files of several series below a folder; missing files do not count. */
export function holdsSeveralSeries(db: ReadHandle, folder: string): boolean {
  const inside = folder.endsWith(sep) ? folder : folder + sep
  const found = db
    .selectDistinct({ comic_id: issues.comic_id })
    .from(files)
    .innerJoin(issueFiles, eq(issueFiles.file_id, files.file_id))
    .innerJoin(issues, eq(issues.issue_id, issueFiles.issue_id))
    .where(and(gt(files.path, inside), lt(files.path, `${inside}\u{10ffff}`), isNull(files.gone_at)))
    .limit(2)
    .all()
  return found.length > 1
}
