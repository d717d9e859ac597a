import type { ReadHandle } from '../../../base/storage/database'
import { type DigestedOffer, releaseDigest, titleDigest } from '../digest'
import type { KnownRelease } from '../verdict/wanted'
import { knownReleases } from './known-store'

/**
 * Known releases among offers, by the digest of each: either by that digest, or by a title that all posts of it share.
 */
export function knownOffers(
  db: ReadHandle,
  offers: readonly DigestedOffer[],
  by: { byHand: boolean },
): Map<string, KnownRelease> {
  const pairs = offers.map((offer) => [releaseDigest(offer), titleDigest(offer.title)] as const)
  const known = knownReleases(db, pairs.flat(), by)
  for (const [digest, title] of pairs) {
    const titled = known.get(title)
    if (titled) known.set(digest, { ...titled, ...known.get(digest) })
  }
  return known
}
