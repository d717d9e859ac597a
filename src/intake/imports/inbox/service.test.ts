import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sha256 } from '../../../base/platform/digest'
import { systemFiles } from '../../../base/platform/files'
import type { Files } from '../../../base/platform/ports'
import { recount } from '../../../library/series/counts-store'
import { fileOf } from '../../../library/series/file-store'
import { findSeries, insertIssue, insertSeries, issuesOf, seriesNamed } from '../../../library/series/store'
import { type TestApp, testApp } from '../../../testing/app'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { damage, makeCbz, makePages } from '../../../testing/archives/archives'
import { scanInbox, scanLibrary } from '../../../testing/imports/imports'
import { lostDisks } from '../folders/disk-store'
import type { inboxView } from './wire'

type List = ReturnType<typeof inboxView> & { errors: string[] }

const AT = '2026-11-01T00:00:00.000Z'
const PAGES = makePages(2)
let folder: string
let app: TestApp

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-inbox-'))
  for (const name of ['comics', 'manga', 'inbox']) mkdirSync(join(folder, name))
  app = await start()
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (...parts: string[]) => join(folder, ...parts)

function start(settings: Record<string, string> = {}, files: Files = systemFiles): Promise<TestApp> {
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  const dirs = { comic_dirs: at('comics'), manga_dirs: at('manga'), import_dir: at('inbox'), import_scan_interval: '0' }
  return testApp({ settings: { ...dirs, ...settings }, folder, ports: { files, processes } })
}

async function restart(settings: Record<string, string>, files?: Files): Promise<void> {
  await app.close()
  app = await start(settings, files)
}

function put(path: string, bytes: Uint8Array = makeCbz(PAGES)): string {
  const full = at(path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, bytes)
  return full
}

const info = (fields: Record<string, string | number>) =>
  `<?xml version="1.0"?><ComicInfo>${Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</ComicInfo>`

interface Given {
  comic_id?: string
  name?: string
  year?: number | null
  content_type?: 'comic' | 'manga'
  location?: string | null
  numbers?: string[]
}

function putSeries(fields: Given = {}): string {
  const { comic_id = '18705', name = 'Harbor Lights', year = 2015, content_type = 'comic', location = null } = fields
  app.db.write((tx) => {
    insertSeries(tx, { comic_id, name, year, content_type, location, added_at: AT })
    const unit = content_type === 'manga' ? 'chapter' : 'issue'
    for (const number of fields.numbers ?? [])
      insertIssue(tx, { issue_id: `${comic_id}-${number}`, comic_id, kind: 'issue', unit, number, added_at: AT })
    recount(tx, comic_id)
  })
  return comic_id
}

const pass = () => scanInbox(app)

const list = (query = '') => app.reader.json<List>(200, app.reader.get(`/api/import${query}`))
const files = async (query = '') => (await list(query)).imports.flatMap((group) => group.files)
const idOf = (path: string) => sha256(at(path)).slice(0, 32)
const match = (body: unknown) => app.reader.post('/api/import/match', body)
const below = (path: string) => readdirSync(at(path), { recursive: true }).map(String).sort()
/** Health events come at their own times. */
const eventTypes = () => app.events().flatMap(({ type }) => (type === 'health.changed' ? [] : [type]))

test('files that wait are counted beside the proposals', async () => {
  const waiting = () => app.reader.json(200, app.reader.get('/api/import/waiting'))
  put('inbox/Harbor Lights 3.cbz')
  put('inbox/Harbor Lights 4.cbz')
  await pass()
  expect(await waiting()).toEqual({ comic: 0, manga: 0, inbox: 2 })
  await app.reader.json(200, app.reader.post('/api/import/ignore', { imp_ids: [idOf('inbox/Harbor Lights 3.cbz')] }))
  expect(await waiting()).toEqual({ comic: 0, manga: 0, inbox: 1 })
})

