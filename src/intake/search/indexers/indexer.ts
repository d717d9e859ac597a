import type { RequestOptions, ServiceAnswer, ServiceFailure } from '../../../base/outbound/external-service'
import type { ReleasePayload } from '../../downloads/payload'
import type { Offer } from '../offer'
import type { IndexerFailure } from '../states'
import type { indexers } from '../tables'
import type { Caps } from './caps'

/** An indexer without its key, which only the IndexerClient has. */
export type IndexerRow = Omit<typeof indexers.$inferSelect, 'api_key'>

/** Why an indexer returned nothing. */
export type FailedAnswer = ServiceFailure<IndexerFailure>

export type IndexerAnswer<T> = ServiceAnswer<T, IndexerFailure>

/** Releases, and a sentence about items in the reply that could not be used. */
export type FoundOffers = IndexerAnswer<Offer[]> & { left_out?: string }

export interface IndexerQuery {
  /** Search words, as written by `queriesFor`. */
  text: string
  /** Largest useful number of releases; further pages are fetched up to it. Default: 100. */
  limit?: number
  /** Only releases posted within this many days; only usenet indexers support it. */
  most_days?: number
}

/** One indexer that can be queried. Only an aborted signal makes these throw. */
export interface Indexer {
  readonly row: IndexerRow
  caps(asking?: RequestOptions): Promise<IndexerAnswer<Caps>>
  search(query: IndexerQuery, asking?: RequestOptions): Promise<FoundOffers>
  /** The newest releases back to the last seen one (`placeOfMark`), a few pages at most. */
  feed(asking?: RequestOptions): Promise<FoundOffers>
}

/** The configured indexers; each call reads them again. */
export interface Indexers {
  /** The enabled indexers, in the user's order. */
  enabled(): Indexer[]
  /** Finds a disabled indexer too. */
  get(indexerId: string): Indexer | undefined
}

/** Fetches and checks the NZB, torrent or magnet link of an offer. */
export type FetchRelease = (
  indexerId: string,
  offer: Offer,
  asking?: RequestOptions,
) => Promise<IndexerAnswer<ReleasePayload>>
