import { join } from 'node:path'
import { isInUse } from '../../base/platform/disk-reason'
import type { Clock, Ports } from '../../base/platform/ports'
import { tidy } from '../../base/platform/tidy'
import { applyPendingRestore, isOrdered } from '../system/backups/pending-restore'
import type { Layout } from './data-directory'
import { instanceLock } from './instance-lock'
import { asStartError } from './start-error'

/** On Windows, the process before this one keeps its files open until it has ended, which takes long on a busy machine. */
const PATIENCE_MS = 30_000
const RETRY_MS = 1_000

/**
 * Applies a restore that was requested on a page, before anything is read. Throws StartError when another Panelkeep
 * holds the lock, since it may be restoring, when the disk fails, and when another program keeps a file open for half
 * a minute; the next start tries again. Returns 'anew' when the library starts without a database.
 */
export async function applyRestore(
  { files, log, clock }: Pick<Ports, 'files' | 'log' | 'clock'>,
  at: Layout,
): Promise<'anew' | undefined> {
  if (!(await files.stat(at.pending))) return undefined
  const lock = instanceLock.acquire(at)
  try {
    const remove = (path: string) => tidy({ files, log }, 'main', path)
    // A move that began after the backup must not continue in the restored library.
    if (await isOrdered(files, at)) await remove(join(at.dataDir, 'moving'))
    const done = await whenFree(clock, () => applyPendingRestore(files, at, remove))
    if (done) log.info('main', done.anew ? 'library started empty' : 'backup restored', { aside: done.aside })
    return done?.anew ? 'anew' : undefined
  } catch (error) {
    throw asStartError(error, at)
  } finally {
    lock.release()
  }
}

/** Repeats `work` while another process has one of its files open, at most for half a minute. */
async function whenFree<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  const end = clock.uptime() + PATIENCE_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isInUse(error) || clock.uptime() >= end) throw error
      await clock.after(RETRY_MS)
    }
  }
}
