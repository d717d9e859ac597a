import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AppEvent } from '../../base/events/types'
import { issuesOf, seriesNamed } from '../../library/series/store'
import { type TestApp, testApp } from '../../testing/app'
import { archiveHelper } from '../../testing/archives/archive-helper'
import { damage, makeBomb, makeCbr, makeCbz, makePages } from '../../testing/archives/archives'
import { disk } from '../../testing/disks/disk'
import { isPresent } from '../../testing/harness/programs'
import type { GroupResult, ProgressView } from './schema'

const PAGES = makePages(3)
let folder: string
let app: TestApp

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-import-'))
  for (const root of ['comics', 'manga']) mkdirSync(join(folder, root))
  app = await start()
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

function start(more: { settings?: Record<string, string>; databasePath?: string } = {}): Promise<TestApp> {
  const settings = { comic_dirs: join(folder, 'comics'), manga_dirs: join(folder, 'manga'), ...more.settings }
  return testApp({ settings, databasePath: more.databasePath, ports: { processes: processes() } })
}

const processes = () => ({ helper: archiveHelper().helper, launch: async () => false })

function put(path: string, bytes: Uint8Array): string {
  const full = join(folder, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, bytes)
  return full
}

const info = (fields: Record<string, string | number>) =>
  `<?xml version="1.0"?><ComicInfo>${Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</ComicInfo>`

const comic = (fields?: Record<string, string | number>) => makeCbz(PAGES, fields ? { comicInfo: info(fields) } : {})

/** Two series, with three files and one file. */
function putComics(): void {
  for (const n of [1, 2, 3]) {
    const info = { Series: 'Harbor Lights', Number: n, Volume: 2015, Year: 2015, Month: n, Day: 6, Title: `Part ${n}` }
    put(
      `comics/Harbor Lights (2015)/Harbor Lights 00${n} (2015).cbz`,
      comic({ ...info, Publisher: 'Northgate', Writer: 'A. Quill' }),
    )
  }
  put('comics/Copper Orchard 1 (2012).cbr', makeCbr(PAGES, { rar5: true }))
}

/** Of a completed scan; on failure the message has the log. */
async function scan(kind: 'comic' | 'manga' = 'comic'): Promise<ProgressView> {
  await app.reader.json(200, app.reader.post(`/api/import/${kind}/scan`))
  await app.idle()
  return progress(kind)
}

const progress = (kind: 'comic' | 'manga' = 'comic') =>
  app.reader.json<ProgressView>(200, app.reader.get(`/api/import/${kind}/progress`))

const idOf = (result: GroupResult) => result.match!.comicid

function confirm(seen: ProgressView, results = seen.results ?? [], changes?: unknown) {
  return app.reader.post('/api/import/comic/confirm', {
    scan_id: seen.scan_id,
    selected_ids: results.map(idOf),
    ...(changes ? { changes } : {}),
  })
}

async function confirmAll(): Promise<void> {
  const reply = await app.reader.json(200, confirm(await progress()))
  expect(reply.errors).toEqual([])
}

const named = (name: string) => seriesNamed(app.db.read, name)
const numbers = (comicId: string) => issuesOf(app.db.read, comicId).map(({ number }) => number)
const importEvents = () => app.events().filter((event) => event.type === 'import.progress')
const statuses = (events: AppEvent[]) =>
  events.flatMap((event) => (event.type === 'import.progress' ? [event.status] : []))

