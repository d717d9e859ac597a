import { join } from 'node:path'
import type { Ports } from '../../base/platform/ports'
import { tidy } from '../../base/platform/tidy'
import { applyPendingRestore, isOrdered } from '../system/backups/pending-restore'
import type { Layout } from './data-directory'
import { instanceLock } from './instance-lock'
import { asStartError } from './start-error'

/**
 * Applies a restore that was requested on a page, before anything is read. Throws StartError when another Panelkeep
 * holds the lock, since it may be restoring, and when the disk fails; the next start continues. Returns 'anew' when
 * the library starts without a database.
 */
export async function applyRestore(
  { files, log }: Pick<Ports, 'files' | 'log'>,
  at: Layout,
): Promise<'anew' | undefined> {
  if (!(await files.stat(at.pending))) return undefined
  const lock = instanceLock.acquire(at)
  try {
    const remove = (path: string) => tidy({ files, log }, 'main', path)
    // A move that began after the backup must not continue in the restored library.
    if (await isOrdered(files, at)) await remove(join(at.dataDir, 'moving'))
    const done = await applyPendingRestore(files, at, remove)
    if (done) log.info('main', done.anew ? 'library started empty' : 'backup restored', { aside: done.aside })
    return done?.anew ? 'anew' : undefined
  } catch (error) {
    throw asStartError(error, at)
  } finally {
    lock.release()
  }
}
