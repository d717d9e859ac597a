import { type ProviderName, providerOf } from '../../../base/providers/descriptors'
import { ageRatings } from '../../series/age-ratings'
import { providerPage } from '../../series/links'
import type { SeriesRow } from '../../series/store'
import type { IssueFacts } from '../providers/provider'
import type { MetadataField, SourceLine } from '../schema'
import type { FactSource } from '../states'
import {
  effectiveIssue,
  effectiveSeries,
  isStated,
  type KnownSeries,
  type MergedFacts,
  rankSources,
  type SourceFacts,
} from '../sync/merge'

/** The fields of a series or an issue with the values of each source. */

const SERIES_FIELDS = [
  'name', 'sort_title', 'aliases', 'year', 'end_year', 'publisher', 'imprint', 'volume', 'book_type', 'description', 'language',
  'publication', 'age_rating', 'genres', 'tags', 'authors', 'series_groups',
] as const satisfies (keyof KnownSeries)[] // biome-ignore format: one glance

const ISSUE_FIELDS = [
  'number', 'volume_number', 'title', 'release_date', 'issue_date', 'digital_date', 'summary', 'credits', 'characters',
  'teams', 'locations', 'arcs', 'genres', 'tags', 'age_rating', 'page_count', 'price', 'upc', 'isbn', 'main_character',
  'universes', 'reprints', 'collection_title', 'alternate', 'series_groups', 'language', 'format', 'black_and_white',
  'manga', 'links', 'page_marks', 'review', 'community_rating', 'scan_information', 'notes',
] as const satisfies (keyof IssueFacts)[] // biome-ignore format: one glance

const RATING_WORDS = ageRatings.map(({ word }) => word)

export function seriesFieldList(
  rows: readonly SourceFacts<KnownSeries>[],
  order: readonly ProviderName[],
): MetadataField[] {
  return listed(SERIES_FIELDS, rows, effectiveSeries(rows, order), order)
}

export function issueFieldList(
  rows: readonly SourceFacts<IssueFacts>[],
  order: readonly ProviderName[],
): MetadataField[] {
  return listed(ISSUE_FIELDS, rows, effectiveIssue(rows, order), order)
}

function listed<F extends object, K extends keyof F & string>(
  fields: readonly K[],
  rows: readonly SourceFacts<F>[],
  { facts, from }: MergedFacts<F>,
  order: readonly ProviderName[],
): MetadataField[] {
  const sorted = rankSources(rows, order)
  return fields.map((field) => ({
    field,
    value: facts[field] ?? null,
    source: from[field] ?? null,
    locked: from[field] === 'user',
    said: sorted.flatMap(({ source, facts }) =>
      isStated(facts[field]) ? [{ source, value: facts[field] as unknown }] : [],
    ),
    ...(field === 'age_rating' ? { suggestions: RATING_WORDS } : {}),
  }))
}

interface Stated extends SourceFacts<{ url?: string }> {
  provider_id: string | null
  said_at: string
  checked_at?: string | null
  removed_at: string | null
  /** Only for an issue. */
  detailed?: boolean
}

const LABELS: Record<Exclude<FactSource, ProviderName>, string> = { user: 'You', file: 'Your files' }

/** Sources with a value, the preferred one first. */
export function sourceLines(
  rows: readonly Stated[],
  order: readonly ProviderName[],
  { source: primary }: Pick<SeriesRow, 'source'>,
): SourceLine[] {
  return rankSources(rows, order).map(({ source, provider_id, facts, said_at, checked_at, removed_at, detailed }) => ({
    source,
    label: source === 'user' || source === 'file' ? LABELS[source] : providerOf(source).label,
    provider_id,
    url: facts.url ?? (provider_id === null ? null : (providerPage(source, provider_id) ?? null)),
    said_at,
    checked_at: checked_at ?? null,
    removed_at,
    primary: source === primary,
    ...(detailed ? { detailed } : {}),
  }))
}
