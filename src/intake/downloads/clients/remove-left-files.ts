import { diskSentence } from '../../../base/platform/disk-sentence'
import type { Files } from '../../../base/platform/ports'
import { ClientError } from './client-request'

interface Deps {
  files: Pick<Files, 'stat' | 'remove' | 'removeEmptyFolder'>
  local: (remotePath: string) => string
}

/**
 * Removes files that a client leaves behind, and the folders below `folder` that are empty then; all paths are the
 * client's. Files that this machine cannot find are skipped. Also removes the control files that clients keep beside a
 * file. Throws ClientError.
 */
export async function removeLeftFiles({ files, local }: Deps, paths: readonly string[], folder: string): Promise<void> {
  const below = paths.filter((each) => isBelow(each, folder))
  for (const path of below.flatMap((each) => [each, `${each}.aria2`]).map(local)) {
    await removing(path, async () => {
      const facts = await files.stat(path)
      if (facts?.kind === 'file') await files.remove(path)
    })
  }
  for (const path of foldersOf(below, folder).map(local)) await removing(path, () => files.removeEmptyFolder(path))
}

async function removing(path: string, remove: () => Promise<unknown>): Promise<void> {
  try {
    await remove()
  } catch (error) {
    throw new ClientError('rejected', diskSentence(error, path))
  }
}

/** The parent folders of these paths, deepest first. */
function foldersOf(paths: readonly string[], folder: string): string[] {
  const folders = new Set<string>()
  for (const path of paths) {
    for (let above = parentOf(path); isBelow(above, folder); above = parentOf(above)) folders.add(above)
  }
  return [...folders].sort((a, b) => b.length - a.length)
}

/** Torrents choose their file names: a path that leads out of the folder is not touched. */
function isBelow(path: string, folder: string): boolean {
  const base = folder.replace(/(?<![\\/])[\\/]+$/, '')
  return path.startsWith(base) && /^[\\/]./.test(path.slice(base.length)) && !/(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path)
}

const parentOf = (path: string) => path.replace(/(?<![\\/])[\\/]+[^\\/]*$/, '')
