import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { AppEvent } from '../../../base/events/types'
import { systemFiles } from '../../../base/platform/files'
import type { Files } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { damage, makeCbz, makePages } from '../../../testing/archives/archives'
import { testDatabase } from '../../../testing/database'
import { fakeClock } from '../../../testing/fakes/clock'
import { lostDisks, saveDisk } from '../folders/disk-store'
import { importInbox } from '../tables'
import { InboxScanner, type InboxScanResult } from './scan'
import { everyInboxRow, type InboxRow } from './store'

/** The list of the import folder follows its files. */

const COMIC = makeCbz(makePages(1))
let root: string
let folder: string
let db: Database
let clock: ReturnType<typeof fakeClock>
let events: AppEvent[]
let stop: AbortController
let libraries: string[]
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'panelkeep-arrivals-'))
  folder = join(root, 'inbox')
  mkdirSync(folder)
  db = testDatabase((event) => events.push(event))
  clock = fakeClock()
  stop = new AbortController()
  ;[events, libraries] = [[], []]
})
afterEach(() => {
  db.close()
  rmSync(root, { recursive: true, force: true })
})

function put(name: string, bytes: Uint8Array | string = COMIC, seconds = 1000): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
  utimesSync(path, seconds, seconds)
  return path
}
const reports: number[] = []
/** One scan; `meanwhile` runs while it waits to see whether files still grow. */
async function look({ files = systemFiles as Files, meanwhile = () => {} } = {}): Promise<InboxScanResult | undefined> {
  const archives = { files, ...archiveHelper() } as never
  const place = () => ({ folder, libraries, usual: 'comic' as const })
  const after = clock.after
  clock.after = async () => meanwhile()
  const report = (part: number) => void reports.push(part)
  const tools = { signal: stop.signal, report, operation_id: 'op' } as never
  return new InboxScanner({ db, clock, archives, place }).run({}, tools).finally(() => {
    clock.after = after
  })
}
const rows = () =>
  everyInboxRow(db.read).map(({ path, status, problem }) => [path.slice(folder.length + 1), status, problem])
const names = () => rows().map(([name]) => name).sort() // biome-ignore format: one row
const change = (more: Partial<InboxRow>) => db.write((tx) => tx.update(importInbox).set(more).run())

describe('a scan of the import folder', () => {
  test('lists its files, and finds nothing new the second time', async () => {
    put('Harbor Lights 001.cbz')
    put('deep/Harbor Lights 002.cbz')
    expect(await look()).toEqual({ files: 2, new: 2, growing: 0, removed: 0, errors: [] })
    expect(names()).toEqual(['Harbor Lights 001.cbz', 'deep/Harbor Lights 002.cbz'])
    expect(events).toContainEqual({ type: 'inbox.changed' })
    let waits = 0
    expect(await look({ meanwhile: () => void waits++ })).toEqual({ files: 2, new: 0, growing: 0, removed: 0, errors: [] })
    expect(waits).toBe(0)
  }) // biome-ignore format: one glance

  test('without a folder lists nothing', async () => {
    folder = ''
    expect(await look()).toMatchObject({ files: 0 })
  })

  test('skips a library folder inside', async () => {
    put('comics/Harbor Lights 001.cbz')
    libraries = [join(folder, 'comics')]
    expect(await look()).toMatchObject({ files: 0 })
  })

  test('leaves out a generic archive that is not a comic, and reports a problem with any other file', async () => {
    put('setup.zip', makeCbz({ 'setup.exe': 'x' }))
    put('broken.zip', damage(makeCbz(makePages(9)), 'cut'))
    put('no comic.cbz', makeCbz({ 'setup.exe': 'x' }))
    await look()
    expect(names()).toEqual(['broken.zip', 'no comic.cbz'])
    for (const [, , problem] of rows()) expect(problem).toEqual(expect.any(String))
  })

  test('says why the disk refused to read a file', async () => {
    const path = put('Harbor Lights 001.cbz')
    const open: Files['open'] = (at) => (at === path ? Promise.reject(new Error('EIO')) : systemFiles.open(at))
    await look({ files: { ...systemFiles, open } })
    expect(rows()[0]?.[2]).toEqual(expect.stringMatching(/./))
  })

  test('reports progress every two hundred files', async () => {
    reports.length = 0
    for (let n = 0; n < 201; n++) put(`${n}.cbz`, 'x')
    await look()
    expect(reports).toEqual([200 / 201])
    expect(rows()).toHaveLength(201)
  })
})

