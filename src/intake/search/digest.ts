import { matchKey } from '../../base/names/titles'
import { sha256 } from '../../base/platform/digest'
import { BETWEEN, POST } from '../downloads/same-release'
import type { Offer } from './offer'

/** The fields that a digest is made of. */
export type DigestedOffer = Pick<Offer, 'info_hash' | 'title' | 'size'> &
  Partial<Pick<Offer, 'protocol' | 'poster' | 'group'>>

/**
 * Identifies the same release everywhere: by its info hash, or else by the folded title, the size in whole megabytes,
 * and poster and group if the indexer reports them. Indexers copy from each other under their own guids and round sizes
 * differently, and other users post the same file again.
 */
export function releaseDigest({ info_hash, title, size, ...post }: DigestedOffer): string {
  if (info_hash) return info_hash.toLowerCase()
  const megabytes = size === undefined ? '' : Math.round(size / 1_000_000)
  return sha256(`${matchKey(title)}\n${megabytes}`).slice(0, 40) + postDigest(post)
}

/** Empty without poster and group. In torrent feeds, `poster` is a picture. */
function postDigest({ protocol, poster, group }: Omit<DigestedOffer, 'info_hash' | 'title' | 'size'>): string {
  const said = [poster, group].map(partDigest)
  return protocol !== 'usenet' || said.every((part) => part === '') ? '' : POST + said.join(BETWEEN)
}

function partDigest(text = ''): string {
  const word = text.trim().toLowerCase()
  return word === '' ? '' : sha256(word).slice(0, 10)
}

/** The digest of a release of which only the title is known, such as one that another program failed to download. */
export function titleDigest(title: string): string {
  return sha256(`title\n${matchKey(title)}`).slice(0, 40)
}
