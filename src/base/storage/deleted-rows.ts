import { sql } from 'drizzle-orm'
import type { Tx } from './database'

/** A deleted row, or a cleared reference, as SQL that restores it. */
export interface DeletedRow {
  /** `INSERT … VALUES`, shared by the rows of one table; a whole statement for a reference. */
  head: string
  /** `(1,'Harbor Lights',…)`; empty for a reference. */
  row: string
}

interface Reference {
  table: string
  column: string
  parent: string
  on_delete: string
}

const named = (name: string) => `"${name.replaceAll('"', '""')}"`
const text = (value: string) => `'${value.replaceAll("'", "''")}'`

/**
 * Runs `work`, and returns the rows that it deletes from `roots` and from the tables that refer to them, cascades
 * included. Temporary triggers record each row, so no list of tables has to be maintained.
 */
export function recordDeletedRows(tx: Tx, roots: readonly string[], work: () => void): DeletedRow[] {
  const references = referencesTo(tx, roots)
  const tables = [...new Set([...roots, ...references.map(({ table }) => table)])]
  run(tx, 'CREATE TEMP TABLE deleted_now (seq INTEGER PRIMARY KEY, head TEXT NOT NULL, row TEXT NOT NULL)')
  for (const [at, table] of tables.entries()) run(tx, deleteTrigger(tx, table, at))
  const cleared = references.filter(({ on_delete }) => on_delete === 'SET NULL')
  for (const [at, reference] of cleared.entries()) run(tx, clearTrigger(reference, at))
  try {
    work()
    return tx.all<DeletedRow>(sql`select head, row from deleted_now order by seq`)
  } finally {
    for (const at of tables.keys()) run(tx, `DROP TRIGGER temp.deleted_from_${at}`)
    for (const at of cleared.keys()) run(tx, `DROP TRIGGER temp.cleared_in_${at}`)
    run(tx, 'DROP TABLE temp.deleted_now')
  }
}

/** Rows per statement. */
const AT_ONCE = 100

/** Restores the rows. Throws SQLite's error when they no longer fit the tables. */
export function restoreDeletedRows(tx: Tx, rows: readonly DeletedRow[]): void {
  // Parent rows may follow their children.
  run(tx, 'PRAGMA defer_foreign_keys = ON')
  const byHead = Map.groupBy(
    rows.filter(({ row }) => row !== ''),
    ({ head }) => head,
  )
  for (const [head, group] of byHead)
    for (let at = 0; at < group.length; at += AT_ONCE) {
      const values = group.slice(at, at + AT_ONCE).map(({ row }) => row)
      run(tx, `${head} ${values.join(',')}`)
    }
  for (const { head, row } of rows) if (row === '') run(tx, head)
}

const run = (tx: Tx, statement: string) => tx.run(sql.raw(statement))

/** Every reference to one of the tables, or to a table whose rows are deleted with theirs. */
function referencesTo(tx: Tx, roots: readonly string[]): Reference[] {
  const all = tx.all<Reference>(sql`select m.name as "table", p."from" as "column", p."table" as parent,
    p.on_delete as on_delete from sqlite_schema m, pragma_foreign_key_list(m.name) p where m.type = 'table'`)
  const gone = new Set(roots)
  const found = new Set<Reference>()
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const reference of all) {
      if (!gone.has(reference.parent)) continue
      found.add(reference)
      if (reference.on_delete === 'CASCADE') gone.add(reference.table)
    }
  }
  return [...found]
}

function deleteTrigger(tx: Tx, table: string, at: number): string {
  const columns = tx.all<{ name: string }>(sql`select name from pragma_table_info(${table})`).map(({ name }) => name)
  const head = `INSERT OR IGNORE INTO ${named(table)} (${columns.map(named).join(', ')}) VALUES`
  const values = columns.map((column) => `quote(OLD.${named(column)})`).join(` || ',' || `)
  return `CREATE TEMP TRIGGER deleted_from_${at} AFTER DELETE ON main.${named(table)} BEGIN
    INSERT INTO deleted_now (head, row) VALUES (${text(head)}, '(' || ${values} || ')'); END`
}

function clearTrigger({ table, column }: Reference, at: number): string {
  const [name, field] = [named(table), named(column)]
  return `CREATE TEMP TRIGGER cleared_in_${at} AFTER UPDATE OF ${field} ON main.${name}
    WHEN OLD.${field} IS NOT NULL AND NEW.${field} IS NULL BEGIN INSERT INTO deleted_now (head, row) VALUES (
    ${text(`UPDATE ${name} SET ${field} = `)} || quote(OLD.${field}) ||
    ${text(` WHERE ${field} IS NULL AND rowid = `)} || OLD.rowid, ''); END`
}
