import { eq, inArray } from 'drizzle-orm'
import type { Instant } from '../../base/platform/ports'
import type { Tx } from '../../base/storage/database'
import { type FileRow, fileWithId, issuesIn } from './file-store'
import { markGone, updateFileLocations } from './presence-store'
import { files, issueFiles, issues } from './tables'

/** The row of a file that left the library, and the issues it contains. */
export interface RemovedFile {
  row: FileRow
  issue_ids: string[]
}

/** Deletes the row of a file. Issues that had only this file are missing again. Null when there is no such row. */
export function removeFile(tx: Tx, fileId: string, at: Instant): RemovedFile | null {
  const row = fileWithId(tx, fileId)
  if (!row) return null
  const issue_ids = issuesIn(tx, fileId).map(({ issue_id }) => issue_id)
  markGone(tx, [fileId], at)
  tx.delete(files).where(eq(files.file_id, fileId)).run()
  return { row, issue_ids }
}

/**
 * Restores the row of a file that is at its old path again. Issues that no longer exist are left out, and a file without
 * any is left to the next scan.
 */
export function restoreFile(
  tx: Tx,
  { row, issue_ids }: RemovedFile,
  now: Pick<FileRow, 'size' | 'modified_ms'>,
  at: Instant,
): void {
  const known = tx.select({ issue_id: issues.issue_id }).from(issues).where(inArray(issues.issue_id, issue_ids)).all()
  if (known.length === 0) return
  const place = { file_id: row.file_id, path: row.path, ...now }
  // A row that took the path meanwhile is moved aside first.
  updateFileLocations(tx, [place], at)
  tx.insert(files)
    .values({ ...row, gone_at: at })
    .onConflictDoNothing()
    .run()
  for (const { issue_id } of known)
    tx.insert(issueFiles).values({ issue_id, file_id: row.file_id }).onConflictDoNothing().run()
  updateFileLocations(tx, [place], at)
}
