import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openArchive } from '../../../base/formats/archives/archive'
import { systemFiles } from '../../../base/platform/files'
import { storyArcIssues } from '../../../collecting/arcs/tables'
import { everyFileOf } from '../../../library/series/describe-store'
import { fileAt } from '../../../library/series/file-store'
import { issuesOf, seriesNamed } from '../../../library/series/store'
import { type TestApp, testApp } from '../../../testing/app'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { confirmImport, putFile, scanInbox, scanLibrary } from '../../../testing/imports/imports'

/**
 * Changes that other programs make to files after their import are read, and "Write tags" does not restore the old
 * values.
 */

let folder: string
let app: TestApp

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-known-'))
  mkdirSync(join(folder, 'comics'))
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  app = await testApp({ settings: { comic_dirs: join(folder, 'comics') }, ports: { processes } })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

type Info = Record<string, string | number>

const at = (path: string) => join(folder, 'comics', path)
const FOLDER = 'Harbor Lights (2015)'
const nameOf = (n: number | string) => `${FOLDER}/Harbor Lights 00${n} (2015).cbz`
const infoXml = (info: Info) =>
  `<ComicInfo>${Object.entries(info)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</ComicInfo>`

let written = 0
/** No two files share a size and a time. */
function put(path: string, info?: Info, pages = 3): void {
  const entries = { ...makePages(pages), 'n.txt': path, ...(info ? { 'ComicInfo.xml': infoXml(info) } : {}) }
  putFile(at(path), makeCbz(entries))
  const time = 1_760_000_000 + ++written
  utimesSync(at(path), time, time)
}

async function importAll(): Promise<void> {
  expect(await confirmImport(app, await scanLibrary(app))).toMatchObject({ errors: [] })
}

const series = (name = 'Harbor Lights') => seriesNamed(app.db.read, name)[0]!
const issues = () => issuesOf(app.db.read, series().comic_id)
const issue = (number: string) => issues().find((each) => each.number === number)!
const have = () =>
  issues().map(({ number, issue_id }) => [
    number,
    everyFileOf(app.db.read, issue_id).map(({ path }) => path.slice(-13)),
  ])
const post = (path: string, body: object) => app.reader.json<{ job_id: string }>(200, app.reader.post(path, body))

/** The ComicInfo of the file after "Write tags". */
async function tagged(path: string): Promise<string> {
  const { file_id } = fileAt(app.db.read, at(path))!
  const held = issues().find(({ issue_id }) =>
    everyFileOf(app.db.read, issue_id).some((file) => file.file_id === file_id),
  )!
  await post('/api/metadata/metatag', { issue_id: held.issue_id })
  await app.idle()
  const archive = await openArchive(at(path), { files: systemFiles, unpacker: undefined as never })
  const entry = archive.entries.find(({ name }) => name === 'ComicInfo.xml')!
  const xml = Buffer.from(await entry.read()).toString()
  await archive.close()
  return xml
}

const INFO = {
  Series: 'Harbor Lights',
  Number: 1,
  Title: 'Fog',
  Summary: 'Old words.',
  Writer: 'A. Lund',
  Year: 2015,
  Month: 3,
}
const CORRECTED = { ...INFO, Title: 'Mist', Summary: 'New words.', Writer: 'B. Kern', Month: 5 }

