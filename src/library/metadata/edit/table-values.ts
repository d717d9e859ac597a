import type { ProviderName } from '../../../base/providers/descriptors'
import type { IssueRow, SeriesRow } from '../../series/store'
import type { IssueFacts } from '../providers/provider'
import { effectiveIssue, effectiveSeries, isStated, type KnownSeries, type SourceFacts } from '../sync/merge'
import { issueRowFacts, seriesRowFacts } from './apply-edit'

/** The fields that a table of series or issues shows and edits. */

export const SERIES_COLUMNS = [
  'name', 'sort_title', 'year', 'end_year', 'volume', 'publisher', 'imprint', 'book_type', 'reading_direction',
  'language', 'publication', 'age_rating', 'genres', 'tags', 'authors',
] as const // biome-ignore format: one glance

export const ISSUE_COLUMNS = [
  'number', 'title', 'volume_number', 'release_date', 'issue_date', 'digital_date', 'credits', 'characters', 'teams',
  'locations', 'genres', 'tags', 'age_rating',
] as const // biome-ignore format: one glance

export interface TableValues {
  values: Record<string, unknown>
  /** The fields that the user edited. */
  locked: string[]
  /** The values of the other sources for locked fields. */
  under: Record<string, unknown>
}

export function seriesTableValues(
  row: SeriesRow,
  kept: readonly SourceFacts<KnownSeries>[],
  order: readonly ProviderName[],
): TableValues {
  const sources = kept.length > 0 ? kept : [seriesRowFacts(row)]
  const { age_rating, reading_direction, book_type } = row
  // The rating may be an issue's; the direction has no source.
  const ofRow = { age_rating, reading_direction, book_type }
  return tableValues(SERIES_COLUMNS, sources, (rows) => effectiveSeries(rows, order).facts, ofRow)
}

export function issueTableValues(
  row: IssueRow,
  kept: readonly SourceFacts<IssueFacts>[],
  order: readonly ProviderName[],
): TableValues {
  const sources = kept.length > 0 ? kept : [issueRowFacts(row)]
  const ofRow = { number: row.number }
  return tableValues(ISSUE_COLUMNS, sources, (rows) => effectiveIssue(rows, order).facts, ofRow)
}

function tableValues<F extends object>(
  columns: readonly string[],
  sources: readonly SourceFacts<F>[],
  merge: (sources: readonly SourceFacts<F>[]) => F,
  ofRow: Record<string, unknown>,
): TableValues {
  const own = (sources.find(({ source }) => source === 'user')?.facts ?? {}) as Record<string, unknown>
  const facts: Record<string, unknown> = { ...merge(sources), ...ofRow }
  const others = merge(sources.filter(({ source }) => source !== 'user')) as Record<string, unknown>
  const locked = columns.filter((field) => isStated(own[field]))
  return {
    values: Object.fromEntries(columns.map((field) => [field, facts[field] ?? null])),
    locked,
    under: Object.fromEntries(locked.map((field) => [field, others[field] ?? null])),
  }
}

/** The user's values of some fields; null without an edit. */
export function userValues(
  fields: readonly string[],
  sources: readonly SourceFacts<object>[],
  { reading_direction }: Partial<Pick<SeriesRow, 'reading_direction'>> = {},
): Record<string, unknown> {
  const own = (sources.find(({ source }) => source === 'user')?.facts ?? {}) as Record<string, unknown>
  const valueIn = (field: string) => (field === 'reading_direction' ? reading_direction : own[field]) ?? null
  return Object.fromEntries(fields.map((field) => [field, valueIn(field)]))
}
