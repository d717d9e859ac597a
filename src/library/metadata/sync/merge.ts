import { type ProviderName, providerNames } from '../../../base/providers/descriptors'
import type { CrossIds, IssueFacts, SeriesFacts } from '../providers/provider'
import type { FactSource } from '../states'

/** Merges the data of several sources field by field; pure. */

/** The stored data of a series, and its ids elsewhere. */
export type KnownSeries = SeriesFacts & { ids?: CrossIds }

export interface SourceFacts<F> {
  source: FactSource
  facts: F
}

export interface MergedFacts<F> {
  facts: F
  /** Source of each field. */
  from: Partial<Record<keyof F, FactSource>>
}

/** The user's edits win over all, then the providers in the order of the settings, then the files. */
export function rankSources<T extends { source: FactSource }>(rows: readonly T[], order: readonly ProviderName[]): T[] {
  const ranks: FactSource[] = ['user', ...order, ...providerNames.filter((name) => !order.includes(name)), 'file']
  return rows.toSorted((a, b) => ranks.indexOf(a.source) - ranks.indexOf(b.source))
}

export const effectiveSeries = (
  rows: readonly SourceFacts<KnownSeries>[],
  order: readonly ProviderName[] = providerNames,
) => effective(rows, order)

export const effectiveIssue = (
  rows: readonly SourceFacts<IssueFacts>[],
  order: readonly ProviderName[] = providerNames,
) => effective(rows, order)

function effective<F extends { ids?: CrossIds }>(
  rows: readonly SourceFacts<F>[],
  order: readonly ProviderName[],
): MergedFacts<F> {
  const facts: Record<string, unknown> = {}
  const from: Record<string, FactSource> = {}
  let ids: CrossIds | undefined
  for (const row of rankSources(rows, order)) {
    for (const [field, value] of Object.entries(row.facts)) {
      if (field === 'ids') ids = { ...(value as CrossIds), ...ids }
      else if (isStated(value) && !(field in facts)) {
        facts[field] = value
        from[field] = row.source
      }
    }
  }
  return { facts: { ...facts, ...(ids ? { ids } : {}) } as F, from: from as MergedFacts<F>['from'] }
}

/** Null, an empty text and an empty list do not count as values. */
export function isStated(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
}

const DETAILS = [
  'credits',
  'characters',
  'teams',
  'locations',
  'arcs',
  'genres',
  'tags',
  'age_rating',
  'page_count',
  'price',
  'upc',
  'isbn',
  'ids',
] as const satisfies (keyof IssueFacts)[]

/**
 * A list of issues has fewer fields than a single request: fields from a single request are kept where the list has
 * none.
 */
export function withDetails(old: IssueFacts, fresh: IssueFacts): IssueFacts {
  const kept = DETAILS.filter((field) => !isStated(fresh[field]) && isStated(old[field]))
  return { ...fresh, ...Object.fromEntries(kept.map((field) => [field, old[field]])) }
}

/** Names of the writers as one line; null when there are none. */
export function writersOf({ credits }: IssueFacts): string | null {
  const names = credits?.filter(({ roles }) => roles.some((role) => /^(writer|story|author)$/i.test(role)))
  return names?.map(({ name }) => name).join(', ') || null
}

/** Only the fields with a value. */
export function filledFields<F extends object>(facts: { [K in keyof F]: F[K] | null | undefined }): F {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => isStated(value))) as F
}
