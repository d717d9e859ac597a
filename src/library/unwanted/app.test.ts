import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { type Client, LOGIN, type TestApp, testApp } from '../../testing/app'
import { archiveHelper } from '../../testing/archives/archive-helper'
import { type Entry, makeCbr, makeCbz, makePng, png } from '../../testing/archives/archives'
import { addFile } from '../../testing/archives/comics'
import { rawEntries } from '../../testing/imports/tagging'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { basicOf } from '../../testing/reading-apps'
import { addUser } from '../../testing/users'
import { putIssueSource } from '../metadata/store'
import { fileAt } from '../series/file-store'

/** Pages that are in many files, through the whole app: found, hidden, removed and brought back for two users. */

const ISSUES = 5
const ADVERT = makePng(60, 90, [200, 40, 40], 'AD')
/** White: rows of a filter byte and 60 pixels. */
const BLANK = png(60, 90, deflateSync(Buffer.alloc(90 * 181, Buffer.from([0, ...Array<number>(180).fill(255)]))))

/** Page 1 is an advert, pages 2 to 6 the story; a blank page follows, as in many comics. */
const story = (issue: number): Entry[] =>
  Array.from({ length: 5 }, (_, page) => ({
    name: `p${page + 2}.png`,
    data: makePng(60, 90, [(issue * 50 + page * 31) % 256, (page * 47 + 60) % 256, 120], `${issue}-${page + 2}`),
  }))
const entriesOf = (issue: number): Entry[] => [
  { name: 'p1.png', data: ADVERT },
  ...story(issue),
  { name: 'p7.png', data: BLANK },
]
const INFO = `<?xml version="1.0"?>
<ComicInfo>
  <Series>Harbor Lights</Series>
  <PageCount>7</PageCount>
  <Pages>
    <Page Image="0" Type="Advertisement" />
    <Page Image="1" Type="FrontCover" />
    <Page Image="4" Bookmark="The storm" />
  </Pages>
</ComicInfo>`

let app: TestApp
let paths: string[]
beforeEach(async () => {
  app = await testApp({
    library: true,
    ports: { processes: { helper: archiveHelper().helper, launch: async () => false } },
  })
  makeSeries(app.db)
  const ids = makeIssues(
    app.db,
    'harbor',
    Array.from({ length: ISSUES }, (_, at) => at + 1),
  )
  paths = ids.map((id, at) => {
    const info = at === 0 ? [{ name: 'ComicInfo.xml', data: INFO }] : []
    return addFile(app, [id], `Harbor ${at + 1}.cbz`, makeCbz([...entriesOf(at + 1), ...info]), { page_count: 7 })
  })
})
afterEach(() => app.close())

const get = <T>(path: string, client: Client = app.reader) => client.json<T>(200, client.get(path))
const post = <T>(path: string, body: object, status = 202) => app.reader.json<T>(status, app.reader.post(path, body))
async function run<T>(path: string, body: object): Promise<T> {
  const { operation_id } = await post<{ operation_id: string }>(path, body)
  await app.idle()
  const { detail } = await get<{ detail: T }>(`/api/operations/${operation_id}`)
  return detail
}
async function check(): Promise<void> {
  // It waits for readers.
  await app.clock.advance('1 min')
  await app.reader.json(202, app.reader.post('/api/system/jobs/unwanted_pages/run', {}))
  await app.idle()
}
interface Listed {
  groups: { pages: { page_id: string; files: number; state: string; rule: string | null; image: string }[] }[]
  counts: { found: number; hidden: number; kept: number }
  checked: number
  files: number
}
const list = (state = 'found') => get<Listed>(`/api/unwanted-pages?state=${state}`)
const advertId = async (state?: string) => (await list(state)).groups[0]!.pages[0]!.page_id
interface Read {
  page_count: number
  cover_page: number
  version: string
  progress: { page: number; completed: boolean; percent: number } | null
  bookmarks: { page: number; note: string | null }[]
}
const read = (client: Client = app.reader, issue = 'harbor-1') => get<Read>(`/api/reading/issues/${issue}`, client)
const pageBytes = async (page: number, client: Client = app.reader, issue = 'harbor-1') => {
  const reply = await client.get(`/api/reading/issues/${issue}/pages/${page}`)
  return [reply.status, Buffer.from(await reply.arrayBuffer())] as const
}
const storyPage = (page: number, issue = 1) => Buffer.from(story(issue)[page - 2]!.data as Uint8Array)

