import type { SQLQueryBindings, Database as Sqlite } from 'bun:sqlite'
import { SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import type { ReadHandle } from './database'

/** Rows that are read, and written out, between two turns of the event loop. */
export const STEP_ROWS = 200

/** A list that is in memory, for steps of the same length. */
export function* inSteps<T>(list: readonly T[]): Generator<T[]> {
  for (let from = 0; from < list.length; from += STEP_ROWS) yield list.slice(from, from + STEP_ROWS)
}

/** A query of the builder, or raw SQL; not run yet. */
type Query = SQL | { toSQL(): { sql: string; params: unknown[] } }

const dialect = new SQLiteSyncDialect()

/**
 * The library as it was at one moment, whatever is written meanwhile: a list that is read in many turns of the event
 * loop has to fit together. Must be closed, since the journal of the database cannot shrink while it is open.
 */
export interface Snapshot {
  readonly read: ReadHandle
  /** The rows of a query in lists of at most STEP_ROWS; each list is read when it is asked for. */
  steps<T>(query: Query): Generator<T[]>
  close(): void
}

/** `connection` is used by the snapshot alone, and is closed with it. */
export function takeSnapshot(connection: Sqlite): Snapshot {
  connection.run('BEGIN')
  // Only the first read makes the moment; before it others could still write.
  connection.query('SELECT 1 FROM sqlite_schema').get()
  return readInSteps(connection, () => {
    // Statements that are kept for another run keep the connection, and with it the moment, until they are collected.
    connection.run('ROLLBACK')
    connection.close()
  })
}

/** Of a database in memory, which has one connection: what is written between two steps is seen. */
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
