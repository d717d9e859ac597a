import { desc, eq } from 'drizzle-orm'
import type { ReadHandle } from '../../../base/storage/database'
import type { DownloadItem } from '../../../intake/downloads/store'
import { journal, journalIssues } from '../../../intake/downloads/tables'

/** Releases that were grabbed for an issue, alone or in a pack, newest first. */
export function grabsOf(db: ReadHandle, issueId: string, limit: number): DownloadItem[] {
  return db
    .select({ item: journal })
    .from(journalIssues)
    .innerJoin(journal, eq(journal.item_id, journalIssues.item_id))
    .where(eq(journalIssues.issue_id, issueId))
    .orderBy(desc(journal.updated_at), desc(journal.item_id))
    .limit(limit)
    .all()
    .map(({ item }) => item)
}
