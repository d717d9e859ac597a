import { Refusal } from '../refusal'
import type { Reader } from '../storage/database'
import { findIssue, findSeries, type IssueRow, type SeriesRow } from './store'

/** Rows that somebody names by id and without which there is nothing to do. */

/** Throws Refusal 'missing' when the library has no such series. */
export function needSeries(db: Reader, comicId: string): SeriesRow {
  const row = findSeries(db, comicId)
  if (!row) throw unknownSeries(comicId)
  return row
}

/** `error` says the sentence again for tools that read it there. */
export function unknownSeries(comicId: string): Refusal {
  const sentence = `There is no series ${comicId} in the library.`
  return new Refusal('missing', sentence, { error: sentence })
}

/** Throws Refusal 'missing' when the library has no such issue. */
export function needIssue(db: Reader, issueId: string): IssueRow {
  const row = findIssue(db, issueId)
  if (!row) throw unknownIssue(issueId)
  return row
}

export const unknownIssue = (issueId: string) => new Refusal('missing', `There is no issue ${issueId} in the library.`)
