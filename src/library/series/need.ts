import { Refusal } from '../../base/refusal'
import type { ReadHandle } from '../../base/storage/database'
import { findIssue, findSeries, type IssueRow, type SeriesRow } from './store'

/** Rows named by id in a request. */

/** Throws Refusal 'missing' for an unknown series. */
export function needSeries(db: ReadHandle, comicId: string): SeriesRow {
  const row = findSeries(db, comicId)
  if (!row) throw unknownSeries(comicId)
  return row
}

export const unknownSeries = (comicId: string) =>
  new Refusal('missing', `There is no series ${comicId} in the library.`)

/** Throws Refusal 'missing' for an unknown issue. */
export function needIssue(db: ReadHandle, issueId: string): IssueRow {
  const row = findIssue(db, issueId)
  if (!row) throw unknownIssue(issueId)
  return row
}

export const unknownIssue = (issueId: string) => new Refusal('missing', `There is no issue ${issueId} in the library.`)
