import { basename } from 'node:path'
import { ArchiveError } from '../../base/formats/archives/archive-error'
import type { FileFacts, Files } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { ReadHandle } from '../../base/storage/database'
import { type FileRow, fileOf, fileWithId, issuesIn, versionOf } from '../series/file-store'
import { findIssue, findSeries } from '../series/store'

/** A library file as it is on disk now. */
export interface FileSource {
  file: FileRow
  /** The real path, with links resolved. */
  path: string
  size: number
  modifiedMs: number
  /** Changes with the content. Equal to the library's own version while the file is unchanged. */
  version: string
}

/** The best file of the issue, or the named one, from the library's rows. Throws Refusal 'missing'. */
export function fileOfIssue(db: ReadHandle, issueId: string, fileId?: string): FileRow {
  const file = fileId === undefined ? fileOf(db, issueId) : oneFileOf(db, issueId, fileId)
  if (file) return file
  if (fileId !== undefined) throw new Refusal('missing', 'The issue has no such file.')
  if (!findIssue(db, issueId)) throw new Refusal('missing', `There is no issue ${issueId}.`)
  throw new Refusal('missing', 'No file of this issue is in the library.')
}

function oneFileOf(db: ReadHandle, issueId: string, fileId: string): FileRow | undefined {
  const isOfIssue = issuesIn(db, fileId).some(({ issue_id }) => issue_id === issueId)
  const file = isOfIssue ? fileWithId(db, fileId) : undefined
  return file?.gone_at === null ? file : undefined
}

/** The issue and the file with the cover of the series. Throws Refusal 'missing'. */
export function coverSourceOf(db: ReadHandle, comicId: string): { issueId: string; file: FileRow } {
  const series = findSeries(db, comicId)
  if (!series) throw new Refusal('missing', `There is no series ${comicId}.`)
  const issueId = series.cover_issue_id
  const file = issueId ? fileOf(db, issueId) : undefined
  if (issueId && file) return { issueId, file }
  throw new Refusal('missing', `No file of ${series.name} is in the library.`)
}

/**
 * Checks the disk. Throws Refusal 'gone' when the file does not exist, 'unavailable' when the disk does not respond,
 * and the refusals of `files`.
 */
export async function findSource(files: Files, file: FileRow): Promise<FileSource> {
  try {
    const path = await files.real(file.path)
    const facts: FileFacts | undefined = path === undefined ? undefined : await files.stat(path)
    if (path !== undefined && facts?.kind === 'file') {
      const { size, modifiedMs } = facts
      return { file, path, size, modifiedMs, version: versionOf({ ...file, size, modified_ms: modifiedMs }) }
    }
  } catch (cause) {
    if (cause instanceof Refusal) throw cause
    throw new Refusal('unavailable', `${basename(file.path)} cannot be reached on the disk.`, {}, { cause })
  }
  throw new Refusal('gone', `${basename(file.path)} is no longer in its folder. Scan the library again.`)
}

/**
 * Turns file errors into refusals that name the file: 'unavailable' for temporary faults, 'damaged' for permanent ones.
 * Other errors are returned unchanged.
 */
export function readingFault(error: unknown, file: FileRow): unknown {
  if (!(error instanceof ArchiveError)) return error
  const detail = `${basename(file.path)} cannot be read. ${error.detail}`
  return new Refusal(error.fault === 'unreadable' ? 'unavailable' : 'damaged', detail, {}, { cause: error })
}