describe('a scan of the import folder', () => {
  test('is refused without a folder, without its disk, and when the folder is a library', async () => {
    await restart({ import_dir: '' })
    const refused = await app.reader.json(400, app.reader.post('/api/import/refresh'))
    expect(refused).toMatchObject({ success: false, error: refused.detail })
    await restart({ import_dir: at('nowhere') })
    expect((await app.reader.json(400, app.reader.post('/api/import/refresh'))).detail).toContain('no folder at')
    await restart({ import_dir: at('comics') })
    expect((await app.reader.json(400, app.reader.post('/api/import/refresh'))).detail).toContain('library folder')
  })

  test('names an unreadable folder, and lists all others', async () => {
    const closed = at('inbox/Closed')
    const list_ = (path: string) =>
      path === closed ? Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' })) : systemFiles.list(path)
    await restart({}, { ...systemFiles, list: list_ })
    put('inbox/Closed/Harbor Lights 001.cbz')
    put('inbox/Copper Orchard 1.cbz')
    put('inbox/Zinc 2.cbz')
    await pass()
    const { summary, errors } = await list()
    expect(summary.file_count).toBe(2)
    expect(errors).toEqual([
      `The folder ${closed} cannot be opened: Panelkeep has no permission to read it. Its files were left out.`,
    ])
    await restart({})
    await pass()
    const after = await list()
    expect([after.summary.file_count, after.errors]).toEqual([3, []])
  })

  test('lists its files, grouped by series, with possible series of the library', async () => {
    putSeries({ numbers: ['3'] })
    put('inbox/Harbor Lights 003 (2015).cbz')
    put('inbox/new/Harbor Lights 004 (2015).cbz')
    put('inbox/Copper Orchard 1.cbz')
    put('inbox/notes.txt', Buffer.from('no comic'))
    app.events()
    await pass()
    expect(eventTypes()).toContain('inbox.changed')
    const { imports, pagination, summary } = await list()
    expect(pagination).toEqual({ total: 2, limit: 50, offset: 0, has_more: false })
    expect(summary).toEqual({ group_count: 2, file_count: 3 })
    const [copper, harbor] = imports
    expect(copper).toMatchObject({ ComicName: 'Copper Orchard', SuggestedComicID: null, MatchConfidence: null })
    expect(harbor).toMatchObject({
      DynamicName: 'harborlights',
      ComicName: 'Harbor Lights',
      ComicYear: '2015',
      FileCount: 2,
      Status: 'Not Imported',
      SRID: null,
      ComicID: null,
      SuggestedComicID: '18705',
      SuggestedComicName: 'Harbor Lights',
    })
    expect(harbor!.files[0]).toMatchObject({
      impID: idOf('inbox/Harbor Lights 003 (2015).cbz'),
      ComicFilename: 'Harbor Lights 003 (2015).cbz',
      ComicLocation: at('inbox/Harbor Lights 003 (2015).cbz'),
      IssueNumber: '3',
      ComicYear: '2015',
      Status: 'Not Imported',
      IgnoreFile: 0,
      SuggestedIssueID: '18705-3',
      MatchSource: 'filename',
    })
    expect(harbor!.files[0]!.MatchConfidence).toBeGreaterThan(60)
    expect(harbor!.files[1]!.SuggestedIssueID).toBeNull()
  })

  test('trusts ComicInfo, recognizes manga, and says why a damaged file cannot be imported', async () => {
    putSeries({ comic_id: 'm1', name: 'Paper Cranes', year: null, content_type: 'manga', numbers: ['12'] })
    put('inbox/a.cbz', makeCbz(PAGES, { comicInfo: info({ Series: 'Quiet Signal', Number: 7, Year: 2019 }) }))
    put('inbox/Paper Cranes c012.cbz')
    put('inbox/Broken 1.cbz', damage(makeCbz(PAGES), 'cut'))
    await pass()
    const [broken, cranes, quiet] = (await files()).sort((a, b) => (a.ComicFilename < b.ComicFilename ? -1 : 1))
    expect(broken!.problem).not.toBeNull()
    expect(cranes).toMatchObject({ content_type: 'manga', SuggestedComicID: 'm1', SuggestedIssueID: 'm1-12' })
    expect(quiet).toMatchObject({ IssueNumber: '7', MatchSource: 'comicinfo', ComicYear: '2019' })
  })

  test.each(['Yes', 'YesAndRightToLeft'])('treats a file as manga if its ComicInfo says %s', async (Manga) => {
    put('inbox/a.cbz', makeCbz(PAGES, { comicInfo: info({ Series: 'Quiet Signal', Number: 7, Manga }) }))
    put('inbox/b.cbz', makeCbz(PAGES, { comicInfo: info({ Series: 'Copper Orchard', Number: 7, Manga: 'No' }) }))
    await pass()
    const kinds = (await files()).map(({ ComicFilename, content_type }) => [ComicFilename, content_type])
    expect(Object.fromEntries(kinds)).toEqual({ 'a.cbz': 'manga', 'b.cbz': 'comic' })
  })

  test('leaves out a ZIP that is not a comic, and lists a damaged one and a comic without pages', async () => {
    const note = { 'note.txt': 'no pages' }
    put('inbox/letters.zip', makeCbz(note))
    put('inbox/Harbor Lights 1.cbz', makeCbz(note))
    put('inbox/Harbor Lights 2.zip', damage(makeCbz(PAGES), 'cut'))
    await pass()
    const listed = (await files()).map(({ ComicFilename, problem }) => [ComicFilename, problem !== null])
    expect(listed.sort()).toEqual([
      ['Harbor Lights 1.cbz', true],
      ['Harbor Lights 2.zip', true],
    ])
  })

  test('leaves a file that still grows to the next scan', async () => {
    const path = at('inbox/Harbor Lights 3.cbz')
    let size = 10
    const growing: Files = {
      ...systemFiles,
      stat: async (file) => {
        const facts = await systemFiles.stat(file)
        return facts && file === path && size > 0 ? { ...facts, size: size++ } : facts
      },
    }
    await restart({}, growing)
    put('inbox/Harbor Lights 3.cbz')
    await pass()
    expect(await files()).toEqual([])
    size = 0
    await pass()
    expect(await files()).toHaveLength(1)
  })

  test('leaves a file that is written to without growing to the next scan', async () => {
    const path = at('inbox/Harbor Lights 3.cbz')
    let writes = 1
    const written: Files = {
      ...systemFiles,
      stat: async (file) => {
        const facts = await systemFiles.stat(file)
        return facts && file === path && writes > 0 ? { ...facts, modifiedMs: writes++ } : facts
      },
    }
    await restart({}, written)
    put('inbox/Harbor Lights 3.cbz')
    await pass()
    expect(await files()).toEqual([])
    writes = 0
    await pass()
    expect(await files()).toHaveLength(1)
  })

  test('deletes rows of missing files, unless the folder could not be opened', async () => {
    put('inbox/Harbor Lights 3.cbz')
    const deep = put('inbox/deep/Harbor Lights 4.cbz')
    await pass()
    rmSync(at('inbox/Harbor Lights 3.cbz'))
    await pass()
    expect((await files()).map(({ ComicLocation }) => ComicLocation)).toEqual([deep])
    const broken: Files = {
      ...systemFiles,
      list: (path) => (path.endsWith('deep') ? Promise.reject(new Error('EIO')) : systemFiles.list(path)),
    }
    await app.close()
    app = await testApp({
      folder,
      databasePath: at('kept.db'),
      settings: { import_dir: at('inbox'), import_scan_interval: '0' },
    })
    await pass()
    await app.close()
    app = await testApp({
      folder,
      databasePath: at('kept.db'),
      settings: { import_dir: at('inbox'), import_scan_interval: '0' },
      ports: { files: broken },
    })
    await pass()
    expect(await files()).toHaveLength(1)
  })

  test('counts pages by groups', async () => {
    for (const name of ['Amber', 'Birch', 'Cedar']) for (const n of [1, 2]) put(`inbox/${name} Road ${n} (2001).cbz`)
    await pass()
    const second = await list('?limit=2&offset=2')
    expect(second.pagination).toEqual({ total: 3, limit: 2, offset: 2, has_more: false })
    expect(second.imports.map(({ ComicName }) => ComicName)).toEqual(['Cedar Road'])
    expect((await list('?page=1&per_page=1')).pagination).toMatchObject({ limit: 1, has_more: true })
    expect((await app.reader.get('/api/import?limit=0')).status).toBe(422)
  })
})

