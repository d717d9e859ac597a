import type { Files, Log } from './ports'
import { RemovalFailed } from './remove-tree'

interface Deps {
  files: Pick<Files, 'stat' | 'remove' | 'removeFolder'>
  log?: Log | undefined
}

/**
 * Removes a file or folder that is only left over. Never throws: what cannot go is logged with the reason, and its caller
 * tries again with the next start or the next clean-up. Answers whether it is gone.
 */
export async function tidy({ files, log }: Deps, area: string, path: string): Promise<boolean> {
  try {
    const kind = (await files.stat(path))?.kind
    if (kind === 'folder') await files.removeFolder(path)
    else if (kind !== undefined) await files.remove(path)
    return true
  } catch (error) {
    const at = error instanceof RemovalFailed ? error.path : path
    log?.warn(area, 'a leftover could not be removed; trying again later', { path: at, error })
    return false
  }
}