describe('a scan', () => {
  test('has no state before the first one', async () => {
    const view = await progress()
    expect(view).toMatchObject({ status: null, scan_id: null, results: null, problems: [] })
    expect(view.progress).toEqual({
      total_files: 0,
      processed_files: 0,
      series_found: 0,
      series_matched: 0,
      series_imported: 0,
      series_reconciled: 0,
      moved_files: 0,
      missing_files: 0,
      current_series: null,
      errors: [],
    })
  })

  test('leaves proposals that wait until they are imported', async () => {
    const waiting = () => app.reader.json(200, app.reader.get('/api/import/waiting'))
    expect(await waiting()).toEqual({ comic: 0, manga: 0, inbox: 0 })
    putComics()
    await scan()
    expect(await waiting()).toEqual({ comic: 2, manga: 0, inbox: 0 })
    await confirmAll()
    expect(await waiting()).toEqual({ comic: 0, manga: 0, inbox: 0 })
    await scan()
    expect(await waiting()).toEqual({ comic: 0, manga: 0, inbox: 0 })
  })

  test('proposes a local series for every group, without an API key', async () => {
    putComics()
    const view = await scan()
    expect(view.status).toBe('completed')
    expect(view.progress).toMatchObject({
      total_files: 4,
      processed_files: 4,
      series_found: 2,
      series_matched: 2,
      errors: [],
    })
    const [copper, harbor] = view.results!
    expect(copper).toMatchObject({
      series_name: 'Copper Orchard',
      file_count: 1,
      matched: true,
      already_in_library: false,
    })
    expect(harbor).toMatchObject({
      series_name: 'Harbor Lights',
      file_count: 3,
      new_files: 3,
      existing_comic_id: null,
      location: join(folder, 'comics/Harbor Lights (2015)'),
      content_type: 'comic',
      reading_direction: 'ltr',
      file_total: 3,
    })
    expect(harbor!.match).toEqual({
      comicid: expect.stringMatching(/^local-[0-9a-f]{16}$/),
      name: 'Harbor Lights',
      year: '2015',
      publisher: 'Northgate',
      issues: 3,
      image: `/api/import/groups/${harbor!.group_id}/cover`,
      confidence: expect.any(Number),
      source: 'local',
    })
    expect(harbor!.match!.confidence).toBeGreaterThanOrEqual(95)
    expect(harbor!.evidence).toContain('ComicInfo names the series in 3 of 3 files')
    expect(harbor!.files[0]).toEqual({
      path: 'Harbor Lights (2015)/Harbor Lights 001 (2015).cbz',
      kind: 'issue',
      unit: 'issue',
      number: '1',
      number_end: null,
      title: 'Part 1',
      year: 2015,
      pages: 3,
      size: expect.any(Number),
      in_library: false,
      duplicate_of: null,
      evidence: ['ComicInfo names its series'],
    })
  })

  test('notifies pages of its start and its end', async () => {
    putComics()
    app.events()
    await scan()
    const events = importEvents()
    expect(statuses(events)[0]).toBe('scanning')
    expect(events.at(-1)).toEqual({
      type: 'import.progress',
      kind: 'comic',
      status: 'completed',
      total_files: 4,
      processed_files: 4,
      series_found: 2,
      current_series: null,
    })
  })

  test('reports a broken file and continues', async () => {
    putComics()
    const whole = comic()
    put('comics/bad/cut.cbz', damage(whole, 'cut'))
    put('comics/bad/empty.cbz', new Uint8Array(0))
    put('comics/bad/page.cbz', damage(whole, 'web page'))
    put('comics/bad/bomb.cbz', makeBomb())
    put('comics/bad/locked.cbz', makeCbz([{ name: 'p1.png', data: PAGES['p1.png']!, encrypted: true }]))
    put('comics/bad/text.cbz', makeCbz({ 'readme.txt': 'nothing to see' }))
    put('comics/bad/last page.cbz', makeCbz({ 'p1.png': PAGES['p1.png']!, 'p2.png': 'not a picture' }))
    put('comics/bad/cut.cbr', damage(makeCbr(PAGES, { rar5: true }), 'cut'))
    put('comics/bad/book.pdf', Buffer.from('%PDF-1.4\n'))
    put('comics/bad/book.epub', makeCbz({ 'META-INF/container.xml': '<x/>', 'cover.jpg': PAGES['p1.png']! }))
    put('comics/bad/notes.txt', Buffer.from('no comic'))
    const view = await scan()
    expect(view.status).toBe('completed')
    expect(view.progress.processed_files).toBe(14)
    expect(view.results).toHaveLength(3)
    expect(view.problem_total).toBe(9)
    const problems = Object.fromEntries(view.problems.map(({ path, problem }) => [path.replace('bad/', ''), problem]))
    expect(problems['empty.cbz']).toContain('empty')
    expect(problems['page.cbz']).toContain('web page')
    expect(problems['cut.cbz']).toContain('cut off')
    expect(problems['bomb.cbz']).toContain('unpacks to')
    expect(problems['locked.cbz']).toContain('encrypted')
    expect(problems['text.cbz']).toContain('not a page')
    expect(problems['last page.cbz']).toContain('not a picture')
    expect(problems['cut.cbr']).toBeTruthy()
    expect(problems['book.epub']).toBeUndefined()
    expect(problems['notes.txt']).toBeUndefined()
  })

  test('reads a file by its content, and not by its extension', async () => {
    put('comics/Harbor Lights (2015)/Harbor Lights 001.cbr', comic())
    const [result] = (await scan()).results!
    expect(result?.files[0]?.evidence).toContain('The file is a ZIP archive, despite its name')
  })

  test('continues despite a broken ComicInfo', async () => {
    put('comics/Harbor Lights (2015)/Harbor Lights 001.cbz', makeCbz(PAGES, { comicInfo: '<html>Not found</html>' }))
    const [result] = (await scan()).results!
    expect(result?.series_name).toBe('Harbor Lights')
    expect(result?.files[0]?.evidence).toContain('ComicInfo.xml cannot be read')
  })

  test('leaves out system files, hidden files and links to folders', async () => {
    putComics()
    for (const name of ['.hidden', '@eaDir', '__MACOSX', 'lost+found', '$RECYCLE.BIN', '#recycle']) {
      put(`comics/${name}/Stray 001.cbz`, comic())
    }
    put('comics/Harbor Lights (2015)/._Harbor Lights 001 (2015).cbz', comic())
    put('elsewhere/Stray 002.cbz', comic())
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'comics/link'))
    symlinkSync(join(folder, 'elsewhere/Stray 002.cbz'), join(folder, 'comics/Away 001.cbz'))
    put('comics/@eaDir/Kept 001.cbz', comic())
    symlinkSync(join(folder, 'comics/@eaDir/Kept 001.cbz'), join(folder, 'comics/Linked 001.cbz'))
    symlinkSync(join(folder, 'nowhere.cbz'), join(folder, 'comics/Lost 001.cbz'))
    const view = await scan()
    expect(view.results!.map(({ series_name }) => series_name)).toEqual(['Copper Orchard', 'Harbor Lights', 'Linked'])
    expect(view.problems.filter(({ path }) => path !== 'link')).toMatchObject([
      {
        path: 'Away 001.cbz',
        problem: expect.stringContaining('Away 001.cbz is a link that leads out of the library folders.'),
      },
      { path: 'Lost 001.cbz', problem: 'It is a link without a file.' },
    ])
  })

  const anyBytes = isPresent(process.platform === 'linux', 'only Linux keeps names of any bytes')
  test.skipIf(!anyBytes)('reports files with names in another encoding once, and reads the rest', async () => {
    putComics()
    for (const bytes of [
      [0x82, 0xa0],
      [0x82, 0xa2],
    ])
      writeFileSync(Buffer.concat([Buffer.from(`${folder}/comics/`), Buffer.from(bytes), Buffer.from(' 1.cbz')]), 'x')
    const view = await scan()
    expect(view.results!.map(({ series_name }) => series_name)).toEqual(['Copper Orchard', 'Harbor Lights'])
    expect(view.problems.map(({ problem }) => problem)).toEqual([
      'Its name uses an encoding that this system cannot read. Rename it.',
    ])
  })

  test('completes with any numbers and names in ComicInfo', async () => {
    for (const [at, number] of ['9'.repeat(5000), '9007199254740993', '-1e999', '½'.repeat(3000)].entries())
      put(`comics/Odd/Odd ${at + 1}.cbz`, comic({ Series: 'S'.repeat(50_000), Number: number, Volume: at }))
    const view = await scan()
    expect(view.status).toBe('completed')
    expect(view.progress.total_files).toBe(4)
    const [result] = view.results!
    const files = Object.fromEntries(result!.files.map(({ path }, at) => [path, { number: '9'.repeat(20 + at) }]))
    await app.reader.json(200, app.reader.patch(`/api/import/groups/${result!.group_id}/files`, files))
  })

  test('walks a folder once that is configured twice or nested in another, and leaves manga to the manga scan', async () => {
    await app.close()
    putComics()
    mkdirSync(join(folder, 'comics/manga'))
    symlinkSync(join(folder, 'comics'), join(folder, 'same'))
    put('comics/manga/Quiet Wolves/Quiet Wolves v01.cbz', comic())
    const comic_dirs = ['comics', 'comics/Harbor Lights (2015)', 'same'].map((name) => join(folder, name)).join(';')
    app = await start({ settings: { comic_dirs, manga_dirs: join(folder, 'comics/manga') } })
    expect((await scan()).progress).toMatchObject({ total_files: 4, series_found: 2 })
    const [wolves] = (await scan('manga')).results!
    expect(wolves).toMatchObject({ series_name: 'Quiet Wolves', content_type: 'manga', reading_direction: 'rtl' })
    expect(wolves!.files[0]).toMatchObject({ unit: 'volume', number: '1' })
  })

  test('keeps seasons of a manga separate whose chapters start from one again', async () => {
    for (const season of [1, 2])
      for (const episode of [4, 5]) {
        const name = `Moon Pier Scans_Season ${season} Episode ${episode}_${season}a2b3${episode}.cbz`
        put(`manga/InkDex (EN)/Winter Ferry/${name}`, makeCbz(makePages(3, [60 + season, 90 + episode])))
      }
    const seen = await scan('manga')
    const [ferry, ...others] = seen.results!
    expect(others).toEqual([])
    expect(ferry).toMatchObject({ series_name: 'Winter Ferry', duplicates: 0, match: { issues: 4 } })
    expect(ferry!.files.map(({ number }) => number).sort()).toEqual(['4', '5', 'S2 4', 'S2 5'])
    const body = { scan_id: seen.scan_id, selected_ids: [idOf(ferry!)] }
    await app.reader.json(200, app.reader.post('/api/import/manga/confirm', body))
    await app.idle()
    expect(numbers(named('Winter Ferry')[0]!.comic_id)).toEqual(['4', '5', 'S2 4', 'S2 5'])
  })

  test('follows a library folder that is a link', async () => {
    await app.close()
    putComics()
    symlinkSync(join(folder, 'comics'), join(folder, 'link'))
    app = await start({ settings: { comic_dirs: join(folder, 'link') } })
    expect((await scan()).progress.total_files).toBe(4)
  })

  test('continues when a folder cannot be opened, and reports it', async () => {
    await app.close()
    putComics()
    const locked = join(folder, 'comics/Harbor Lights (2015)')
    const { systemFiles } = await import('../../base/platform/files')
    const files = {
      ...systemFiles,
      list: (path: string) => (path === locked ? Promise.reject(new Error('EACCES')) : systemFiles.list(path)),
    }
    const settings = { comic_dirs: join(folder, 'comics') }
    app = await testApp({ settings, ports: { files, processes: processes() } })
    const view = await scan()
    expect(view.status).toBe('completed')
    expect(view.progress.errors).toEqual([`The folder ${locked} cannot be opened. Its files were left out.`])
    expect(view.results).toHaveLength(1)
  })

  test('says so when it ends with an internal error', async () => {
    await app.close()
    putComics()
    const { systemFiles } = await import('../../base/platform/files')
    const list = async () => null as never
    app = await testApp({
      settings: { comic_dirs: join(folder, 'comics') },
      ports: { files: { ...systemFiles, list } },
    })
    const view = await scan()
    expect(view).toMatchObject({ status: 'error', scan_id: null, results: null })
    expect(view.progress.errors).toEqual(['Stopped by an internal error. See the log.'])
    expect((await app.reader.post('/api/import/comic/confirm', { scan_id: 'x', selected_ids: ['y'] })).status).toBe(409)
  })

  test('proposes the same ids again', async () => {
    putComics()
    const first = (await scan()).results!.map(idOf)
    expect((await scan()).results!.map(idOf)).toEqual(first)
  })

  test('changes no file', async () => {
    putComics()
    const path = join(folder, 'comics/Copper Orchard 1 (2012).cbr')
    const before = statSync(path)
    await scan()
    await confirmAll()
    const after = statSync(path)
    expect([after.mtimeMs, after.size, after.ino]).toEqual([before.mtimeMs, before.size, before.ino])
  })

  test('shows the cover of a proposal', async () => {
    putComics()
    const [, harbor] = (await scan()).results!
    const reply = await app.reader.get(harbor!.match!.image!)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('image/jpeg')
    expect((await app.reader.get(harbor!.match!.image!, { 'If-None-Match': reply.headers.get('etag')! })).status).toBe(
      304,
    )
    expect((await app.reader.get('/api/import/groups/none/cover')).status).toBe(404)
  })

  describe('is refused', () => {
    const refused = (kind = 'comic') => app.reader.json(400, app.reader.post(`/api/import/${kind}/scan`))

    test('without a folder', async () => {
      await app.close()
      app = await start({ settings: { comic_dirs: '' } })
      const reply = await refused()
      expect(reply.detail).toContain('No folder for comics')
      expect(reply).toEqual({ success: false, error: reply.detail, detail: reply.detail })
    })

    test('when a folder is not there', async () => {
      rmSync(join(folder, 'manga'), { recursive: true })
      expect((await refused('manga')).detail).toContain(`There is no folder at ${join(folder, 'manga')}`)
    })

    test.each(['real', 'stat'] as const)('when the disk of a folder reports an error (%s)', async (access) => {
      await app.close()
      const home = join(folder, 'manga')
      const fails = (path: string) => (path === home ? Promise.reject(new Error('EIO: i/o error')) : disk[access](path))
      const files = { ...disk, [access]: fails }
      const settings = { comic_dirs: join(folder, 'comics'), manga_dirs: home }
      app = await testApp({ settings, ports: { processes: processes(), files } })
      expect((await refused('manga')).detail).toContain(`There is no folder at ${home}`)
    })

    test('while one is running', async () => {
      putComics()
      await app.reader.json(200, app.reader.post('/api/import/comic/scan'))
      expect((await refused()).detail).toContain('A scan of comics is running')
      await app.idle()
    })
  })
})

