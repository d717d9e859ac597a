import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { Database, type ReadHandle } from './database'
import { preparedQuery } from './prepared-query'

const notes = sqliteTable('notes', { name: text().primaryKey(), words: text() })

function database(words: string): Database {
  const db = new Database(':memory:', { publish: () => {} })
  db.write((tx) => {
    tx.run(sql`CREATE TABLE notes (name TEXT PRIMARY KEY, words TEXT)`)
    tx.insert(notes).values({ name: 'a', words }).run()
  })
  return db
}

test('a statement is built once, and each database reads its own rows with it', () => {
  let builds = 0
  const wordsOf = preparedQuery((db: ReadHandle) => {
    builds += 1
    return db
      .select({ words: notes.words })
      .from(notes)
      .where(eq(notes.name, sql.placeholder('name')))
      .prepare()
  })
  const [first, second] = [database('one'), database('two')]
  expect([first, second].map((db) => wordsOf(db.read).get({ name: 'a' }))).toEqual([{ words: 'one' }, { words: 'two' }])
  // Inside a transaction too, and after the database that it was built on is closed.
  expect(second.write((tx) => wordsOf(tx).all({ name: 'a' }))).toEqual([{ words: 'two' }])
  first.close()
  expect(wordsOf(second.read).get({ name: 'b' })).toBeUndefined()
  expect(wordsOf(second.read).get({ name: 'a' })).toEqual({ words: 'two' })
  expect(builds).toBe(1)
  second.close()
})
