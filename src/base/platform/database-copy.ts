import { constants, Database } from 'bun:sqlite'
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { errorCode } from './error-code'
import { fileSize } from './files'

/** A SQLite file has damaged pages; `message` is SQLite's. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile'
}

/**
 * Copies the database at `from` into the new file `to` as one consistent snapshot; other connections may write
 * meanwhile. Checks every page first: throws DamagedFile, or the error of the disk. Blocks for some seconds per
 * gigabyte.
 */
export function copyDatabase(from: string, to: string): void {
  const source = new Database(from, { readonly: true })
  try {
    source.run('PRAGMA busy_timeout = 5000')
    refuseDamaged(source)
    source.query('VACUUM INTO ?').run(to)
  } finally {
    source.close()
  }
  const written = openSync(to, 'r+')
  fsyncSync(written)
  closeSync(written)
}

/**
 * Row counts of `tables` and the values of `name` in the table `list`, of a database without writers. Reads every page.
 * A missing table counts 0 rows. Throws DamagedFile.
 */
export function verifyDatabase(path: string, tables: readonly string[], list: string) {
  let database: Database | undefined
  try {
    const open = openQuietly(path)
    database = open
    refuseDamaged(open)
    const all = open.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    const there = new Set(all.map(({ name }) => name))
    const count = (table: string) =>
      there.has(table) ? open.query<{ n: number }, []>(`SELECT count(*) AS n FROM "${table}"`).get()!.n : 0
    const names = there.has(list) ? open.query<{ name: string }, []>(`SELECT name FROM "${list}"`).all() : []
    return { rows: Object.fromEntries(tables.map((each) => [each, count(each)])), names: names.map(({ name }) => name) }
  } catch (error) {
    throw isDamage(error) ? new DamagedFile((error as Error).message, { cause: error }) : error
  } finally {
    database?.close()
  }
}

/** Leaves no journal beside the file; a journal left by a crash is written into the file first. */
function openQuietly(path: string): Database {
  if (fileSize(`${path}-wal`) === 0) {
    const address = `${pathToFileURL(path).href}?immutable=1`
    return new Database(address, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI)
  }
  const database = new Database(path, { create: false, readwrite: true })
  database.run('PRAGMA journal_mode = DELETE')
  return database
}

function refuseDamaged(database: Database): void {
  let fault: string | undefined
  try {
    fault = database.query<{ integrity_check: string }, []>('PRAGMA integrity_check(1)').get()?.integrity_check
  } catch (error) {
    throw isDamage(error) ? new DamagedFile((error as Error).message, { cause: error }) : error
  }
  if (fault !== 'ok') throw new DamagedFile(fault ?? 'no answer')
}

/** Whether SQLite reports that the file is not a database, or is damaged. */
export function isDamage(error: unknown): boolean {
  const code = errorCode(error) ?? ''
  return code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')
}
