import { constants, Database } from 'bun:sqlite'
import { pathToFileURL } from 'node:url'

type DatabaseInspection = { tables: Set<string>; names: string[] } | { damage: string }

/**
 * Reads a SQLite file without changing a byte of it or leaving a file beside it. `table` has a column `name` whose
 * values are returned. Correct only while no journal is beside the file: the caller checks that. `thorough` reads every
 * page, about two seconds per gigabyte; otherwise only the pages that the answer needs.
 */
export function inspectDatabase(path: string, table: string, thorough: boolean): DatabaseInspection {
  let database: Database | undefined
  try {
    const address = `${pathToFileURL(path).href}?immutable=1`
    database = new Database(address, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI)
    if (thorough) {
      const fault = database.query<{ quick_check: string }, []>('PRAGMA quick_check(1)').get()?.quick_check
      if (fault !== 'ok') return { damage: fault ?? 'no answer' }
    }
    const tables = database.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    const found = new Set(tables.map((row) => row.name))
    const rows = found.has(table) ? database.query<{ name: string }, []>(`SELECT name FROM "${table}"`).all() : []
    return { tables: found, names: rows.map((row) => row.name) }
  } catch (error) {
    return { damage: error instanceof Error ? error.message : String(error) }
  } finally {
    database?.close()
  }
}
