import type { Database as Sqlite } from 'bun:sqlite'
import { writeComplete } from '../platform/files'
import { type Migration, migrations } from './migrations/index'
import { isOfLastPreview, isOfPreview, LAST_PREVIEW, takeOverPreview } from './older-library'

export interface MigrationResult {
  /** Names of the migrations that ran this time. */
  applied: string[]
  /** The copy made beforehand, when there was something to copy. */
  backup?: string
}

/** The database cannot be used; `message` is a sentence for the user. */
export class DatabaseError extends Error {
  override readonly name: string = 'DatabaseError'
}

/** The file has damaged pages; `how` is SQLite's message. */
export class DamagedDatabase extends DatabaseError {
  override readonly name = 'DamagedDatabase'

  constructor(
    message: string,
    readonly how: string,
  ) {
    super(message)
  }
}

/** The file was made by a preview older than the last one. */
export class EarlyPreview extends DatabaseError {
  override readonly name = 'EarlyPreview'

  constructor(last: string) {
    super(
      `The library was last used by an early preview of Panelkeep (it ends with "${last}"). ` +
        `Open it once with ${LAST_PREVIEW}, then with this version.`,
    )
  }
}

/**
 * Brings the schema up to date: each migration runs once, in its own transaction, forward only. Foreign keys are off
 * meanwhile and checked at the end of each, because rebuilding a table would otherwise empty its children. Throws
 * DatabaseError when the file is from a newer version or an early preview, is damaged, or a migration fails (the file
 * is then unchanged).
 */
export function migrate(
  raw: Sqlite,
  backupPath?: (name: string) => string,
  list: Migration[] = migrations,
): MigrationResult {
  refuseUnknown(appliedNames(raw), list)
  if (isOfLastPreview(appliedNames(raw))) takeOverPreview(raw)
  const done = appliedNames(raw)
  const pending = list.filter((migration) => !done.has(migration.name))
  if (pending.length === 0) return { applied: [] }
  const backup = done.size > 0 ? copyBefore(raw, pending[0]!.name, backupPath) : undefined

  raw.run('CREATE TABLE IF NOT EXISTS schema_migrations (name TEXT PRIMARY KEY NOT NULL, applied_at TEXT NOT NULL)')
  raw.run('PRAGMA foreign_keys = OFF')
  try {
    for (const migration of pending) apply(raw, migration, backup)
  } finally {
    raw.run('PRAGMA foreign_keys = ON')
  }
  return { applied: pending.map((migration) => migration.name), ...(backup === undefined ? {} : { backup }) }
}

function appliedNames(raw: Sqlite): Set<string> {
  const table = raw.query("SELECT 1 FROM sqlite_schema WHERE name = 'schema_migrations'").get()
  if (!table) return new Set()
  const rows = raw.query<{ name: string }, []>('SELECT name FROM schema_migrations').all()
  return new Set(rows.map((row) => row.name))
}

/** Throws DatabaseError when this version cannot open a library with the applied migrations `done`. */
export function refuseUnknown(done: ReadonlySet<string>, list: Migration[] = migrations): void {
  const known = new Set(list.map((migration) => migration.name))
  const foreign = [...done].find((name) => !known.has(name))
  if (foreign === undefined || isOfLastPreview(done)) return
  if (isOfPreview(done)) throw new EarlyPreview([...done].sort().at(-1)!)
  throw new DatabaseError(
    `The library was last used by a newer Panelkeep (it holds "${foreign}"). Start that version, or a newer one.`,
  )
}

function copyBefore(raw: Sqlite, name: string, backupPath?: (name: string) => string): string | undefined {
  const faults = raw.query<{ integrity_check: string }, []>('PRAGMA integrity_check(5)').all()
  const fault = faults[0]?.integrity_check ?? 'no answer'
  if (fault !== 'ok') {
    throw new DamagedDatabase(`The library database is damaged (${fault}). Restore a backup of it.`, fault)
  }
  if (!backupPath) return undefined
  const target = backupPath(name)
  writeComplete(target, (partial) => raw.query('VACUUM INTO ?').run(partial))
  return target
}

function apply(raw: Sqlite, migration: Migration, backup: string | undefined): void {
  try {
    raw
      .transaction(() => {
        raw.run(migration.sql)
        const orphan = raw.query<{ table: string }, []>('PRAGMA foreign_key_check').get()
        if (orphan) throw new Error(`rows of ${orphan.table} would lose what they belong to`)
        raw.query("INSERT INTO schema_migrations VALUES (?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))").run(migration.name)
      })
      .immediate()
  } catch (error) {
    const copy = backup ? ` A copy from before is at ${backup}.` : ''
    throw new DatabaseError(`The library could not be brought to this version (${migration.name}).${copy}`, {
      cause: error,
    })
  }
}
