import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { migrate } from '../src/base/storage/migrate'
import type { Migration } from '../src/base/storage/migrations/index'
import { allTables, missingStatements } from './migration'

test('the migrations create the tables of the sources, with types, defaults, keys and indexes', async () => {
  expect(await missingStatements(await allTables())).toEqual([])
})

const START: Migration = {
  name: '0001_start',
  sql: `CREATE TABLE \`shelves\` (\`id\` text PRIMARY KEY NOT NULL, \`room\` text NOT NULL, \`full_at\` text);
CREATE INDEX \`shelves_full\` ON \`shelves\` (\`room\`) WHERE "shelves"."full_at" is not null;
CREATE TABLE \`books\` (
  \`id\` text PRIMARY KEY NOT NULL,
  \`shelf\` text NOT NULL,
  FOREIGN KEY (\`shelf\`) REFERENCES \`shelves\`(\`id\`) ON UPDATE no action ON DELETE cascade
);`,
}
const id = () => text('id').primaryKey()
const room = () => text('room').notNull()
const full = () => text('full_at')
const shelves = sqliteTable('shelves', { id: id(), room: room(), full_at: full() }, (t) => [
  index('shelves_full').on(t.room).where(sql`${t.full_at} is not null`),
])
const shelf = (table = shelves) =>
  text('shelf')
    .notNull()
    .references(() => table.id, { onDelete: 'cascade' })
const books = sqliteTable('books', { id: id(), shelf: shelf() })

test('a conditional index is not recreated', async () => {
  expect(await missingStatements({ shelves, books }, [START])).toEqual([])
})

test.each([
  [
    'a column, a table and an index',
    () => {
      const columns = { id: id(), shelf: shelf(), pages: integer('pages').notNull().default(0) }
      return {
        shelves,
        books: sqliteTable('books', columns, (t) => [index('books_by_pages').on(t.pages)]),
        readers: sqliteTable('readers', { id: id() }),
      }
    },
  ],
  [
    'another condition of an index',
    () => ({
      books,
      shelves: sqliteTable('shelves', { id: id(), room: room(), full_at: full() }, (t) => [
        index('shelves_full').on(t.room).where(sql`${t.full_at} is null`),
      ]),
    }),
  ],
  [
    'a table that has to be rebuilt, with its index',
    () => {
      const columns = { id: id(), room: room().default('cellar'), full_at: full() }
      const rebuilt = sqliteTable('shelves', columns, (t) => [
        index('shelves_full').on(t.room).where(sql`${t.full_at} is not null`),
      ])
      return { shelves: rebuilt, books }
    },
  ],
])('a generated migration runs, loses no row and is complete: %s', async (_what, tables) => {
  const statements = await missingStatements(tables(), [START])
  expect(statements).not.toEqual([])
  const list = [START, { name: '0002_more', sql: statements.join('\n') }]
  const raw = new Sqlite(':memory:', { strict: true })
  migrate(raw, undefined, [START])
  raw.run("INSERT INTO shelves VALUES ('s', 'attic', NULL); INSERT INTO books VALUES ('b', 's')")
  migrate(raw, undefined, list)
  expect(raw.query('SELECT shelf FROM books').all()).toEqual([{ shelf: 's' }])
  expect(raw.query('SELECT room FROM shelves').all()).toEqual([{ room: 'attic' }])
  expect(await missingStatements(tables(), list)).toEqual([])
})
