import type { Instant } from '../../../base/platform/ports'
import type { ProviderName } from '../../../base/providers/descriptors'
import type { Tx } from '../../../base/storage/database'
import { describeIssue, describeSeries } from '../../series/describe-store'
import type { IssueRow, SeriesRow } from '../../series/store'
import type { IssueFacts } from '../providers/provider'
import * as store from '../store'
import { issueFileWord, rowOf, settleIssue } from './keep-issues'
import { described, fileWord, settleSeries } from './keep-series'
import type { KnownSeries } from './merge'

/**
 * Other programs write into files after their import. What they changed becomes the files' word, so that the user's
 * edits and providers still win, field by field.
 */

/** Fields that are stated otherwise now; undefined for one that is stated no more. */
export type WordChange<F> = { [K in keyof F]?: F[K] | undefined }

interface Changing<F> {
  change: WordChange<F>
  at: Instant
  order: readonly ProviderName[]
}

/** Answers whether the row changed. The caller calls `recount` or emits the event. */
export function changeIssueWord(tx: Tx, row: IssueRow, { change, at, order }: Changing<IssueFacts>): boolean {
  const sources = store.issueSourcesOf(tx, row.issue_id)
  const facts = changedWord(wordOf(sources) ?? (sources.length === 0 ? issueFileWord(row) : {}), change)
  // The row of an issue that only files know is their word.
  if (sources.length === 0) return describeIssue(tx, row, { ...rowOf(facts), image_url: row.image_url }, at)
  store.putIssueSource(tx, { issue_id: row.issue_id, source: 'file', facts, said_at: at })
  return settleIssue(tx, row, at, order)
}

export function changeSeriesWord(tx: Tx, row: SeriesRow, { change, at, order }: Changing<KnownSeries>): void {
  const { comic_id } = row
  const sources = store.sourcesOf(tx, comic_id)
  const facts = changedWord(wordOf(sources) ?? (sources.length === 0 ? fileWord(row) : {}), change)
  // What no column has needs a row of its own.
  if (sources.length === 0 && change.ids === undefined) {
    const { image_url, publication } = row
    describeSeries(tx, comic_id, { ...described(facts), image_url, publication, name: facts.name ?? row.name }, at)
    return
  }
  store.putSeriesSource(tx, { comic_id, source: 'file', facts, said_at: at })
  settleSeries(tx, comic_id, at, order)
}

const wordOf = <F>(sources: readonly { source: string; facts: F }[]): F | undefined =>
  sources.find(({ source }) => source === 'file')?.facts

function changedWord<F extends object>(word: F, change: WordChange<F>): F {
  const all = Object.entries({ ...word, ...change }).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(all) as F
}