describe('a file whose ComicInfo was changed by another program', () => {
  beforeEach(async () => {
    put(nameOf(1), INFO)
    put(nameOf(2), { ...INFO, Number: 2, Title: 'Rain' })
    await importAll()
  })

  test('gives its issue the title, the summary, the writer and the date, and "Write tags" keeps them', async () => {
    expect(issue('1')).toMatchObject({ title: 'Fog', summary: 'Old words.' })
    put(nameOf(1), CORRECTED)
    await confirmImport(app, await scanLibrary(app))
    expect(issue('1')).toMatchObject({
      title: 'Mist',
      summary: 'New words.',
      writer: 'B. Kern',
      release_date: '2015-05',
    })
    expect(issue('2')).toMatchObject({ title: 'Rain' })
    const xml = await tagged(nameOf(1))
    for (const word of ['Mist', 'New words.', 'B. Kern', '<Month>5</Month>']) expect(xml).toContain(word)
    for (const word of ['Fog', 'Old words.', 'A. Lund', '<Month>3</Month>']) expect(xml).not.toContain(word)
  })

  test('is read even if its tags were written by Panelkeep before', async () => {
    await tagged(nameOf(1))
    put(nameOf(1), CORRECTED)
    await scanLibrary(app)
    expect(await tagged(nameOf(1))).toContain('Mist')
  })

  test('loses the fields that were removed', async () => {
    put(nameOf(1), { Series: 'Harbor Lights', Number: 1 })
    await scanLibrary(app)
    expect(issue('1')).toMatchObject({ title: null, summary: null, writer: null })
  })

  test("does not change the user's edits", async () => {
    const { issue_id } = issue('1')
    await app.reader.json(200, app.reader.patch(`/api/series/issues/${issue_id}`, { title: 'Mine' }))
    put(nameOf(1), CORRECTED)
    await scanLibrary(app)
    expect(issue('1')).toMatchObject({ title: 'Mine', summary: 'New words.' })
  })

  test('moves to the issue of its new number, with its progress and bookmarks', async () => {
    const { issue_id } = issue('2')
    await app.reader.json(200, app.reader.put(`/api/reading/issues/${issue_id}/progress`, { page: 1 }))
    await app.reader.json(200, app.reader.put(`/api/reading/issues/${issue_id}/bookmarks/2`, { note: 'Here' }))
    put(nameOf(2), { ...INFO, Number: 3, Title: 'Rain' })
    await scanLibrary(app)
    expect(have()).toEqual([
      ['1', ['01 (2015).cbz']],
      ['3', ['02 (2015).cbz']],
    ])
    const reading = await app.reader.json(200, app.reader.get(`/api/reading/issues/${issue('3').issue_id}`))
    expect(reading).toMatchObject({ number: '3', progress: { page: 1 }, bookmarks: [{ page: 2, note: 'Here' }] })
    expect(await tagged(nameOf(2))).toContain('<Number>3</Number>')
  })

  test('stays when another file has its new number, and the scan says so', async () => {
    put(nameOf(2), { ...INFO, Number: 1, Title: 'Rain' })
    const view = await scanLibrary(app)
    expect(have().map(([number]) => number)).toEqual(['1', '2'])
    expect(JSON.stringify(view)).toContain('has number 1 now')
  })

  test('is left to the review when it names another series', async () => {
    put(nameOf(2), { Series: 'Copper Winter', Number: 2, Title: 'Ice' })
    const { results } = await scanLibrary(app)
    expect(issue('2')).toMatchObject({ title: 'Rain' })
    expect(results!.map(({ new_files }) => new_files)).toEqual([1])
  })
})

test('a changed second file of an issue does not affect the issue', async () => {
  put(nameOf(1), INFO, 9)
  put(nameOf(1).replace('.cbz', ' (digital).cbz'), INFO, 3)
  await importAll()
  expect(have()).toMatchObject([['1', [expect.any(String), expect.any(String)]]])
  put(nameOf(1).replace('.cbz', ' (digital).cbz'), { ...INFO, Title: 'Brouillard' }, 3)
  await scanLibrary(app)
  expect(issue('1').title).not.toBe('Brouillard')
  put(nameOf(1), CORRECTED, 9)
  await scanLibrary(app)
  expect(issue('1')).toMatchObject({ title: 'Mist' })
})

describe('a file renamed by another program', () => {
  beforeEach(async () => {
    for (const n of [1, 5]) put(nameOf(n))
    await importAll()
  })

  test('moves to the issue of its new number, and Rename does not offer to rename it back', async () => {
    renameSync(at(nameOf(5)), at(nameOf(6)))
    await scanLibrary(app)
    expect(have()).toEqual([
      ['1', ['01 (2015).cbz']],
      ['6', ['06 (2015).cbz']],
    ])
    const { comic_id } = series()
    const preview = await app.reader.json(200, app.reader.post(`/api/series/${comic_id}/rename/preview`, {}))
    expect(JSON.stringify(preview)).not.toContain('005')
    expect(await tagged(nameOf(6))).toContain('<Number>6</Number>')
  })

  test('is no longer the file that a list means by its old number', async () => {
    const cbl = (n: number) => `<Book Series="Harbor Lights" Number="${n}" Volume="2015"></Book>`
    const document = `<ReadingList><Name>Fog</Name><Books>${cbl(5)}${cbl(6)}</Books></ReadingList>`
    await app.reader.json(200, app.reader.post('/api/storyarcs/import', { document, file_name: 'Fog.cbl' }))
    const matched = async () => {
      await app.idle()
      await app.clock.advance('5 s')
      return app.db.read
        .select()
        .from(storyArcIssues)
        .orderBy(storyArcIssues.position)
        .all()
        .map(({ number, issue_id }) => [number, issue_id])
    }
    const { issue_id } = issue('5')
    expect(await matched()).toEqual([
      ['5', issue_id],
      ['6', null],
    ])
    renameSync(at(nameOf(5)), at(nameOf(6)))
    await scanLibrary(app)
    expect(await matched()).toEqual([
      ['5', null],
      ['6', issue_id],
    ])
  })

  test('is assigned to an issue without a file, and its former issue has none', async () => {
    put(nameOf(6))
    await importAll()
    rmSync(at(nameOf(6)))
    renameSync(at(nameOf(5)), at(nameOf(6)))
    await scanLibrary(app)
    expect(have()).toEqual([
      ['1', ['01 (2015).cbz']],
      ['5', []],
      ['6', ['06 (2015).cbz', '06 (2015).cbz']],
    ])
  })

  test('stays #5 if the user chose the number', async () => {
    const { issue_id } = issue('5')
    await app.reader.json(200, app.reader.patch(`/api/series/issues/${issue_id}`, { number: '5' }))
    renameSync(at(nameOf(5)), at(nameOf(6)))
    await scanLibrary(app)
    expect(have().map(([number]) => number)).toEqual(['1', '5'])
  })
})

