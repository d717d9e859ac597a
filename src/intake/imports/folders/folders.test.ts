import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Files } from '../../../base/platform/ports'
import { type TestApp, testApp } from '../../../testing/app'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { disk } from '../../../testing/disks/disk'
import { advanceUntil } from '../../../testing/fakes/advance-until'
import { fakeWatch } from '../../../testing/fakes/watch'
import { scanLibrary } from '../../../testing/imports/imports'
import { loseDisk, saveDisk } from './disk-store'
import type { Folders } from './folders'

/** What the settings say about each folder, and what happens to the files of an unreachable one. */

type Folder = Awaited<ReturnType<Folders['list']>>['folders'][number]

let folder: string
let app: TestApp
let watch: ReturnType<typeof fakeWatch>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-folders-'))
  for (const name of ['comics', 'manga', 'inbox']) mkdirSync(at(name))
  await start()
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (path: string) => join(folder, path)

async function start(files: Partial<Files> = {}, comic_dirs = at('comics')): Promise<void> {
  watch = fakeWatch()
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  const settings = { comic_dirs, manga_dirs: at('manga'), import_dir: at('inbox') }
  const ports = { files: { ...disk, ...files }, processes }
  const databasePath = at('panelkeep.db')
  app = await testApp({ settings, folder, databasePath, ports, watch: watch.watch })
}

async function restart(files?: Partial<Files>, comic_dirs?: string): Promise<void> {
  await app.close()
  await start(files, comic_dirs)
}

function put(path: string): void {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), makeCbz({ ...makePages(1), 'note.txt': path }))
}

const scan = () => scanLibrary(app)

async function importAll(): Promise<void> {
  const { scan_id, results } = await scan()
  const body = { scan_id, selected_ids: results!.map(({ match }) => match!.comicid) }
  await app.reader.json(200, app.reader.post('/api/import/comic/confirm', body))
}

const list = async () =>
  (await app.reader.json<{ folders: Folder[] }>(200, app.reader.get('/api/import/folders'))).folders
const comics = async () => (await list()).find(({ path }) => path === at('comics'))!
const forget = (path: string) => app.reader.post('/api/import/folders/forget', { path })
const have = async () =>
  (await app.reader.json<{ Have: number }[]>(200, app.reader.get('/api/series'))).map(({ Have }) => Have)

describe('the list of folders', () => {
  test('has kind, free space, files and the last scan of each', async () => {
    put('comics/Harbor Lights 1.cbz')
    await importAll()
    const folders = await list()
    expect(folders.map(({ kind, path, state, reason }) => [kind, path, state, reason])).toEqual([
      ['comic', at('comics'), 'watched', null],
      ['manga', at('manga'), 'watched', null],
      ['inbox', at('inbox'), 'watched', null],
    ])
    for (const { free_bytes, total_bytes } of folders) expect(total_bytes!).toBeGreaterThanOrEqual(free_bytes!)
    expect(folders[0]).toMatchObject({ file_count: 1, gone_count: 0, last_look_at: app.clock.now() })
    expect(folders[1]).toMatchObject({ file_count: 0, last_look_at: null })
  })

  test('counts a file for the nearest folder above it', async () => {
    mkdirSync(at('comics/more'))
    await restart({}, `${at('comics')};${at('comics/more')}`)
    put('comics/Harbor Lights 1.cbz')
    for (const n of [1, 2]) put(`comics/more/Copper Orchard ${n}.cbz`)
    await importAll()
    expect((await list()).slice(0, 2).map(({ file_count }) => file_count)).toEqual([1, 2])
  })

  test('says which folders are only scanned at intervals, and why', async () => {
    await restart({ freeSpace: async (path) => ({ free: 1, total: 2, remote: path === at('comics') }) })
    watch.lose(at('manga'))
    await app.clock.advance('1 s')
    expect((await list()).map(({ state, reason }) => [state, reason])).toEqual([
      ['polled', 'Network folder: changes are not reported, so it is scanned on a schedule.'],
      ['polled', 'The system cannot watch it right now.'],
      ['watched', null],
    ])
  })

  test('is not delayed by a disk that never answers, which is queried only once', async () => {
    let probes = 0
    await restart({
      freeSpace: (path) => {
        if (path !== at('manga')) return disk.freeSpace(path)
        probes += 1
        return new Promise(() => {})
      },
    })
    for (let times = 0; times < 2; times++) {
      // After a minute of the fake clock, the health check would access that disk too.
      const folders = await advanceUntil(app.clock, list(), '3 s')
      expect(folders[1]).toMatchObject({ state: 'unreachable', reason: 'Its disk does not respond.', free_bytes: null })
    }
    expect(probes).toBe(1)
  })
})

describe('an unreachable library folder', () => {
  beforeEach(async () => {
    for (const n of [1, 2]) put(`comics/Harbor Lights ${n}.cbz`)
    await importAll()
  })

  test('loses nothing in scans, and says what is wrong', async () => {
    renameSync(at('comics'), at('away'))
    await app.reader.json(400, app.reader.post('/api/import/comic/scan'))
    expect(await comics()).toMatchObject({ state: 'missing', file_count: 2, gone_count: 0 })
    mkdirSync(at('comics'))
    await scan()
    expect(await comics()).toMatchObject({ state: 'unreachable', file_count: 2, gone_count: 0 })
    expect((await comics()).reason).toContain('not connected')
    expect(await have()).toEqual([2])
  })

  test('is forgotten on request, and known again when it comes back', async () => {
    renameSync(at('comics'), at('away'))
    app.events()
    expect(await app.reader.json(200, forget(at('comics')))).toEqual({ success: true, forgotten: 2 })
    expect(app.events().map(({ type }) => type)).toContain('library.changed')
    expect(await comics()).toMatchObject({ state: 'missing', file_count: 0, gone_count: 2 })
    expect(await have()).toEqual([0])
    renameSync(at('away'), at('comics'))
    await scan()
    expect(await comics()).toMatchObject({ file_count: 2, gone_count: 0 })
    expect(await have()).toEqual([2])
  })

  test('is not forgotten while it exists, nor is a folder that is not configured', async () => {
    expect((await app.reader.json(409, forget(at('comics')))).detail).toContain('can be reached')
    expect((await forget(at('inbox'))).status).toBe(404)
    expect((await forget(at('elsewhere'))).status).toBe(404)
    expect((await app.reader.post('/api/import/folders/forget', {})).status).toBe(400)
    expect(await have()).toEqual([2])
  })

  test('keeps the files of a library folder inside it', async () => {
    mkdirSync(at('comics/more'))
    await restart({}, `${at('comics')};${at('comics/more')}`)
    put('comics/more/Copper Orchard 1.cbz')
    await importAll()
    renameSync(at('comics'), at('away'))
    expect(await app.reader.json(200, forget(at('comics')))).toMatchObject({ forgotten: 2 })
    expect((await have()).sort()).toEqual([0, 1])
  })

  test('may be a disk inside one, which is not listed any more once it was forgotten', async () => {
    put('comics/share/Copper Orchard 1.cbz')
    await importAll()
    const path = at('comics/share')
    renameSync(path, at('away'))
    app.db.write((tx) => {
      saveDisk(tx, path, app.clock.now())
      loseDisk(tx, path, app.clock.now())
    })
    const share = async () => (await list()).find((each) => each.path === path)
    expect(await share()).toMatchObject({ kind: 'comic', state: 'missing', file_count: 1 })
    expect(await app.reader.json(200, forget(path))).toMatchObject({ forgotten: 1 })
    expect(await share()).toBeUndefined()
    expect((await have()).sort()).toEqual([0, 2])
  })
})
