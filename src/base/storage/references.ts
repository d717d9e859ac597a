import { sql } from 'drizzle-orm'
import type { Tx } from './database'

const named = (name: string) => sql.raw(`"${name.replaceAll('"', '""')}"`)

/** The tables with one of the columns. */
export function tablesWith(tx: Tx, columns: readonly string[]): Set<string> {
  const rows = tx.all<{ name: string }>(sql`select distinct m.name from sqlite_schema m, pragma_table_info(m.name) c
    where m.type = 'table' and c.name in (select value from json_each(${JSON.stringify(columns)}))`)
  return new Set(rows.map(({ name }) => name))
}

/**
 * Points each row that names one of the ids in the column at another id, in every table with that column but `except`.
 * A row that would repeat one of the other id stays. One statement for a table, since not every column has an index.
 */
export function replaceReferences(
  tx: Tx,
  column: string,
  ids: ReadonlyMap<string, string>,
  except: (table: string) => boolean,
): void {
  if (ids.size === 0) return
  const map = JSON.stringify(Object.fromEntries(ids))
  const froms = JSON.stringify([...ids.keys()])
  for (const name of tablesWith(tx, [column])) {
    if (except(name)) continue
    tx.run(sql`update or ignore ${named(name)} set ${named(column)} = (select value from json_each(${map})
      where key = ${named(column)}) where ${named(column)} in (select value from json_each(${froms}))`)
  }
}
