import type { PlaceMethod } from '../../../library/filing/states'
import type { DownloadItem } from '../store'

/**
 * How the files of an item are placed in the library: by the rules of its client, or by `file_opts` without a client.
 * Files of a torrent client are never moved, since they seed on: a move becomes a hard link, or a copy across disks. A
 * torrent that the user added shares no data with the library: a move becomes a copy.
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
