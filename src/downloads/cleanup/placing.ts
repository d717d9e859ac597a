import type { PlaceMethod } from '../../filing/states'
import type { Item } from '../store'

/**
 * How the files of an item come into the library: as the rules of its client say, and without a client as `file_opts`
 * does. What a torrent client has is never taken from it: it seeds on, so that a move is a hardlink, and a copy where
 * the disks differ.
 */
export function placingOf(
  item: Pick<Item, 'protocol' | 'client'>,
  rules: { placing: PlaceMethod } | undefined,
  standard: PlaceMethod,
): PlaceMethod {
  const placing = rules?.placing ?? standard
  return item.client !== null && item.protocol === 'torrent' && placing === 'move' ? 'hardlink' : placing
}
