import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { partialMd5 } from '../../base/formats/partial-md5'
import { md5 } from '../../base/platform/digest'
import { hasDigests } from '../../library/reading/digest-store'
import { fileOf } from '../../library/series/file-store'
import { type Client, type TestApp, testApp } from '../../testing/app'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { addFile } from '../../testing/archives/comics'
import { makeIssues, makeSeries } from '../../testing/make'
import { komgaApp, type ReadingApp } from '../../testing/reading-apps'

/** Apps that turn pages and trackers that count chapters, beside our reader, KOReader and the catalog, on one book. */

const PAGES = 10
const BOOK = '/komga/api/v1/books/harbor-1'
const TRACKER = '/komga/api/v2/series/harbor/read-progress/tachiyomi'
const OPDS = '/opds/v2/issues/harbor-1/progression'

let folder: string
let app: TestApp
let komelia: ReadingApp
let mihon: ReadingApp
let koreader: Client
let catalog: Client
let document: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-apps-'))
  app = await testApp({ library: true, databasePath: join(folder, 'panelkeep.db'), settings: { opds_enable: 'true' } })
  makeSeries(app.db)
  makeIssues(app.db, 'harbor', [1, 2])
  for (const number of [1, 2])
    addFile(app, [`harbor-${number}`], `Harbor ${number}.cbz`, makeCbz(makePages(PAGES + number - 1)), {
      page_count: PAGES,
      content_hash: `hash of ${number}`,
    })
  const key = async (name: string) =>
    (await app.reader.json<{ key: string }>(200, app.reader.post('/api/devices', { name }))).key
  const kobo = await key('Kobo')
  koreader = app.client({ 'x-auth-user': 'me', 'x-auth-key': md5(kobo) })
  catalog = app.client({ Authorization: `Basic ${btoa(`any:${await key('Pad')}`)}` }, '192.0.2.51')
  komelia = komgaApp(app)
  mihon = komgaApp(app, { 'X-API-Key': await key('Phone') })
  const file = fileOf(app.db.read, 'harbor-1')!
  await app.clock.advance('10 s')
  for (let turn = 0; turn < 500 && !hasDigests(app.db.read, file); turn++) await new Promise(setImmediate)
  document = await partialMd5(file.path, app.ports.files)
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const komeliaTurns = async (page: number) =>
  expect((await komelia.patch(`${BOOK}/read-progress`, { page })).status).toBe(204)
const readerTurns = (page: number) =>
  app.reader.json(200, app.reader.put('/api/reading/issues/harbor-1/progress', { page: page - 1 }))
const koreaderTurns = async (page: number) => {
  const body = { document, progress: String(page), percentage: page / PAGES, device: 'Kobo_nova', device_id: 'A1' }
  expect((await koreader.put('/opds/sync/syncs/progress', body)).status).toBe(200)
}
const catalogTurns = async (page: number, modified = app.clock.now()) => {
  const device = { id: 'urn:uuid:4f6da6fa-0000-4000-8000-000000000001', name: 'Pad' }
  const type = { 'Content-Type': 'application/opds-progression+json' }
  return (await catalog.request('PUT', OPDS, { modified, device, progression: page / PAGES }, type)).status
}

/** Where each side is, as pages from 1; `read` when it says that the book was read. */
async function places() {
  type OfApp = { readProgress: { page: number; completed: boolean } }
  const ofApp = async (client: ReadingApp) => {
    const { readProgress } = await client.json<OfApp>(200, client.get(BOOK))
    return readProgress.completed ? 'read' : readProgress.page
  }
  const { progress } = await app.reader.json<{ progress: { page: number; completed: boolean } }>(200, app.reader.get('/api/reading/issues/harbor-1')) // biome-ignore format: one request
  const synced = await koreader.json<{ progress: string }>(200, koreader.get(`/opds/sync/syncs/progress/${document}`))
  const { progression } = await catalog.json<{ progression: number }>(200, catalog.get(OPDS))
  return {
    komelia: await ofApp(komelia),
    mihon: await ofApp(mihon),
    reader: progress.completed ? 'read' : progress.page + 1,
    koreader: Number(synced.progress),
    catalog: Math.round(progression * PAGES),
  }
}
const everywhere = (page: number, read = false) => {
  const shown = read ? 'read' : page
  return { komelia: shown, mihon: shown, reader: shown, koreader: page, catalog: page }
}

test('the newest report wins, whichever side it comes from, and all sides show it at once', async () => {
  for (const [turn, page] of [
    [komeliaTurns, 2],
    [readerTurns, 4],
    [koreaderTurns, 3],
    [komeliaTurns, 5],
    [catalogTurns, 7],
    [komeliaTurns, 6],
    [readerTurns, 2],
    [catalogTurns, 8],
    [koreaderTurns, 9],
  ] as const) {
    await app.clock.advance('2 min')
    await turn(page)
    expect(await places()).toEqual(everywhere(page))
  }
  // Read on a tablet that was offline meanwhile.
  const before = new Date(Date.parse(app.clock.now()) - 300_000).toISOString()
  const { key } = await app.reader.json<{ key: string }>(200, app.reader.post('/api/devices', { name: 'Old' }))
  const late = { modified: before, device: { id: 'old', name: 'Old' }, locator: { locations: { position: 5 } } }
  const other = komgaApp(app, { 'X-API-Key': key })
  expect((await other.put(`${BOOK}/progression`, late)).status).toBe(409)
  expect(await places()).toEqual(everywhere(9))
})

test('a tracker that counts chapters completes what others are reading, and sees what they complete', async () => {
  await komeliaTurns(4)
  expect(await mihon.json(200, mihon.get(TRACKER))).toMatchObject({ booksInProgressCount: 1, booksReadCount: 0 })
  expect((await mihon.put(TRACKER, { lastBookNumberSortRead: 1 })).status).toBe(204)
  expect(await places()).toEqual(everywhere(PAGES, true))
  // The app that was in the middle shows a page once more; the book stays read.
  await app.clock.advance('1 min')
  await komeliaTurns(5)
  expect(await places()).toMatchObject({ komelia: 'read', mihon: 'read', reader: 'read' })
  expect(await komelia.ids('v1/books/ondeck')).toEqual(['harbor-2'])
  await app.clock.advance('1 min')
  await app.reader.json(200, app.reader.put('/api/reading/issues/harbor-2/progress', { page: PAGES - 1 }))
  expect(await mihon.json(200, mihon.get(TRACKER))).toMatchObject({ booksReadCount: 2, lastReadContinuousNumberSort: 2 }) // biome-ignore format: one object
})

test('a book that is read once more from its first page is under way again on all sides', async () => {
  await readerTurns(PAGES)
  for (let page = 1; page <= PAGES / 2; page++) {
    await app.clock.advance('2 min')
    await komeliaTurns(page)
  }
  expect(await places()).toEqual(everywhere(PAGES / 2))
  expect((await komelia.delete(`${BOOK}/read-progress`)).status).toBe(204)
  expect((await mihon.json<{ readProgress: unknown }>(200, mihon.get(BOOK))).readProgress).toBeNull()
  const { progress } = await app.reader.json<{ progress: unknown }>(200, app.reader.get('/api/reading/issues/harbor-1')) // biome-ignore format: one request
  expect(progress).toBeNull()
  expect(await (await catalog.get(OPDS)).text()).toBe('')
})
