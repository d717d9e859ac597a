import { afterEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lineLog } from '../../../base/platform/log'
import { type TestApp, testApp } from '../../../testing/app'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { fakeClock } from '../../../testing/fakes/clock'
import { fakeWatch } from '../../../testing/fakes/watch'
import { everyInboxRow } from '../inbox/store'
import type { ProgressView } from '../schema'
import { FolderWatch } from './watch'

function harness() {
  const clock = fakeClock()
  const lines: string[] = []
  const folders = ['/a']
  const disk = fakeWatch()
  let looks = 0
  let hold: Promise<void> | undefined
  const look = async () => {
    looks += 1
    await hold
  }
  const log = lineLog(clock.now, (line) => lines.push(line))
  const absent = new Set<string>()
  const real = async (path: string) => (absent.has(path) ? undefined : path)
  const watch = new FolderWatch({ files: { watch: disk.watch, real }, clock, log }, [
    { name: 'inbox', folders: () => folders, scan: look },
  ])
  watch.arm()
  return {
    clock,
    lines,
    folders,
    disk,
    absent,
    watch,
    looks: () => looks,
    holdWith: (promise: Promise<void> | undefined) => {
      hold = promise
    },
  }
}

describe('watched folders', () => {
  test('are scanned once they are quiet, once for many changes', async () => {
    const { clock, disk, looks, watch } = harness()
    for (let second = 0; second < 8; second++) {
      disk.change('/a')
      await clock.advance('3 s')
    }
    expect(looks()).toBe(0)
    await clock.advance('20 s')
    expect(looks()).toBe(1)
    await clock.advance('1 h')
    expect(looks()).toBe(1)
    await watch.stop()
  })

  test('are scanned again for changes during a scan, never twice at once', async () => {
    const { clock, disk, looks, holdWith, watch } = harness()
    const slow = Promise.withResolvers<void>()
    holdWith(slow.promise)
    disk.change('/a')
    await clock.advance('10 s')
    for (let count = 0; count < 5; count++) disk.change('/a')
    await clock.advance('1 h')
    expect(looks()).toBe(1)
    holdWith(undefined)
    slow.resolve()
    await clock.advance('10 s')
    expect(looks()).toBe(2)
    await clock.advance('1 h')
    expect(looks()).toBe(2)
    await watch.stop()
  })

  test('are those of the settings: others are released', async () => {
    const { folders, disk, watch } = harness()
    folders.splice(0, 1, '/b', '/c')
    watch.arm()
    watch.arm()
    expect(disk.watching()).toEqual(['/b', '/c'])
    await watch.stop()
    expect(disk.watching()).toEqual([])
  })

  test('that cannot be watched are reported once and retried', async () => {
    const { folders, disk, lines, clock, watch, looks } = harness()
    disk.fail('/gone')
    folders.push('/gone')
    for (let count = 0; count < 3; count++) {
      watch.arm()
      await clock.advance('1 s')
    }
    expect(lines.filter((line) => line.includes('/gone'))).toHaveLength(1)
    expect(['/a', '/gone', '/none'].map((folder) => watch.isWatched('inbox', folder))).toEqual([true, false, false])
    disk.mend('/gone')
    watch.arm()
    disk.change('/gone')
    await clock.advance('10 s')
    expect(looks()).toBe(1)
    await watch.stop()
  })

  test('that disappear are watched again when they are back, and scanned', async () => {
    const { absent, disk, lines, clock, watch, looks } = harness()
    absent.add('/a')
    disk.lose('/a')
    await clock.advance('10 min')
    expect(watch.isWatched('inbox', '/a')).toBe(false)
    expect(looks()).toBe(0)
    expect(lines.filter((line) => line.includes('cannot be watched'))).toHaveLength(1)
    absent.delete('/a')
    await clock.advance('2 min')
    expect(watch.isWatched('inbox', '/a')).toBe(true)
    expect(looks()).toBe(1)
    disk.change('/a')
    await clock.advance('10 s')
    expect(looks()).toBe(2)
    disk.lose('/a')
    await clock.advance('2 min')
    expect(watch.isWatched('inbox', '/a')).toBe(true)
    expect(lines.filter((line) => line.includes('cannot be watched'))).toHaveLength(2)
    await watch.stop()
  })

  test('are not scanned after a stop', async () => {
    const { clock, disk, looks, watch } = harness()
    disk.change('/a')
    await watch.stop()
    watch.scheduleScan('inbox')
    watch.arm()
    await clock.advance('1 h')
    expect(looks()).toBe(0)
    expect(disk.watching()).toEqual([])
  })
})

