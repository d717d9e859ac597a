import { basename, join } from 'node:path'
import { fromMs } from '../../../base/platform/clock'
import type { FileEntry, Files, Instant } from '../../../base/platform/ports'
import { DATABASE, MANIFEST, type Manifest, readManifest, SETTINGS_FILE } from './manifest'
import type { BackupReason } from './states'

/** A backup as the API shows it. */
export interface Backup {
  /** Name in the folder of backups. */
  backup_id: string
  when: Instant
  why: BackupReason
  /** Bytes of all its files. */
  size: number
  version: string | null
  series: number | null
  issues: number | null
  /** Whether the file has the size in its manifest, and the database was undamaged. */
  ok: boolean
  /** Whether the backup contains the settings. */
  has_settings: boolean
}

export interface StoredBackup extends Backup {
  /** The folder of the backup, or the database file alone. */
  path: string
  database: string
  sha256: string | null
}

/** Prefix of a backup until it is complete. */
export const UNFINISHED_PREFIX = '.unfinished-'

/** `before-0025_make_room-2026-11-21T07-50-00.000Z.db`: the copy that is made before a migration. */
const BEFORE_MIGRATION = /^before-\d{4}_.*\.db$/

/** All backups in these folders, newest first. A missing folder has none. */
export async function backupsIn(files: Files, folders: readonly string[]): Promise<StoredBackup[]> {
  const found: StoredBackup[] = []
  for (const folder of new Set(folders)) {
    if ((await files.stat(folder))?.kind !== 'folder') continue
    for (const entry of await files.list(folder)) {
      const backup = await shelved(files, folder, entry)
      if (backup) found.push(backup)
    }
  }
  return found.sort((a, b) => (a.when < b.when ? 1 : a.when > b.when ? -1 : 0))
}

function shelved(files: Files, folder: string, { name, kind }: FileEntry): Promise<StoredBackup | undefined> {
  const path = join(folder, name)
  if (kind === 'folder') return name.startsWith(UNFINISHED_PREFIX) ? nothing : whole(files, path)
  return kind === 'file' && BEFORE_MIGRATION.test(name) ? alone(files, path) : nothing
}

const nothing = Promise.resolve(undefined)

async function whole(files: Files, path: string): Promise<StoredBackup | undefined> {
  const manifest = await manifestIn(files, path)
  if (!manifest) return undefined
  const database = join(path, DATABASE)
  const facts = await files.stat(database)
  const settings = await files.stat(join(path, SETTINGS_FILE))
  const { when, why, version, series, issues, sha256 } = manifest
  return {
    backup_id: basename(path),
    when,
    why,
    version,
    series,
    issues,
    sha256,
    path,
    database,
    size: (facts?.size ?? 0) + (settings?.size ?? 0),
    ok: manifest.ok && facts !== undefined && (manifest.size === null || manifest.size === facts.size),
    has_settings: settings !== undefined,
  }
}

async function manifestIn(files: Files, path: string): Promise<Manifest | undefined> {
  const file = join(path, MANIFEST)
  if (!(await files.stat(file))) return undefined
  return readManifest(new TextDecoder().decode(await files.read(file)))
}

async function alone(files: Files, path: string): Promise<StoredBackup | undefined> {
  const facts = await files.stat(path)
  if (!facts) return undefined
  return {
    backup_id: basename(path),
    when: fromMs(facts.modifiedMs),
    why: 'before_migration',
    size: facts.size,
    version: null,
    series: null,
    issues: null,
    sha256: null,
    path,
    database: path,
    ok: facts.size > 0,
    has_settings: false,
  }
}
