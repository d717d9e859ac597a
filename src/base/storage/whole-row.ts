import { getTableColumns, is, SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** Inserts of rows whose columns vary, built once by `preparedQuery`. */

/** A placeholder for each column: the values of the insert. Throws for a default that only the database can compute. */
export function everyColumn<T extends SQLiteTable>(table: T): { [K in keyof T['$inferInsert']]: SQL } {
  const columns = Object.entries(getTableColumns(table))
  const computed = columns.find(([, column]) => is(column.default, SQL))
  if (computed) throw new RangeError(`The default of ${computed[0]} is an expression.`)
  return Object.fromEntries(columns.map(([name]) => [name, sql`${sql.placeholder(name)}`])) as never
}

/** The parameters of a run, as stored: a column that the row leaves out gets its default, or NULL. */
export function wholeRow<T extends SQLiteTable>(table: T, row: T['$inferInsert']): Record<string, unknown> {
  const whole: Record<string, unknown> = {}
  const given: Record<string, unknown> = row
  for (const [name, column] of Object.entries(getTableColumns(table))) {
    const value = given[name] === undefined ? column.default : given[name]
    whole[name] = value === null || value === undefined ? null : column.mapToDriverValue(value)
  }
  return whole
}
