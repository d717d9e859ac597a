import { diskSentence } from '../../filing/faults'
import type { Files } from '../../platform/ports'
import { Trouble } from './call'

interface Deps {
  files: Pick<Files, 'stat' | 'remove' | 'removeEmptyFolder'>
  local: (remotePath: string) => string
}

/**
 * Removes files that a client leaves behind, and the folders below `folder` that they leave empty; all as the client
 * calls them. What this machine does not see under that name stays. Clients write down beside a file how far they are. Throws Trouble.
 */
export async function removeLeft({ files, local }: Deps, paths: readonly string[], folder: string): Promise<void> {
  const folders = new Set<string>()
  for (const path of paths.filter((each) => isBelow(each, folder))) {
    for (const name of [path, `${path}.aria2`]) {
      await removeFile(files, local(name))
    }
    for (let above = parentOf(path); isBelow(above, folder); above = parentOf(above)) folders.add(above)
  }
  // The deepest first.
  for (const each of [...folders].sort((a, b) => b.length - a.length)) await files.removeEmptyFolder(local(each))
}

async function removeFile(files: Deps['files'], path: string): Promise<void> {
  try {
    const facts = await files.stat(path)
    if (facts?.kind === 'file') await files.remove(path)
  } catch (error) {
    throw new Trouble('rejected', diskSentence(error, path))
  }
}

/** A torrent names its files itself: one that climbs out of its folder is not touched. */
function isBelow(path: string, folder: string): boolean {
  const base = folder.replace(/[\\/]+$/, '')
  return path.startsWith(base) && /^[\\/]./.test(path.slice(base.length)) && !/(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path)
}

const parentOf = (path: string) => path.replace(/[\\/]+[^\\/]*$/, '')
