import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { makeFile } from '../../testing/make'
import { fileWithId } from '../series/file-store'
import { ChangedFiles } from './changed-files'
import type { FileSource } from './source'

let db: Database
let id: string
let read: string[]
let warnings: string[]
beforeEach(() => {
  db = testDatabase()
  id = makeFile(db, { path: '/library/one.cbz', size: 10, modified_ms: 1 })
  read = []
  warnings = []
})
afterEach(() => db.close())

const log = { debug() {}, info() {}, error() {}, warn: (_area: string, text: string) => void warnings.push(text) }
const changedFiles = (take: (path: string) => Promise<void> = async () => {}) =>
  new ChangedFiles({
    db,
    log,
    read: (path) => {
      read.push(path)
      return take(path)
    },
  })
const sourceOf = (size: number, modifiedMs: number): FileSource => ({
  file: fileWithId(db.read, id)!,
  path: '/library/one.cbz',
  size,
  modifiedMs,
  version: `${size} ${modifiedMs}`,
})

test.each([
  [10, 1, 0],
  [11, 1, 1],
  [10, 2, 1],
])('a file of %i bytes changed at %i is read again: %i', async (size, modifiedMs, times) => {
  const source = sourceOf(size, modifiedMs)
  await changedFiles().current(source)
  expect(read).toEqual(Array.from({ length: times }, () => '/library/one.cbz'))
})

test('the row is the one after the file was read', async () => {
  const take = async () => void makeFile(db, { path: '/library/one.cbz', size: 11, modified_ms: 2, page_count: 7 })
  const source = await changedFiles(take).current(sourceOf(11, 2))
  expect(source).toMatchObject({ size: 11, file: { page_count: 7, size: 11 } })
})

test('a version that the library did not accept is read once, the next one again', async () => {
  const changed = changedFiles()
  await Promise.all([changed.current(sourceOf(11, 2)), changed.current(sourceOf(11, 2))])
  await changed.current(sourceOf(11, 2))
  expect(read).toHaveLength(1)
  await changed.current(sourceOf(12, 3))
  expect(read).toHaveLength(2)
})

test('a file that cannot be read keeps its row, and the log says so', async () => {
  const source = sourceOf(11, 2)
  expect(await changedFiles(() => Promise.reject(new Error('EIO'))).current(source)).toEqual(source)
  expect(warnings).toEqual(['changed file not read'])
})
