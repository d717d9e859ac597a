import { messageDigest } from '../../base/formats/downloads/nzb'
import { hashesOf } from './clients/torrents'
import type { ReleasePayload } from './payload'

/**
 * What a release is, whatever it is called: the info hashes of a torrent, or a hash of the message ids of an NZB. The
 * first is stored. Files at plain addresses have none.
 */
export function contentsOf(release: ReleasePayload): string[] {
  if (release.kind === 'link') return []
  if (release.kind !== 'nzb') return hashesOf(release)
  const digest = messageDigest(release.bytes)
  return digest === undefined ? [] : [digest]
}