describe('a file rewritten with other pages', () => {
  test('has the new page count, size and cover without a confirm, in the catalog as well', async () => {
    put(nameOf(1), INFO, 30)
    await importAll()
    const { issue_id } = issue('1')
    const feed = async () => (await app.reader.get(`/opds/entries/${issue_id}`)).text()
    expect(await feed()).toContain('pse:count="30"')
    const cover = /opds\/cover\/[^"]*/.exec(await feed())?.[0]
    await app.reader.json(200, app.reader.put(`/api/reading/issues/${issue_id}/progress`, { page: 28 }))
    for (const page of [3, 28])
      await app.reader.json(200, app.reader.put(`/api/reading/issues/${issue_id}/bookmarks/${page}`, {}))
    put(nameOf(1), INFO, 26)
    await scanLibrary(app)
    const after = await feed()
    const { size } = statSync(at(nameOf(1)))
    expect(after).toContain('pse:count="26"')
    expect(after).toContain('pse:lastRead="26"')
    expect(after).toContain(`length="${size}"`)
    expect(cover).toBeDefined()
    expect(after).not.toContain(cover!)
    expect(fileAt(app.db.read, at(nameOf(1)))).toMatchObject({ size, page_count: 26 })
    const reading = await app.reader.json(200, app.reader.get(`/api/reading/issues/${issue_id}`))
    expect(reading).toMatchObject({
      page_count: 26,
      progress: { page: 25, completed: false },
      bookmarks: [{ page: 3 }],
    })
  })
})

describe('a rewritten file that is opened before a scan', () => {
  beforeEach(async () => {
    put(nameOf(1), INFO, 30)
    put(nameOf(2), { ...INFO, Number: 2 }, 30)
    await importAll()
  })
  const row = (n: number) => fileAt(app.db.read, at(nameOf(n)))!
  const status = async (path: string) => (await app.reader.get(path)).status
  const OPENINGS: [string, (id: string, comicId: string) => string][] = [
    ['in the reader', (id) => `/api/reading/issues/${id}`],
    ['as a page of the catalog', (id) => `/opds/stream/${id}?page=0`],
    ['as its cover', (id) => `/api/covers/issues/${id}`],
    ['as a download', (id) => `/opds/issues/${id}`],
    ['with its series', (_, comicId) => `/api/reading/series/${comicId}/download`],
    ['as an entry of the catalog', (id) => `/opds/entries/${id}`],
    ['as a list of its pages', (id) => `/opds/v2/issues/${id}`],
    ['for the sizes of its pages', (id) => `/api/reading/issues/${id}/sizes`],
  ]

  test.each(OPENINGS)('%s, has its new pages, size and text at once', async (_, address) => {
    const { issue_id, comic_id } = issue('1')
    put(nameOf(1), CORRECTED, 26)
    expect(await status(address(issue_id, comic_id))).toBe(200)
    expect(row(1)).toMatchObject({ page_count: 26, size: statSync(at(nameOf(1))).size })
    expect(issue('1')).toMatchObject({ title: 'Mist' })
    expect(row(2)).toMatchObject({ page_count: 30 })
    expect(await (await app.reader.get(`/opds/entries/${issue_id}`)).text()).toContain('pse:count="26"')
    expect((await scanLibrary(app)).results!.map(({ new_files }) => new_files)).toEqual([0])
  })

  test('and was only touched, is unchanged', async () => {
    const before = row(1)
    utimesSync(at(nameOf(1)), 1_700_000_000, 1_700_000_000)
    expect(await status(`/api/reading/issues/${issue('1').issue_id}`)).toBe(200)
    expect(row(1)).toEqual({ ...before, modified_ms: 1_700_000_000_000 })
  })

  test('and names another series, is left to the review', async () => {
    const before = row(1)
    put(nameOf(1), { Series: 'Copper Winter', Number: 9 }, 12)
    expect(await status(`/api/reading/issues/${issue('1').issue_id}`)).toBe(200)
    expect(row(1)).toEqual(before)
  })

  test('and is cut off, is left unchanged', async () => {
    const before = row(1)
    putFile(at(nameOf(1)), makeCbz(makePages(5)).slice(0, 300))
    expect(await status(`/api/reading/issues/${issue('1').issue_id}`)).toBeGreaterThanOrEqual(400)
    expect(row(1)).toEqual(before)
  })

  test('and is a copy of another one by now, is left to a scan', async () => {
    const before = row(1)
    putFile(at(nameOf(1)), await Bun.file(at(nameOf(2))).bytes())
    expect(await status(`/api/reading/issues/${issue('1').issue_id}`)).toBe(200)
    expect(row(1)).toEqual(before)
  })
})

describe('a series whose files were changed by another program', () => {
  const publishers = async (...names: string[]) => {
    for (const n of [1, 2, 3]) put(nameOf(n), { ...INFO, Number: n, Publisher: 'Northgate' })
    await importAll()
    expect(series()).toMatchObject({ publisher: 'Northgate' })
    for (const [at, Publisher] of names.entries()) put(nameOf(at + 1), { ...INFO, Number: at + 1, Publisher })
    await scanLibrary(app)
    return series().publisher
  }

  test('follows once half of them agree', async () => {
    expect(await publishers('Kestrel', 'Kestrel')).toBe('Kestrel')
  })

  test('is unchanged while only one of three changed', async () => {
    expect(await publishers('Kestrel')).toBe('Northgate')
  })

  test('gets the new name that all of them have, and keeps its issues', async () => {
    for (const n of [1, 2]) put(nameOf(n), { ...INFO, Number: n })
    await importAll()
    const { comic_id } = series()
    for (const n of [1, 2]) put(nameOf(n), { ...INFO, Number: n, Series: 'Harbour Lights' })
    const view = await scanLibrary(app)
    expect(view.results!.map(({ new_files }) => new_files)).toEqual([0])
    expect(seriesNamed(app.db.read, 'Harbour Lights')).toMatchObject([{ comic_id, have: 2 }])
  })

  test('with one file is renamed by new tags, but not by another comic in its place', async () => {
    put(nameOf(1), INFO)
    await importAll()
    put(nameOf(1), { ...INFO, Series: 'Copper Winter' }, 5)
    expect((await scanLibrary(app)).results!.map(({ new_files }) => new_files)).toEqual([1])
    expect(series()).toMatchObject({ have: 1 })
    put(nameOf(1), { ...INFO, Series: 'Copper Winter' })
    await scanLibrary(app)
    expect(seriesNamed(app.db.read, 'Copper Winter')).toMatchObject([{ have: 1 }])
  })

  test('with two files, one of them changed, gets the new value', async () => {
    for (const n of [1, 2]) put(nameOf(n), { ...INFO, Number: n, Publisher: 'Northgate' })
    await importAll()
    put(nameOf(2), { ...INFO, Number: 2, Publisher: 'Kestrel' })
    await scanLibrary(app)
    expect(series()).toMatchObject({ publisher: 'Kestrel' })
  })
})

test('a file from the import folder follows a corrected number, too', async () => {
  await app.close()
  mkdirSync(join(folder, 'inbox'))
  const settings = { comic_dirs: join(folder, 'comics'), import_dir: join(folder, 'inbox'), import_scan_interval: '0' }
  app = await testApp({ settings, ports: { processes: { helper: archiveHelper().helper, launch: async () => false } } })
  put(nameOf(1), INFO)
  await importAll()
  const arrived = { ...makePages(3), 'ComicInfo.xml': infoXml({ ...INFO, Number: 5 }) }
  putFile(join(folder, 'inbox', 'Harbor Lights 005 (2015).cbz'), makeCbz(arrived))
  await scanInbox(app)
  const { imports } = await app.reader.json<{ imports: { files: { impID: string }[] }[] }>(
    200,
    app.reader.get('/api/import'),
  )
  const imp_ids = imports.flatMap(({ files }) => files.map(({ impID }) => impID))
  await app.reader.json(200, app.reader.post('/api/import/match', { imp_ids, comic_id: series().comic_id }))
  await app.idle()
  const [, [number] = []] = have()
  expect(number).toBe('5')
  const { path } = everyFileOf(app.db.read, issue('5').issue_id)[0]!
  put(path.slice(at('').length), { ...INFO, Number: 7 })
  await scanLibrary(app)
  expect(have().map(([each]) => each)).toEqual(['1', '7'])
})
