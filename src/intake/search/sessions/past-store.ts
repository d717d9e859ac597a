import { and, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { ReadHandle } from '../../../base/storage/database'
import { issues } from '../../../library/series/tables'
import { blocklist, journal, journalIssues } from '../../downloads/tables'
import { interactiveCandidates, searchLast } from '../tables'

/** Outcomes of earlier searches and downloads for some issues. */

const MOST = 100

const among = (ids: readonly string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

export function issueIdsOf(db: ReadHandle, comicId: string): string[] {
  const rows = db.select({ issue_id: issues.issue_id }).from(issues).where(eq(issues.comic_id, comicId)).all()
  return rows.map(({ issue_id }) => issue_id)
}

/** Blocked releases, newest first. */
export function blockedFor(db: ReadHandle, issueIds: readonly string[]) {
  const own = sql`${blocklist.entity_id} in ${among(issueIds)}`
  return db.select().from(blocklist).where(own).orderBy(desc(blocklist.blocked_at)).limit(MOST).all()
}

/** Downloads that failed or were cancelled, and that the user did not allow again, newest first. */
export function endedFor(db: ReadHandle, issueIds: readonly string[]) {
  const inPacks = db
    .select({ item_id: journalIssues.item_id })
    .from(journalIssues)
    .where(sql`${journalIssues.issue_id} in ${among(issueIds)}`)
  const own = or(sql`${journal.entity_id} in ${among(issueIds)}`, inArray(journal.item_id, inPacks))
  const notRetried = or(isNull(journal.resolution), ne(journal.resolution, 'retried'))
  return db
    .select()
    .from(journal)
    .where(and(own, inArray(journal.stage, ['failed', 'cancelled']), notRetried))
    .orderBy(desc(journal.updated_at))
    .limit(MOST)
    .all()
}

/** The last search of each issue. */
export function lastSearchesFor(db: ReadHandle, issueIds: readonly string[]) {
  const own = sql`${searchLast.entity_id} in ${among(issueIds)}`
  return db.select().from(searchLast).where(own).orderBy(desc(searchLast.searched_at)).limit(MOST).all()
}

/** The issue that the candidates of a session were judged for, since an entry of a story arc has another id. */
export function judgedIssue(db: ReadHandle, sessionId: string): string | undefined {
  const row = db
    .select({ offer: interactiveCandidates.offer })
    .from(interactiveCandidates)
    .where(eq(interactiveCandidates.session_id, sessionId))
    .limit(1)
    .get()
  return (row?.offer as { found_for?: string } | undefined)?.found_for
}
