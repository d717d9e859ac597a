import type { PlaceMethod } from '../../../library/filing/states'
import type { DownloadItem } from '../store'

/**
 * How the files of an item come into the library: as the rules of its client say, and without a client as `file_opts`
 * does. What a torrent client has is never taken from it: it seeds on, so that a move is a hardlink, and a copy where
 * the disks differ. The user's own torrent keeps its files to itself: a move is a copy.
 */
export function placeMethodOf(
  item: Pick<DownloadItem, 'protocol' | 'client' | 'added'>,
  rules: { placing: PlaceMethod } | undefined,
  standard: PlaceMethod,
): PlaceMethod {
  const placing = rules?.placing ?? standard
  if (item.client === null || placing !== 'move') return placing
  if (item.added === false) return 'copy'
  return item.protocol === 'torrent' ? 'hardlink' : placing
}
