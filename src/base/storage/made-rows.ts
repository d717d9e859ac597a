import { sql } from 'drizzle-orm'
import type { ReadHandle, Tx } from './database'

/** A table whose new and changed rows are recorded. `row` in an expression is the alias of the row. */
export interface WatchedTable {
  table: string
  key: readonly string[]
  /** SQL of the values that reveal a later change of a new row. */
  state: (row: string) => string[]
  /** Columns whose change is recorded for rows that existed before. */
  changes?: readonly string[]
}

/** The table of the records: `run_id`, `table_name`, `row_key`, `state` and `before`, unique by the first three. */
interface RowRecord {
  into: string
  run_id: string
}

const text = (value: string) => `'${value.replaceAll("'", "''")}'`
const named = (name: string) => `"${name}"`

/** SQL of a row's key, as recorded. */
export const keySql = ({ key }: WatchedTable, row: string): string =>
  key.map((column) => `${row}.${named(column)}`).join(' || char(10) || ')

export const stateSql = ({ state }: WatchedTable, row: string): string => `json_array(${state(row).join(', ')})`

const columnsSql = (columns: readonly string[], row: string) =>
  `json_object(${columns.map((column) => `${text(column)}, ${row}.${named(column)}`).join(', ')})`

/** Runs `work`, and records the rows of the tables that it inserts and changes. Temporary triggers see each row. */
export function recordMadeRows(tx: Tx, record: RowRecord, tables: readonly WatchedTable[], work: () => void): void {
  const triggers = tables.flatMap((table, at) => triggersOf(record, table, at))
  for (const { create } of triggers) run(tx, create)
  try {
    work()
  } finally {
    for (const { name } of triggers) run(tx, `DROP TRIGGER temp.${name}`)
  }
}

const run = (tx: Tx, statement: string) => tx.run(sql.raw(statement))

function triggersOf({ into, run_id }: RowRecord, table: WatchedTable, at: number): { name: string; create: string }[] {
  const isOf = `${text(run_id)}, ${text(table.table)}, ${keySql(table, 'NEW')}`
  const made = {
    name: `made_in_${at}`,
    create: `CREATE TEMP TRIGGER made_in_${at} AFTER INSERT ON main.${named(table.table)} BEGIN
      INSERT INTO ${into} (run_id, table_name, row_key, state) VALUES (${isOf}, ${stateSql(table, 'NEW')})
      ON CONFLICT DO NOTHING; END`,
  }
  if (!table.changes) return [made]
  const before = columnsSql(table.changes, 'OLD')
  const after = columnsSql(table.changes, 'NEW')
  const changed = {
    name: `changed_in_${at}`,
    create: `CREATE TEMP TRIGGER changed_in_${at} AFTER UPDATE OF ${table.changes.map(named).join(', ')}
      ON main.${named(table.table)} WHEN ${before} <> ${after} BEGIN
      INSERT INTO ${into} (run_id, table_name, row_key, state, before) VALUES (${isOf}, ${after}, ${before})
      ON CONFLICT (run_id, table_name, row_key) DO UPDATE SET state =
        CASE WHEN ${into}.before IS NULL THEN ${stateSql(table, 'NEW')} ELSE excluded.state END; END`,
  }
  return [made, changed]
}

/** SQL condition: the run inserted the row `row` of the table, and the row has not changed since. */
export const isMadeSql = ({ into, run_id }: RowRecord, table: WatchedTable, row: string): string =>
  `EXISTS (SELECT 1 FROM ${into} m WHERE m.run_id = ${text(run_id)} AND m.table_name = ${text(table.table)}
    AND m.row_key = ${keySql(table, row)} AND m.before IS NULL AND m.state = ${stateSql(table, row)})`

/**
 * The number of rows of the table that the run inserted and that have not changed since; `and` is a further condition
 * on the row `t`.
 */
export function countMadeRows(db: ReadHandle, record: RowRecord, table: WatchedTable, and = '1'): number {
  const where = `(${and}) AND ${isMadeSql(record, table, 't')}`
  const [row] = db.all<{ n: number }>(sql.raw(`SELECT count(*) AS n FROM main.${named(table.table)} t WHERE ${where}`))
  return row?.n ?? 0
}

/** Deletes the rows that the run inserted and that have not changed since. */
export function deleteRecordedRows(tx: Tx, record: RowRecord, table: WatchedTable, and = '1'): void {
  const where = `${isMadeSql(record, table, 't')} AND (${and})`
  run(tx, `DELETE FROM main.${named(table.table)} AS t WHERE ${where}`)
}

/**
 * Restores the earlier values of rows that the run changed: each column that has not changed since, or with `whole` all
 * columns of rows of which none has.
 */
export function restoreChangedRows(tx: Tx, record: RowRecord, table: WatchedTable, whole: boolean): void {
  const columns = table.changes ?? []
  const { into, run_id } = record
  const at = (json: string, column: string) => `json_extract(m.${json}, ${text(`$.${column}`)})`
  const sets = columns.map((column) => {
    const own = `t.${named(column)}`
    return `${named(column)} = CASE WHEN ${own} IS ${at('state', column)} THEN ${at('before', column)} ELSE ${own} END`
  })
  const same = whole ? ` AND m.state = ${columnsSql(columns, 't')}` : ''
  run(
    tx,
    `UPDATE main.${named(table.table)} AS t SET ${sets.join(', ')} FROM ${into} m WHERE m.run_id = ${text(run_id)}
      AND m.table_name = ${text(table.table)} AND m.before IS NOT NULL AND m.row_key = ${keySql(table, 't')}${same}`,
  )
}
