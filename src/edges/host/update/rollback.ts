import type { Clock, Files } from '../../../base/platform/ports'
import { type PendingUpdate, type UpdatePaths, writePending } from '../../system/updates/pending-update'
import type { Layout } from '../data-directory'

const TRIES = 20
const PAUSE_MS = 500

/**
 * Puts the old executable back. Killed at any point, the next start repeats it. The database follows when the old
 * executable starts: this process may still have it open, which Windows does not let anything replace.
 */
export async function rollBack(
  files: Files,
  paths: UpdatePaths,
  pending: PendingUpdate,
  reason: string,
): Promise<void> {
  await writePending(files, paths, { ...pending, step: 'reverting', reason })
  const { executable, previous, next } = paths
  if (!(await files.stat(previous))) return
  // Windows replaces no file that runs, and gives it another name.
  await files.rename(previous, executable).catch(async () => {
    await files.rename(executable, next)
    await files.rename(previous, executable)
  })
}

/**
 * The new version may have changed tables that the old one does not know. No user wrote anything in between. The
 * process before may still be ending, so this is tried for a while.
 */
export async function putDatabaseBack(
  { files, clock }: { files: Files; clock: Clock },
  at: Layout,
  { database }: UpdatePaths,
): Promise<void> {
  if (!(await files.stat(database))) return
  for (let attempt = 1; ; attempt++) {
    try {
      for (const end of ['-wal', '-shm']) await files.remove(at.database + end)
      await files.remove(at.lastStop)
      await files.rename(database, at.database)
      return
    } catch (error) {
      if (attempt === TRIES) throw error
      await clock.after(PAUSE_MS)
    }
  }
}
