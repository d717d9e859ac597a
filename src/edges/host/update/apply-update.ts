import type { Executables } from '../../../base/platform/executable'
import type { Clock, Files, Log } from '../../../base/platform/ports'
import {
  type PendingUpdate,
  readPending,
  type UpdatePaths,
  updatePaths,
  writePending,
} from '../../system/updates/pending-update'
import { TRIAL } from '../arguments'
import type { Layout } from '../data-directory'
import { instanceLock } from '../instance-lock'
import { rollBack } from './rollback'

export interface UpdateDeps {
  files: Files
  clock: Clock
  log: Log
  executables: Executables
  at: Layout
  /** In Node's words: `linux`, `win32`, `darwin`. */
  platform: string
  executable: string
  /** Arguments of this run, for the next one. */
  args: readonly string[]
}

/** Migrating a large library takes minutes on a slow disk. */
const ANSWER_WITHIN_MS = 300_000

/**
 * Replaces the executable after this version has stopped, and starts the new one once to check that it responds. Then
 * the new version replaces this process; if it failed, the old version is restarted and says why. False without an
 * update.
 */
export async function applyUpdate(deps: UpdateDeps): Promise<boolean> {
  const { files, log, at, executable, executables, args } = deps
  const paths = updatePaths(at.update, executable)
  const pending = await readPending(files, paths)
  if (pending?.step !== 'ready') return false
  const failure = await exchange(deps, paths, pending).then(
    () => tryNew(deps, paths, pending),
    (error: unknown) => {
      log.error('updates', 'the executable could not be replaced', { error })
      return `${executable} could not be replaced. The log has the reason.`
    },
  )
  if (failure !== undefined) {
    log.error('updates', 'rolling back the new version', { version: pending.to, why: failure })
    await rollBack(files, paths, pending, failure)
  }
  executables.become([executable, ...args])
  return true
}

/** Holds the lock of the data directory, so that no other process starts meanwhile. */
async function exchange(
  { files, at, platform }: UpdateDeps,
  paths: UpdatePaths,
  pending: PendingUpdate,
): Promise<void> {
  const lock = instanceLock.acquire(at)
  try {
    await writePending(files, paths, { ...pending, step: 'swapping' })
    if (((await files.stat(`${at.database}-wal`))?.size ?? 0) > 0) throw new Error('the database was not closed')
    await files.copy(at.database, `${paths.database}.part`)
    await files.rename(`${paths.database}.part`, paths.database)
    await (platform === 'win32' ? swapRunning(files, paths) : swap(files, paths))
    await writePending(files, paths, { ...pending, step: 'trial' })
  } finally {
    lock.release()
  }
}

/** Replaces the file; the path always has a file. */
async function swap(files: Files, { executable, previous, next }: UpdatePaths): Promise<void> {
  await files.remove(previous)
  if (!(await files.link(executable, previous).catch(() => false))) await files.copy(executable, previous)
  await files.permit(previous, 0o755)
  await files.rename(next, executable)
}

/** Windows does not replace or delete a running file, but it can rename it. */
async function swapRunning(files: Files, { executable, previous, next }: UpdatePaths): Promise<void> {
  await files.rename(executable, previous)
  await files.rename(next, executable)
}

/** Starts the new version until it has responded once. Returns why it did not. */
async function tryNew(
  { files, clock, executables, executable, args }: UpdateDeps,
  paths: UpdatePaths,
  { from, to }: PendingUpdate,
): Promise<string | undefined> {
  const back = `Version ${from} is running again.`
  try {
    const trial = executables.start([executable, ...args, TRIAL])
    const ended = new AbortController()
    const late = clock.after(ANSWER_WITHIN_MS, ended.signal).then(() => 'late' as const)
    const code = await Promise.race([trial.ended, late])
    ended.abort()
    if (code === 'late') {
      trial.kill()
      await trial.ended
      return `Version ${to} did not answer within ${ANSWER_WITHIN_MS / 60_000} minutes. ${back}`
    }
    const now = await readPending(files, paths)
    if (code === 0 && now?.step === 'answered') return undefined
    return `Version ${to} ended before it answered. ${back} The log has the details.`
  } catch {
    return `Version ${to} could not be started. ${back}`
  }
}
