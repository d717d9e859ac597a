import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ArchiveError } from '../../base/formats/archives/archive-error'
import { systemFiles } from '../../base/platform/files'
import type { Database } from '../../base/storage/database'
import { picturesIn } from '../../library/recognition/service'
import { archiveHelper } from '../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { makeIssues, makeSeries } from '../../testing/make'
import { checkSource, failPlacement, inspectAll, placementFailure } from './inspect'
import { addPlacements, findPlacement, type NewPlacement, type Placement, placementsOf } from './store'

const clock = fakeClock()
const COMIC = makeCbz(makePages(2))
let folder: string
let db: Database
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-inspect-'))
  db = testDatabase()
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

function put(name: string, bytes: Uint8Array | string = COMIC): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
  utimesSync(path, 1000, 1000)
  return path
}
/** A row for a file as it is now. */
function rowOf(source_path: string, change: Partial<Placement> = {}): Placement {
  const { size, mtimeMs } = statSync(source_path)
  const facts = { source_path, inner: '', pictures: false, size, modified_ms: mtimeMs, updated_at: '2026' }
  const row = { placement_id: source_path, item_id: 'item', position: 0, state: 'found', ...facts, ...change }
  db.write((tx) => addPlacements(tx, [row as NewPlacement]))
  return findPlacement(db.read, row.placement_id)!
}
const deps = (files = systemFiles) => {
  return { db, clock, usual: () => 'comic' as const, limits: () => ({}), archives: { files, ...archiveHelper() } }
}
const now = (row: Placement) => findPlacement(db.read, row.placement_id)
const nobody = { series: undefined, issues: [], title: '', grabbed: false, certain: false }
const inspect = (rows: readonly Placement[], signal = new AbortController().signal, files = systemFiles) =>
  inspectAll({ rows, expected: nobody, folder: join(folder, '.work'), signal }, deps(files) as never)

describe('an unchanged file', () => {
  const check = (row: Placement) => checkSource(row, systemFiles).catch(String)

  test('has the same size and time', async () => {
    expect(await check(rowOf(put('a.cbz')))).toBeUndefined()
  })

  test('is not one with another size or time under the same name', async () => {
    const row = rowOf(put('a.cbz'))
    utimesSync(row.source_path, 2000, 2000)
    expect(await check(row)).toContain('changed while it was looked at')
    put('a.cbz', 'short')
    expect(await check(row)).toContain('changed while it was looked at')
  })

  test("in an archive is recognized by the archive's time, since its own size differs", async () => {
    const row = rowOf(put('a.zip'), { inner: 'x.cbz', size: 7 })
    expect(await check(row)).toBeUndefined()
    utimesSync(row.source_path, 2000, 2000)
    expect(await check(row)).toContain('changed while it was looked at')
  })

  test('behind a link is the target of the link', async () => {
    const path = put('a.cbz')
    symlinkSync(path, join(folder, 'link.cbz'))
    const row = rowOf(path, { source_path: join(folder, 'link.cbz') })
    expect(await check(row)).toBeUndefined()
    put('a.cbz', 'short')
    expect(await check(row)).toContain('changed while it was looked at')
    rmSync(path)
    expect(await check(row)).toContain('There is nothing at')
  })

  test('is not a folder with the same name', async () => {
    const row = rowOf(put('a.cbz'))
    rmSync(row.source_path)
    mkdirSync(row.source_path)
    expect(await check(row)).toContain('There is nothing at')
  })

  test('as a folder of pictures has no picture with another size or time', async () => {
    for (const [name, bytes] of Object.entries(makePages(4))) put(`pages/${name}`, bytes)
    const { size, modified_ms } = await picturesIn(join(folder, 'pages'), systemFiles)
    const row = rowOf(join(folder, 'pages'), { pictures: true, size, modified_ms })
    expect(await check(row)).toBeUndefined()
    utimesSync(join(folder, 'pages', 'p1.png'), 2000, 2000)
    expect(await check(row)).toContain('changed while it was looked at')
    put('pages/p1.png', 'short')
    expect(await check(row)).toContain('changed while it was looked at')
  })
})