describe('an import folder on a separate disk', () => {
  let mounted: boolean
  beforeEach(async () => {
    mounted = true
    const disk: Files = {
      ...systemFiles,
      stat: async (path) => {
        const facts = await systemFiles.stat(path)
        return facts && { ...facts, device: mounted && path.startsWith(at('inbox')) ? 2 : 1 }
      },
    }
    await restart({}, disk)
    put('inbox/Harbor Lights 3.cbz')
    await pass()
    await app.reader.json(200, app.reader.post('/api/import/ignore', { imp_ids: [idOf('inbox/Harbor Lights 3.cbz')] }))
  })

  test('keeps corrections when the disk is unmounted, and has them again when it is back', async () => {
    renameSync(at('inbox'), at('away'))
    mkdirSync(at('inbox'))
    mounted = false
    await pass()
    expect(await files('?include_ignored=true')).toHaveLength(1)
    const { folders } = await app.reader.json<{ folders: { kind: string; state: string }[] }>(
      200,
      app.reader.get('/api/import/folders'),
    )
    expect(folders.find(({ kind }) => kind === 'inbox')).toMatchObject({ state: 'unreachable' })
    rmSync(at('inbox'), { recursive: true })
    renameSync(at('away'), at('inbox'))
    mounted = true
    await pass()
    expect((await files('?include_ignored=true'))[0]).toMatchObject({ IgnoreFile: 1 })
  })

  test('may become a folder of the system disk', async () => {
    rmSync(at('inbox/Harbor Lights 3.cbz'))
    mounted = false
    await pass()
    expect(lostDisks(app.db.read)).toEqual([at('inbox')])
    put('inbox/Harbor Lights 4.cbz')
    await pass()
    expect(lostDisks(app.db.read)).toEqual([])
    expect((await files('?include_ignored=true')).map(({ IssueNumber }) => IssueNumber)).toEqual(['4'])
  })

  test('forgets files that were removed while the disk is mounted', async () => {
    rmSync(at('inbox/Harbor Lights 3.cbz'))
    await pass()
    expect(await files('?include_ignored=true')).toEqual([])
  })
})

