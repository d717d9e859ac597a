import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { NO_LIMITS } from '../../testing/users'
import { FilteredReads, keyOf } from './filtered-reads'

let folder: string
let opened: Sqlite[]
let reads: FilteredReads
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-reads-'))
  const path = join(folder, 'rows.db')
  const made = new Sqlite(path)
  made.run('CREATE TABLE series (comic_id text, age integer)')
  made.run("INSERT INTO series VALUES ('a', 0), ('b', 12), ('c', 18)")
  made.close()
  opened = []
  reads = new FilteredReads(() => {
    opened.push(new Sqlite(path, { readonly: true }))
    return opened.at(-1)!
  })
})
afterEach(() => {
  reads.close()
  rmSync(folder, { recursive: true, force: true })
})

const upTo = (max_age: number) => ({ ...NO_LIMITS, max_age })
const hide = () =>
  reads.hideWith(({ max_age }, tables) => [
    `CREATE TEMP VIEW series AS SELECT ${tables.get('series')!.join()} FROM main.series WHERE age <= ${max_age}`,
  ])
const ids = (max_age: number) =>
  reads
    .of(upTo(max_age))
    .all<{ comic_id: string }>(sql`select comic_id from series`)
    .map(({ comic_id }) => comic_id)

test('nothing is read with limits before it is known what they hide', () => {
  expect(() => reads.of(upTo(0))).toThrow('before the views are known')
  expect(() => reads.snapshot(upTo(0))).toThrow('before the views are known')
})

test('each limit has its own view of the same table, also in a snapshot', () => {
  hide()
  expect([ids(0), ids(12), ids(18)]).toEqual([['a'], ['a', 'b'], ['a', 'b', 'c']])
  const snapshot = reads.snapshot(upTo(12))
  expect(snapshot.read.all(sql`select comic_id from series`)).toHaveLength(2)
  snapshot.close()
})

test('users whose limits hide the same share a connection, whatever else they may do', () => {
  hide()
  reads.of(upTo(12))
  reads.of({ ...upTo(12), may_download: false, may_request: false })
  expect(opened).toHaveLength(1)
  const { kinds, ...rest } = upTo(12)
  expect(keyOf({ ...rest, kinds })).toBe(keyOf({ kinds, ...rest }))
})

test('eight are kept, and the one that was used longest ago is opened again', () => {
  hide()
  for (let age = 0; age < 8; age++) ids(age)
  ids(0)
  ids(8)
  expect(opened).toHaveLength(9)
  expect([ids(0), ids(8)]).toEqual([['a'], ['a']])
  expect(opened).toHaveLength(9)
  expect(ids(1)).toEqual(['a'])
  expect(opened).toHaveLength(10)
})
