import { and, eq, ne } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { fileWithId, issuesIn } from '../series/file-store'
import { files } from '../series/tables'
import { copyBookmarks, rekeyBookmarks } from './bookmark-store'
import { emitContentRead } from './content-reader-store'
import { copyProgress, rekeyProgress } from './progress-row-store'

/**
 * Call before the row of a file gets a new hash, when the file has new bytes but the same issue: progress and bookmarks
 * of all users follow. A copy with the old content keeps its own.
 */
export function carryReading(tx: Tx, fileId: string, hash: string | null): void {
  const was = fileWithId(tx, fileId)?.content_hash ?? fileId
  if (hash === null || hash === was) return
  const held = issuesIn(tx, fileId)
  const [issue] = held
  if (issue && hasCopy(tx, fileId, was)) {
    copyProgress(tx, was, hash, issue)
    copyBookmarks(tx, was, hash, issue.issue_id)
  } else {
    rekeyProgress(tx, was, hash)
    rekeyBookmarks(tx, was, hash)
  }
  emitContentRead(tx, [hash], held)
}

function hasCopy(db: ReadHandle, fileId: string, hash: string): boolean {
  const copy = and(eq(files.content_hash, hash), ne(files.file_id, fileId))
  return db.select({ id: files.file_id }).from(files).where(copy).limit(1).get() !== undefined
}