describe('a match', () => {
  test('copies the file into the folder of its series and links it', async () => {
    const home = at('comics/Harbor Lights (2015)')
    mkdirSync(home)
    putSeries({ numbers: ['3'], location: home })
    const source = put('inbox/Harbor Lights 003 (2015).cbz')
    await pass()
    app.events()
    const reply = await app.reader.json(
      200,
      match({ imp_ids: [idOf('inbox/Harbor Lights 003 (2015).cbz')], comic_id: '4050-18705' }),
    )
    expect(reply).toEqual({
      success: true,
      matched: 1,
      imported: 1,
      comic_id: '18705',
      comic_name: 'Harbor Lights',
      made: false,
      moved: 0,
      archived: 0,
      errors: [],
    })
    const target = join(home, 'Harbor Lights 003 (2015).cbz')
    expect(readFileSync(target).equals(readFileSync(source))).toBe(true)
    expect(fileOf(app.db.read, '18705-3')).toMatchObject({
      path: target,
      page_count: 2,
      format: 'cbz',
      content_hash: expect.any(String),
    })
    expect(findSeries(app.db.read, '18705')).toMatchObject({ have: 1, total: 1 })
    const expected = ['inbox.changed', 'operation.changed', 'issue.changed', 'series.changed', 'activity.added']
    expect(new Set(eventTypes())).toEqual(new Set(expected as ReturnType<typeof eventTypes>))
    expect(await files('?include_ignored=true')).toEqual([])
    await pass()
    expect(await files()).toEqual([])
  })

  test('creates the folder of the series by the settings, and the new issue', async () => {
    await restart({ folder_format: '$Publisher/$Series: ($Year)', imp_move: 'true' })
    putSeries()
    for (const n of [4, 5]) put(`inbox/Harbor Lights ${n}.cbz`)
    await pass()
    const imp_ids = [4, 5].map((n) => idOf(`inbox/Harbor Lights ${n}.cbz`)).join(',')
    expect(await app.reader.json(200, match({ imp_ids, comic_id: '18705' }))).toMatchObject({ imported: 2, moved: 2 })
    expect(below('comics')).toEqual([
      'Harbor Lights (2015)',
      'Harbor Lights (2015)/Harbor Lights 4.cbz',
      'Harbor Lights (2015)/Harbor Lights 5.cbz',
    ])
    expect(below('inbox')).toEqual([])
    expect(issuesOf(app.db.read, '18705').map(({ number }) => number)).toEqual(['4', '5'])
  })

  test('renames files by the template if set, in folders that it names', async () => {
    const file_format = '$VolumeY/$Series $Annual $Issue'
    await restart({ imp_rename: 'true', file_format, zero_level_n: '00x', imp_move: 'true' })
    putSeries()
    for (const n of ['4', '5-6']) put(`inbox/Harbor Lights ${n}.cbz`)
    await pass()
    const imp_ids = ['4', '5-6'].map((n) => idOf(`inbox/Harbor Lights ${n}.cbz`)).join(',')
    expect(await app.reader.json(200, match({ imp_ids, comic_id: '18705' }))).toMatchObject({ imported: 2, moved: 2 })
    expect(below('comics').filter((name) => name.endsWith('.cbz'))).toEqual([
      'Harbor Lights (2015)/V2015/Harbor Lights 004.cbz',
      'Harbor Lights (2015)/V2015/Harbor Lights 005-006.cbz',
    ])
  })

  test('never overwrites another file', async () => {
    const home = at('comics/Harbor Lights (2015)')
    put('comics/Harbor Lights (2015)/Harbor Lights 4.cbz', Buffer.from('somebody else'))
    putSeries({ location: home })
    put('inbox/Harbor Lights 4.cbz')
    await pass()
    await app.reader.json(200, match({ imp_ids: [idOf('inbox/Harbor Lights 4.cbz')], comic_id: '18705' }))
    expect(readFileSync(join(home, 'Harbor Lights 4.cbz'), 'utf8')).toBe('somebody else')
    expect(existsSync(join(home, 'Harbor Lights 4 (2).cbz'))).toBe(true)
  })

  test('says before the copy how much space is missing, and on which disk', async () => {
    const disk: Files = {
      ...systemFiles,
      freeSpace: async () => ({ free: 20_000_000, total: 100_000_000, remote: false }),
      copy: () => Promise.reject(new Error('nothing is to be copied')),
    }
    await restart({}, disk)
    putSeries()
    put('inbox/Harbor Lights 3.cbz')
    await pass()
    const reply = match({ imp_ids: [idOf('inbox/Harbor Lights 3.cbz')], comic_id: '18705' })
    const { detail } = await app.reader.json(503, reply)
    expect(detail).toBe(
      `The disk of ${at('comics/Harbor Lights (2015)')} is too full for it: 20 MB are free and 14 MB more are needed. Make room there, or choose another folder in the settings.`,
    )
    expect((await files())[0]).toMatchObject({ Status: 'Failed', problem: detail })
  })

  test('of an issue that the library has keeps both files, and says so before', async () => {
    putSeries({ numbers: ['3'] })
    for (const folder of ['a', 'b']) put(`inbox/${folder}/Harbor Lights 3.cbz`)
    await pass()
    expect((await files()).map(({ already }) => already)).toEqual([null, null])
    await app.reader.json(200, match({ imp_ids: [idOf('inbox/a/Harbor Lights 3.cbz')], comic_id: '18705' }))
    const path = at('comics/Harbor Lights (2015)/Harbor Lights 3.cbz')
    expect((await files()).map(({ already }) => already)).toEqual([{ path }])
    await app.clock.advance('1 s')
    await app.reader.json(200, match({ imp_ids: [idOf('inbox/b/Harbor Lights 3.cbz')], comic_id: '18705' }))
    expect(below('comics/Harbor Lights (2015)')).toEqual(['Harbor Lights 3 (2).cbz', 'Harbor Lights 3.cbz'])
    expect(findSeries(app.db.read, '18705')).toMatchObject({ have: 1, total: 1 })
    const { files: filed } = await app.reader.json<{ files: unknown[] }>(200, app.reader.get('/api/import/filed'))
    expect(filed).toMatchObject([
      { name: 'Harbor Lights 3.cbz', comic_name: 'Harbor Lights', problem: null },
      { name: 'Harbor Lights 3.cbz', comic_id: '18705', target: path },
    ])
  })

  test('removes folders that became empty, and leaves the others and the import folder', async () => {
    await restart({ imp_move: 'true' })
    putSeries()
    for (const path of ['new/deep/Harbor Lights 1.cbz', 'kept/Harbor Lights 2.cbz']) put(`inbox/${path}`)
    put('inbox/kept/note.txt', Buffer.from('mine'))
    await pass()
    const imp_ids = ['new/deep/Harbor Lights 1.cbz', 'kept/Harbor Lights 2.cbz'].map((path) => idOf(`inbox/${path}`))
    await app.reader.json(200, match({ imp_ids, comic_id: '18705' }))
    expect(below('inbox')).toEqual(['kept', 'kept/note.txt'])
    rmSync(at('inbox/kept'), { recursive: true })
    put('inbox/Harbor Lights 3.cbz')
    await pass()
    await app.reader.json(200, match({ imp_ids: [idOf('inbox/Harbor Lights 3.cbz')], comic_id: '18705' }))
    expect(below('inbox')).toEqual([])
  })

  test('that copies leaves every folder of the import folder in place', async () => {
    putSeries()
    put('inbox/new/Harbor Lights 1.cbz')
    await pass()
    await app.reader.json(200, match({ imp_ids: [idOf('inbox/new/Harbor Lights 1.cbz')], comic_id: '18705' }))
    expect(below('inbox')).toEqual(['new', 'new/Harbor Lights 1.cbz'])
  })

  test('assigns a file to the chosen issue', async () => {
    putSeries({ numbers: ['3', '9'] })
    put('inbox/Harbor Lights 3.cbz')
    await pass()
    const imp_ids = [idOf('inbox/Harbor Lights 3.cbz')]
    const wrong = match({ imp_ids, comic_id: '18705', issue_id: 'other' })
    expect((await app.reader.json(404, wrong)).detail).toContain('no issue other')
    await app.reader.json(200, match({ imp_ids, comic_id: '18705', issue_id: '4000-18705-9' }))
    expect(fileOf(app.db.read, '18705-9')).toBeDefined()
    expect(fileOf(app.db.read, '18705-3')).toBeUndefined()
  })

  test('is refused when something is missing, unknown or done', async () => {
    putSeries()
    put('inbox/Harbor Lights 3.cbz')
    await pass()
    const imp_ids = [idOf('inbox/Harbor Lights 3.cbz')]
    for (const body of [{ comic_id: '18705' }, { imp_ids }, { imp_ids, comic_id: ' ' }, undefined, { imp_ids: 7 }])
      expect((await match(body)).status).toBe(400)
    expect((await match({ imp_ids, comic_id: 'nobody' })).status).toBe(404)
    expect((await match({ imp_ids: ['nothing'], comic_id: '18705' })).status).toBe(404)
    expect(await app.reader.json(200, match({ imp_ids: ' , ', comic_id: '18705' }))).toMatchObject({
      matched: 0,
      imported: 0,
    })
    await app.reader.json(200, match({ imp_ids, comic_id: '18705' }))
    expect((await match({ imp_ids, comic_id: '18705' })).status).toBe(409)
  })

  test('of a file that changed, or cannot be copied, fails with a sentence and can be retried', async () => {
    let full = true
    const disk: Files = {
      ...systemFiles,
      copy: (from, to) => {
        if (!full) return systemFiles.copy(from, to)
        writeFileSync(to, 'half')
        return Promise.reject(new Error('ENOSPC: no space left on device'))
      },
    }
    await restart({}, disk)
    putSeries()
    const source = put('inbox/Harbor Lights 3.cbz')
    await pass()
    const imp_ids = [idOf('inbox/Harbor Lights 3.cbz')]
    const failed = await app.reader.json(503, match({ imp_ids, comic_id: '18705' }))
    expect(failed).toMatchObject({ success: false, error: failed.detail })
    expect((await files())[0]).toMatchObject({ Status: 'Failed', problem: failed.detail })
    expect(below('comics')).toEqual(['Harbor Lights (2015)'])
    full = false
    utimesSync(source, 1, 1)
    expect((await app.reader.json(503, match({ imp_ids, comic_id: '18705' }))).detail).toContain('changed')
    await pass()
    await app.reader.json(200, match({ imp_ids, comic_id: '18705' }))
    expect(below('comics')).toHaveLength(2)
  })

  test('of several files imports the others when one fails', async () => {
    putSeries()
    const [first] = [1, 2].map((n) => put(`inbox/Harbor Lights ${n}.cbz`))
    await pass()
    const imp_ids = [1, 2].map((n) => idOf(`inbox/Harbor Lights ${n}.cbz`))
    utimesSync(first!, 1, 1)
    const reply = await app.reader.json(200, match({ imp_ids, comic_id: '18705' }))
    expect(reply).toMatchObject({ success: false, matched: 2, imported: 1, errors: [{ imp_id: imp_ids[0] }] })
  })

  test('that ends during a scan stays imported', async () => {
    const path = at('inbox/Harbor Lights 3.cbz')
    const imp_ids = [idOf('inbox/Harbor Lights 3.cbz')]
    let armed = false
    // The import starts while the scan reads this file for the second time.
    const disk: Files = {
      ...systemFiles,
      open: async (file) => {
        if (file === path && armed) {
          armed = false
          await app.reader.json(200, match({ imp_ids, comic_id: '18705' }))
        }
        return systemFiles.open(file)
      },
    }
    await restart({}, disk)
    putSeries()
    put('inbox/Harbor Lights 3.cbz')
    await pass()
    armed = true
    await pass()
    expect(armed).toBe(false)
    expect(await files('?include_ignored=true')).toEqual([])
    expect(findSeries(app.db.read, '18705')).toMatchObject({ have: 1 })
  })

  describe('a move', () => {
    const source = () => at('inbox/Harbor Lights 3.cbz')
    const target = () => at('comics/Harbor Lights (2015)/Harbor Lights 3.cbz')
    const move = async (disk: Partial<Files>) => {
      await restart({ imp_move: 'true' }, { ...systemFiles, ...disk })
      putSeries()
      put('inbox/Harbor Lights 3.cbz')
      await pass()
      return app.reader.json(200, match({ imp_ids: [idOf('inbox/Harbor Lights 3.cbz')], comic_id: '18705' }))
    }
    /** Called between the link in the library and the removal of the original. */
    const onceLinked = (change: () => void): Partial<Files> => ({
      stat: (path) => {
        if (path === source() && findSeries(app.db.read, '18705')?.have === 1) change()
        return systemFiles.stat(path)
      },
    })

    test('leaves the original when it changed after the copy', async () => {
      await move(onceLinked(() => utimesSync(source(), 1, 1)))
      expect(existsSync(source())).toBe(true)
    })

    test('leaves the original when the copy is shorter, or gone', async () => {
      await move(onceLinked(() => writeFileSync(target(), 'short')))
      expect(existsSync(source())).toBe(true)
      rmSync(target())
      await move(onceLinked(() => rmSync(target(), { force: true })))
      expect(existsSync(source())).toBe(true)
    })

    test('leaves the original when it is the copy by another path', async () => {
      let linked = false
      await move({
        ...onceLinked(() => {
          linked = true
        }),
        real: (path) => systemFiles.real(linked && path === source() ? target() : path),
      })
      expect([linked, existsSync(source())]).toEqual([true, true])
    })

    test('counts as imported when the original cannot be removed, and is not retried', async () => {
      let tries = 0
      const remove: Files['remove'] = (path) => {
        if (path !== source()) return systemFiles.remove(path)
        tries += 1
        return Promise.reject(new Error('EROFS: read-only file system'))
      }
      expect(await move({ remove })).toMatchObject({ imported: 1, moved: 0 })
      const { files: filed } = await app.reader.json<{ files: unknown[] }>(200, app.reader.get('/api/import/filed'))
      expect(filed).toMatchObject([{ problem: expect.stringContaining('could not be removed') }])
      await pass()
      expect([tries, existsSync(source())]).toEqual([1, true])
    })
  })

  test('of a copy that differs from the original fails, and leaves nothing behind', async () => {
    const copy: Files['copy'] = async (from, to) => {
      const hash = await systemFiles.copy(from, to)
      writeFileSync(to, readFileSync(to).fill(0, 0, 1))
      return hash
    }
    await restart({}, { ...systemFiles, copy })
    putSeries()
    put('inbox/Harbor Lights 3.cbz')
    await pass()
    const reply = match({ imp_ids: [idOf('inbox/Harbor Lights 3.cbz')], comic_id: '18705' })
    expect((await app.reader.json(503, reply)).detail).toContain('differs from the original file')
    expect(below('comics/Harbor Lights (2015)')).toEqual([])
  })

  test('of a file that is written to during the copy fails, and leaves nothing behind', async () => {
    const copy: Files['copy'] = async (from, to) => {
      const hash = await systemFiles.copy(from, to)
      utimesSync(from, 1, 1)
      return hash
    }
    await restart({}, { ...systemFiles, copy })
    putSeries()
    put('inbox/Harbor Lights 3.cbz')
    await pass()
    const reply = match({ imp_ids: [idOf('inbox/Harbor Lights 3.cbz')], comic_id: '18705' })
    expect((await app.reader.json(503, reply)).detail).toContain('changed')
    expect(below('comics/Harbor Lights (2015)')).toEqual([])
  })

  test('creates no folder when a disk is not mounted', async () => {
    rmSync(at('comics'), { recursive: true })
    putSeries({ location: at('comics/Harbor Lights (2015)') })
    put('inbox/Harbor Lights 3.cbz')
    await pass()
    const reply = match({ imp_ids: [idOf('inbox/Harbor Lights 3.cbz')], comic_id: '18705' })
    expect((await app.reader.json(503, reply)).detail).toContain('Connect its disk')
    expect(existsSync(at('comics'))).toBe(false)
  })
})

