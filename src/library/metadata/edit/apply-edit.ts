import type { ProviderName } from '../../../base/providers/descriptors'
import { Refusal } from '../../../base/refusal'
import type { Tx } from '../../../base/storage/database'
import { describeSeries, hasNumber, renumberIssues } from '../../series/describe-store'
import type { IssueRow, SeriesRow } from '../../series/store'
import type { IssueFacts } from '../providers/provider'
import type { IssueEdit, SeriesEdit } from '../schema'
import * as store from '../store'
import { effectiveIssue, type KnownSeries, type SourceFacts } from '../sync/merge'
import { fileIssueFacts, saveFileIssueFacts as keepIssueFileWord, mergeIssueSources } from '../sync/save-issues'
import { fileSeriesFacts, mergeSeriesSources, saveFileSeriesFacts } from '../sync/save-series'

/** Writes edits of the user in a transaction. A refusal is thrown before the first write. */

interface Context {
  at: string
  order: readonly ProviderName[]
}

export function applySeriesEdit(
  tx: Tx,
  row: SeriesRow,
  { reading_direction, ...edit }: SeriesEdit,
  { at, order }: Context,
): void {
  const { comic_id } = row
  if (reading_direction) describeSeries(tx, comic_id, { reading_direction }, at)
  saveFileSeriesFacts(tx, row, at)
  const facts = spokenOver(store.seriesSourceOf(tx, comic_id, 'user')?.facts, edit)
  if (facts) store.putSeriesSource(tx, { comic_id, source: 'user', facts, said_at: at })
  else store.dropSeriesSource(tx, comic_id, 'user')
  mergeSeriesSources(tx, comic_id, at, order)
  tx.emit({ type: 'series.changed', comic_id })
}

/** Throws Refusal 'conflict' when another issue has the number that results from the sources. */
export function applyIssueEdit(tx: Tx, row: IssueRow, edit: IssueEdit, { at, order }: Context): void {
  const { issue_id, comic_id } = row
  const kept = store.issueSourcesOf(tx, issue_id)
  const number = edit.number === undefined ? row.number : numberAfter(row, kept, edit.number, order)
  if (number !== row.number && hasNumber(tx, { ...row, number }, issue_id)) throw numberTaken(number)
  writeIssueEdit(tx, row, kept, { edit, at })
  if (number !== row.number) renumberIssues(tx, [{ issue_id, number }], at)
  mergeIssueSources(tx, row, at, order)
  tx.emit({ type: 'issue.changed', issue_id, comic_id })
  tx.emit({ type: 'series.changed', comic_id })
}

/** Stores the user's number of an issue; the row of the issue gets it in the same transaction. */
export function saveUserNumber(tx: Tx, row: IssueRow, number: string | null, at: string): void {
  writeIssueEdit(tx, row, store.issueSourcesOf(tx, row.issue_id), { edit: { number }, at })
}

export const numberTaken = (number: string) =>
  new Refusal('conflict', `Another issue of the series has the number ${number}.`)

/** The number of an issue once the user states `number`, or with null what its other sources state. */
export function numberAfter(
  row: IssueRow,
  sources: readonly SourceFacts<IssueFacts>[],
  number: string | null,
  order: readonly ProviderName[],
): string {
  if (number) return number
  const others = sources.filter(({ source }) => source !== 'user')
  return effectiveIssue(others, order).facts.number ?? row.number
}

/** The user's values of an issue, written without the row of the issue. */
function writeIssueEdit(
  tx: Tx,
  row: IssueRow,
  kept: readonly store.IssueSource[],
  { edit, at }: { edit: IssueEdit; at: string },
): void {
  const { issue_id } = row
  if (kept.length === 0) keepIssueFileWord(tx, row, at)
  const facts = spokenOver(kept.find(({ source }) => source === 'user')?.facts, edit)
  if (facts) store.putIssueSource(tx, { issue_id, source: 'user', facts, said_at: at })
  else store.dropIssueSource(tx, issue_id, 'user')
}

/** The row of a series as facts, for a series known from files only. */
export const seriesRowFacts = (row: SeriesRow): SourceFacts<KnownSeries> => ({
  source: 'file',
  facts: fileSeriesFacts(row),
})
export const issueRowFacts = (row: IssueRow): SourceFacts<IssueFacts> => ({
  source: 'file',
  facts: fileIssueFacts(row),
})

/** The old edits merged with the new ones; null removes a field. Undefined when none is left. */
function spokenOver<F extends object>(old: F | undefined, edit: object): F | undefined {
  const all = Object.entries({ ...old, ...edit }).filter(([, value]) => value !== null && value !== undefined)
  return all.length > 0 ? (Object.fromEntries(all) as F) : undefined
}
