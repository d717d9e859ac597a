import { eq } from 'drizzle-orm'
import type { Instant } from '../../base/platform/ports'
import type { Tx } from '../../base/storage/database'
import type { IssueRow } from './store'
import { files, issues } from './tables'

/** Changes made by a repair, which has compared the row with its evidence in the same transaction. */

/** Call `recount` afterwards. */
export function correctIssue(
  tx: Tx,
  { issue_id, comic_id }: Pick<IssueRow, 'issue_id' | 'comic_id'>,
  change: Partial<Pick<IssueRow, 'intent' | 'fulfillment'>>,
  at: Instant,
): void {
  tx.update(issues)
    .set({ ...change, updated_at: at })
    .where(eq(issues.issue_id, issue_id))
    .run()
  tx.emit({ type: 'issue.changed', issue_id, comic_id })
}

/** When the file went missing; null when it exists. Call `recount` afterwards. */
export function setFileGone(tx: Tx, fileId: string, goneAt: Instant | null): void {
  tx.update(files).set({ gone_at: goneAt }).where(eq(files.file_id, fileId)).run()
}
