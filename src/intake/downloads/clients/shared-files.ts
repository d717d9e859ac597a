import { overlap } from './paths'

/** A torrent of a client, and the file or the folder that it is in; '' while that is unknown. */
interface PlacedTorrent {
  id: string
  path: string
}

/**
 * Whether another torrent of the client has a file of this one, as one from another tracker: its files are not removed
 * then. `filesOf`: whole paths of the files of some torrents, by their ids.
 */
export async function sharesFiles(
  id: string,
  all: readonly PlacedTorrent[],
  filesOf: (ids: string[]) => Promise<Map<string, string[]>>,
): Promise<boolean> {
  const own = all.find((each) => each.id === id)
  const near = all.filter((each) => own && own.path !== '' && each.id !== id && overlap(own.path, each.path))
  if (near.length === 0) return false
  const files = await filesOf([id, ...near.map((each) => each.id)])
  const mine = new Set(files.get(id))
  return near.some((each) => files.get(each.id)?.some((path) => mine.has(path)))
}
