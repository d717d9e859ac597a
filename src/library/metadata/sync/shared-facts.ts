import type { SeriesRow } from '../../series/store'
import type { SharableFacts } from '../file-facts-store'
import type { FactsChange } from './facts-from-files'
import type { KnownSeries } from './merge'

/** A value, and how many issues state it. */
export interface StatedValue {
  value: string
  count: number
}

type SharedField = 'genres' | 'tags' | 'series_groups' | 'authors' | 'reading_direction'

export interface SharedFacts {
  /** What at least half of the issues state; undefined where they share nothing. */
  facts: Pick<FactsChange<KnownSeries>, SharedField>
  /** All values that an issue states, the most stated first. */
  stated: Record<SharedField | 'language' | 'age_rating', StatedValue[]>
  issues: number
}

const MAKERS = /^(?:writer|story|author|script|artist|penciller|art)$/i

/** What the issues of a series say about it together. The people of a comic belong to its issues alone. */
export function sharedFacts(issues: readonly SharableFacts[], { content_type }: Pick<SeriesRow, 'content_type'>) {
  const counted = (valuesOf: (facts: SharableFacts) => readonly string[] | undefined) => countValues(issues, valuesOf)
  const stated: SharedFacts['stated'] = {
    genres: counted(({ genres }) => genres),
    tags: counted(({ tags }) => tags),
    series_groups: counted(({ series_groups }) => series_groups),
    authors: content_type === 'manga' ? counted(makersOf) : [],
    reading_direction: counted(({ manga }) => (manga === 'YesAndRightToLeft' ? ['rtl'] : undefined)),
    language: counted(({ language }) => (language ? [language] : undefined)),
    age_rating: counted(({ age_rating }) => (age_rating ? [age_rating] : undefined)),
  }
  const shared = (field: SharedField) => {
    const values = stated[field].filter(({ count }) => count * 2 >= issues.length).map(({ value }) => value)
    return values.length > 0 ? values : undefined
  }
  const facts: SharedFacts['facts'] = {
    genres: shared('genres'),
    tags: shared('tags'),
    series_groups: shared('series_groups'),
  }
  if (content_type === 'manga') facts.authors = shared('authors')
  facts.reading_direction = shared('reading_direction') && 'rtl'
  return { facts, stated, issues: issues.length } satisfies SharedFacts
}

const makersOf = ({ credits }: SharableFacts) =>
  credits?.filter(({ roles }) => roles.some((role) => MAKERS.test(role))).map(({ name }) => name)

/** Without regard to case, in the spelling that was read first. */
function countValues(
  issues: readonly SharableFacts[],
  valuesOf: (facts: SharableFacts) => readonly string[] | undefined,
): StatedValue[] {
  const counts = new Map<string, StatedValue>()
  for (const facts of issues)
    for (const [key, value] of new Map((valuesOf(facts) ?? []).map((each) => [each.toLowerCase(), each]))) {
      const known = counts.get(key)
      if (known) known.count++
      else counts.set(key, { value, count: 1 })
    }
  return [...counts.values()].toSorted((a, b) => b.count - a.count)
}
