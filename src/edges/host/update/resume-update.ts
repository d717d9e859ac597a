import type { Clock, Files, Log } from '../../../base/platform/ports'
import {
  readPending,
  type UpdatePaths,
  type UpdateResult,
  updatePaths,
  writePending,
} from '../../system/updates/pending-update'
import type { Layout } from '../data-directory'
import { instanceLock } from '../instance-lock'
import { putDatabaseBack, rollBack } from './rollback'

interface Deps {
  files: Files
  clock: Clock
  log: Log
  at: Layout
  /** Undefined when run from source, which is never updated in place. */
  executable: string | undefined
  version: string
  /** This start is the trial of `applyUpdate`. */
  isTrial: boolean
}

/**
 * `confirm`: this is the new version; it counts as installed after its first response. `ended`: the update is over.
 * `hand_over`: the old executable was restored and must run instead of this one.
 */
export type ResumedUpdate =
  | { kind: 'confirm'; result: UpdateResult }
  | { kind: 'ended'; result: UpdateResult }
  | { kind: 'hand_over'; result?: undefined }

/** Starts of a new version without a response before the old one is restored. */
const MOST_STARTS = 3

/** Continues an update that the last process left, before the database is opened. */
export async function resumeUpdate({
  files,
  clock,
  log,
  at,
  executable,
  version,
  isTrial,
}: Deps): Promise<ResumedUpdate | undefined> {
  if (executable === undefined) return undefined
  const paths = updatePaths(at.update, executable)
  const pending = await pendingIn(files, log, paths)
  if (!pending) return undefined
  const lock = instanceLock.acquire(at)
  try {
    const { update_id, from, to, step, reason } = pending
    const ended = (state: 'rolled_back' | 'failed', error: string): ResumedUpdate => ({
      kind: 'ended',
      result: { update_id, state, error },
    })
    if (version !== to) {
      if (step === 'ready' || step === 'swapping')
        return ended('failed', 'The update was interrupted before anything was replaced. Start it again.')
      await putDatabaseBack({ files, clock }, at, paths)
      return ended('rolled_back', reason ?? `Version ${from} was restored in place of version ${to}.`)
    }
    const starts = pending.starts + 1
    const why =
      step === 'reverting'
        ? reason
        : starts > MOST_STARTS
          ? `Version ${to} was started ${MOST_STARTS} times and never answered. Version ${from} is running again.`
          : null
    if (why === null || !(await files.stat(paths.previous))) {
      await writePending(files, paths, { ...pending, step: isTrial ? 'trial' : step, starts })
      return { kind: 'confirm', result: { update_id, state: 'installed', error: null } }
    }
    log.error('updates', 'rolling back the new version', { version: to, why })
    await rollBack(files, paths, pending, why)
    return { kind: 'hand_over' }
  } finally {
    lock.release()
  }
}

/** Reads the pending update. An unreadable file must not block every start. */
async function pendingIn(files: Files, log: Log, paths: UpdatePaths) {
  try {
    return await readPending(files, paths)
  } catch (error) {
    log.warn('updates', 'the update file could not be read', { error })
    return undefined
  }
}
