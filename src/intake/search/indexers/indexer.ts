import type { RequestOptions, ServiceAnswer, ServiceFailure } from '../../../base/outbound/external-service'
import type { ReleasePayload } from '../../downloads/payload'
import type { Offer } from '../offer'
import type { IndexerFailure } from '../states'
import type { indexers } from '../tables'
import type { Caps } from './caps'

/** An indexer without its key, which only the indexerClient knows. */
export type IndexerRow = Omit<typeof indexers.$inferSelect, 'api_key'>

/** Why an indexer gave nothing. */
export type FailedAnswer = ServiceFailure<IndexerFailure>

export type IndexerAnswer<T> = ServiceAnswer<T, IndexerFailure>

/** Releases, and a sentence about items of the reply that could not be used. */
export type FoundOffers = IndexerAnswer<Offer[]> & { left_out?: string }

export interface IndexerQuery {
  /** Words, as `queriesFor` writes them. */
  text: string
  /** Largest useful number of releases; further pages are fetched up to it. Default: 100. */
  limit?: number
  /** Nothing posted longer ago; only usenet indexers know it. */
  most_days?: number
}

/** One indexer that can be queried. Only an aborted signal makes these throw. */
export interface Indexer {
  readonly row: IndexerRow
  caps(asking?: RequestOptions): Promise<IndexerAnswer<Caps>>
  search(query: IndexerQuery, asking?: RequestOptions): Promise<FoundOffers>
  /** Its newest releases, back to the one that was seen last (`placeOfMark`), some pages at most. */
  feed(asking?: RequestOptions): Promise<FoundOffers>
}

/** The indexers as configured; each call reads them again. */
export interface Indexers {
  /** Those to ask, in the reader's order. */
  enabled(): Indexer[]
  /** Also one that is switched off. */
  get(indexerId: string): Indexer | undefined
}

/** Gets the NZB, torrent or magnet of an offer, checked. */
export type FetchRelease = (
  indexerId: string,
  offer: Offer,
  asking?: RequestOptions,
) => Promise<IndexerAnswer<ReleasePayload>>
