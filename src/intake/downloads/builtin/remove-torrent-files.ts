import { basename, dirname, join, sep } from 'node:path'
import { readTorrent, TorrentError } from '../../../base/formats/downloads/torrent'
import type { Files } from '../../../base/platform/ports'
import { removeLeftFiles } from '../clients/remove-left-files'

/** Letters that the torrent library leaves out of file names, on every system. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: file names may have them
const LEFT_OUT = /[<>:"/\\|?*\u0000-\u001f]/g

/**
 * Removes what was fetched of a torrent, and the folders that are empty then; what else is in its folder was put there
 * by the user. `torrent`: its file in base64; null while only its magnet link is known, so that nothing was fetched.
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
