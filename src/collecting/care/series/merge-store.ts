import { and, count, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/platform/ports'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { replaceReferences, tablesWith } from '../../../base/storage/references'
import { moveIssueSources, moveSeriesSources } from '../../../library/metadata/store'
import { moveFilesToIssue } from '../../../library/series/file-store'
import { deleteIssue, deleteSeries, issuesOf, setSeriesOfIssue } from '../../../library/series/store'
import { issueFiles, issues, series } from '../../../library/series/tables'
import { careMerges } from '../tables'

export type MergeRow = typeof careMerges.$inferSelect

/**
 * Tables that follow others by triggers or are written again (counts by series, the search queue, names), that belong to
 * earlier work (bulk operations, repairs, moves from other programs), or to this page.
 */
const LEFT_ALONE =
  /^(?:series_formats|series_reading|series_holdings|search_queue|search_index|names|name_.*|schema_migrations|bulk_.*|repair_.*|moving_.*|moved_.*|care_.*|operations|jobs)$/
const isLeftAlone = (table: string): boolean => LEFT_ALONE.test(table)

/** Tables whose rows the merge moves one by one. */
const OWN_TABLES = new Set(['series', 'issues', 'issue_files', 'series_sources', 'issue_sources'])
const hasOwnRules = (table: string) => isLeftAlone(table) || OWN_TABLES.has(table)

/** Moves the issues of one series into another, and everything that names them, and deletes the emptied series. */
export function mergeRows(tx: Tx, keepId: string, otherId: string): void {
  const own = new Map(issuesOf(tx, keepId).map((issue) => [numberKey(issue), issue.issue_id]))
  const joined = new Map<string, string>()
  for (const issue of issuesOf(tx, otherId)) {
    const same = own.get(numberKey(issue))
    if (same === undefined) setSeriesOfIssue(tx, issue.issue_id, keepId)
    else joined.set(issue.issue_id, same)
  }
  replaceReferences(tx, 'issue_id', joined, hasOwnRules)
  for (const [from, to] of joined) {
    moveFilesToIssue(tx, from, to)
    moveIssueSources(tx, from, to)
    deleteIssue(tx, from)
  }
  replaceReferences(tx, 'comic_id', new Map([[otherId, keepId]]), hasOwnRules)
  moveSeriesSources(tx, otherId, keepId)
  deleteSeries(tx, otherId)
}

/** The tables that a merge may change. */
export function mergedTables(tx: Tx): (table: string) => boolean {
  const all = tablesWith(tx, ['comic_id', 'issue_id'])
  return (table) => all.has(table) && !isLeftAlone(table)
}

const numberKey = ({ kind, unit, number }: { kind: string; unit: string; number: string }) =>
  `${kind}\n${unit}\n${number}`

/** What a merge would move and join. */
export function mergeScope(db: ReadHandle, keepId: string, otherId: string) {
  const own = new Set(issuesOf(db, keepId).map(numberKey))
  const all = issuesOf(db, otherId)
  const joined = all.filter((issue) => own.has(numberKey(issue))).length
  const files = db
    .select({ count: sql<number>`count(distinct ${issueFiles.file_id})` })
    .from(issues)
    .innerJoin(issueFiles, eq(issueFiles.issue_id, issues.issue_id))
    .where(eq(issues.comic_id, otherId))
    .get()
  return { moved: all.length - joined, joined, files: files?.count ?? 0 }
}

export function addMerge(tx: Tx, row: typeof careMerges.$inferInsert): void {
  tx.insert(careMerges).values(row).run()
}

export function findMerge(db: ReadHandle, mergeId: string): MergeRow | undefined {
  return db.select().from(careMerges).where(eq(careMerges.merge_id, mergeId)).get()
}

/** Newest first. */
export function mergesOf(db: ReadHandle, limit: number) {
  return db
    .select({
      merge_id: careMerges.merge_id,
      keep_id: careMerges.keep_id,
      keep_name: series.name,
      other_name: careMerges.other_name,
      issues: careMerges.issues,
      merged_at: careMerges.merged_at,
      undone_at: careMerges.undone_at,
    })
    .from(careMerges)
    .leftJoin(series, eq(series.comic_id, careMerges.keep_id))
    .where(isNotNull(careMerges.undo))
    .orderBy(desc(careMerges.merged_at), desc(sql`care_merges.rowid`))
    .limit(limit)
    .all()
}

export function setMergeUndone(tx: Tx, mergeId: string, at: Instant): void {
  tx.update(careMerges).set({ undone_at: at }).where(eq(careMerges.merge_id, mergeId)).run()
}

/** Later merges into the same series that are not undone. */
export function laterMerges(db: ReadHandle, { keep_id, merge_id, merged_at }: MergeRow): number {
  return (
    db
      .select({ count: count() })
      .from(careMerges)
      .where(
        and(
          sql`(${careMerges.keep_id} = ${keep_id} or ${careMerges.other_id} = ${keep_id})`,
          isNull(careMerges.undone_at),
          sql`${careMerges.merge_id} <> ${merge_id} and ${careMerges.merged_at} > ${merged_at}`,
        ),
      )
      .get()?.count ?? 0
  )
}

/** Merges before a moment can no longer be undone. */
export function pruneMerges(tx: Tx, before: Instant): void {
  tx.delete(careMerges).where(lt(careMerges.merged_at, before)).run()
}
