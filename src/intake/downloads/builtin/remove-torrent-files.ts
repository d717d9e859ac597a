import { basename, dirname, join, sep } from 'node:path'
import { readTorrent, TorrentError } from '../../../base/formats/downloads/torrent'
import type { Files } from '../../../base/platform/ports'
import { removeLeftFiles } from '../clients/remove-left-files'

/** Characters that the torrent library drops from file names, on every system. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: file names may have them
const LEFT_OUT = /[<>:"/\\|?*\u0000-\u001f]/g

/**
 * Removes the downloaded files of a torrent, and the folders that are empty then. Other files in its folder belong to
 * the user. `torrent`: the torrent file in base64; null while only the magnet link is known, when nothing was
 * downloaded yet.
 */
export async function removeTorrentFiles(
  files: Pick<Files, 'stat' | 'remove' | 'removeEmptyFolder'>,
  folder: string,
  torrent: string | null,
): Promise<void> {
  const paths = torrent === null ? [] : pathsOf(Uint8Array.fromBase64(torrent), folder)
  await removeLeftFiles({ files, local: (path) => path }, paths, folder)
  await files.removeEmptyFolder(folder)
}

function pathsOf(torrent: Uint8Array, folder: string): string[] {
  try {
    return readTorrent(torrent).files.map(({ path }) => {
      const inside = join(sep, path)
      return join(folder, dirname(inside), basename(inside).replace(LEFT_OUT, ''))
    })
  } catch (error) {
    if (error instanceof TorrentError) return []
    throw error
  }
}
