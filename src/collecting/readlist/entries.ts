import type { ReadHandle } from '../../base/storage/database'
import { progressOfIssues, type StoredProgress } from '../../library/reading/progress-store'
import { type FileRow, filesOfIssues } from '../../library/series/file-store'
import { findIssues, findSeveralSeries, type IssueRow, type SeriesRow } from '../../library/series/store'
import { type EntryRow, entriesOf } from './store'

/** An entry with the current state of its issue in the library. */
export interface ListEntry {
  entry: EntryRow
  /** Undefined when the series has left the library. */
  issue?: IssueRow
  series?: SeriesRow
  file?: FileRow
  /** Undefined for an unread issue. */
  progress?: StoredProgress
}

/** The entries of a list in order. */
export function entryRows(db: ReadHandle, listId: string): ListEntry[] {
  return entryRowsOf(db, entriesOf(db, listId))
}

/** Some entries of a list, in the same queries for all. */
export function entryRowsOf(db: ReadHandle, rows: readonly EntryRow[]): ListEntry[] {
  const ids = rows.map(({ issue_id }) => issue_id)
  const [issues, files, progress] = [findIssues(db, ids), filesOfIssues(db, ids), progressOfIssues(db, ids)]
  const series = findSeveralSeries(db, [...new Set([...issues.values()].map(({ comic_id }) => comic_id))])
  return rows.map((entry) => {
    const issue = issues.get(entry.issue_id)
    if (!issue) return { entry }
    return {
      entry,
      issue,
      series: series.get(issue.comic_id),
      file: files.get(entry.issue_id),
      progress: progress.get(entry.issue_id),
    }
  })
}
