import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { makeCbz, makePng } from '../../testing/archives/archives'
import { addFile } from '../../testing/archives/comics'
import { readingApp } from '../../testing/catalog'
import { makeIssues, makeSeries } from '../../testing/make'
import type { ReadIssue } from './schema'

/** Pages of one colour each, distinguished by width. */
const picture = (width: number) => makePng(width, 40, [90, 20, 60])
const [FIRST, SECOND, COVER] = [picture(21), picture(22), picture(23)]
const ARCHIVE = makeCbz({ '001.png': FIRST, '002.png': SECOND, '003.png': picture(24), 'cover.png': COVER })

let app: TestApp
beforeEach(async () => {
  app = await testApp({ library: true })
  makeSeries(app.db)
  makeIssues(app.db, 'harbor', [1, 2, 3])
  addFile(app, ['harbor-1'], 'Harbor Lights 001.cbz', ARCHIVE, { content_hash: 'hash of 1', page_count: 4 })
})
afterEach(() => app.close())

const ISSUE = '/api/reading/issues/harbor-1'
const issue = () => app.reader.json<ReadIssue>(200, app.reader.get(ISSUE))
const page = async (index: number) =>
  new Uint8Array(await (await app.reader.get(`${ISSUE}/pages/${index}`)).arrayBuffer())
const sql = (text: string) => app.db.write((tx) => tx.run(text))
/** As stored by a version that showed the cover last. */
const asBefore = () => sql('update files set cover_moved = null')

describe('a picture named cover in the root of an archive', () => {
  test('is the first page in the reader and in the catalog, and the cover', async () => {
    expect(await page(0)).toEqual(new Uint8Array(COVER))
    expect(await page(1)).toEqual(new Uint8Array(FIRST))
    const { app: reading } = readingApp(app)
    const streamed = await reading.get('/opds/stream/harbor-1?page=0')
    expect((await new Bun.Image(await streamed.bytes()).metadata()).width).toBe(23)
    expect((await issue()).cover_page).toBe(0)
  })

  test('moves earlier progress and bookmarks, once and for every copy', async () => {
    addFile(app, ['harbor-2'], 'Copy.cbz', ARCHIVE, { content_hash: 'hash of 1', page_count: 4 })
    await app.reader.json(200, app.reader.put(`${ISSUE}/progress`, { page: 1 }))
    for (const at of [0, 3]) await app.reader.json(200, app.reader.put(`${ISSUE}/bookmarks/${at}`, {}))
    await app.reader.json(200, app.reader.delete(`${ISSUE}/bookmarks/1`))
    // Progress in another file must not change.
    addFile(app, ['harbor-3'], 'Other.cbz', makeCbz({ '1.png': FIRST, '2.png': SECOND, '3.png': COVER }), {
      content_hash: 'hash of 9',
      page_count: 3,
    })
    await app.reader.json(200, app.reader.put('/api/reading/issues/harbor-3/progress', { page: 1 }))
    const other = () => app.db.read.all("select page, furthest from reading_progress where issue_id = 'harbor-3'")
    const before = other()
    asBefore()
    for (const id of ['harbor-1', 'harbor-2', 'harbor-1']) await app.reader.get(`/api/reading/issues/${id}`)
    const { progress, bookmarks } = await issue()
    expect(progress).toMatchObject({ page: 2, completed: false })
    expect(bookmarks.map((one) => one.page)).toEqual([0, 1])
    expect(app.db.read.all('select page from removed_bookmarks')).toEqual([{ page: 2 }])
    expect(other()).toEqual(before)
  })

  test('leaves an issue read that was read to its end', async () => {
    await app.reader.json(200, app.reader.put(`${ISSUE}/progress`, { page: 3 }))
    asBefore()
    expect((await issue()).progress).toMatchObject({ page: 3, completed: true })
  })

  test('has another address than the earlier page, which browsers keep for a year', async () => {
    asBefore()
    const [{ version: before }] = app.db.read.all<{ version: string }>('select cover_version as version from series') as [{ version: string }] // biome-ignore format: one line
    const { version } = await issue()
    expect(version).toEndWith('-c')
    expect(app.db.read.all('select cover_version from series')).not.toEqual([{ cover_version: before }])
  })
})

test('a file whose pages kept their order keeps its progress and its addresses', async () => {
  addFile(app, ['harbor-2'], 'Two.cbz', makeCbz({ '1.png': FIRST, '2.png': SECOND, '3.png': COVER }), {
    content_hash: 'hash of 2',
    page_count: 3,
  })
  const of = '/api/reading/issues/harbor-2'
  await app.reader.json(200, app.reader.put(`${of}/progress`, { page: 1 }))
  const before = await app.reader.json<ReadIssue>(200, app.reader.get(of))
  asBefore()
  const { progress, version } = await app.reader.json<ReadIssue>(200, app.reader.get(of))
  expect({ progress, version }).toEqual({ progress: before.progress, version: before.version })
})

test('a damaged file from before is reported as usual, and tried again the next time', async () => {
  addFile(app, ['harbor-2'], 'Broken.cbz', new TextEncoder().encode('PK no comic'), { content_hash: 'hash of 3' })
  asBefore()
  expect((await app.reader.get('/api/reading/issues/harbor-2')).status).toBe(422)
  expect((await app.reader.get('/api/reading/issues/harbor-2/file')).status).toBe(200)
})
