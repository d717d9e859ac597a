import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, id, json } from './columns'
import { Database, type Tx } from './database'
import { preparedQuery } from './prepared-query'
import { everyColumn, wholeRow } from './whole-row'

const books = sqliteTable('books', {
  book_id: integer().primaryKey(),
  name: id().notNull(),
  tags: json<string[]>().notNull().default([]),
  also: json<string[]>(),
  read: flag().notNull().default(false),
  lent: flag(),
})
const addBook = preparedQuery((tx: Tx) => tx.insert(books).values(everyColumn(books)).returning().prepare())

function database(): Database {
  const db = new Database(':memory:', { publish: () => {} })
  db.write((tx) =>
    tx.run(
      sql`CREATE TABLE books (book_id INTEGER PRIMARY KEY, name TEXT NOT NULL, tags TEXT NOT NULL, also TEXT, read INTEGER NOT NULL, lent INTEGER)`,
    ),
  )
  return db
}

test('a row is stored as the builder stores it, with defaults and NULL where it leaves columns out', () => {
  const db = database()
  const rows: (typeof books.$inferInsert)[] = [
    { name: 'a' },
    { name: 'b', tags: ['x'], also: ['y', '"'], read: true, lent: false },
    { name: 'c', also: null, lent: null, read: undefined },
    { book_id: 9, name: 'd', lent: true },
  ]
  const other = database()
  for (const row of rows) {
    const added = db.write((tx) => addBook(tx).get(wholeRow(books, row)))
    expect(added).toEqual(other.write((tx) => tx.insert(books).values(row).returning().get()))
  }
  const stored = (of: Database) => of.read.all(sql`select *, typeof(also) as kind, typeof(lent) as type from books`)
  expect(stored(db)).toEqual(stored(other))
  for (const each of [db, other]) each.close()
})

test('a missing required column is refused', () => {
  const db = database()
  expect(() => db.write((tx) => addBook(tx).get(wholeRow(books, {} as never)))).toThrow('NOT NULL')
  db.close()
})

test('a default that only the database can compute is refused', () => {
  const notes = sqliteTable('notes', { at: text().default(sql`CURRENT_TIMESTAMP`) })
  expect(() => everyColumn(notes)).toThrow('The default of at is an expression.')
})