test('a page that is in many files is found by the checksums of the archives, and an empty page is not', async () => {
  await check()
  const { groups, counts, checked, files } = await list()
  expect({ counts, checked, files }).toEqual({ counts: { found: 1, hidden: 0, kept: 0 }, checked: 5, files: 5 })
  expect(groups.map(({ pages }) => pages.map((page) => [page.files, page.state, page.rule]))).toEqual([
    [[5, 'found', null]],
  ])
  const picture = await app.reader.get(groups[0]!.pages[0]!.image)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const { places } = await get<{ places: object[] }>(`/api/unwanted-pages/${groups[0]!.pages[0]!.page_id}/places`)
  expect(places).toHaveLength(5)
  expect(places[0]).toMatchObject({ series_name: 'Harbor Lights', label: '#1', page: 0, format: 'cbz', hidden: false })
})

describe('hidden', () => {
  test('it is gone for reader, catalog and apps, and places of two users stay on their pages', async () => {
    const kit = await addUser(app, 'Kit')
    for (const [client, page] of [
      [app.reader, 3],
      [kit, 5],
    ] as const) {
      await client.json(200, client.put('/api/reading/issues/harbor-1/progress', { page: 1 }))
      await app.clock.advance('2 min')
      await client.json(200, client.put('/api/reading/issues/harbor-1/progress', { page }))
    }
    await app.reader.put('/api/reading/issues/harbor-1/bookmarks/3', { note: 'storm' })
    await app.reader.put('/api/reading/issues/harbor-1/bookmarks/0', { note: 'nice advert' })
    await kit.put('/api/reading/issues/harbor-1/bookmarks/1', {})
    await check()
    const before = await read()
    const cover = await (await app.reader.get('/api/covers/issues/harbor-1')).bytes()
    const result = await run('/api/unwanted-pages/hide', { page_ids: [await advertId()] })
    expect(result).toMatchObject({ files: 5, changed: 5, failed: [] })

    const now = await read()
    expect(now).toMatchObject({ page_count: 6, progress: { page: 2 }, bookmarks: [{ page: 2, note: 'storm' }] })
    expect(now.version).not.toBe(before.version)
    expect(await read(kit)).toMatchObject({ progress: { page: 4 }, bookmarks: [{ page: 0 }] })
    expect(await pageBytes(0)).toEqual([200, storyPage(2)])
    expect(await pageBytes(2)).toEqual([200, storyPage(4)])
    expect((await pageBytes(6))[0]).toBe(404)
    expect(await (await app.reader.get('/api/covers/issues/harbor-1')).bytes()).not.toEqual(cover)
    expect(await get<{ pages: object[] }>('/api/reading/issues/harbor-1/sizes')).toMatchObject({
      pages: expect.objectContaining({ length: 6 }),
    })
    const feed = await (await app.reader.get('/opds/comics/harbor')).text()
    expect(feed).toContain('pse:count="6"')
    expect(feed).not.toContain('pse:count="7"')
    const komga = app.client(basicOf(LOGIN.username, LOGIN.password))
    const book = await get<{ media: { pagesCount: number } }>('/komga/api/v1/books/harbor-1', komga)
    expect(book.media.pagesCount).toBe(6)
    expect(await get<object[]>('/komga/api/v1/books/harbor-1/pages', komga)).toHaveLength(6)

    expect((await list()).counts).toEqual({ found: 0, hidden: 1, kept: 0 })
    await run('/api/unwanted-pages/show', { page_ids: [await advertId('hidden')] })
    expect(await read()).toMatchObject({
      page_count: 7,
      version: before.version,
      progress: { page: 3 },
      bookmarks: [
        { page: 0, note: 'nice advert' },
        { page: 3, note: 'storm' },
      ],
    })
    expect(await read(kit)).toMatchObject({ progress: { page: 5 }, bookmarks: [{ page: 1 }] })
    expect((await list()).counts).toEqual({ found: 1, hidden: 0, kept: 0 })
  })

  test('what was read of the file as it was before is counted without it', async () => {
    await check()
    const { page_count } = await read()
    await run('/api/unwanted-pages/hide', { page_ids: [await advertId()] })
    const at = (page: number, more: object = {}) =>
      app.reader.put('/api/reading/issues/harbor-1/progress', { page, ...more })
    await app.reader.json(200, at(5, { page_count }))
    expect(await read()).toMatchObject({ progress: { page: 4, completed: false } })
    await app.reader.json(200, at(6, { page_count }))
    expect(await read()).toMatchObject({ progress: { page: 5, completed: true } })
    await app.reader.json(400, at(7, { page_count }))
    await app.reader.json(400, at(6))
  })

  test('it stays hidden when the file is tagged, restored, rewritten by another program or added again', async () => {
    await check()
    await app.reader.put('/api/reading/issues/harbor-1/progress', { page: 4 })
    await run('/api/unwanted-pages/hide', { page_ids: [await advertId()] })
    expect(await read()).toMatchObject({ page_count: 6, progress: { page: 3 } })
    const { job_id } = await post<{ job_id: string }>('/api/metadata/metatag', { issue_id: 'harbor-1' }, 200)
    await app.idle()
    expect(await read()).toMatchObject({ page_count: 6, progress: { page: 3 } })
    const { detail } = await get<{ detail: { batch_id: string } }>(`/api/operations/${job_id}`)
    await post(`/api/filing/batches/${detail.batch_id}/undo`, {})
    await app.idle()
    expect(await read()).toMatchObject({ page_count: 6, progress: { page: 3 } })

    writeFileSync(paths[0]!, makeCbz([...entriesOf(1), { name: 'note.txt', data: 'rewritten by another program' }]))
    utimesSync(paths[0]!, new Date(), new Date(statSync(paths[0]!).mtimeMs + 60_000))
    expect(await read()).toMatchObject({ page_count: 7, progress: { page: 4 } })
    await check()
    expect(await read()).toMatchObject({ page_count: 6, progress: { page: 3 } })

    const row = fileAt(app.db.read, paths[0]!)!
    app.db.write((tx) => tx.run(`delete from files where file_id = '${row.file_id}'`))
    const { size, modified_ms, content_hash } = row
    makeFile(app.db, { path: row.path, size, modified_ms, content_hash, page_count: 7, issues: ['harbor-1'] })
    expect(await read()).toMatchObject({ page_count: 6, progress: { page: 3 } })
  })

  test('a file is never hidden whole, and a blank page is refused', async () => {
    makeIssues(app.db, 'harbor', [9])
    addFile(app, ['harbor-9'], 'Only adverts.cbz', makeCbz([{ name: 'p1.png', data: ADVERT }]), { page_count: 1 })
    await check()
    const result = await run('/api/unwanted-pages/hide', { page_ids: [await advertId()] })
    expect(result).toMatchObject({
      files: 6,
      changed: 5,
      failed: [{ error: 'These are all pages of the file. At least one must stay.' }],
    })
    expect(await read(app.reader, 'harbor-9')).toMatchObject({ page_count: 1 })
    const [blank] = app.db.read.all<{ id: string }>(
      `select printf('%08x-%d', crc, size) as id from repeated_pages where look = 'plain'`,
    )
    expect(await post<{ detail: string }>('/api/unwanted-pages/hide', { page_ids: [blank!.id] }, 400)).toMatchObject({
      detail: expect.stringContaining('blank'),
    })
    await post('/api/unwanted-pages/rule', { page_ids: [blank!.id], rule: 'hide' }, 400)
  })

  test('a rule hides it in new files alone', async () => {
    await check()
    const page_ids = [await advertId()]
    await run('/api/unwanted-pages/hide', { page_ids, rule: 'hide' })
    await app.clock.advance('1 h')
    makeIssues(app.db, 'harbor', [10])
    const added_at = app.clock.now()
    addFile(app, ['harbor-10'], 'Harbor 10.cbz', makeCbz(entriesOf(10)), { page_count: 7, added_at })
    await app.clock.advance('1 min')
    await check()
    expect(await read(app.reader, 'harbor-10')).toMatchObject({ page_count: 6 })
    await run('/api/unwanted-pages/show', { page_ids })
    expect(await read(app.reader, 'harbor-10')).toMatchObject({ page_count: 7 })
  })
})

