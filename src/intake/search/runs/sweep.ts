import type { Clock, Instant } from '../../../base/platform/ports'
import type { FoundOffers, Indexer } from '../indexers/indexer'
import { itemKeys } from '../indexers/item-keys'
import type { Offer } from '../offer'
import type { IndexerQueryResult } from '../tables'

/** Time for slow indexers after a match was found, or after all others are done. */
const GRACE_MS = { satisfied: 3000, done: 10_000 } as const
/** More results for one query are rarely of use. */
const LIMIT = 100

export interface IndexerSweep {
  asked: IndexerQueryResult[]
  /** Every queried indexer failed; `until`: the earliest time for a retry, if known. */
  failed?: { until?: Instant; detail: string }
}

interface Search {
  indexers: readonly Indexer[]
  queries: readonly string[]
  clock: Clock
  signal: AbortSignal
  urgent: boolean
  /** Gets the new releases of a reply, the indexer and its position; returns true when one of them matches. */
  onOffers: (offers: Offer[], indexer: Indexer, order: number) => Promise<boolean>
}

/**
 * Queries all indexers in parallel, each with one query after another until one matches. A slow or failing indexer
 * delays no other: its replies are dropped soon after the others are done. The archive is queried last, and only when
 * no indexer has a match. Throws only when `signal` aborts.
 */
export async function sweepIndexers(search: Search): Promise<IndexerSweep> {
  const { indexers, signal } = search
  const isLast = ({ row }: Indexer) => row.type === 'archive'
  const first = indexers.filter((indexer) => !isLast(indexer))
  const last = indexers.filter(isLast)
  const round = await ask(first, 0, search)
  const results = round.satisfied
    ? round.results
    : [...round.results, ...(await ask(last, first.length, search)).results]
  signal.throwIfAborted()
  // An empty result of the archive does not stand in for indexers that could not be queried.
  const counted = first.length > 0 ? round.results : results
  if (counted.some(({ failure }) => failure === undefined)) return { asked: results.map(plain) }
  const until = counted.flatMap((each) => each.until ?? []).sort()[0]
  const detail = counted[0]?.detail ?? 'None is enabled.'
  return { asked: results.map(plain), failed: { until, detail } }
}

type IndexerResult = IndexerQueryResult & { until?: Instant }

const plain = ({ until: _, ...result }: IndexerResult): IndexerQueryResult => result

/** One round of queries; `from`: position of the first indexer in the user's order. */
async function ask(indexers: readonly Indexer[], from: number, search: Search) {
  const { clock, signal } = search
  const grace = new AbortController()
  const ended = AbortSignal.any([signal, grace.signal])
  const end = () => grace.abort()
  const endIn = (ms: number) => void clock.after(ms, ended).then(end)
  const results = indexers.map((indexer): IndexerResult => ({ indexer: indexer.row.name, queries: [], found: 0 }))
  let satisfied = false
  const fits = () => {
    if (!satisfied) endIn(GRACE_MS.satisfied)
    satisfied = true
  }
  const searchIndexer = async (indexer: Indexer, at: number) => {
    const result = results[at] as IndexerResult
    const seen = new Set<string>()
    for (const text of search.queries) {
      if (satisfied || ended.aborted) break
      result.queries.push(text)
      const answer = await answerOf(indexer, text, { ...search, signal: ended })
      if (!('ok' in answer)) {
        const { failure, detail, until } = answer
        Object.assign(result, { failure, detail, ...(until === undefined ? {} : { until }) })
        break
      }
      // Spellings of one name find the same releases.
      const keys = itemKeys(answer.ok)
      const fresh = answer.ok.filter((_, nth) => !seen.has(keys[nth]!) && seen.add(keys[nth]!))
      result.found += fresh.length
      if (answer.left_out !== undefined) result.left_out = answer.left_out
      if (await search.onOffers(fresh, indexer, from + at)) fits()
    }
    if (result.failure === undefined && result.queries.length > 0) endIn(GRACE_MS.done)
  }
  try {
    await Promise.all(indexers.map(searchIndexer))
  } finally {
    end()
  }
  return { results, satisfied }
}

type TimelyAnswer = FoundOffers | { failure: 'slow'; detail: string; until?: Instant }

async function answerOf(indexer: Indexer, text: string, { signal, urgent }: Search): Promise<TimelyAnswer> {
  const slow: TimelyAnswer = {
    failure: 'slow',
    detail: `${indexer.row.name} did not respond in time.`,
  }
  const abort = new Promise<TimelyAnswer>((resolve) => {
    if (signal.aborted) resolve(slow)
    signal.addEventListener('abort', () => resolve(slow), { once: true })
  })
  const reply = indexer.search({ text, limit: LIMIT }, { signal, urgent }).catch((error: unknown) => {
    if (signal.aborted) return slow
    throw error
  })
  return Promise.race([reply, abort])
}