describe('why a file is not imported', () => {
  test.each([
    ['damaged', 'damaged'],
    ['unreadable', 'failed'],
    ['too_large', 'failed'],
  ] as const)('%s is %s, with its own sentence', (fault, state) => {
    const why = placementFailure(new ArchiveError(fault, 'As it says.'), '/a.cbz')
    expect(why).toEqual({ state, detail: 'As it says.' })
  })

  test('a password is reported as such', () => {
    const why = placementFailure(new ArchiveError('encrypted', 'As it says.'), '/a.cbz')
    expect(why).toMatchObject({ state: 'damaged', detail: expect.stringContaining('needs a password') })
  })

  test('is saved in its own row, and not if it was placed meanwhile', () => {
    const found = rowOf(put('a.cbz'), { detail: 'odd' })
    const placed = rowOf(put('b.cbz'), { state: 'placed', position: 1 })
    for (const row of [found, placed]) failPlacement(row, new ArchiveError('damaged', 'It is cut off.'), deps())
    expect(now(found)).toMatchObject({ state: 'damaged', detail: 'It is cut off.', updated_at: clock.now() })
    expect(now(placed)).toMatchObject({ state: 'placed', detail: null })
  })

  test('names the target file, if the disk refused that', () => {
    const enospc = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
    const row = rowOf(put('a.cbz'), { target: '/comics/x/a.cbz' })
    failPlacement(row, enospc, deps())
    expect(now(row)).toMatchObject({ state: 'failed', detail: expect.stringContaining('/comics/x') })
  })
})

describe('inspected files', () => {
  test('are inspected once: later rows stay unchanged', async () => {
    makeSeries(db)
    makeIssues(db, 'harbor', ['1', '2'])
    const one = rowOf(put('Harbor Lights 001.cbz'), { position: 0 })
    const two = rowOf(put('Harbor Lights 002.cbz'), { position: 1, state: 'kept', detail: 'As before.' })
    const bad = rowOf(put('Harbor Lights 003.cbz', 'no comic'), { position: 2 })
    await inspect([one, two, bad])
    expect(now(one)).toMatchObject({ state: 'ready', comic_id: 'harbor', issue_ids: ['harbor-1'] })
    expect(now(two)).toMatchObject({ state: 'kept', detail: 'As before.' })
    expect(now(bad)?.state).toBe('damaged')
  })

  test('are not inspected once they are replaced by another file', async () => {
    const row = rowOf(put('Harbor Lights 001.cbz'), { size: 1 })
    await inspect([row])
    expect(now(row)).toMatchObject({ state: 'failed', detail: expect.stringContaining('changed') })
  })

  test('are distinguished by the year in their names', async () => {
    makeSeries(db, { year: 2015 })
    makeIssues(db, 'harbor', [{ number: '3', release_date: '2015-05-01' }])
    makeSeries(db, { comic_id: 'old', year: 1987 })
    makeIssues(db, 'old', [{ number: '3', release_date: '1987-05-01' }])
    const rows = [1987, 2015].map((year, position) => rowOf(put(`Harbor Lights 003 (${year}).cbz`), { position }))
    await inspect(rows)
    expect(rows.map((row) => now(row)?.issue_ids)).toEqual([['old-3'], ['harbor-3']])
  })

  test('are not saved any more once the run was stopped', async () => {
    const rows = [rowOf(put('a.cbz')), rowOf(put('b.cbz', 'no comic'), { position: 1 })]
    await inspect(rows, AbortSignal.abort())
    expect(placementsOf(db.read, 'item').map(({ state }) => state)).toEqual(['found', 'found'])
  })

  test('are not saved when the run was stopped during the last file', async () => {
    const stop = new AbortController()
    const open: typeof systemFiles.open = (path) => {
      stop.abort()
      return systemFiles.open(path)
    }
    const row = rowOf(put('Harbor Lights 001.cbz'))
    await inspect([row], stop.signal, { ...systemFiles, open })
    expect(now(row)?.state).toBe('found')
  })

  test('that are all known write nothing', async () => {
    const row = rowOf(put('a.cbz'), { state: 'kept' })
    let writes = 0
    const write = db.write.bind(db)
    db.write = (work) => {
      writes += 1
      return write(work)
    }
    await inspect([row])
    expect(writes).toBe(0)
  })

  test('are saved in steps, between which a stop takes effect', async () => {
    const stop = new AbortController()
    const path = put('no comic.cbz')
    const rows = Array.from({ length: 150 }, (_, position) => rowOf(path, { placement_id: `${position}`, position }))
    const write = db.write.bind(db)
    db.write = (work) => {
      setImmediate(() => stop.abort())
      return write(work)
    }
    await inspect(rows, stop.signal)
    const states = Object.groupBy(placementsOf(db.read, 'item'), ({ state }) => state)
    expect([states.unmatched?.length, states.found?.length]).toEqual([100, 50])
  })
})

test.each(['SQLITE_FULL', 'SQLITE_BUSY'])('a database that is full or locked fails no file (%s)', (code) => {
  const row = rowOf(put('Harbor Lights 007.cbz'), { state: 'ready' })
  const error = Object.assign(new Error('not written'), { code })
  expect(() => failPlacement(row, error, { db, clock })).toThrow(error)
  expect(now(row)?.state).toBe('ready')
})
