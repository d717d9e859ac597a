import type { Instant, Random } from '../../../base/platform/ports'
import type { Tx } from '../../../base/storage/database'
import { issueForFile, numbersOf, unitFor } from '../../../library/recognition/service'
import { findIssue, findSeries, insertIssue } from '../../../library/series/store'
import type { InboxRow } from './store'

export interface FiledIssues {
  comic_id: string
  issue_ids: string[]
  /** The issues that were created for the file. */
  made: string[]
}

/**
 * The issues of a file. A number that is new to the series becomes a new issue. Undefined when the series, or the
 * chosen issue, is gone.
 */
export function fileIssues(tx: Tx, row: InboxRow, at: Instant, random: Pick<Random, 'id'>): FiledIssues | undefined {
  const series = row.comic_id === null ? undefined : findSeries(tx, row.comic_id)
  if (!series) return undefined
  const { comic_id } = series
  if (row.issue_id !== null)
    return findIssue(tx, row.issue_id)?.comic_id === comic_id
      ? { comic_id, issue_ids: [row.issue_id], made: [] }
      : undefined
  const unit = unitFor(series.content_type, row.unit)
  const made: string[] = []
  const issue_ids = numbersOf(row).map((number) => {
    const there = issueForFile(tx, comic_id, { kind: row.kind, unit, number })
    if (there !== undefined) return there
    const issue_id = random.id()
    const { kind, title, release_date, year, writer, summary } = row
    const issue_date = release_date ?? (year === null ? null : String(year))
    const facts = { kind, title, release_date, issue_date, writer, summary }
    insertIssue(tx, { ...facts, issue_id, comic_id, unit, number, added_at: at })
    made.push(issue_id)
    return issue_id
  })
  return { comic_id, issue_ids, made }
}