describe('a new file', () => {
  test.each<[string, (path: string) => void]>([
    ['in size', (path) => void put(basename(path), Buffer.concat([COMIC, COMIC]))],
    ['only in time', (path) => utimesSync(path, 2000, 2000)],
  ])('that still grows %s waits for the next scan', async (_, grow) => {
    const path = put('Harbor Lights 001.cbz')
    put('Harbor Lights 002.cbz')
    const grown = await look({ meanwhile: () => grow(path) })
    expect(grown).toEqual({ files: 2, new: 1, growing: 1, removed: 0, errors: [] })
    expect(names()).toEqual(['Harbor Lights 002.cbz'])
    expect(await look()).toMatchObject({ new: 1, growing: 0 })
  }) // biome-ignore format: a table

  test('that disappears meanwhile is not listed, and does not count as growing', async () => {
    const path = put('Harbor Lights 001.cbz')
    expect(await look({ meanwhile: () => rmSync(path) })).toMatchObject({ files: 1, new: 0, growing: 0 })
  })

  test('does not delay known files', async () => {
    const path = put('Harbor Lights 001.cbz')
    await look()
    put('Harbor Lights 002.cbz')
    // The known file changes only after the first check; the next scan notices.
    await look({ meanwhile: () => utimesSync(path, 2000, 2000) })
    expect(rows()).toHaveLength(2)
    expect(everyInboxRow(db.read).map(({ modified_ms }) => modified_ms)).toEqual([1_000_000, 1_000_000])
  })

  test('without facts is left to the next scan', async () => {
    const path = put('Harbor Lights 001.cbz')
    put('Harbor Lights 002.cbz')
    const stat: Files['stat'] = (at) => (at === path ? Promise.reject(new Error('EIO')) : systemFiles.stat(at))
    expect(await look({ files: { ...systemFiles, stat } })).toMatchObject({ new: 1 })
  })
})