test('the first page of a waiting file is shown, and an unreadable one is reported as damaged', async () => {
  put('inbox/Harbor Lights 1.cbz')
  put('inbox/Harbor Lights 2.cbz', damage(makeCbz(PAGES), 'empty'))
  await pass()
  const cover = (path: string) => app.reader.get(`/api/import/${idOf(path)}/cover`)
  const whole = await cover('inbox/Harbor Lights 1.cbz')
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect((await cover('inbox/Harbor Lights 2.cbz')).status).toBe(422)
  expect((await cover('inbox/nothing')).status).toBe(404)
})

describe('a correction', () => {
  test('survives later scans and changes the suggestion', async () => {
    putSeries({ numbers: ['7'] })
    put('inbox/hl-scan.cbz')
    await pass()
    const id = idOf('inbox/hl-scan.cbz')
    app.events()
    const change = { issue_number: '007', comic_name: 'Harbor Lights', year: '2015', volume: 1 }
    expect(await app.reader.json(200, app.reader.patch(`/api/import/${id}`, change))).toEqual({
      success: true,
      imp_id: id,
      issue_number: '7',
    })
    expect(eventTypes()).toEqual(['inbox.changed'])
    await pass()
    const [group] = (await list()).imports
    expect(group).toMatchObject({ ComicName: 'Harbor Lights', Volume: '1', SuggestedComicID: '18705' })
    expect(group!.files[0]).toMatchObject({ IssueNumber: '7', MatchSource: 'manual', SuggestedIssueID: '18705-7' })
  })

  test('is refused when it is blank, or for an unknown or imported file', async () => {
    putSeries()
    put('inbox/Harbor Lights 3.cbz')
    await pass()
    const path = `/api/import/${idOf('inbox/Harbor Lights 3.cbz')}`
    for (const body of [undefined, {}, { issue_number: ' ' }, { comic_name: '' }, { year: 12 }, { volume: 'x' }])
      expect((await app.reader.patch(path, body)).status, JSON.stringify(body)).toBe(400)
    expect((await app.reader.patch('/api/import/none', { issue_number: '1' })).status).toBe(404)
    await app.reader.json(200, match({ imp_ids: [idOf('inbox/Harbor Lights 3.cbz')], comic_id: '18705' }))
    expect((await app.reader.patch(path, { issue_number: '1' })).status).toBe(409)
  })
})

