import { messageDigest } from '../../base/formats/downloads/nzb'
import { hashesOf } from './clients/torrents'
import type { ReleasePayload } from './payload'

/**
 * Hashes of a release's content, independent of its title: the info hashes of a torrent, or a hash of the message ids
 * of an NZB. The first is stored. Direct downloads have none.
 */
export function contentsOf(release: ReleasePayload): string[] {
  if (release.kind === 'link') return []
  if (release.kind !== 'nzb') return hashesOf(release)
  const digest = messageDigest(release.bytes)
  return digest === undefined ? [] : [digest]
}
