import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quickestMs } from '../../testing/harness/linear-work'
import { runSteps } from '../../testing/harness/run-steps'
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

test('names are found in any case, and a missing column is null', () => {
  expect([...database.rows('SERIES', ['name', 'publisher'])][0]).toEqual({ name: 'Harbor Lights', publisher: null })
})

test("a query for missing tables fails as the other program's fault, with the message of SQLite", () => {
  expect(() => [...database.query('SELECT publisher FROM series')]).toThrow(
    new ForeignFault('no such column: publisher'),
  )
  expect(() => database.value('SELECT 1 FROM issues')).toThrow(new ForeignFault('no such table: issues'))
  expect(() => database.value('SELECT abs(-9223372036854775808)')).toThrow(ForeignFault)
})

test('a text of a megabyte is cut, however it is read', () => {
  const lengths = [...database.rows('series', ['name'])].map(({ name }) => String(name).length)
  expect(lengths).toEqual([13, 16_384])
  expect(String(database.value('SELECT name FROM series WHERE year = 2019'))).toHaveLength(16_384)
})

test('long values are cut in SQLite, and a NUL within a short text does not end it', () => {
  const raw = new Database(join(folder, 'source.db'))
  raw.run('CREATE TABLE Odd (Name)')
  raw.run(
    `INSERT INTO Odd VALUES (zeroblob(200000)), ('a' || char(0) || 'b'), (7), (NULL), (printf('%.*c', 200000, 'x'))`,
  )
  raw.close()
  const values = [...new ForeignDatabase(join(folder, 'source.db')).rows('odd', ['name'])].map(({ name }) => name)
  expect(values).toEqual([new Uint8Array(16_384), 'a\0b', 7, null, 'x'.repeat(16_384)])
})

test('a computed column is found, even when reading one row would take seconds', () => {
  expect(database.computedColumn()).toBeUndefined()
  const raw = new Database(join(folder, 'source.db'))
  raw.run(`CREATE TABLE "Odd ""one" (Name TEXT, Long TEXT GENERATED ALWAYS AS (hex(zeroblob(400000000))) VIRTUAL)`)
  raw.run('CREATE VIEW Shown AS SELECT 1 AS Name')
  raw.close()
  expect(new ForeignDatabase(join(folder, 'source.db')).computedColumn()).toBe('Odd "one.Long')
})

test('the constraints of the other program are not checked, however long that would take', () => {
  const raw = new Database(join(folder, 'source.db'))
  raw.run(`CREATE TABLE Ruled (Name TEXT CHECK (Name <> hex(zeroblob(Year * 20000000))), Year INTEGER)`)
  raw.run(`INSERT INTO Ruled VALUES ('Harbor Lights', 0)`)
  raw.run('PRAGMA ignore_check_constraints = 1')
  raw.run('UPDATE Ruled SET Year = 10')
  raw.close()
  expect(quickestMs(() => runSteps(new ForeignDatabase(join(folder, 'source.db')).fault()))).toBeLessThan(200)
})
