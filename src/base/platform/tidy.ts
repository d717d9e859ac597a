import type { Files, Log } from './ports'
import { RemovalFailed } from './remove-tree'

interface Deps {
  files: Pick<Files, 'stat' | 'remove' | 'removeFolder'>
  log?: Log | undefined
}

/**
 * Removes a leftover file or folder. Never throws: a failure is logged with the reason, and the caller tries again at
 * the next start or clean-up. Returns whether the path is gone.
 */
export async function tidy({ files, log }: Deps, area: string, path: string): Promise<boolean> {
  try {
    const kind = (await files.stat(path))?.kind
    if (kind === 'folder') await files.removeFolder(path)
    else if (kind !== undefined) await files.remove(path)
    return true
  } catch (error) {
    const at = error instanceof RemovalFailed ? error.path : path
    log?.warn(area, 'leftover not removed; trying again later', { path: at, error })
    return false
  }
}
