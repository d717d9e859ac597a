import { overlap } from './paths'

/** A torrent of a client, and its file or folder; '' while that is unknown. */
interface PlacedTorrent {
  id: string
  path: string
}

/**
 * Whether another torrent of the client uses a file of this one, such as the same release from another tracker: then
 * its files are not removed. `filesOf`: absolute paths of files, by torrent id.
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
