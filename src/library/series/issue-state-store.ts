import { eq } from 'drizzle-orm'
import type { Instant } from '../../base/platform/ports'
import type { Tx } from '../../base/storage/database'
import type { IssueRow } from './store'
import { issues } from './tables'

/** Sets wanted and owned states taken over from another program. Call `recount`. */
export function changeIssueState(
  tx: Tx,
  issueId: string,
  state: Pick<IssueRow, 'intent' | 'fulfillment'>,
  at: Instant,
): void {
  tx.update(issues)
    .set({ ...state, updated_at: at })
    .where(eq(issues.issue_id, issueId))
    .run()
}
