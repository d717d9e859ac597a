import { basename, dirname, join } from 'node:path'
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Instant } from '../../base/platform/ports'
import type { Tx } from '../../base/storage/database'
import { recount } from './counts-store'
import { HAS_FILE } from './file-store'
import { files, issueFiles, issues, series } from './tables'

/**
 * Whether files are at their stored paths. A missing file keeps its row, so that its issues are restored when it
 * returns.
 */

export interface FileLocation {
  file_id: string
  path: string
  size: number
  modified_ms: number
}

/**
 * Stores the current paths of files: moved, changed or found again. Their missing issues are downloaded again. Returns
 * the ids of their series. A row of another file at such a path is moved aside: that file is missing, unless this call
 * or a later one finds it elsewhere.
 */
export function updateFileLocations(tx: Tx, found: readonly FileLocation[], at: Instant): string[] {
  const evicted = found.flatMap((file) => movePathAside(tx, file, at) ?? [])
  for (const { file_id, ...place } of found) {
    tx.update(files)
      .set({ ...place, gone_at: null })
      .where(eq(files.file_id, file_id))
      .run()
  }
  return updateIssues(tx, [...evicted, ...found.map(({ file_id }) => file_id)])
}

/**
 * Stores a new path of an existing file, which changes nothing else of its series. False when more is needed: another
 * file has that path, or this one was missing.
 */
export function movePath(tx: Tx, fileId: string, path: string): boolean {
  if (tx.select({ id: files.file_id }).from(files).where(eq(files.path, path)).get()) return false
  const isThere = and(eq(files.file_id, fileId), isNull(files.gone_at))
  return tx.update(files).set({ path }).where(isThere).returning({ id: files.file_id }).get() !== undefined
}

/** Returns the file that lost its path. One without issues is deleted. */
function movePathAside(tx: Tx, { file_id, path }: FileLocation, at: Instant): string | undefined {
  const other = tx
    .select({ file_id: files.file_id })
    .from(files)
    .where(and(eq(files.path, path), ne(files.file_id, file_id)))
    .get()
  if (!other) return undefined
  const is = eq(files.file_id, other.file_id)
  const holds = tx.select().from(issueFiles).where(eq(issueFiles.file_id, other.file_id)).limit(1).get()
  // A path that no real file can have, ending in the old name, by which the file is recognized later.
  const aside = join(dirname(path), other.file_id, basename(path))
  if (holds) tx.update(files).set({ path: aside, gone_at: at }).where(is).run()
  else tx.delete(files).where(is).run()
  return holds && other.file_id
}

/** Where a file was last seen: its path, or the path it had before another file replaced it there. */
export function lastPathOf({ file_id, path }: Pick<FileLocation, 'file_id' | 'path'>): string {
  const folder = dirname(path)
  return basename(folder) === file_id ? join(dirname(folder), basename(path)) : path
}

/** Marks files as missing. Issues that had only these files are missing again. */
export function markGone(tx: Tx, fileIds: readonly string[], at: Instant): void {
  tx.update(files)
    .set({ gone_at: at })
    .where(inArray(files.file_id, [...fileIds]))
    .run()
  updateIssues(tx, fileIds)
}

/** Updates the issues in the files, and their series, to match the existing files. */
function updateIssues(tx: Tx, fileIds: readonly string[]): string[] {
  const linked = tx
    .selectDistinct({ issue_id: issues.issue_id, comic_id: issues.comic_id })
    .from(issueFiles)
    .innerJoin(issues, eq(issues.issue_id, issueFiles.issue_id))
    .where(inArray(issueFiles.file_id, [...fileIds]))
    .all()
  for (const { issue_id } of linked) {
    const is = eq(issues.issue_id, issue_id)
    tx.update(issues)
      .set({ fulfillment: 'downloaded' })
      .where(and(is, inArray(issues.fulfillment, ['missing', 'covered']), HAS_FILE))
      .run()
    tx.update(issues)
      .set({ fulfillment: 'missing' })
      .where(and(is, eq(issues.fulfillment, 'downloaded'), sql`not ${HAS_FILE}`))
      .run()
  }
  const comics = [...new Set(linked.map(({ comic_id }) => comic_id))]
  for (const comicId of comics) recount(tx, comicId)
  return comics
}

/** Paths of the existing files of a series. */
export function pathsOf(tx: Tx, comicId: string): string[] {
  const rows = tx
    .selectDistinct({ path: files.path })
    .from(issues)
    .innerJoin(issueFiles, eq(issueFiles.issue_id, issues.issue_id))
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .where(and(eq(issues.comic_id, comicId), isNull(files.gone_at)))
    .all()
  return rows.map(({ path }) => path)
}

export function setLocation(tx: Tx, comicId: string, location: string | null, at: Instant): void {
  tx.update(series).set({ location, updated_at: at }).where(eq(series.comic_id, comicId)).run()
}
