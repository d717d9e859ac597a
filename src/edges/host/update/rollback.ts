import type { Clock, Files } from '../../../base/platform/ports'
import { type PendingUpdate, type UpdatePaths, writePending } from '../../system/updates/pending-update'
import type { Layout } from '../data-directory'

const TRIES = 20
const PAUSE_MS = 500

/**
 * Restores the old executable. When the process is killed at any point, the next start repeats it. The old executable
 * restores the database when it starts: this process may still have it open, and Windows does not replace open files.
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
  // Windows cannot replace a running file, but can rename it.
  await files.rename(previous, executable).catch(async () => {
    await files.rename(executable, next)
    await files.rename(previous, executable)
  })
}

/**
 * Restores the database, since the new version may have changed tables that the old one does not know. No user wrote
 * to it in between. The previous process may still be ending, so this is retried for a while.
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
