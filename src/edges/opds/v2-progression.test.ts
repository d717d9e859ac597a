import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { partialMd5 } from '../../base/formats/partial-md5'
import { plus } from '../../base/platform/clock'
import { md5 } from '../../base/platform/digest'
import { hasDigests } from '../../library/reading/digest-store'
import type { ReadIssue } from '../../library/reading/schema'
import { fileAt } from '../../library/series/file-store'
import { type Client, type TestApp, testApp } from '../../testing/app'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { addFile } from '../../testing/archives/comics'
import { BASIC } from '../../testing/catalog'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'

const PROGRESSION = '/opds/v2/issues/harbor-1/progression'
const LOCATOR = '/opds/v2/issues/harbor-1/locator'
const PAD = { id: 'urn:uuid:4f6da6fa-0000-4000-8000-000000000001', name: 'Reader (Pad)' }

interface Document {
  modified: string
  device: { id: string; name: string }
  progression: number
  title: string
  references: string[]
  locator: { href: string; locations: Record<string, number> }
  type: string
  detail: string
}

let open: TestApp
let app: Client
let path: string
beforeEach(async () => {
  open = await testApp({ library: true })
  makeSeries(open.db)
  makeIssues(open.db, 'harbor', [1, 2])
  path = addFile(open, ['harbor-1'], 'Harbor Lights 001.cbz', makeCbz(makePages(10)), { page_count: 10 })
  app = open.client(BASIC, '192.0.2.50')
})
afterEach(() => open.close())

/** `ms` from now. */
const at = (ms: number) => plus(open.clock.now(), ms)
const put = (body: unknown, to = PROGRESSION, as = app) =>
  as.request('PUT', to, body, { 'Content-Type': 'application/opds-progression+json' })
const say = (progression: number, modified = at(0), more: object = {}) => ({
  modified,
  device: PAD,
  progression,
  ...more,
})
const get = (from = PROGRESSION) => app.json<Document>(200, app.get(from))
const issue = () => open.reader.json<ReadIssue>(200, open.reader.get('/api/reading/issues/harbor-1'))

describe('OPDS Progression', () => {
  test('is empty for an unread issue', async () => {
    const reply = await app.get(PROGRESSION)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/opds-progression+json'])
    expect(await reply.text()).toBe('')
    expect((await app.get(LOCATOR)).status).toBe(204)
  })

  test('is stored, returned and shown in the reader page, without the headers of pages', async () => {
    const first = await put(say(0.4))
    expect([first.status, first.headers.get('content-type')]).toEqual([201, 'application/opds-progression+json'])
    const document = await get()
    expect(await first.json()).toEqual(document)
    expect(document).toMatchObject({ title: 'Page 4 of 10', progression: 0.4, device: PAD, modified: at(0) })
    expect((await issue()).progress).toMatchObject({ page: 3, completed: false, device: 'Reader (Pad)' })
    await open.clock.advance('1 min')
    expect((await put(say(1))).status).toBe(200)
    expect((await issue()).progress).toMatchObject({ page: 9, completed: true })
  })

  test('prefers a named page to the share', async () => {
    await put(say(0.1, at(0), { references: ['chapter.html#x', '/panelkeep/opds/stream/harbor-1?v=1&page=6'] }))
    expect((await get()).title).toBe('Page 7 of 10')
    const [reference] = (await get()).references
    expect(reference).toStartWith('http://localhost:8090/opds/stream/harbor-1?v=')
    await put(say(0.1, at(0), { references: ['#page=9'] }))
    expect((await get()).title).toBe('Page 9 of 10')
  })

  test('is the same wherever it is requested', async () => {
    for (let page = 2; page <= 9; page++) {
      await open.clock.advance('1 min')
      await put(say(page / 10))
      expect((await get()).progression).toBe(page / 10)
    }
  })

  test('that is older changes nothing, in any format of the time', async () => {
    await put(say(0.5, at(-3_600_000).replace('Z', '+00:00')))
    const older = await put(say(0.9, at(-3_600_001)))
    expect([older.status, older.headers.get('content-type')]).toEqual([409, 'application/problem+json'])
    expect(await older.json()).toMatchObject({ type: 'https://registry.opds.io/error#progression-date' })
    expect((await get()).progression).toBe(0.5)
    // Sending the same progress again is no conflict.
    expect((await put(say(0.5, at(-3_600_000)))).status).toBe(200)
  })

  test('with a time in the future is stored with the current time', async () => {
    await put(say(0.5, at(86_400_000)))
    await open.clock.advance('1 min')
    expect((await put(say(0.7))).status).toBe(200)
  })

  test('that is invalid is refused in JSON', async () => {
    const nonsense = [
      '{"modified":',
      {},
      say(1.5),
      say(0.5, 'yesterday'),
      say(0.5, '2026-13-45T00:00:00Z'),
      { ...say(0.5), device: { id: 'x' } },
    ]
    for (const body of nonsense) {
      const reply = await put(body)
      expect([reply.status, reply.headers.get('content-type')]).toEqual([400, 'application/problem+json'])
      expect(await reply.json()).toMatchObject({ type: 'https://registry.opds.io/error#progression-invalid-payload' })
    }
    expect((await put(say(0.5), '/opds/v2/issues/none/progression')).status).toBe(404)
    expect((await put(say(0.5), PROGRESSION, open.client({}, '192.0.2.50'))).status).toBe(401)
  })

  test('of a text book is refused', async () => {
    makeFile(open.db, { issues: ['harbor-2'], page_count: 0, format: 'epub', path: '/library/text.epub' })
    expect((await put(say(0.5), '/opds/v2/issues/harbor-2/progression')).status).toBe(400)
  })
})

