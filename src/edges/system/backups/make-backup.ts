import { join } from 'node:path'
import { between, fromMs } from '../../../base/platform/clock'
import { diskReason } from '../../../base/platform/disk-reason'
import { errorCode } from '../../../base/platform/error-code'
import type { Files, Instant } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import { type Copier, noRoom } from './copier'
import type { DataPaths } from './data-paths'
import { DATABASE, MANIFEST, type Manifest, manifestText, SETTINGS_FILE } from './manifest'
import type { BackupReason } from './states'
import { UNFINISHED_PREFIX } from './stored-backups'

const DAY_MS = 86_400_000

export interface BackupRequest {
  why: BackupReason
  when: Instant
  version: string
  /** The folder of backups. */
  folder: string
}

/** Removes leftovers; never throws. */
type LeftOver = (path: string) => Promise<unknown>

interface Deps {
  files: Files
  copier: Copier
  paths: DataPaths
  leftOver?: LeftOver
}

/** A name that sorts by time and contains the reason. */
export const backupName = (when: Instant, why: BackupReason) => `${when.replaceAll(':', '-')}-${why}`

/**
 * Makes a backup under a temporary name and renames it when it is complete and on disk. Returns its name. Throws
 * Refusal when the library is damaged or the folder cannot be written; no files remain then.
 */
export async function makeBackup(
  { files, copier, paths, leftOver = (path) => files.removeFolder(path).catch(() => undefined) }: Deps,
  { why, when, version, folder }: BackupRequest,
): Promise<string> {
  let beside: string | undefined
  try {
    await clearUnfinished(files, folder, when, leftOver)
    const name = await freeName(files, folder, backupName(when, why))
    beside = join(folder, UNFINISHED_PREFIX + name)
    await files.makeFolder(beside, 0o700)
    const database = join(beside, DATABASE)
    const { size, rows } = await copier.copy(paths.database, database)
    if (await files.stat(paths.config)) {
      await files.write(join(beside, SETTINGS_FILE), await files.read(paths.config), 0o600)
    }
    const [series, issues, sha256] = [rows.series ?? 0, rows.issues ?? 0, await files.hash(database)]
    const manifest: Manifest = { when, why, version, series, issues, size, sha256, ok: true }
    await files.write(join(beside, MANIFEST), manifestText(manifest), 0o600)
    await files.rename(beside, join(folder, name))
    return name
  } catch (error) {
    if (beside) await leftOver(beside) // the original error is reported; a later backup retries the removal
    throw unwritable(error, folder)
  }
}

async function freeName(files: Files, folder: string, name: string): Promise<string> {
  let found = name
  for (let copy = 2; await files.stat(join(folder, found)); copy++) found = `${name}-${copy}`
  return found
}

/** Removes partial backups after a crash. Another Panelkeep may use the same folder, so only old ones are removed. */
async function clearUnfinished(files: Files, folder: string, now: Instant, leftOver: LeftOver): Promise<void> {
  if (!(await files.stat(folder))) return // the first backup creates the folder
  for (const { name } of await files.list(folder)) {
    const path = join(folder, name)
    const facts = name.startsWith(UNFINISHED_PREFIX) ? await files.stat(path) : undefined
    if (facts && between(fromMs(facts.modifiedMs), now) > DAY_MS) await leftOver(path)
  }
}

/** A disk error as a sentence. */
export function unwritable(error: unknown, folder: string): Refusal {
  if (error instanceof Refusal) return error
  const code = errorCode(error) ?? ''
  const known = FULL.includes(code) ? noRoom(folder) : SHUT.includes(code) ? shut(folder) : undefined
  const reason = diskReason(error)
  const sentence = known ?? `The copy in ${folder} failed. ${reason}`
  return new Refusal('unavailable', sentence, {}, { cause: error })
}

const FULL = ['ENOSPC', 'EDQUOT']
const SHUT = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT']
const shut = (folder: string) => `${folder} cannot be written. Make it writable, or choose another folder for backups.`
