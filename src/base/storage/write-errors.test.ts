import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DISK_FULL, isDiskFull, isLocked, isOrphaned, LIBRARY_LOCKED, writeErrorSentence } from './write-errors'

/** Errors as SQLite itself throws them. */

let folder: string
let raw: Sqlite
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-errors-'))
  raw = new Sqlite(join(folder, 'x.db'))
  raw.run('PRAGMA foreign_keys = ON')
  raw.run('CREATE TABLE parents (id TEXT PRIMARY KEY)')
  raw.run('CREATE TABLE children (id TEXT UNIQUE, parent TEXT REFERENCES parents)')
})
afterEach(() => {
  raw.close()
  rmSync(folder, { recursive: true, force: true })
})

function errorOf(statement: string): unknown {
  try {
    raw.run(statement)
  } catch (error) {
    return error
  }
  throw new Error(`${statement} did not fail`)
}
const kinds = (error: unknown) => [isDiskFull(error), isLocked(error), isOrphaned(error), writeErrorSentence(error)]
const inside = (cause: unknown) => new Error('Failed to run the query', { cause: new Error('once more', { cause }) })

test('a full disk is distinguished, also inside another error', () => {
  raw.run('PRAGMA max_page_count = 5')
  raw.run('INSERT INTO parents VALUES (1)')
  const error = errorOf('INSERT INTO parents VALUES (zeroblob(100000))')
  expect(kinds(error)).toEqual([true, false, false, DISK_FULL])
  expect(kinds(inside(error))).toEqual([true, false, false, DISK_FULL])
})

test('a lock of another program is distinguished', () => {
  const other = new Sqlite(join(folder, 'x.db'))
  other.run('BEGIN EXCLUSIVE')
  const error = errorOf('INSERT INTO parents VALUES (1)')
  other.close()
  expect(kinds(inside(error))).toEqual([false, true, false, LIBRARY_LOCKED])
})

test('a row without its parent is distinguished from a duplicate', () => {
  expect(kinds(inside(errorOf("INSERT INTO children VALUES ('a', 'none')")))).toEqual([false, false, true, undefined])
  raw.run("INSERT INTO children VALUES ('a', NULL)")
  expect(kinds(errorOf("INSERT INTO children VALUES ('a', NULL)"))).toEqual([false, false, false, undefined])
})

test.each([
  ['an error without a code', new Error('plain')],
  ['a text', 'no'],
  ['nothing', undefined],
  ['null', null],
])('%s is about something else', (_, error) => {
  expect(kinds(error)).toEqual([false, false, false, undefined])
})
