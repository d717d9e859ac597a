import { join } from 'node:path'
import type { Files, Instant } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import { DatabaseError, EarlyPreview, refuseUnknown } from '../../../base/storage/migrate'
import { LAST_PREVIEW } from '../../../base/storage/older-library'
import type { Copier } from './copier'
import type { DataPaths } from './data-paths'
import { backupName, unwritable } from './make-backup'
import { SETTINGS_FILE } from './manifest'
import { clearPending, stagedPaths, writeRestoreOrder } from './pending-restore'
import type { StoredBackup } from './stored-backups'

interface Deps {
  files: Files
  copier: Copier
  paths: DataPaths
}

export interface RestoreRequest {
  now: Instant
  version: string
  /** Also restores the settings of the backup, including the login. */
  withSettings: boolean
  /** Whether the current database is undamaged. */
  isWhole: boolean
}

/**
 * Prepares the next start to replace the library by `backup`: copies it to the disk of the database, checks it, and
 * writes the order. Throws Refusal when the backup was changed, is damaged, or was made by a newer version; nothing
 * has changed then.
 */
export async function prepareRestore(deps: Deps, backup: StoredBackup, asking: RestoreRequest): Promise<void> {
  const { files, copier, paths } = deps
  const { database, settings } = stagedPaths(paths)
  try {
    await clearPending(files, paths)
    await files.makeFolder(paths.pending, 0o700)
    const sha256 = await files.copy(backup.database, database)
    if (backup.sha256 !== null && sha256 !== backup.sha256) throw changed(backup)
    // A database that was set aside after a crash has its last changes in a journal.
    const journal = `${backup.database}-wal`
    if (await files.stat(journal)) await files.copy(journal, `${database}-wal`)
    refuseOther(backup, (await copier.examine(database)).migrations)
    const kept = join(backup.path, SETTINGS_FILE)
    if (asking.withSettings && backup.has_settings) await files.write(settings, await files.read(kept), 0o600)
  } catch (error) {
    await files.removeFolder(paths.pending).catch(() => undefined) // the next start also removes the folder
    throw unwritable(error, paths.pending)
  }
  await writeRestoreOrder(files, paths, { anew: false, ...asideOf(asking) })
}

/** Prepares the next start to use an empty library; the current database is set aside. */
export async function prepareEmptyLibrary(
  { files, paths }: Omit<Deps, 'copier'>,
  asking: RestoreRequest,
): Promise<void> {
  await clearPending(files, paths)
  await writeRestoreOrder(files, paths, { anew: true, ...asideOf(asking) })
}

function asideOf({ now, version, isWhole }: RestoreRequest) {
  const unknown = { series: null, issues: null, size: null, sha256: null }
  const why = 'before_restore' as const
  return { aside: backupName(now, why), manifest: { when: now, why, version, ...unknown, ok: isWhole } }
}

function changed({ path }: StoredBackup): Refusal {
  return new Refusal('conflict', `The backup ${path} was changed after it was made. Choose another one.`)
}

function refuseOther({ path }: StoredBackup, migrations: string[]): void {
  if (migrations.length === 0) throw new Refusal('conflict', `${path} contains no Panelkeep library.`)
  try {
    refuseUnknown(new Set(migrations))
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    throw new Refusal(
      'conflict',
      error instanceof EarlyPreview
        ? `${path} was made by an early preview of Panelkeep. Restore it with ${LAST_PREVIEW}, or choose another backup.`
        : `${path} was made by a newer Panelkeep. Start that version, or choose another backup.`,
    )
  }
}
