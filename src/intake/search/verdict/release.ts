import { between } from '../../../base/platform/clock'
import type { Instant } from '../../../base/platform/ports'
import type { Offer } from '../offer'
import type { OfferedRelease } from './wanted'

const MEGABYTE = 1_000_000
const DAY_MS = 86_400_000

/** The facts of an offer that a verdict needs. */
export function offeredReleaseOf(offer: Offer, indexer: string, now: Instant): OfferedRelease {
  const { published_at, protocol } = offer
  return {
    title: offer.title,
    size_mb: offer.size === undefined ? null : offer.size / MEGABYTE,
    category: offer.categories,
    published: published_at ?? null,
    // Only usenet articles expire.
    age_days: protocol === 'usenet' && published_at ? Math.trunc(between(published_at, now) / DAY_MS) : null,
    password: offer.password ?? null,
    seeders: offer.seeders ?? null,
    indexer,
  }
}
