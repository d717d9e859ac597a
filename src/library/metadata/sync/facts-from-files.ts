import type { Instant } from '../../../base/platform/ports'
import type { ProviderName } from '../../../base/providers/descriptors'
import type { Tx } from '../../../base/storage/database'
import { describeIssue, describeSeries } from '../../series/describe-store'
import type { IssueRow, SeriesRow } from '../../series/store'
import type { IssueFacts } from '../providers/provider'
import * as store from '../store'
import type { KnownSeries } from './merge'
import { fileIssueFacts, issueColumns, mergeIssueSources } from './save-issues'
import { fileSeriesFacts, mergeSeriesSources, seriesColumns } from './save-series'

/**
 * Other programs write into files after their import. Changed values update the file source, so that the user's edits
 * and the providers still win, field by field.
 */

/** The new values of changed fields; undefined for a field that is no longer stated. */
export type FactsChange<F> = { [K in keyof F]?: F[K] | undefined }

interface Changing<F> {
  change: FactsChange<F>
  at: Instant
  order: readonly ProviderName[]
}

/** Fields of an issue that its row lacks, at least in part. */
const NO_COLUMN = [
  'credits', 'characters', 'teams', 'locations', 'arcs', 'genres', 'tags', 'price', 'upc', 'isbn', 'main_character',
  'universes', 'reprints', 'collection_title', 'alternate', 'series_groups', 'language', 'format', 'black_and_white',
  'manga', 'links', 'page_marks', 'review', 'community_rating', 'scan_information', 'notes',
] as const satisfies (keyof IssueFacts)[] // biome-ignore format: one glance

/** Returns whether a page may show something else now: the row changed, or facts that were there before. The caller calls `recount` or emits the event. */
export function changeFileIssueFacts(tx: Tx, row: IssueRow, { change, at, order }: Changing<IssueFacts>): boolean {
  const sources = store.issueSourcesOf(tx, row.issue_id)
  const before = storedFacts(sources) ?? (sources.length === 0 ? fileIssueFacts(row) : {})
  const facts = changedFacts(before, change)
  if (isSame(facts, before)) return false
  // The row of an issue from files only contains the files' data, as far as it has columns.
  const isWhole = sources.length === 0 && !hasAny(change, NO_COLUMN)
  if (isWhole) return describeIssue(tx, row, issueColumns(facts), at)
  store.putIssueSource(tx, { issue_id: row.issue_id, source: 'file', facts, said_at: at })
  return mergeIssueSources(tx, row, at, order) || sources.some(({ source }) => source === 'file')
}

export function changeFileSeriesFacts(tx: Tx, row: SeriesRow, { change, at, order }: Changing<KnownSeries>): void {
  const { comic_id } = row
  const sources = store.seriesSourcesOf(tx, comic_id)
  const before = storedFacts(sources) ?? (sources.length === 0 ? fileSeriesFacts(row) : {})
  const facts = changedFacts(before, change)
  if (isSame(facts, before)) return
  // Data without a column needs a row of its own.
  if (sources.length === 0 && !hasAny(change, ['ids', 'tags', 'authors', 'series_groups', 'reading_direction'])) {
    const { image_url, publication } = row
    describeSeries(tx, comic_id, { ...seriesColumns(facts), image_url, publication, name: facts.name ?? row.name }, at)
    return
  }
  store.putSeriesSource(tx, { comic_id, source: 'file', facts, said_at: at })
  mergeSeriesSources(tx, comic_id, at, order)
}

const storedFacts = <F>(sources: readonly { source: string; facts: F }[]): F | undefined =>
  sources.find(({ source }) => source === 'file')?.facts

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

const hasAny = <F extends object>(change: F, fields: readonly (keyof F)[]) =>
  fields.some((field) => change[field] !== undefined)

function changedFacts<F extends object>(facts: F, change: FactsChange<F>): F {
  const all = Object.entries({ ...facts, ...change }).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(all) as F
}
