import { basename, dirname, join } from 'node:path'
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Instant } from '../platform/ports'
import type { Tx } from '../storage/database'
import { recount } from './counts-store'
import { HAS_FILE } from './file-store'
import { files, issueFiles, issues, series } from './tables'

/** Whether files are where the library has them. A file that is gone keeps its row, so that its return finds its issues. */

export interface FoundFile {
  file_id: string
  path: string
  size: number
  modified_ms: number
}

/**
 * Writes down where files lie now: moved, touched or come back. Their issues are downloaded again where they were
 * missing. Answers the ids of their series. A row of another file at such a path makes room: that file is gone, unless
 * it is found elsewhere by this call or a later one.
 */
export function foundAgain(tx: Tx, found: readonly FoundFile[], at: Instant): string[] {
  const evicted = found.flatMap((file) => makeRoom(tx, file, at) ?? [])
  for (const { file_id, ...place } of found) {
    tx.update(files)
      .set({ ...place, gone_at: null })
      .where(eq(files.file_id, file_id))
      .run()
  }
  return settle(tx, [...evicted, ...found.map(({ file_id }) => file_id)])
}

/**
 * Writes down another path of a file that is there, which changes nothing else of its series. False where it takes
 * more: another file has that path, or this one was gone.
 */
export function movePath(tx: Tx, fileId: string, path: string): boolean {
  if (tx.select({ id: files.file_id }).from(files).where(eq(files.path, path)).get()) return false
  const isThere = and(eq(files.file_id, fileId), isNull(files.gone_at))
  return tx.update(files).set({ path }).where(isThere).returning({ id: files.file_id }).get() !== undefined
}

/** Answers the file that lost its path. One without issues has nothing to keep. */
function makeRoom(tx: Tx, { file_id, path }: FoundFile, at: Instant): string | undefined {
  const other = tx
    .select({ file_id: files.file_id })
    .from(files)
    .where(and(eq(files.path, path), ne(files.file_id, file_id)))
    .get()
  if (!other) return undefined
  const is = eq(files.file_id, other.file_id)
  const holds = tx.select().from(issueFiles).where(eq(issueFiles.file_id, other.file_id)).limit(1).get()
  // A path that nothing can have, with the name that it had: by that it is known again.
  const aside = join(dirname(path), other.file_id, basename(path))
  if (holds) tx.update(files).set({ path: aside, gone_at: at }).where(is).run()
  else tx.delete(files).where(is).run()
  return holds && other.file_id
}

/** Where a file was last seen: its path, unless another file has taken that and it was put aside. */
export function lastPathOf({ file_id, path }: Pick<FoundFile, 'file_id' | 'path'>): string {
  const folder = dirname(path)
  return basename(folder) === file_id ? join(dirname(folder), basename(path)) : path
}

/** Files that are not where they were, and nowhere else: issues that had only these are missing again. */
export function markGone(tx: Tx, fileIds: readonly string[], at: Instant): void {
  tx.update(files)
    .set({ gone_at: at })
    .where(inArray(files.file_id, [...fileIds]))
    .run()
  settle(tx, fileIds)
}

/** Brings the issues that the files hold, and their series, in line with what is there. */
function settle(tx: Tx, fileIds: readonly string[]): string[] {
  const held = tx
    .selectDistinct({ issue_id: issues.issue_id, comic_id: issues.comic_id })
    .from(issueFiles)
    .innerJoin(issues, eq(issues.issue_id, issueFiles.issue_id))
    .where(inArray(issueFiles.file_id, [...fileIds]))
    .all()
  for (const { issue_id } of held) {
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
  const comics = [...new Set(held.map(({ comic_id }) => comic_id))]
  for (const comicId of comics) recount(tx, comicId)
  return comics
}

/** Where the files of a series lie that are there. */
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
