import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** Inserts of rows whose columns vary, built once by `preparedQuery`. */

/** A placeholder for each column: the values of the insert. */
export function everyColumn<T extends SQLiteTable>(table: T): { [K in keyof T['$inferInsert']]: SQL } {
  const names = Object.keys(getTableColumns(table))
  return Object.fromEntries(names.map((name) => [name, sql`${sql.placeholder(name)}`])) as never
}

/** What to run it with, as it is stored: a column that the row leaves out gets its default, or NULL. */
export function wholeRow<T extends SQLiteTable>(table: T, row: T['$inferInsert']): Record<string, unknown> {
  const whole: Record<string, unknown> = {}
  const given: Record<string, unknown> = row
  for (const [name, column] of Object.entries(getTableColumns(table))) {
    const value = given[name] === undefined ? column.default : given[name]
    whole[name] = value === null || value === undefined ? null : column.mapToDriverValue(value)
  }
  return whole
}
