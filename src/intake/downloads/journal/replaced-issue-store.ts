import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../base/storage/database'
import type { IssueRow } from '../../../library/series/store'
import { journal, journalIssues } from '../tables'

/** Moves the items of one issue to another, once the library learned that both are the same. */
export function replaceGrabbedIssue(tx: Tx, fromId: string, to: IssueRow): void {
  const { kind: entity_type, issue_id: entity_id, comic_id } = to
  tx.update(journal).set({ entity_type, entity_id, comic_id }).where(eq(journal.entity_id, fromId)).run()
  const own = tx.delete(journalIssues).where(eq(journalIssues.issue_id, fromId)).returning().all()
  for (const { item_id } of own) tx.run(sql`insert or ignore into ${journalIssues} values (${item_id}, ${entity_id})`)
}
