import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { systemFiles } from '../../../base/platform/files'
import type { Files } from '../../../base/platform/ports'
import { issuesOf, seriesNamed } from '../../../library/series/store'
import { type TestApp, testApp } from '../../../testing/app'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { advanceUntil } from '../../../testing/fakes/advance-until'
import { progressOf, scanLibrary } from '../../../testing/imports/imports'
import type { ProgressView } from '../schema'

/** The process crashes during the work; the next one finishes it, exactly once. */

const NAMES = ['Harbor Lights', 'Copper Orchard', 'Quiet Signal']
const ISSUES = 4
const PAGES = makePages(1)
let folder: string
let app: TestApp
let stopped: Promise<void> | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-crash-'))
  stopped = undefined
  for (const name of NAMES) {
    mkdirSync(join(folder, 'comics', `${name} (2015)`), { recursive: true })
    for (let n = 1; n <= ISSUES; n++) {
      writeFileSync(join(folder, 'comics', `${name} (2015)`, `${name} ${n}.cbz`), makeCbz(PAGES))
    }
  }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Ends the app at the `nth` call of `what` on the files port. */
function stoppingAt(what: 'open' | 'stat', nth: number): Files {
  let count = 0
  return {
    ...systemFiles,
    [what]: (path: string) => {
      if (path.endsWith('.cbz') && ++count === nth) stopped = app.close()
      return systemFiles[what](path)
    },
  }
}

async function start(files: Files = systemFiles): Promise<void> {
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  const settings = { comic_dirs: join(folder, 'comics') }
  app = await testApp({ settings, folder, databasePath: join(folder, 'panelkeep.db'), ports: { files, processes } })
}

/** A scan that `files` interrupts, and the next start of the app. */
async function cutOff(files: Files): Promise<void> {
  await start(files)
  await app.reader.json(200, app.reader.post('/api/import/comic/scan'))
  await app.idle()
  await stopped
  expect(stopped).toBeDefined()
  await start()
  await app.idle()
}

const progress = () => progressOf(app)

const scan = () => scanLibrary(app)

const confirm = (seen: ProgressView) =>
  app.reader.post('/api/import/comic/confirm', {
    scan_id: seen.scan_id,
    selected_ids: seen.results!.map((result) => result.match!.comicid),
  })

function expectWholeProposal(view: ProgressView): void {
  expect(view.status).toBe('completed')
  expect(view.progress).toMatchObject({ total_files: 12, processed_files: 12, series_found: 3 })
  expect(view.results!.map(({ series_name, files }) => [series_name, files.length])).toEqual([
    ['Copper Orchard', 4],
    ['Harbor Lights', 4],
    ['Quiet Signal', 4],
  ])
}

describe('an interrupted scan', () => {
  test.each([1, 5, 12])('at file %i starts over and ends once', async (nth) => {
    await cutOff(stoppingAt('open', nth))
    expectWholeProposal(await progress())
    await app.close()
  })

  test('does not start again when it was cancelled', async () => {
    await start()
    await app.reader.json(200, app.reader.post('/api/import/comic/scan'))
    await app.reader.json(200, app.reader.post('/api/import/comic/cancel'))
    await app.close()
    await start()
    await app.idle()
    expect((await progress()).status).toBe('cancelled')
    await app.close()
  })
})

test('a scan interrupted while it saved moves counts all of them', async () => {
  await start()
  await confirm(await scan())
  await app.idle()
  await app.close()
  renameSync(join(folder, 'comics', 'Harbor Lights (2015)'), join(folder, 'comics', 'Sorted'))
  rmSync(join(folder, 'comics', 'Quiet Signal (2015)', 'Quiet Signal 1.cbz'))
  // Disks above the library folder are checked once all moves are stored.
  const stat: Files['stat'] = (path) => {
    if (path === tmpdir()) stopped ??= app.close()
    return systemFiles.stat(path)
  }
  await cutOff({ ...systemFiles, stat })
  const { progress: counts, results } = await progress()
  expect(counts).toMatchObject({ moved_files: ISSUES, missing_files: 1, series_found: 3 })
  expect(results!.map(({ new_files }) => new_files)).toEqual([0, 0, 0])
  await app.close()
})