describe('the Readium form', () => {
  const place = (locations: object, more: object = {}) => ({
    modified: at(0),
    device: PAD,
    locator: { href: 'page.jpg', type: 'image/jpeg', locations, ...more },
  })

  test('is stored by position, by page and by share, and is the same position in both forms', async () => {
    const cases: [body: object, page: number][] = [
      [place({ position: 3, totalProgression: 0.9 }), 3],
      [place({ position: '4' }), 4],
      [place({ totalProgression: 0.5 }), 5],
      [place({}, { href: 'http://localhost:8090/opds/stream/harbor-1?page=5' }), 6],
    ]
    for (const [body, page] of cases) {
      await open.clock.advance('1 min')
      const reply = await put({ ...body, modified: at(0) }, LOCATOR)
      expect([200, 201]).toContain(reply.status)
      const { locator, device } = await get(LOCATOR)
      expect([locator.locations.position, locator.locations.totalProgression, device]).toEqual([page, page / 10, PAD])
      expect(locator.href).toStartWith('http://localhost:8090/opds/stream/harbor-1?v=')
      expect((await get()).progression).toBe(page / 10)
    }
  })

  test('without a position is refused', async () => {
    expect((await put(place({}), LOCATOR)).status).toBe(400)
    expect((await put({ modified: at(0), device: PAD, locator: 'here' }, LOCATOR)).status).toBe(400)
  })
})

test('progress goes from KOReader to an OPDS 2.0 app, to the reader page, and back', async () => {
  const { key } = await open.reader.json<{ key: string }>(200, open.reader.post('/api/devices', { name: 'Kobo' }))
  const koreader = open.client({ 'x-auth-user': 'me', 'x-auth-key': md5(key) })
  const tablet = open.client({ Authorization: `Basic ${btoa(`any:${key}`)}` }, '192.0.2.51')
  await open.clock.advance('10 s')
  const isNamed = () => hasDigests(open.db.read, fileAt(open.db.read, path)!)
  for (let turn = 0; turn < 500 && !isNamed(); turn++) await new Promise(setImmediate)
  const document = await partialMd5(path, open.ports.files)

  const sent = { document, progress: '3', percentage: 0.3, device: 'Kobo_nova', device_id: 'A1' }
  expect((await koreader.put('/opds/sync/syncs/progress', sent)).status).toBe(200)
  expect(await get()).toMatchObject({ progression: 0.3, device: { name: 'Kobo' } })

  await open.clock.advance('5 min')
  expect((await put(say(0.8), PROGRESSION, tablet)).status).toBe(200)
  expect((await issue()).progress).toMatchObject({ page: 7, device: 'Kobo' })
  const back = await koreader.json(200, koreader.get(`/opds/sync/syncs/progress/${document}`))
  expect(back).toMatchObject({ progress: '8', percentage: 0.8, device: 'Kobo' })
})
