import type { Offer } from './offer'
import type { Release } from './verdict/wanted'

const MEGABYTE = 1_000_000

/** What a verdict has to know of an offer. */
export function releaseOf(offer: Offer, indexer: string): Release {
  return {
    title: offer.title,
    size_mb: offer.size === undefined ? null : offer.size / MEGABYTE,
    category: offer.categories,
    published: offer.published_at ?? null,
    password: offer.password ?? null,
    seeders: offer.seeders ?? null,
    indexer,
  }
}