describe('rows', () => {
  test('can be ignored and restored', async () => {
    put('inbox/Harbor Lights 3.cbz')
    await pass()
    const imp_ids = [idOf('inbox/Harbor Lights 3.cbz'), 'unknown']
    app.events()
    expect(await app.reader.json(200, app.reader.post('/api/import/ignore', { imp_ids }))).toEqual({
      updated: 1,
      ignored: true,
    })
    expect(eventTypes()).toEqual(['inbox.changed'])
    await pass()
    expect(await files()).toEqual([])
    expect((await files('?include_ignored=true'))[0]).toMatchObject({ IgnoreFile: 1 })
    await app.reader.json(200, app.reader.post('/api/import/ignore', { imp_ids: imp_ids.join(), ignore: false }))
    expect(await files()).toHaveLength(1)
    expect((await app.reader.post('/api/import/ignore', {})).status).toBe(400)
    expect((await app.reader.post('/api/import/ignore', { imp_ids, ignore: 'false' })).status).toBe(400)
  })

  test('are deleted by body or by query, and their files stay', async () => {
    for (const n of [1, 2]) put(`inbox/Harbor Lights ${n}.cbz`)
    await pass()
    const [one, two] = [1, 2].map((n) => idOf(`inbox/Harbor Lights ${n}.cbz`))
    app.events()
    expect(await app.reader.json(200, app.reader.delete('/api/import', { imp_ids: [one] }))).toEqual({ deleted: 1 })
    expect(eventTypes()).toEqual(['inbox.changed'])
    expect(await app.reader.json(200, app.reader.delete(`/api/import?imp_ids=${two}`))).toEqual({ deleted: 1 })
    expect((await app.reader.delete('/api/import')).status).toBe(400)
    expect(below('inbox')).toHaveLength(2)
    await pass()
    expect(await files()).toHaveLength(2)
  })
})

