import { sql } from 'drizzle-orm'
import type { Tx } from './database'

const named = (name: string) => sql.raw(`"${name.replaceAll('"', '""')}"`)

/**
 * Points each row that names an id in the column at another id, in every table with that column but `except`. A row that
 * would repeat one of the other id stays.
 */
export function replaceReferences(
  tx: Tx,
  { column, from, to }: { column: string; from: string; to: string },
  except: (table: string) => boolean,
): void {
  const tables = tx.all<{ name: string }>(sql`select m.name from sqlite_schema m, pragma_table_info(m.name) c
    where m.type = 'table' and c.name = ${column}`)
  for (const { name } of tables) {
    if (except(name)) continue
    tx.run(sql`update or ignore ${named(name)} set ${named(column)} = ${to} where ${named(column)} = ${from}`)
  }
}
