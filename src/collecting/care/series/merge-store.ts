import { and, count, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/platform/ports'
import type { ProviderName } from '../../../base/providers/descriptors'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { replaceReferences, tablesWith } from '../../../base/storage/references'
import type { IssueFacts } from '../../../library/metadata/providers/provider'
import { issueSourcesOf, moveIssueSources, moveSeriesSources } from '../../../library/metadata/store'
import { changeFileIssueFacts } from '../../../library/metadata/sync/facts-from-files'
import { fileIssueFacts } from '../../../library/metadata/sync/save-issues'
import { joinReading } from '../../../library/reading/statistics-store'
import { fileOf, moveFilesToIssue } from '../../../library/series/file-store'
import {
  deleteIssue,
  deleteSeries,
  type IssueRow,
  issuesOf,
  passGrab,
  setIntent,
  setSeriesOfIssue,
} from '../../../library/series/store'
import { issueFiles, issues, series } from '../../../library/series/tables'
import { joinMarks } from '../../../library/shelves/mark-store'
import type { OnIssuesReplaced } from '../../arcs/unfollowed'
import { careMerges } from '../tables'

export type MergeRow = typeof careMerges.$inferSelect

/**
 * Tables that follow others by triggers or are written again (counts by series, the search queue, names), that belong to
 * earlier work (edits, bulk operations, repairs, moves from other programs), or to this page.
 */
const LEFT_ALONE =
  /^(?:series_formats|series_reading|series_holdings|search_queue|search_index|names|name_.*|schema_migrations|edit_rows|bulk_.*|repair_.*|moving_.*|moved_.*|care_.*|operations|jobs)$/
const isLeftAlone = (table: string): boolean => LEFT_ALONE.test(table)

/** Tables whose rows the merge moves one by one. */
const OWN_TABLES = new Set(['series', 'issues', 'issue_files', 'series_sources', 'issue_sources'])

/** The review of new files names series and issues in its own columns. */
const SERIES_COLUMNS = ['comic_id', 'existing_comic_id', 'suggested_comic_id']
const ISSUE_COLUMNS = ['issue_id', 'suggested_issue_id']
/** What users asked for is named by the id of a series or an issue. */
const REQUESTS = 'requests'
const isNoRequest = (table: string) => table !== REQUESTS

export interface MergeContext {
  at: Instant
  order: readonly ProviderName[]
  /** Called for the issues that are joined with those of the kept series. */
  replaced: OnIssuesReplaced
}
const hasOwnRules = (table: string) => isLeftAlone(table) || OWN_TABLES.has(table)

/** Moves the issues of one series into another, and everything that names them, and deletes the emptied series. */
export function mergeRows(tx: Tx, keepId: string, otherId: string, context: MergeContext): void {
  const own = new Map(issuesOf(tx, keepId).map((issue) => [numberKey(issue), issue]))
  const joined: [from: IssueRow, to: IssueRow][] = []
  for (const issue of issuesOf(tx, otherId)) {
    const same = own.get(numberKey(issue))
    if (same === undefined) setSeriesOfIssue(tx, issue.issue_id, keepId)
    else joined.push([issue, same])
  }
  if (joined.length > 0) context.replaced(tx, joined)
  const ids = new Map(joined.map(([from, to]) => [from.issue_id, to.issue_id]))
  for (const column of ISSUE_COLUMNS) replaceReferences(tx, column, ids, hasOwnRules)
  replaceReferences(tx, 'subject', ids, isNoRequest)
  for (const [from, to] of joined) joinIssue(tx, from, to, context)
  joinMarks(tx, otherId, keepId)
  joinReading(tx, otherId, keepId)
  const series = new Map([[otherId, keepId]])
  for (const column of SERIES_COLUMNS) replaceReferences(tx, column, series, hasOwnRules)
  replaceReferences(tx, 'subject', series, isNoRequest)
  moveSeriesSources(tx, otherId, keepId)
  deleteSeries(tx, otherId)
}

/** Its file, what the file says, and the wish for it are those of the kept issue from then on. */
function joinIssue(tx: Tx, from: IssueRow, to: IssueRow, { at, order }: MergeContext): void {
  const isFirstFile = fileOf(tx, to.issue_id) === undefined && fileOf(tx, from.issue_id) !== undefined
  if (isFirstFile) changeFileIssueFacts(tx, to, { change: factsOfFile(tx, from), at, order })
  moveFilesToIssue(tx, from.issue_id, to.issue_id)
  passGrab(tx, from, to.issue_id, at)
  moveIssueSources(tx, from.issue_id, to.issue_id)
  const isWanted = from.intent === 'wanted' && to.intent === 'policy' && fileOf(tx, to.issue_id) === undefined
  if (isWanted) setIntent(tx, to.issue_id, 'wanted', at)
  deleteIssue(tx, from.issue_id)
}

/** The row of an issue without sources has what its file says. */
function factsOfFile(tx: Tx, issue: IssueRow): IssueFacts {
  const sources = issueSourcesOf(tx, issue.issue_id)
  const ofFile = sources.find(({ source }) => source === 'file')
  return ofFile?.facts ?? (sources.length === 0 ? fileIssueFacts(issue) : {})
}

/** The tables that a merge may change. */
export function mergedTables(tx: Tx): (table: string) => boolean {
  const all = tablesWith(tx, ['comic_id', 'issue_id'])
  return (table) => table === REQUESTS || (all.has(table) && !isLeftAlone(table))
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
