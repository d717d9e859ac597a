import type { ReadHandle } from '../../../base/storage/database'
import { issueLabel } from '../../../library/reading/labels'
import { project } from '../../../library/series/projection'
import type { ToolIssue } from './issue-store'
import type { ToolRow } from './tool'

/** The state of an issue in the library. `today` as `2026-11-21`. */
export function projectedState(issue: ToolIssue, today: string) {
  const { series_status, intent, fulfillment, release_date, digital_date, issue_date } = issue
  // A downloaded issue has a file: a scan that misses the file changes the state in the same write.
  const hasFile = fulfillment === 'downloaded'
  return project({ intent, fulfillment, hasFile, series: series_status, release_date, digital_date, issue_date, today })
}

export function issueToolRow(issue: ToolIssue, today: string): ToolRow {
  return {
    IssueID: issue.issue_id,
    ComicID: issue.comic_id,
    ComicName: issue.series,
    Issue_Number: issue.number,
    label: issueLabel(issue),
    IssueName: issue.title,
    ReleaseDate: issue.release_date ?? issue.digital_date,
    IssueDate: issue.issue_date,
    Status: projectedState(issue, today).displayState,
  }
}

/** The name of a file without its folders, from any system. */
export const nameInFolder = (path: string): string => path.split(/[\\/]/).at(-1) ?? ''

export interface ReadDeps {
  db: { read: ReadHandle }
  clock: { now(): string }
}

export const todayOf = ({ clock }: Pick<ReadDeps, 'clock'>): string => clock.now().slice(0, 10)
