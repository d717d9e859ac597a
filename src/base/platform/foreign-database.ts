import { Database, type SQLQueryBindings } from 'bun:sqlite'
import { isDamage } from './database-copy'

/** A value from SQLite; text that is not UTF-8 arrives with U+FFFD in place of the invalid bytes. */
export type ForeignValue = string | number | Uint8Array | null
/** Values by column name, in lower case. */
export type ForeignRow = Readonly<Record<string, ForeignValue>>

/** A query that the other program's database cannot answer: a table or column is missing. `message` is SQLite's. */
export class ForeignFault extends Error {
  override readonly name = 'ForeignFault'
}

/**
 * Foreign values are cut to this many characters or bytes: names of a megabyte would slow down everything that folds
 * them.
 */
const MOST_TEXT = 16_384

/**
 * SQL for a column whose longest values are cut before they leave SQLite. Shorter values stay whole there, since
 * `substr` ends a text at its first NUL.
 */
export const boundedColumn = (column: string): string =>
  `iif(octet_length(${column}) > ${4 * MOST_TEXT}, substr(${column}, 1, ${MOST_TEXT}), ${column})`

/**
 * The private copy of another program's database. Opening it writes its journal into the copy, so never open an
 * original. Names of tables and columns are found in any case, as in SQL.
 */
export class ForeignDatabase {
  private readonly raw: Database
  private readonly names = new Map<string, string>()
  private readonly columnsByTable = new Map<string, ReadonlySet<string>>()

  constructor(path: string) {
    this.raw = new Database(path, { readwrite: true, create: false })
    try {
      // A write-ahead log is merged into the file, and a hot journal is rolled back.
      this.raw.run('PRAGMA journal_mode = DELETE')
      this.raw.run('PRAGMA query_only = 1')
      // Constraints and triggers of the other program could take arbitrarily long.
      this.raw.run('PRAGMA ignore_check_constraints = 1')
      this.raw.run('PRAGMA trusted_schema = 0')
      this.raw.run('PRAGMA cache_size = -65536')
      const tables = this.raw.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
      for (const { name } of tables) this.names.set(name.toLowerCase(), name)
    } catch (error) {
      this.raw.close()
      throw error
    }
  }

  /**
   * A column that SQLite computes at each read, as `table.column`; undefined when there is none. Short SQL can produce
   * hundreds of megabytes per row, so check for one before reading anything.
   */
  computedColumn(): string | undefined {
    const [found] =
      this.query(`SELECT t.name || '.' || c.name AS name FROM sqlite_schema t, pragma_table_xinfo(t.name) c
      WHERE t.type = 'table' AND t.sql LIKE 'CREATE TABLE%' AND c.hidden IN (2, 3) LIMIT 1`)
    return found === undefined ? undefined : String(found.name)
  }

  /** What is wrong with the file, in SQLite's words; undefined when every page is readable. One step for each table. */
  *fault(): Generator<undefined, string | undefined> {
    try {
      for (const name of this.names.values()) {
        const table = this.raw.query<{ quick_check: string }, []>(`PRAGMA quick_check("${name.replaceAll('"', '""')}")`)
        const found = table.get()?.quick_check
        if (found !== 'ok') return found ?? 'no answer'
        yield
      }
      return undefined
    } catch (error) {
      if (isDamage(error)) return (error as Error).message
      throw foreign(error)
    }
  }

  /** Names of all tables, in lower case. */
  tables(): string[] {
    return [...this.names.keys()]
  }

  has(table: string): boolean {
    return this.names.has(table.toLowerCase())
  }

  /** Columns in lower case; none for a missing table. */
  columns(table: string): ReadonlySet<string> {
    const key = table.toLowerCase()
    let columns = this.columnsByTable.get(key)
    if (columns === undefined) {
      const name = this.names.get(key)
      const found =
        name === undefined
          ? []
          : this.raw.query<{ name: string }, [string]>('SELECT name FROM pragma_table_info(?)').all(name)
      columns = new Set(found.map((column) => column.name.toLowerCase()))
      this.columnsByTable.set(key, columns)
    }
    return columns
  }

  /** Rows of a table; 0 for a missing one. */
  count(table: string): number {
    return this.has(table) ? Number(this.value(`SELECT count(*) FROM ${this.quoted(table)}`) ?? 0) : 0
  }

  /** The first value of the first row. */
  value(query: string, ...bindings: SQLQueryBindings[]): ForeignValue {
    const [row] = this.query(query, ...bindings)
    return row === undefined ? null : (Object.values(row)[0] ?? null)
  }

  /** Rows one by one, in the order of `orderBy` (SQL). Columns that the table lacks are null. */
  *rows(table: string, columns: readonly string[], orderBy = 'rowid'): Generator<ForeignRow> {
    if (!this.has(table)) return
    const there = this.columns(table)
    const list = columns.map((column) => `${there.has(column) ? boundedColumn(`"${column}"`) : 'NULL'} AS "${column}"`)
    yield* this.query(`SELECT ${list.join(', ')} FROM ${this.quoted(table)} ORDER BY ${orderBy}`)
  }

  /** Rows of any query, one by one. Throws ForeignFault. */
  *query(query: string, ...bindings: SQLQueryBindings[]): Generator<ForeignRow> {
    const statement = this.prepare(query)
    try {
      const rows = statement.iterate(...bindings)
      for (let row = next(rows); row !== undefined; row = next(rows)) yield bounded(row)
    } finally {
      statement.finalize()
    }
  }

  close(): void {
    this.raw.close()
  }

  private prepare(query: string) {
    try {
      return this.raw.prepare<ForeignRow, SQLQueryBindings[]>(query)
    } catch (error) {
      throw foreign(error)
    }
  }

  private quoted(table: string): string {
    return `"${this.names.get(table.toLowerCase())!.replaceAll('"', '""')}"`
  }
}

function next(rows: Iterator<ForeignRow>): ForeignRow | undefined {
  try {
    const { done, value } = rows.next()
    return done ? undefined : value
  } catch (error) {
    throw foreign(error)
  }
}

const foreign = (error: unknown) => new ForeignFault((error as Error).message, { cause: error })

function bounded(row: ForeignRow): ForeignRow {
  let shorter: Record<string, ForeignValue> | undefined
  for (const name in row)
    if (isLong(row[name]!)) {
      shorter ??= { ...row }
      shorter[name] = cut(row[name]!)
    }
  return shorter ?? row
}

const isLong = (value: ForeignValue) =>
  (typeof value === 'string' || value instanceof Uint8Array) && value.length > MOST_TEXT

const cut = (value: ForeignValue) =>
  typeof value === 'string' || value instanceof Uint8Array ? value.slice(0, MOST_TEXT) : value