describe('cancelling', () => {
  test('ends a scan permanently', async () => {
    putComics()
    await app.reader.json(200, app.reader.post('/api/import/comic/scan'))
    app.events()
    expect(await app.reader.json(200, app.reader.post('/api/import/comic/cancel'))).toEqual({ success: true })
    await app.idle()
    expect(await progress()).toMatchObject({ status: 'cancelled', scan_id: null, results: null })
    expect(statuses(importEvents())).toEqual(['cancelled'])
    expect((await scan()).results).toHaveLength(2)
  })

  test('is refused when nothing runs', async () => {
    const reply = await app.reader.json(409, app.reader.post('/api/import/manga/cancel'))
    expect(reply.detail).toContain('No scan or import of manga')
  })
})

describe('a confirm', () => {
  test('creates series, issues and files of the chosen proposals and keeps the others', async () => {
    putComics()
    const seen = await scan()
    app.events()
    const [copper, harbor] = seen.results!
    expect(await app.reader.json(200, confirm(seen, [harbor!]))).toEqual({
      success: true,
      operation_id: expect.any(String),
      imported: 1,
      errors: [],
    })
    const states = statuses(importEvents())
    expect([states[0], states.at(-1)]).toEqual(['importing', 'completed'])
    const [series] = named('Harbor Lights')
    expect(series).toMatchObject({
      comic_id: idOf(harbor!),
      source: 'local',
      year: 2015,
      publisher: 'Northgate',
      location: join(folder, 'comics/Harbor Lights (2015)'),
      total: 3,
      have: 3,
    })
    const [first] = issuesOf(app.db.read, series!.comic_id)
    expect(first).toMatchObject({
      number: '1',
      title: 'Part 1',
      release_date: '2015-01-06',
      writer: 'A. Quill',
      fulfillment: 'downloaded',
    })
    const after = await progress()
    expect(after).toMatchObject({ status: 'completed', scan_id: seen.scan_id })
    expect(after.results!.map(idOf)).toEqual([idOf(copper!)])
    expect(after.progress.series_imported).toBe(1)
    await confirmAll()
    expect((await progress()).results).toEqual([])
    expect(named('Copper Orchard')).toHaveLength(1)
  })

  test('leaves nothing new for the next scan', async () => {
    putComics()
    await scan()
    await confirmAll()
    const again = await scan()
    expect(again.results!.map(({ already_in_library, new_files }) => [already_in_library, new_files])).toEqual([
      [true, 0],
      [true, 0],
    ])
    expect(again.results![1]!.match!.confidence).toBe(100)
    await confirmAll()
    expect(named('Harbor Lights')).toHaveLength(1)
    expect(numbers(named('Harbor Lights')[0]!.comic_id)).toEqual(['1', '2', '3'])
  })

  test('adds new files to an existing series', async () => {
    putComics()
    await scan()
    await confirmAll()
    const [harbor] = named('Harbor Lights')
    put('comics/Harbor Lights (2015)/Harbor Lights 004.cbz', comic())
    put('comics/New/Harbor Lights 001 (2015).cbz', comic())
    const again = await scan()
    const result = again.results!.find(({ series_name }) => series_name === 'Harbor Lights')!
    expect(result).toMatchObject({ existing_comic_id: harbor!.comic_id, file_count: 5, new_files: 2 })
    await confirmAll()
    expect(numbers(harbor!.comic_id)).toEqual(['1', '2', '3', '4'])
    expect((await progress()).progress.series_reconciled).toBe(2)
  })

  test('names files that vanished or changed and imports the others', async () => {
    putComics()
    const seen = await scan()
    rmSync(join(folder, 'comics/Harbor Lights (2015)/Harbor Lights 001 (2015).cbz'))
    utimesSync(join(folder, 'comics/Harbor Lights (2015)/Harbor Lights 002 (2015).cbz'), 1, 1)
    const reply = await app.reader.json<{
      success: boolean
      imported: number
      errors: { comicid: string; error: string }[]
    }>(200, confirm(seen))
    expect(reply).toMatchObject({ success: false, imported: 2 })
    expect(reply.errors.map(({ error }) => error)).toEqual([
      'Harbor Lights 001 (2015).cbz: The file no longer exists.',
      'Harbor Lights 002 (2015).cbz: The file changed since the scan. Scan again.',
    ])
    expect(numbers(named('Harbor Lights')[0]!.comic_id)).toEqual(['3'])
  })

  test('keeps a proposed series of which no file could be imported', async () => {
    putComics()
    const seen = await scan()
    rmSync(join(folder, 'comics/Copper Orchard 1 (2012).cbr'))
    expect(await app.reader.json(200, confirm(seen))).toMatchObject({ success: false, imported: 1 })
    const left = (await progress()).results!
    expect(left.map(({ series_name, error }) => [series_name, error])).toEqual([
      ['Copper Orchard', 'Copper Orchard 1 (2012).cbr: The file no longer exists.'],
    ])
    expect(named('Copper Orchard')).toEqual([])
  })

  test("applies the user's corrections", async () => {
    putComics()
    const seen = await scan()
    const [copper, harbor] = seen.results!
    const changes = {
      [idOf(copper!)]: { name: 'Copper Orchards', year: 2011 },
      [idOf(harbor!)]: { content_type: 'manga' },
    }
    await app.reader.json(200, confirm(seen, seen.results!, changes))
    const [orchards] = named('Copper Orchards')
    expect(orchards).toMatchObject({ name: 'Copper Orchards', year: 2011, content_type_chosen: false })
    expect(named('Harbor Lights')[0]).toMatchObject({
      content_type: 'manga',
      content_type_chosen: true,
      reading_direction: 'rtl',
    })
    expect(issuesOf(app.db.read, idOf(harbor!))[0]?.unit).toBe('chapter')
    expect((await scan()).results!.map(({ new_files }) => new_files)).toEqual([0, 0])
  })

  test('imports two groups into one series when they are corrected to the same name', async () => {
    put('comics/Harbor Lights 001 (2015).cbz', comic())
    put('comics/Harbour Lights 002 (2015).cbz', comic())
    const seen = await scan()
    const changes = Object.fromEntries(seen.results!.map((each) => [idOf(each), { name: 'Harbor Lights', year: 2015 }]))
    await app.reader.json(200, confirm(seen, seen.results!, changes))
    expect(named('Harbor Lights')).toHaveLength(1)
    expect(numbers(named('Harbor Lights')[0]!.comic_id)).toEqual(['1', '2'])
  })

  test('assigns a file with several issues to each of them', async () => {
    put('comics/Harbor Lights (2015)/Harbor Lights 007-008 (2015).cbz', comic())
    await scan()
    await confirmAll()
    expect(numbers(named('Harbor Lights')[0]!.comic_id)).toEqual(['7', '8'])
  })

  test('is refused with a reason', async () => {
    const refuse = async (status: number, body: unknown) =>
      (await app.reader.json(status, app.reader.post('/api/import/comic/confirm', body))).detail as string
    expect(await refuse(400, { scan_id: 'x', selected_ids: ['local-1'] })).toContain('There are no results')
    putComics()
    const seen = await scan()
    const [id] = seen.results!.map(idOf)
    expect(await refuse(400, { selected_ids: [id] })).toContain('scan_id')
    expect(await refuse(400, { scan_id: seen.scan_id, selected_ids: [] })).toContain('selected_ids')
    expect(await refuse(400, { scan_id: seen.scan_id })).toContain('selected_ids')
    expect(await refuse(400, { scan_id: seen.scan_id, selected_ids: [7] })).toBeTruthy()
    expect(await refuse(400, { scan_id: 7, selected_ids: [id] })).toBeTruthy()
    expect(await refuse(400, { scan_id: seen.scan_id, selected_ids: ['local-none'] })).toContain('local-none')
    const changed = { scan_id: seen.scan_id, selected_ids: [id] }
    expect(await refuse(400, { ...changed, changes: { other: { name: 'X' } } })).toContain('not chosen')
    expect(await refuse(400, { ...changed, changes: { [id!]: { name: ' ' } } })).toBeTruthy()
    const stale = await app.reader.json(
      409,
      app.reader.post('/api/import/comic/confirm', { scan_id: 'old', selected_ids: [id] }),
    )
    expect(stale.detail).toContain('newer scan')
    expect(stale).toEqual({ success: false, error: stale.detail, detail: stale.detail })
    await scan()
    expect(await refuse(409, { scan_id: seen.scan_id, selected_ids: [id] })).toContain('newer scan')
    expect(named('Harbor Lights')).toEqual([])
  })
})

test('without a login nothing is shown or started', async () => {
  for (const kind of ['comic', 'manga']) {
    expect((await app.guest.get(`/api/import/${kind}/progress`)).status).toBe(401)
    for (const what of ['scan', 'confirm', 'cancel']) {
      expect((await app.guest.post(`/api/import/${kind}/${what}`, {})).status).toBe(401)
    }
  }
  expect(existsSync(folder)).toBe(true)
})
