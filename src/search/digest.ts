import { sha256 } from '../platform/digest'
import { matchKey } from '../releases/titles'
import type { Offer } from './offer'

/**
 * What makes a release the same one wherever it is met again: its info hash; else the title, folded, with the size in
 * whole megabytes, since indexers copy from each other under guids of their own and round sizes their own way.
 */
export function releaseDigest({ info_hash, title, size }: Pick<Offer, 'info_hash' | 'title' | 'size'>): string {
  if (info_hash) return info_hash.toLowerCase()
  const megabytes = size === undefined ? '' : Math.round(size / 1_000_000)
  return sha256(`${matchKey(title)}\n${megabytes}`).slice(0, 40)
}

/** The digest of a release of which only the title is known, such as one that another program gave up. */
export function titleDigest(title: string): string {
  return sha256(`title\n${matchKey(title)}`).slice(0, 40)
}
