import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ForeignDatabase, ForeignFault } from './foreign-database'

let folder: string
let database: ForeignDatabase
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-foreign-'))
  const raw = new Database(join(folder, 'source.db'), { create: true })
  raw.run('CREATE TABLE Series (Name TEXT, Year INTEGER)')
  raw.run('INSERT INTO Series VALUES (?, 2016), (?, 2019)', ['Harbor Lights', 'x'.repeat(1_000_000)])
  raw.close()
  database = new ForeignDatabase(join(folder, 'source.db'))
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

test('names are found whatever their case, and a column that is not there is null', () => {
  expect([...database.rows('SERIES', ['name', 'publisher'])][0]).toEqual({ name: 'Harbor Lights', publisher: null })
})

test('a query for what is not there fails as the fault of the other program, with the words of SQLite', () => {
  expect(() => [...database.query('SELECT publisher FROM series')]).toThrow(
    new ForeignFault('no such column: publisher'),
  )
  expect(() => database.value('SELECT 1 FROM issues')).toThrow(new ForeignFault('no such table: issues'))
  expect(() => database.value('SELECT abs(-9223372036854775808)')).toThrow(ForeignFault)
})

test('a text of a megabyte is cut, whichever way it is read', () => {
  const lengths = [...database.rows('series', ['name'])].map(({ name }) => String(name).length)
  expect(lengths).toEqual([13, 16_384])
  expect(String(database.value('SELECT name FROM series WHERE year = 2019'))).toHaveLength(16_384)
})
