import type { Ports } from '../platform/ports'
import { applyPendingRestore } from '../system/backups/pending-restore'
import type { Layout } from './data-directory'
import { instanceLock } from './instance-lock'
import { asStartError } from './start-error'

/**
 * Carries out a restore that was asked for on a page, before anything is read. Throws StartError when another Panelkeep
 * is at work here, which may be doing just that, and when the disk refuses; the next start goes on. Answers 'anew' when the
 * library is to begin again without a database.
 */
export async function applyRestore(
  { files, log }: Pick<Ports, 'files' | 'log'>,
  at: Layout,
): Promise<'anew' | undefined> {
  if (!(await files.stat(at.pending))) return undefined
  const lock = instanceLock.take(at)
  try {
    const done = await applyPendingRestore(files, at)
    if (done) log.info('main', done.anew ? 'the library begins anew' : 'backup put in place', { aside: done.aside })
    return done?.anew ? 'anew' : undefined
  } catch (error) {
    throw asStartError(error, at)
  } finally {
    lock.release()
  }
}
