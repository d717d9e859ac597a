import type { SQLQueryBindings, Database as Sqlite } from 'bun:sqlite'
import { SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import type { ReadHandle } from './database'

/** Rows to read and write out between two turns of the event loop. */
export const STEP_ROWS = 200

/** An in-memory list in steps of the same length. */
export function* inSteps<T>(list: readonly T[]): Generator<T[]> {
  for (let from = 0; from < list.length; from += STEP_ROWS) yield list.slice(from, from + STEP_ROWS)
}

/** A query of the builder, or raw SQL; not run yet. */
type Query = SQL | { toSQL(): { sql: string; params: unknown[] } }

const dialect = new SQLiteSyncDialect()

/**
 * The library as it was at one moment, unaffected by later writes: a list that is read over many turns of the event
 * loop has to be consistent. Must be closed, since the database's journal cannot shrink while it is open.
 */
export interface Snapshot {
  readonly read: ReadHandle
  /** The rows of a query in lists of at most STEP_ROWS; each list is read when the caller requests it. */
  steps<T>(query: Query): Generator<T[]>
  close(): void
}

/** Only the snapshot uses `connection`, and closes it. */
export function takeSnapshot(connection: Sqlite): Snapshot {
  connection.run('BEGIN')
  // The snapshot begins with the first read; until then other connections could still write.
  connection.query('SELECT 1 FROM sqlite_schema').get()
  return readInSteps(connection, () => {
    // Statements kept for another run hold the connection, and with it the snapshot, until they are collected.
    connection.run('ROLLBACK')
    connection.close()
  })
}

/** A database in memory has one connection, so writes between two steps are visible. */
export function sharedSnapshot(connection: Sqlite): Snapshot {
  return readInSteps(connection, () => {})
}

function readInSteps(connection: Sqlite, close: () => void): Snapshot {
  const open = new Set<{ finalize(): void }>()
  return {
    read: drizzle(connection),
    *steps<T>(query: Query) {
      const { sql, params } = query instanceof SQL ? dialect.sqlToQuery(query) : query.toSQL()
      let step: T[] = []
      const statement = connection.prepare<T, SQLQueryBindings[]>(sql)
      open.add(statement)
      try {
        for (const row of statement.iterate(...(params as SQLQueryBindings[]))) {
          if (step.push(row) < STEP_ROWS) continue
          yield step
          step = []
        }
      } finally {
        open.delete(statement)
        statement.finalize()
      }
      if (step.length > 0) yield step
    },
    close() {
      // A connection with an unfinished statement would stay open.
      for (const statement of open) statement.finalize()
      close()
    },
  }
}