test.each([1, 2])('a scan interrupted at check %i above a renamed file stores its name and number', async (nth) => {
  await start()
  await confirm(await scan())
  await app.idle()
  await app.close()
  const at = (n: number) => join(folder, 'comics', 'Harbor Lights (2015)', `Harbor Lights ${n}.cbz`)
  renameSync(at(1), at(9))
  let looks = 0
  // Disks above the library folder are checked before and after moves are stored.
  const stat: Files['stat'] = (path) => {
    if (path === tmpdir() && ++looks === nth) stopped ??= app.close()
    return systemFiles.stat(path)
  }
  await cutOff({ ...systemFiles, stat })
  const { comic_id } = seriesNamed(app.db.read, 'Harbor Lights')[0]!
  expect(issuesOf(app.db.read, comic_id).map(({ number }) => number)).toEqual(['2', '3', '4', '9'])
  expect((await progress()).progress).toMatchObject({ moved_files: 1, missing_files: 0 })
  await app.close()
})

test('a scan whose end was saved, but not that of its operation, keeps its results', async () => {
  await start()
  const seen = await scan()
  const [operation] = app.db.read.all<{ operation_id: string }>(sql`select operation_id from operations`)
  app.db.write((tx) => tx.run(sql`update operations set state = 'running', finished_at = null`))
  await app.close()
  await start()
  await app.idle()
  expect(await progress()).toEqual(seen)
  expect(app.db.read.all(sql`select operation_id, state from operations`)).toEqual([
    { operation_id: operation!.operation_id, state: 'succeeded' },
  ])
  await app.close()
})

describe('an interrupted confirm', () => {
  // Each file is read once by the scan and once by the import.
  test.each([1, 4, 5, 9, 12])('at file %i continues and ends once', async (nth) => {
    await start(stoppingAt('stat', NAMES.length * ISSUES + nth))
    const seen = await scan()
    const accepted = await app.reader.json(202, confirm(seen))
    expect(accepted).toEqual({ success: true, operation_id: expect.any(String) })
    await stopped
    await start()
    await app.idle()
    const after = await progress()
    expect(after).toMatchObject({ status: 'completed', results: [] })
    expect(after.progress.series_imported).toBe(3)
    for (const name of NAMES) {
      const [series, ...others] = seriesNamed(app.db.read, name)
      expect(others).toEqual([])
      expect(series).toMatchObject({ total: ISSUES, have: ISSUES })
      expect(issuesOf(app.db.read, series!.comic_id).map(({ number }) => number)).toEqual(['1', '2', '3', '4'])
    }
    expect((await scan()).results!.map(({ new_files }) => new_files)).toEqual([0, 0, 0])
    await app.close()
  })
})

describe('a long confirm', () => {
  test('is answered after ten seconds and continues', async () => {
    let release = () => {}
    const wait = new Promise<void>((resolve) => {
      release = resolve
    })
    let slow = false
    const stat = async (path: string) => {
      if (slow && path.endsWith('.cbz')) await wait
      return systemFiles.stat(path)
    }
    await start({ ...systemFiles, stat })
    const seen = await scan()
    slow = true
    const reply = await advanceUntil(app.clock, confirm(seen), '10 s')
    const { operation_id } = await app.reader.json(202, reply)
    expect(operation_id).toBeString()
    expect((await progress()).status).toBe('importing')
    expect((await app.reader.json(409, confirm(seen))).detail).toContain('is running')
    expect((await app.reader.json(400, app.reader.post('/api/import/comic/scan'))).detail).toContain(
      'An import of comics',
    )
    release()
    await app.idle()
    expect(await progress()).toMatchObject({ status: 'completed', results: [] })
    await app.close()
  })

  test('can be cancelled: imported files stay, the rest can be chosen again', async () => {
    let accesses = 0
    const stat = async (path: string) => {
      if (path.endsWith('.cbz')) accesses += 1
      const checked = accesses - NAMES.length * ISSUES
      // The second series takes long, so what was checked is imported before the third one, which is being checked.
      if (checked === ISSUES + 1) await app.clock.advance('1 s')
      if (checked === 2 * ISSUES + 1) cancelled ??= app.reader.post('/api/import/comic/cancel')
      return systemFiles.stat(path)
    }
    let cancelled: Promise<Response> | undefined
    await start({ ...systemFiles, stat })
    const reply = await app.reader.json(409, confirm(await scan()))
    expect(reply.detail).toContain('cancelled')
    expect((await cancelled)?.status).toBe(200)
    await app.idle()
    const left = await progress()
    expect(left.status).toBe('completed')
    const names = left.results!.map(({ series_name }) => series_name)
    expect(names).toContain('Quiet Signal')
    expect(seriesNamed(app.db.read, 'Copper Orchard')).toHaveLength(1)
    await app.reader.json(200, confirm(left))
    for (const name of NAMES) expect(seriesNamed(app.db.read, name)[0]).toMatchObject({ total: ISSUES, have: ISSUES })
    await app.close()
  })
})