describe('a series that the library does not have', () => {
  const named = (more: object = {}) => ({ name: 'Copper Orchard', year: 2012, content_type: 'comic', ...more })
  const arrive = async () => {
    for (const n of [1, 2]) put(`inbox/Copper Orchard ${n} (2012).cbz`, makeCbz({ ...PAGES, 'n.txt': `${n}` }))
    await pass()
    return [1, 2].map((n) => idOf(`inbox/Copper Orchard ${n} (2012).cbz`))
  }
  const copper = () => seriesNamed(app.db.read, 'Copper Orchard')

  test('is created from the chosen files, in the folder from the settings', async () => {
    const imp_ids = await arrive()
    const reply = await app.reader.json(200, match({ imp_ids, new_series: named() }))
    const [series, ...others] = copper()
    expect(others).toEqual([])
    expect(reply).toMatchObject({ success: true, matched: 2, imported: 2, made: true, comic_id: series!.comic_id })
    expect(series).toMatchObject({ year: 2012, source: 'local', content_type: 'comic', total: 2, have: 2 })
    expect(below('comics')).toEqual([
      'Copper Orchard (2012)',
      'Copper Orchard (2012)/Copper Orchard 1 (2012).cbz',
      'Copper Orchard (2012)/Copper Orchard 2 (2012).cbz',
    ])
    expect((await list()).imports).toEqual([])
  })

  test('is created once: the next files are added to it, and the reply says so', async () => {
    const [first, second] = await arrive()
    const made = await app.reader.json(200, match({ imp_ids: [first], new_series: named() }))
    const again = await app.reader.json(
      200,
      match({ imp_ids: [second], new_series: named({ name: 'copper orchard' }) }),
    )
    expect(again).toMatchObject({ made: false, comic_id: made.comic_id, comic_name: 'Copper Orchard', imported: 1 })
    expect(copper()).toHaveLength(1)
  })

  test('becomes two if the volumes of files with one name differ', async () => {
    for (const n of [1, 2]) put(`inbox/Robin v${n} 001.cbz`, makeCbz({ ...PAGES, 'n.txt': `${n}` }))
    await pass()
    for (const n of [1, 2]) {
      const imp_ids = [idOf(`inbox/Robin v${n} 001.cbz`)]
      const reply = await app.reader.json(200, match({ imp_ids, new_series: named({ name: 'Robin', year: null }) }))
      expect(reply).toMatchObject({ made: true, imported: 1 })
    }
    expect(seriesNamed(app.db.read, 'Robin').map(({ volume, have }) => [volume, have]).sort()).toEqual([[1, 1], [2, 1]]) // biome-ignore format: one row
  })

  test('has the id that a scan of its folder proposes', async () => {
    const imp_ids = await arrive()
    const { comic_id } = await app.reader.json<{ comic_id: string }>(200, match({ imp_ids, new_series: named() }))
    await app.reader.json(200, app.reader.delete(`/api/series/${comic_id}`))
    const { results } = await scanLibrary(app)
    expect(results!.map(({ match: found }) => found!.comicid)).toEqual([comic_id])
  })

  test('may be a manga, which counts chapters and is read right to left', async () => {
    const imp_ids = await arrive()
    await app.reader.json(200, match({ imp_ids, new_series: named({ content_type: 'manga', year: null }) }))
    const [series] = copper()
    expect(series).toMatchObject({ content_type: 'manga', year: null, reading_direction: 'rtl' })
    expect(issuesOf(app.db.read, series!.comic_id).map(({ unit, number }) => [unit, number])).toEqual([
      ['chapter', '1'],
      ['chapter', '2'],
    ])
    expect(below('manga')[0]).toBe('Copper Orchard')
  })

  test('is not created when it cannot be, and the sentence says why', async () => {
    const imp_ids = await arrive()
    const refused = async (status: number, body: object) =>
      (await app.reader.json(status, match({ imp_ids, new_series: named(), ...body }))).detail
    expect(await refused(400, { comic_id: putSeries() })).toContain('either comic_id or new_series')
    expect(await refused(400, { imp_ids: [] })).toContain('imp_ids is empty')
    expect(await refused(404, { imp_ids: ['none'] })).toContain('no file none')
    expect(await refused(400, { new_series: named({ name: '  ' }) })).toContain('blank')
    expect(await refused(400, { new_series: named({ year: 12 }) })).toContain('whole number from 1800')
    await restart({ manga_dirs: '' })
    await pass()
    expect(await refused(409, { new_series: named({ content_type: 'manga' }) })).toContain('No folder for manga')
    expect(copper()).toEqual([])
  })
})