describe('removed', () => {
  test('the other pages keep their bytes, ComicInfo its list, users their places, and undo brings the file back', async () => {
    const kit = await addUser(app, 'Kit')
    await app.reader.put('/api/reading/issues/harbor-1/progress', { page: 3 })
    await app.reader.put('/api/reading/issues/harbor-1/bookmarks/0', { note: 'nice advert' })
    await kit.put('/api/reading/issues/harbor-1/progress', { page: 6 })
    await kit.put('/api/reading/issues/harbor-1/bookmarks/4', {})
    const originals = paths.map((path) => readFileSync(path))
    const entries = await rawEntries(paths[0]!)
    await check()
    const page_ids = [await advertId()]
    expect(await post<object>('/api/unwanted-pages/preview', { page_ids }, 200)).toEqual({
      files: 5,
      removable: 5,
      others: [],
      hidden: 0,
      bytes: ADVERT.length * 5,
    })
    const result = await run<{ batch_id: string; changed: number; failed: number }>('/api/unwanted-pages/remove', {
      page_ids,
    })
    expect(result).toMatchObject({ changed: 5, failed: 0 })
    const kept = entries.filter(([name]) => name !== 'p1.png' && name !== 'ComicInfo.xml')
    const now = await rawEntries(paths[0]!)
    expect(now.filter(([name]) => name !== 'ComicInfo.xml')).toEqual(kept)
    const info = now.find(([name]) => name === 'ComicInfo.xml')!
    expect(Buffer.from(info[1] as Uint8Array).toString()).toEndWith(
      INFO.replace('\n    <Page Image="0" Type="Advertisement" />', '')
        .replace('Image="1"', 'Image="0"')
        .replace('Image="4"', 'Image="3"')
        .replace('<PageCount>7<', '<PageCount>6<'),
    )
    expect(await read()).toMatchObject({ page_count: 6, progress: { page: 2 }, bookmarks: [] })
    expect(await read(kit)).toMatchObject({ progress: { page: 5, completed: true }, bookmarks: [{ page: 3 }] })
    expect(await pageBytes(0)).toEqual([200, storyPage(2)])
    expect((await list()).counts.found).toBe(0)

    await post(`/api/filing/batches/${result.batch_id}/undo`, {})
    await app.idle()
    expect(paths.map((path) => readFileSync(path).equals(originals[paths.indexOf(path)]!))).toEqual(
      paths.map(() => true),
    )
    expect(await read()).toMatchObject({
      page_count: 7,
      progress: { page: 3 },
      bookmarks: [{ page: 0, note: 'nice advert' }],
    })
    expect(await read(kit)).toMatchObject({ progress: { page: 6, completed: true }, bookmarks: [{ page: 4 }] })
    await check()
    expect((await list()).groups[0]!.pages[0]!.files).toBe(5)
  })

  test('two removals at the same time remove both pages from every file', async () => {
    const second = makePng(60, 90, [40, 40, 200], 'AD 2')
    for (const [at, path] of paths.entries()) {
      const info = `<ComicInfo><PageCount>8</PageCount><Pages><Page Image="3" Bookmark="The storm" /></Pages></ComicInfo>`
      const entries = [...entriesOf(at + 1), { name: 'p8.png', data: second }, { name: 'ComicInfo.xml', data: info }]
      const row = fileAt(app.db.read, path)!
      app.db.write((tx) => tx.run(`delete from files where file_id = '${row.file_id}'`))
      addFile(app, [`harbor-${at + 1}`], `Harbor ${at + 1}.cbz`, makeCbz(entries), { page_count: 8 })
    }
    await app.reader.put('/api/reading/issues/harbor-1/progress', { page: 3 })
    await check()
    const ids = (await list()).groups.flatMap(({ pages }) => pages.map(({ page_id }) => page_id))
    expect(ids).toHaveLength(2)
    const begun: { operation_id: string }[] = await Promise.all(
      ids.map((id) => post<{ operation_id: string }>('/api/unwanted-pages/remove', { page_ids: [id] })),
    )
    await app.idle()
    for (const { operation_id } of begun)
      expect(await get<object>(`/api/operations/${operation_id}`)).toMatchObject({
        detail: { total: 5, changed: 5, failed: 0 },
      })
    for (const path of paths) {
      const entries = await rawEntries(path)
      expect(entries.map(([name]) => name)).toEqual([
        'p2.png',
        'p3.png',
        'p4.png',
        'p5.png',
        'p6.png',
        'p7.png',
        'ComicInfo.xml',
      ])
      const info = Buffer.from(entries.at(-1)![1] as Uint8Array).toString()
      expect(info).toContain('<PageCount>6<')
      expect(info).toContain('Image="2"')
    }
    expect(await read()).toMatchObject({ page_count: 6, progress: { page: 2 } })
  })

  test('pages that were hidden before stay hidden, also after undo', async () => {
    await app.reader.put('/api/reading/issues/harbor-1/progress', { page: 3 })
    await check()
    const page_ids = [await advertId()]
    await run('/api/unwanted-pages/hide', { page_ids })
    const { batch_id } = await run<{ batch_id: string }>('/api/unwanted-pages/remove', { page_ids })
    expect(await read()).toMatchObject({ page_count: 6, progress: { page: 2 } })
    await post(`/api/filing/batches/${batch_id}/undo`, {})
    await app.idle()
    expect(await read()).toMatchObject({ page_count: 6, progress: { page: 2 } })
    await run('/api/unwanted-pages/show', { page_ids })
    await check()
    expect(await read()).toMatchObject({ page_count: 7, progress: { page: 3 } })
  })

  test('a rule removes it from new CBZ files too, and hides it in other new files', async () => {
    await check()
    await run('/api/unwanted-pages/remove', { page_ids: [await advertId()], rule: 'remove' })
    await app.clock.advance('1 h')
    makeIssues(app.db, 'harbor', [10, 11])
    const row = { page_count: 7, added_at: app.clock.now() }
    const cbz = addFile(app, ['harbor-10'], 'Harbor 10.cbz', makeCbz(entriesOf(10)), row)
    const cbr = addFile(app, ['harbor-11'], 'Harbor 11.cbr', makeCbr(entriesOf(11)), row)
    const before = readFileSync(cbr)
    await check()
    expect((await rawEntries(cbz)).map(([name]) => name)).not.toContain('p1.png')
    expect(readFileSync(cbr)).toEqual(before)
    for (const issue of ['harbor-10', 'harbor-11'])
      expect(await read(app.reader, issue)).toMatchObject({ page_count: 6 })
  })

  test('the marks of the file stay on their pages, and return with undo', async () => {
    const marks = [
      { page: 0, type: 'Advertisement' },
      { page: 1, type: 'FrontCover' },
      { page: 4, bookmark: 'The storm' },
    ]
    const said_at = app.clock.now()
    app.db.write((tx) =>
      putIssueSource(tx, { issue_id: 'harbor-1', source: 'file', facts: { page_marks: marks }, said_at }),
    )
    const marksNow = async () => (await get<{ page_marks: object[] }>('/api/reading/issues/harbor-1')).page_marks
    expect(await marksNow()).toEqual(marks)
    await check()
    const { batch_id } = await run<{ batch_id: string }>('/api/unwanted-pages/remove', { page_ids: [await advertId()] })
    expect(await marksNow()).toEqual([
      { page: 0, type: 'FrontCover' },
      { page: 3, bookmark: 'The storm' },
    ])
    await post(`/api/filing/batches/${batch_id}/undo`, {})
    await app.idle()
    await check()
    expect(await marksNow()).toEqual(marks)
  })

  test('a rule leaves a page alone that was brought back, also when the file is tagged later', async () => {
    await check()
    const page_ids = [await advertId()]
    await post('/api/unwanted-pages/rule', { page_ids, rule: 'remove' }, 200)
    await app.clock.advance('1 h')
    makeIssues(app.db, 'harbor', [10])
    const added_at = app.clock.now()
    addFile(app, ['harbor-10'], 'Harbor 10.cbz', makeCbz(entriesOf(10)), { page_count: 7, added_at })
    await check()
    expect(await read(app.reader, 'harbor-10')).toMatchObject({ page_count: 6 })
    const { batches } = await get<{ batches: { batch_id: string }[] }>('/api/filing/batches')
    await post(`/api/filing/batches/${batches[0]!.batch_id}/undo`, {})
    await app.idle()
    await check()
    expect(await read(app.reader, 'harbor-10')).toMatchObject({ page_count: 7 })
    await post('/api/metadata/metatag', { issue_id: 'harbor-10' }, 200)
    await app.idle()
    await check()
    expect(await read(app.reader, 'harbor-10')).toMatchObject({ page_count: 7 })
  })

  test('a CBR is left as it is, with the reason', async () => {
    makeIssues(app.db, 'harbor', [20])
    const path = addFile(app, ['harbor-20'], 'Harbor 20.cbr', makeCbr(entriesOf(20)), { page_count: 7 })
    const before = readFileSync(path)
    await check()
    const page_ids = [await advertId()]
    expect(await post<object>('/api/unwanted-pages/preview', { page_ids }, 200)).toMatchObject({
      files: 6,
      removable: 5,
      others: [{ format: 'cbr', files: 1 }],
    })
    const result = await run<{ results: { path: string; state: string; sentence: string }[] }>(
      '/api/unwanted-pages/remove',
      { page_ids },
    )
    expect(result.results.find((each) => each.path === path)).toMatchObject({
      state: 'failed',
      sentence: expect.stringContaining('Convert it to CBZ first'),
    })
    expect(readFileSync(path)).toEqual(before)
    await run('/api/unwanted-pages/hide', { page_ids })
    expect(await read(app.reader, 'harbor-20')).toMatchObject({ page_count: 6 })
    await post('/api/metadata/convert', { comic_id: 'harbor' }, 200)
    await app.idle()
    expect(await read(app.reader, 'harbor-20')).toMatchObject({ page_count: 6, format: 'cbz' })
  })
})

test('a kept page leaves the list until it is listed again, and unknown pages are 404', async () => {
  await check()
  const page_ids = [await advertId()]
  await post('/api/unwanted-pages/keep', { page_ids, keep: true }, 200)
  expect((await list()).counts).toEqual({ found: 0, hidden: 0, kept: 1 })
  await post('/api/unwanted-pages/keep', { page_ids, keep: false }, 200)
  expect((await list()).counts).toEqual({ found: 1, hidden: 0, kept: 0 })
  await post('/api/unwanted-pages/rule', { page_ids, rule: 'remove' }, 200)
  await post('/api/unwanted-pages/keep', { page_ids, keep: true }, 200)
  expect((await list('kept')).groups[0]!.pages[0]).toMatchObject({ rule: null })
  for (const action of ['preview', 'hide', 'show', 'remove'])
    await post(`/api/unwanted-pages/${action}`, { page_ids: ['00000000-1'] }, 404)
  await post('/api/unwanted-pages/hide', { page_ids: ['advert'] }, 400)
  await app.reader.json(404, app.reader.get('/api/unwanted-pages/00000000-1/picture'))
})
