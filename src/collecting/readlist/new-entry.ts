import type { ReadHandle } from '../../base/storage/database'
import { issueLabel } from '../../library/reading/labels'
import { findIssue, findSeries } from '../../library/series/store'
import type { NewEntry } from './store'

/** An issue as an entry of a list; undefined when the library does not have it. */
export function entryFor(db: ReadHandle, issueId: string): Omit<NewEntry, 'list_id' | 'added_at'> | undefined {
  const issue = findIssue(db, issueId)
  const series = issue && findSeries(db, issue.comic_id)
  if (!issue || !series) return undefined
  return {
    issue_id: issueId,
    comic_id: issue.comic_id,
    series_name: series.name,
    label: issueLabel(issue),
    issue_date: issue.release_date ?? issue.issue_date,
  }
}
