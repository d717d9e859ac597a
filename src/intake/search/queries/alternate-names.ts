import type { IndexerQueryResult } from '../tables'
import type { WantedFacts } from '../verdict/wanted'
import { queriesFor } from './queries'
import { unlike } from './spellings'

/** A series for which indexers have nothing under its own names. */
export interface UnlistedSeries extends Pick<WantedFacts, 'series' | 'year' | 'publisher' | 'aliases'> {
  comic_id: string
}

/**
 * Other names under which indexers may list a series. They only find releases: results are judged by the names of the
 * series alone. Empty for none; never throws.
 */
export type AlternateNames = (series: UnlistedSeries, signal: AbortSignal) => Promise<readonly string[]>

/** One query for each name, without those already sent. */
export function alternateQueries(wanted: WantedFacts, names: readonly string[], sent: readonly string[]): string[] {
  const queries = names.flatMap((series) => queriesFor({ ...wanted, series, aliases: [], allow_packs: false })[0] ?? [])
  return unlike(sent, queries)
}

/** The results of two rounds of queries, one for each indexer. */
export function joinedResults(
  first: readonly IndexerQueryResult[],
  second: readonly IndexerQueryResult[],
): IndexerQueryResult[] {
  const later = new Map(second.map((result) => [result.indexer, result]))
  return first.map((result) => {
    const { queries = [], found = 0, ...failure } = later.get(result.indexer) ?? {}
    return {
      ...result,
      ...failure,
      queries: [...result.queries, ...queries],
      found: result.found + found,
      ...(queries.length > 0 && { alternates: queries }),
    }
  })
}
