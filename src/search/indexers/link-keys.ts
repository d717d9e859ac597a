import { sha256 } from '../../platform/digest'
import { releaseDigest } from '../digest'
import type { Offer } from '../offer'

/**
 * A key for the download link of each item of one reply: its guid, since some indexers encrypt links anew each time;
 * with the link where several links have one guid. Both may hold a passkey, so it is a hash.
 */
export function linkKeys(offers: readonly Offer[]): string[] {
  const nameOf = (offer: Offer) => `${offer.guid}\n${releaseDigest(offer)}`
  const linksOf = new Map<string, Set<string>>()
  for (const offer of offers) {
    const name = nameOf(offer)
    linksOf.set(name, (linksOf.get(name) ?? new Set()).add(offer.link))
  }
  return offers.map((offer) => {
    const isShared = (linksOf.get(nameOf(offer))?.size ?? 0) > 1
    return sha256(isShared ? `${offer.guid}\n${offer.link}` : offer.guid).slice(0, 40)
  })
}

export const linkKey = (offer: Offer): string => linkKeys([offer])[0] as string
