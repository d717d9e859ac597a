import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import { lineLog } from '../../base/platform/log'
import type { Files } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { itemAt } from '../../testing/downloads/clients'
import { fakeClock } from '../../testing/fakes/clock'
import { addItem, type NewDownloadItem } from '../downloads/store'
import { DropFolder } from './drop-folder'

const clock = fakeClock()
const NOW = Date.parse(clock.now()) / 1000
let folder: string
let db: Database
let begun: string[]
let log: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-drop-'))
  db = testDatabase()
  begun = []
  log = []
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Puts a file into the folder, last changed this many seconds ago. */
function put(name: string, ago: number, text = 'comic'): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  utimesSync(path, NOW - ago, NOW - ago)
  return path
}
interface Beside {
  files?: Partial<Files>
  path?: string
  begin?: (title: string) => void
}
function watched({ files = {}, path = folder, begin = () => {} }: Beside = {}) {
  const write = lineLog(clock.now, (line) => log.push(line))
  const requests = {
    begin({ title, content_path, origin }: { title: string; content_path: string; origin: string }, digest = '') {
      begin(title)
      begun.push(`${origin}: ${title}`)
      db.write((tx) => addItem(tx, { ...itemAt('A', clock.now()), item_id: digest, digest, title, content_path } as NewDownloadItem, [])) // biome-ignore format: one line
    },
  }
  const own = { ...systemFiles, ...files }
  return new DropFolder({ db, clock, log: write, files: own, requests: requests as never, folder: () => path })
}

test('an entry unchanged for a minute is imported at once, by its name without the extension', async () => {
  put('Old.cbz', 61)
  put('New.cbz', 60)
  await watched().scan()
  expect(begun).toEqual(['folder: Old'])
})

test('a new entry is imported once, when it is unchanged in the next scan', async () => {
  put('New.cbz', 1)
  const drop = watched()
  await drop.scan()
  expect(begun).toEqual([])
  await drop.scan()
  await drop.scan()
  expect(begun).toEqual(['folder: New'])
  await watched().scan()
  expect(begun).toHaveLength(1)
})

test.each<[string, () => void]>([
  ['grows', () => put('One/1.cbz', 2, 'a longer comic')],
  ['gets another file', () => put('One/2.cbz', 2, '')],
  ['changes only in time', () => put('One/1.cbz', 1)],
])('a folder that %s between two scans waits for another one', async (_, change) => {
  put('One/1.cbz', 2)
  const drop = watched()
  await drop.scan()
  change()
  await drop.scan()
  expect(begun).toEqual([])
  await drop.scan()
  expect(begun).toEqual(['folder: One'])
})

test('a folder is as new as its newest file at any depth', async () => {
  put('One/1.cbz', 900)
  put('One/deep/2.cbz', 5)
  put('Two/deep/2.cbz', 900)
  await watched().scan()
  expect(begun).toEqual(['folder: Two'])
})

test('empty folders, litter, links and too deep files are ignored', async () => {
  const real = put('.hidden.cbz', 900)
  mkdirSync(join(folder, 'Empty', 'deeper'), { recursive: true })
  symlinkSync(real, join(folder, 'link.cbz'))
  mkdirSync(join(folder, 'Linked'))
  symlinkSync(real, join(folder, 'Linked', 'link.cbz'))
  const elsewhere = join(folder, '.elsewhere')
  put('.elsewhere/1.cbz', 900)
  symlinkSync(elsewhere, join(folder, 'link'))
  symlinkSync(elsewhere, join(folder, 'Linked', 'link'))
  put(`Deep/${'d/'.repeat(13)}1.cbz`, 900)
  put(`Bottom/${'d/'.repeat(12)}1.cbz`, 900)
  const drop = watched()
  await drop.scan()
  await drop.scan()
  expect(begun).toEqual(['folder: Bottom'])
})

test('without a folder nothing is scanned, and one that cannot be opened is logged', async () => {
  await watched({ path: '', files: { list: () => Promise.reject(new Error('asked')) } }).scan()
  expect(log).toEqual([])
  await watched({ path: join(folder, 'none') }).scan()
  expect([begun, log.length]).toEqual([[], 1])
  expect(log[0]).toContain('cannot be opened')
})

test('an entry that disappears during the scan is skipped', async () => {
  put('Gone.cbz', 900)
  put('Shut/1.cbz', 900)
  put('There.cbz', 900)
  const files: Partial<Files> = {
    stat: async (path) => {
      if (path.includes('Gone')) throw new Error('ENOENT')
      return systemFiles.stat(path)
    },
    list: async (path) => {
      if (path.includes('Shut')) throw new Error('EACCES')
      return systemFiles.list(path)
    },
  }
  await watched({ files }).scan()
  expect(begun).toEqual(['folder: There'])
})

test('an entry that is being processed is skipped, and any other error is thrown', async () => {
  put('Busy.cbz', 900)
  put('Other.cbz', 900)
  const refuses = (title: string) => {
    if (title === 'Busy') throw new Refusal('conflict', 'It is being processed already.')
  }
  await watched({ begin: refuses }).scan()
  expect(begun).toEqual(['folder: Other'])
  const breaks = () => {
    throw new Error('the disk is full')
  }
  put('Third.cbz', 900)
  expect(await watched({ begin: breaks }).scan().catch(String)).toContain('the disk is full')
})
