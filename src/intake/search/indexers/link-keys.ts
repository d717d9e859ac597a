import { sha256 } from '../../../base/platform/digest'
import { releaseDigest } from '../digest'
import type { Offer } from '../offer'

/**
 * Identifies the download link of each item in a reply. The guid is used when it is unique, because some indexers
 * encrypt the link differently in every reply; otherwise guid and link. Hashed, since either may contain a passkey.
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
