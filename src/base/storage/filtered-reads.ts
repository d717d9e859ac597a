import type { Database as Sqlite } from 'bun:sqlite'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import type { Limits } from '../auth/states'
import type { ReadHandle } from './database'
import { type Snapshot, takeSnapshot } from './snapshot'
import { StatementCache } from './statement-cache'

/** Statements of temporary views that hide rows, for a connection to a database with these tables. */
export type HidingViews = (limits: Limits, tables: ReadonlyMap<string, readonly string[]>) => readonly string[]

/** Users with the same limits share a connection. A house has few of them. */
const MOST_OPEN = 8

interface Open {
  read: ReadHandle
  close(): void
}

/**
 * Read connections for users who may not see the whole library. On each of them temporary views stand in front of the
 * tables of the same name, so that every query, present and future, reads only rows that the user may see.
 */
export class FilteredReads {
  /** By what they hide, in order of last use. */
  private readonly open = new Map<string, Open>()
  private views: HidingViews | undefined

  constructor(private readonly connect: () => Sqlite) {}

  /** Must be called before the first read with limits, which fails otherwise. */
  hideWith(views: HidingViews): void {
    this.views = views
  }

  of(limits: Limits): ReadHandle {
    const key = keyOf(limits)
    const open = this.open.get(key) ?? this.make(limits)
    this.open.delete(key)
    this.open.set(key, open)
    if (this.open.size > MOST_OPEN) this.closeOldest()
    return open.read
  }

  /** The state of this moment, to be read over many turns of the event loop. */
  snapshot(limits: Limits): Snapshot {
    return takeSnapshot(this.connectHiding(limits))
  }

  close(): void {
    while (this.open.size > 0) this.closeOldest()
  }

  private make(limits: Limits): Open {
    const connection = this.connectHiding(limits)
    const statements = new StatementCache(connection)
    return {
      read: drizzle(statements as unknown as Sqlite),
      close() {
        statements.close()
        connection.close()
      },
    }
  }

  private connectHiding(limits: Limits): Sqlite {
    if (this.views === undefined) throw new Error('a user with limits reads before the views are known')
    const connection = this.connect()
    try {
      for (const view of this.views(limits, tablesOf(connection))) connection.run(view)
      return connection
    } catch (error) {
      connection.close()
      throw error
    }
  }

  private closeOldest(): void {
    const [key, oldest] = this.open.entries().next().value!
    this.open.delete(key)
    oldest.close()
  }
}

/** Equal for limits that hide the same. */
export function keyOf({ may_download: _, may_request: __, ...hiding }: Limits): string {
  return JSON.stringify(Object.entries(hiding).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function tablesOf(connection: Sqlite): Map<string, string[]> {
  const rows = connection
    .query<{ table: string; column: string }, []>(
      `SELECT m.name AS "table", c.name AS "column" FROM main.sqlite_schema m JOIN pragma_table_info(m.name) c
       WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'`,
    )
    .all()
  const tables = new Map<string, string[]>()
  for (const { table, column } of rows) tables.set(table, [...(tables.get(table) ?? []), column])
  return tables
}