describe('the app', () => {
  const folder = mkdtempSync(join(tmpdir(), 'panelkeep-watch-'))
  const disk = fakeWatch()
  let app: TestApp
  afterEach(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const at = (...parts: string[]) => join(folder, ...parts)
  const put = (path: string) => writeFileSync(at(path), makeCbz(makePages(1)))
  const found = async () => {
    const view = await app.reader.json<ProgressView>(200, app.reader.get('/api/import/comic/progress'))
    return view.results?.flatMap(({ files }) => files.map(({ path }) => path))
  }

  const review = () => app.reader.json<ProgressView>(200, app.reader.get('/api/import/comic/progress'))

  /** Accepts every proposal of the review. */
  async function confirmAll() {
    const { results, scan_id } = await review()
    const selected_ids = results!.map(({ match }) => match!.comicid)
    await app.reader.json(200, app.reader.post('/api/import/comic/confirm', { scan_id, selected_ids }))
  }

  async function start(settings: Record<string, string> = {}) {
    for (const name of ['comics', 'inbox']) mkdirSync(at(name), { recursive: true })
    const processes = { helper: archiveHelper().helper, launch: async () => false }
    const dirs = { comic_dirs: at('comics'), import_dir: at('inbox') }
    app = await testApp({ settings: { ...dirs, ...settings }, folder, ports: { processes }, watch: disk.watch })
  }

  /** Advances the clock until the condition is true. */
  async function until(come: () => boolean | Promise<boolean>) {
    for (let seconds = 0; seconds < 5000 && !(await come()); seconds++) await app.clock.advance('1 s')
    expect(await come()).toBe(true)
  }

  test('lists new files of the import folder automatically, but imports nothing automatically', async () => {
    await start()
    put('inbox/Harbor Lights 1.cbz')
    disk.change(at('inbox'))
    await until(() => everyInboxRow(app.db.read).length === 1)
    expect(everyInboxRow(app.db.read)[0]).toMatchObject({ status: 'Not Imported' })
  })

  test('rescans a library folder that was scanned before, and confirms nothing', async () => {
    await start()
    put('comics/Harbor Lights 1.cbz')
    disk.change(at('comics'))
    await app.clock.advance('1 min')
    await app.idle()
    expect(await found()).toBeUndefined()
    await app.reader.json(200, app.reader.post('/api/import/comic/scan'))
    await app.idle()
    await confirmAll()
    put('comics/Harbor Lights 2.cbz')
    disk.change(at('comics'))
    await until(async () => (await found())?.length === 2)
    expect((await review()).results).toMatchObject([{ new_files: 1, file_count: 2 }])
    expect(await app.reader.json<unknown[]>(200, app.reader.get('/api/series'))).toMatchObject([{ Have: 1 }])
  })

  test('does not touch a review that may be in progress, so that its confirm is accepted', async () => {
    await start()
    put('comics/Harbor Lights 1.cbz')
    await app.reader.json(200, app.reader.post('/api/import/comic/scan'))
    await app.idle()
    const before = (await review()).scan_id
    put('comics/Harbor Lights 2.cbz')
    disk.change(at('comics'))
    await app.clock.advance('1 min')
    await app.idle()
    expect((await review()).scan_id).toBe(before)
    await confirmAll()
    disk.change(at('comics'))
    await until(async () => (await found())?.length === 2)
    expect((await review()).results).toMatchObject([{ new_files: 1 }])
  })

  test('scans again when a review was untouched for a day', async () => {
    await start({ library_scan_interval: '0' })
    put('comics/Harbor Lights 1.cbz')
    await app.reader.json(200, app.reader.post('/api/import/comic/scan'))
    await app.idle()
    put('comics/Harbor Lights 2.cbz')
    await app.clock.advance('25 h')
    disk.change(at('comics'))
    await until(async () => (await found())?.length === 2)
  })

  test('does not touch a scan with corrected proposals until they are confirmed', async () => {
    await start()
    put('comics/Harbor Lights 1.cbz')
    await app.reader.json(200, app.reader.post('/api/import/comic/scan'))
    await app.idle()
    const { results, scan_id } = await app.reader.json<ProgressView>(200, app.reader.get('/api/import/comic/progress'))
    const path = `/api/import/groups/${results![0]!.group_id}`
    await app.reader.json(200, app.reader.patch(path, { name: 'Harbour Lights' }))
    put('comics/Harbor Lights 2.cbz')
    disk.change(at('comics'))
    await app.clock.advance('1 min')
    await app.idle()
    expect(await found()).toHaveLength(1)
    const selected_ids = [results![0]!.match!.comicid]
    await app.reader.json(200, app.reader.post('/api/import/comic/confirm', { scan_id, selected_ids }))
    disk.change(at('comics'))
    await until(async () => (await found())?.length === 2)
  })

  test('scans on schedule when the disk reports no changes', async () => {
    await start({ import_scan_interval: '5' })
    await app.clock.advance('1 min')
    await app.idle()
    put('inbox/Copper Orchard 1.cbz')
    await until(() => everyInboxRow(app.db.read).length === 1)
  })

  test('keeps an import folder inside a library folder, and a library inside an import folder, separate', async () => {
    for (const name of ['comics/new', 'new/comics']) mkdirSync(at(name), { recursive: true })
    await start({ import_dir: at('comics/new') })
    put('comics/Harbor Lights 1.cbz')
    put('comics/new/Harbor Lights 2.cbz')
    await app.reader.json(200, app.reader.post('/api/import/comic/scan'))
    await app.idle()
    expect(await found()).toEqual(['Harbor Lights 1.cbz'])
    await app.close()
    await start({ import_dir: at('new'), comic_dirs: at('new/comics') })
    put('new/Copper Orchard 1.cbz')
    put('new/comics/Copper Orchard 2.cbz')
    disk.change(at('new'))
    await until(() => everyInboxRow(app.db.read).length > 0)
    expect(everyInboxRow(app.db.read).map(({ path }) => path)).toEqual([at('new', 'Copper Orchard 1.cbz')])
  })

  test('never scans automatically with the interval 0, and watches the current folders', async () => {
    await start({ import_scan_interval: '0', library_scan_interval: '0' })
    put('inbox/Copper Orchard 1.cbz')
    for (let hours = 0; hours < 30; hours++) await app.clock.advance('1 h')
    await app.idle()
    expect(everyInboxRow(app.db.read)).toEqual([])
    mkdirSync(at('manga'))
    await app.reader.json(200, app.reader.put('/api/config', { manga_dirs: [at('manga')] }))
    expect(disk.watching()).toContain(at('manga'))
  })
})
