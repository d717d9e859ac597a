import { boundedColumn, type ForeignDatabase } from '../../../base/platform/foreign-database'
import { idValue } from './column-values'

/** SQL for a database of unknown version: a missing column is NULL, and a missing table joins nothing. */

/** The list of columns for a SELECT. `names` are the columns, in lower case; each is also the name of the value. */
export function columnsOf(
  db: ForeignDatabase,
  table: string,
  alias: string,
  names: Readonly<Record<string, string>>,
): string {
  const there = db.columns(table)
  return Object.entries(names)
    .map(([name, column]) => `${there.has(column) ? boundedColumn(`${alias}."${column}"`) : 'NULL'} AS "${name}"`)
    .join(', ')
}

/** A LEFT JOIN; empty when the table or its join column is missing. */
export function leftJoin(db: ForeignDatabase, table: string, alias: string, column: string, to: string): string {
  return db.columns(table).has(column) ? `LEFT JOIN "${table}" ${alias} ON ${alias}."${column}" = ${to}` : ''
}

/** The list values of each row of another table, by its id. */
export function listsBy(
  db: ForeignDatabase,
  query: { table: string; key: string; value: string },
): Map<string, string[]> {
  const lists = new Map<string, string[]>()
  for (const row of db.rows(query.table, [query.key, query.value])) {
    const value = row[query.value]
    if (typeof value !== 'string' || value.trim() === '') continue
    const key = String(row[query.key])
    const list = lists.get(key)
    if (list) list.push(value.trim())
    else lists.set(key, [value.trim()])
  }
  return lists
}

/** The ids in a column of each row of another table, by the id in its `key`; none when the table or the key is missing. */
export function idsBy(
  db: ForeignDatabase,
  { table, key, value }: { table: string; key: string; value: string },
): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>()
  if (!db.columns(table).has(key)) return ids
  for (const row of db.rows(table, [key, value]))
    ids.getOrInsertComputed(idValue(row[key]), () => new Set()).add(idValue(row[value]))
  return ids
}
