import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Database } from '../../base/storage/database'
import { markGone } from '../../library/series/presence-store'
import { testDatabase } from '../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { filesOfSeries } from './file-list-store'
import * as store from './store'

let db: Database
beforeEach(() => {
  db = testDatabase()
  for (const [comic_id, name] of [['b', 'Winter Engine'], ['a', 'Harbor Lights'], ['c', 'Copper Orchard']] as const)
    makeSeries(db, { comic_id, name }) // biome-ignore format: one line
  for (const operation of ['one', 'two']) db.write((tx) => store.addItems(tx, operation, ['a', 'b', 'none']))
})
afterEach(() => db.close())

const states = (operation: string) => store.itemsOfBulk(db.read, operation, undefined, { limit: 9, offset: 0 }).map(({ state }) => state) // biome-ignore format: one line
const first = (operation: string) => store.findBulkItem(db.read, operation, 0)!
const head = { head: 'insert', row: '1' }

test('an operation has its series in the order of their names', () => {
  expect(db.write((tx) => store.addItems(tx, 'three', ['c', 'b', 'a']))).toBe(3)
  const items = store.itemsOfBulk(db.read, 'three', undefined, { limit: 2, offset: 1 })
  expect(items.map(({ position, name, state }) => [position, name, state])).toEqual([
    [1, 'Harbor Lights', 'waiting'],
    [2, 'Winter Engine', 'waiting'],
  ])
  expect(store.nextItem(db.read, 'three', ['waiting'])?.comic_id).toBe('c')
  expect(store.nextItem(db.read, 'three', ['waiting'], { last: true })?.comic_id).toBe('b')
  expect(store.nextItem(db.read, 'three', ['done'])).toBeUndefined()
})

test('the outcome of a series changes no other operation and no other series', () => {
  const undo = { status: 'active' } as const
  db.write((tx) => {
    store.setItem(tx, first('one'), { state: 'done', undo })
    store.setItem(tx, first('two'), { state: 'failed', undo: null })
  })
  expect([states('one'), states('two')]).toEqual([['done', 'waiting'], ['failed', 'waiting']]) // biome-ignore format: one line
  expect(store.countBulkItems(db.read, 'one')).toMatchObject({ done: 1, waiting: 1, failed: 0 })
  expect(['one', 'two'].map((operation) => store.countUndoable(db.read, operation))).toEqual([1, 0])
  db.write((tx) => store.markForUndo(tx, 'one'))
  expect([states('one'), states('two')]).toEqual([['undoing', 'waiting'], ['failed', 'waiting']]) // biome-ignore format: one line
  expect(store.itemsOfBulk(db.read, 'one', 'undoing', { limit: 9, offset: 0 })).toHaveLength(1)
})

test('deleted rows are restored in their order, only for their series', () => {
  const many = Array.from({ length: 501 }, (_, at) => ({ head: `${at}`, row: '1' }))
  const second = store.findBulkItem(db.read, 'one', 1)!
  db.write((tx) => {
    store.saveDeletedRows(tx, first('one'), many)
    store.saveDeletedRows(tx, second, [head])
    store.saveDeletedRows(tx, first('two'), [head])
  })
  expect(store.deletedRows(db.read, first('one')).map((row) => row.head)).toEqual(many.map((row) => row.head))
  db.write((tx) => store.dropDeletedRows(tx, first('one')))
  expect([first('one'), second, first('two')].map((item) => store.deletedRows(db.read, item).length)).toEqual([0, 1, 1])
})

test('the files of a series are its own on disk, and a file of two issues counts once', () => {
  for (const comic of ['a', 'b']) makeIssues(db, comic, [1, 2, 3])
  const own = makeFile(db, { path: '/a/1.cbz', issues: ['a-1', 'a-2'] })
  const gone = makeFile(db, { path: '/a/3.cbz', issues: ['a-3'] })
  makeFile(db, { path: '/b/1.cbz', issues: ['b-1'] })
  db.write((tx) => markGone(tx, [gone], '2026-01-05T00:00:00.000Z'))
  expect(filesOfSeries(db.read, 'a')).toEqual([{ file_id: own, path: '/a/1.cbz' }])
})

test.each([
  ['that ended long ago are deleted', 'bulk', 'succeeded', '2026-01-01', 0],
  ['of this month are kept', 'bulk', 'succeeded', '2026-11-01', 2],
  ['that still run are kept', 'bulk', 'running', '2026-01-01', 2],
  ['that still wait are kept', 'bulk', 'queued', '2026-01-01', 2],
  ['of another kind are kept', 'other', 'succeeded', '2026-01-01', 2],
])('the series of operations %s', (_name, kind, state, at, left) => {
  db.write((tx) => {
    tx.run(sql`insert into operations (operation_id, kind, subject, payload, state, created_at)
      values ('one', ${kind}, 's', '{}', ${state}, ${at})`)
    store.saveDeletedRows(tx, first('one'), [head])
    store.pruneItems(tx, '2026-06-01')
  })
  expect([states('one').length, states('two').length]).toEqual([left, 2])
  expect(db.read.all(sql`select 1 from bulk_deleted_rows`)).toHaveLength(left === 0 ? 0 : 1)
})
