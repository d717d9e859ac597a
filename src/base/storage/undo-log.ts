import { sql } from 'drizzle-orm'
import type { Tx } from './database'

const named = (name: string) => `"${name.replaceAll('"', '""')}"`
const text = (value: string) => `'${value.replaceAll("'", "''")}'`
const run = (tx: Tx, statement: string) => tx.run(sql.raw(statement))

interface Column {
  name: string
  pk: number
}

/** A column that names a row of another table. */
interface Reference {
  parent: string
  from: string
  to: string
}

/**
 * Runs `work`, and returns the statements that undo what it did to the tables, in the order in which they have to run.
 * Temporary triggers record each row. A column that changes later keeps its later value, and a row that refers to one
 * which is deleted later, such as a file, does not return.
 */
export function recordUndo(tx: Tx, isWatched: (table: string) => boolean, work: () => void): string[] {
  const tables = tx
    .all<{ name: string }>(sql`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`)
    .map(({ name }) => name)
    .filter(isWatched)
  run(tx, 'CREATE TEMP TABLE undo_log (seq INTEGER PRIMARY KEY, statement TEXT NOT NULL)')
  const triggers = tables.flatMap((table, at) => {
    // Deleted rows of watched tables return with the others.
    const lasting = referencesOf(tx, table).filter(({ parent }) => !isWatched(parent))
    return triggersOf(table, columnsOf(tx, table), { at, lasting })
  })
  for (const { create } of triggers) run(tx, create)
  try {
    work()
    return tx
      .all<{ statement: string }>(sql`select statement from undo_log order by seq desc`)
      .map(({ statement }) => statement)
  } finally {
    for (const { name } of triggers) run(tx, `DROP TRIGGER temp.${name}`)
    run(tx, 'DROP TABLE temp.undo_log')
  }
}

/** Runs recorded statements. Throws SQLite's error when rows refer to others that no longer exist. */
export function runUndo(tx: Tx, statements: readonly string[]): void {
  // Parent rows may follow their children.
  run(tx, 'PRAGMA defer_foreign_keys = ON')
  for (const statement of statements) run(tx, statement)
}

const columnsOf = (tx: Tx, table: string) => tx.all<Column>(sql`select name, pk from pragma_table_info(${table})`)

const referencesOf = (tx: Tx, table: string) =>
  tx.all<Reference>(sql`select "table" as parent, "from", "to" from pragma_foreign_key_list(${table})`)

function triggersOf(
  table: string,
  columns: readonly Column[],
  { at, lasting }: { at: number; lasting: readonly Reference[] },
): { name: string; create: string }[] {
  const keys = columns.filter(({ pk }) => pk > 0)
  const key = keys.length > 0 ? keys : columns
  const on = `main.${named(table)}`
  const make = (name: string, event: string, statement: string) => ({
    name: `${name}_${at}`,
    create: `CREATE TEMP TRIGGER ${name}_${at} AFTER ${event} ON ${on} BEGIN
      INSERT INTO undo_log (statement) VALUES (${statement}); END`,
  })
  return [
    make('undo_insert', 'INSERT', `${text(`DELETE FROM ${named(table)} WHERE `)} || ${whereSql(key, 'NEW')}`),
    make('undo_update', 'UPDATE', updateSql(table, columns, key)),
    make('undo_delete', 'DELETE', insertSql(table, columns, lasting)),
  ]
}

/** SQL of the condition on the row's key, with its values. */
const whereSql = (key: readonly Column[], row: 'OLD' | 'NEW') =>
  key.map(({ name }) => `${text(`${named(name)} IS `)} || quote(${row}.${named(name)})`).join(` || ' AND ' || `)

/** Only columns that changed, each while it has the new value. The first assignment changes nothing. */
function updateSql(table: string, columns: readonly Column[], key: readonly Column[]): string {
  const first = named(key[0]!.name)
  const sets = columns.map(({ name }) => {
    const column = named(name)
    const back = `${text(`, ${column} = CASE WHEN ${column} IS `)} || quote(NEW.${column}) || ' THEN ' || quote(OLD.${column})
      || ${text(` ELSE ${column} END`)}`
    return `CASE WHEN OLD.${column} IS NEW.${column} THEN '' ELSE ${back} END`
  })
  const head = text(`UPDATE OR IGNORE ${named(table)} SET ${first} = ${first}`)
  return `${head} || ${sets.join(' || ')} || ' WHERE ' || ${whereSql(key, 'NEW')}`
}

/** Only while the rows exist that it refers to. */
function insertSql(table: string, columns: readonly Column[], lasting: readonly Reference[]): string {
  const head = `INSERT OR IGNORE INTO ${named(table)} (${columns.map(({ name }) => named(name)).join(', ')}) SELECT `
  const values = columns.map(({ name }) => `quote(OLD.${named(name)})`).join(` || ',' || `)
  const conditions = lasting.map(({ parent, from, to }) => {
    const exists = text(` AND EXISTS (SELECT 1 FROM ${named(parent)} WHERE ${named(to)} = `)
    return ` || CASE WHEN OLD.${named(from)} IS NULL THEN '' ELSE ${exists} || quote(OLD.${named(from)}) || ')' END`
  })
  return `${text(head)} || ${values} || ' WHERE 1'${conditions.join('')}`
}