describe('a row', () => {
  test.each<[InboxRow['status'], boolean]>([
    ['Not Imported', true],
    ['Failed', true],
    ['Importing', false],
    ['Imported', false],
  ])('with a missing file is deleted when it is %s: %p', async (status, goes) => {
    const path = put('Harbor Lights 001.cbz')
    put('Harbor Lights 002.cbz')
    await look()
    db.write((tx) => tx.update(importInbox).set({ status }).run())
    rmSync(path)
    const left = goes ? 1 : 2
    expect(await look()).toMatchObject({ removed: goes ? 1 : 0 })
    expect(rows()).toHaveLength(left)
  })

  test.each<[string, Partial<InboxRow>, seconds: number, status: string]>([
    ['imported stays so', { status: 'Imported' }, 1000, 'Imported'],
    ['imported, with a replaced file, starts over', { status: 'Imported' }, 2000, 'Not Imported'],
    ['being imported stays so, with any file', { status: 'Importing' }, 2000, 'Importing'],
    ['that failed stays so', { status: 'Failed', problem: 'x' }, 1000, 'Failed'],
    ['that failed, with a replaced file, starts over', { status: 'Failed', problem: 'x' }, 2000, 'Not Imported'],
  ])('%s', async (_, more, seconds, status) => {
    put('Harbor Lights 001.cbz')
    await look()
    change(more)
    put('Harbor Lights 001.cbz', COMIC, seconds)
    await look()
    expect(rows().map(([, now]) => now)).toEqual([status])
  }) // biome-ignore format: a table

  test('that is being imported by the time that the others are read is not changed', async () => {
    put('Harbor Lights 001.cbz')
    await look()
    put('Harbor Lights 001.cbz', COMIC, 2000)
    await look({ meanwhile: () => change({ status: 'Importing' }) })
    expect(rows()[0]?.[1]).toBe('Importing')
  })

  test('of a folder that cannot be listed stays, and the folder is named', async () => {
    put('shut/Harbor Lights 001.cbz')
    put('shut too/Harbor Lights 002.cbz')
    put('Harbor Lights 003.cbz')
    await look()
    rmSync(join(folder, 'shut too'), { recursive: true })
    const list: Files['list'] = (at) => (at === join(folder, 'shut') ? Promise.reject(new Error('EACCES')) : systemFiles.list(at)) // biome-ignore format: one row
    const { removed, errors } = (await look({ files: { ...systemFiles, list } }))!
    expect([removed, errors.length]).toEqual([1, 1])
    expect(errors[0]).toContain(join(folder, 'shut'))
    expect(names()).toEqual(['Harbor Lights 003.cbz', 'shut/Harbor Lights 001.cbz'])
  })

  test('stays when the import folder itself cannot be opened, which is refused', async () => {
    put('Harbor Lights 001.cbz')
    await look()
    const list: Files['list'] = () => Promise.reject(new Error('EACCES'))
    expect(await look({ files: { ...systemFiles, list } }).catch(String)).toContain('cannot be opened')
    expect(rows()).toHaveLength(1)
  })

  test('stays once the scan was stopped', async () => {
    const path = put('Harbor Lights 001.cbz')
    await look()
    rmSync(path)
    put('Harbor Lights 002.cbz')
    expect(await look({ meanwhile: () => stop.abort() })).toBeUndefined()
    expect(names()).toEqual(['Harbor Lights 001.cbz'])
  })
})

describe('an empty import folder', () => {
  const device = statSync('/').dev
  /** The import folder is a separate disk, or was. */
  const disk = (isMounted: boolean): Files => ({
    ...systemFiles,
    stat: async (path) => {
      const facts = await systemFiles.stat(path)
      return facts && { ...facts, device: isMounted && path.startsWith(folder) ? device + 1 : device }
    },
  })
  beforeEach(async () => {
    const path = put('Harbor Lights 001.cbz')
    await look({ files: disk(true) })
    rmSync(path)
  })

  test('keeps its rows when its disk is not mounted, and says so', async () => {
    expect(await look({ files: disk(false) }).catch(String)).toContain('No disk is mounted at')
    expect([rows().length, lostDisks(db.read)]).toEqual([1, [folder]])
  })

  test('loses them when its disk is mounted', async () => {
    expect(await look({ files: disk(true) })).toMatchObject({ removed: 1 })
  })

  test('loses them when another disk is not mounted', async () => {
    db.write((tx) => {
      tx.delete(importInbox).run()
      saveDisk(tx, join(root, 'other'), clock.now())
    })
    expect(await look({ files: disk(false) })).toMatchObject({ files: 0, removed: 0 })
  })

  test('does not count as a disk any more once it has files without one', async () => {
    put('Harbor Lights 002.cbz')
    await look({ files: disk(false) })
    rmSync(join(folder, 'Harbor Lights 002.cbz'))
    expect(await look({ files: disk(false) })).toMatchObject({ removed: 1 })
    expect(rows()).toEqual([])
  })

  test('below a disk keeps its rows when that is not mounted', async () => {
    db.write((tx) => saveDisk(tx, root, clock.now()))
    expect(await look({ files: disk(true) }).catch(String)).toContain(`No disk is mounted at ${root}, so`)
  })
})
