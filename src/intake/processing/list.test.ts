import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import { systemRandom } from '../../base/platform/random'
import type { Database } from '../../base/storage/database'
import { archiveHelper } from '../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { listDownloadedFiles } from './list'
import { addPlacements, placementsOf } from './store'

let folder: string
let db: Database
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-list-'))
  db = testDatabase()
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

const COMIC = makeCbz(makePages(2))
const put = (...names: string[]) => {
  for (const name of names) writeFileSync(join(folder, name), COMIC)
}
const list = (signal = new AbortController().signal) => {
  const archives = { files: systemFiles, ...archiveHelper() } as never
  const ports = { clock: fakeClock(), random: systemRandom }
  return listDownloadedFiles(
    { item_id: 'item' },
    folder,
    { folder: join(folder, '.work'), signal },
    { db, ports, archives },
  )
}
const rows = () => placementsOf(db.read, 'item')
const row = (position: number) =>
  ({ placement_id: `${position}`, item_id: 'item', position, source_path: '/x', size: 1, modified_ms: 1, state: 'placed', updated_at: '2026' }) as never // biome-ignore format: one glance

test('files are stored in their order', async () => {
  put('b.cbz', 'a.cbz')
  await list()
  expect(rows().map(({ position, source_path, state }) => [position, source_path, state])).toEqual([
    [0, join(folder, 'a.cbz'), 'found'],
    [1, join(folder, 'b.cbz'), 'found'],
  ])
})

test('a complete list is not rebuilt', async () => {
  db.write((tx) => addPlacements(tx, [row(0)]))
  put('a.cbz')
  await list()
  expect(rows().map(({ placement_id }) => placement_id)).toEqual(['0'])
})

test('a list without its first row was cut off, and is rebuilt', async () => {
  db.write((tx) => addPlacements(tx, [row(1)]))
  put('a.cbz')
  await list()
  expect(rows().map(({ source_path }) => source_path)).toEqual([join(folder, 'a.cbz')])
})

test('a rebuilt list does not change those of other downloads', async () => {
  const other = { ...(row(0) as object), placement_id: 'other', item_id: 'other' } as never
  db.write((tx) => addPlacements(tx, [other, row(1)]))
  put('a.cbz')
  await list()
  expect([rows().length, placementsOf(db.read, 'other').length]).toEqual([1, 1])
})

test('a download without comics writes nothing', async () => {
  let writes = 0
  const write = db.write.bind(db)
  db.write = (work) => {
    writes += 1
    return write(work)
  }
  await list()
  expect([writes, rows()]).toEqual([0, []])
})

test('a long list is written completely', async () => {
  put(...Array.from({ length: 205 }, (_, n) => `${n}.cbz`))
  await list()
  expect(rows().map(({ position }) => position)).toEqual(Array.from({ length: 205 }, (_, n) => n))
})

test('nothing is written when it was stopped', async () => {
  put('a.cbz')
  await list(AbortSignal.abort()).catch(() => undefined)
  expect(rows()).toEqual([])
})

test('requests get through between two writes, and a stop takes effect there', async () => {
  put(...Array.from({ length: 205 }, (_, n) => `${n}.cbz`))
  const stop = new AbortController()
  const write = db.write.bind(db)
  db.write = (work) => {
    setImmediate(() => stop.abort())
    return write(work)
  }
  await list(stop.signal)
  expect(rows().map(({ position }) => position)).toEqual(Array.from({ length: 100 }, (_, n) => n + 105))
})
