import type { ReadHandle } from '../../base/storage/database'
import { progressOfIssues, type StoredProgress } from '../../library/reading/progress-store'
import { type FileRow, fileOf } from '../../library/series/file-store'
import { findIssue, findSeries, type IssueRow, type SeriesRow } from '../../library/series/store'
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

/** Some entries of a list. */
export function entryRowsOf(db: ReadHandle, rows: readonly EntryRow[]): ListEntry[] {
  const progress = progressOfIssues(
    db,
    rows.map(({ issue_id }) => issue_id),
  )
  const series = new Map<string, SeriesRow | undefined>()
  return rows.map((entry) => {
    const issue = findIssue(db, entry.issue_id)
    if (!issue) return { entry }
    if (!series.has(issue.comic_id)) series.set(issue.comic_id, findSeries(db, issue.comic_id))
    return {
      entry,
      issue,
      series: series.get(issue.comic_id),
      file: fileOf(db, entry.issue_id),
      progress: progress.get(entry.issue_id),
    }
  })
}
