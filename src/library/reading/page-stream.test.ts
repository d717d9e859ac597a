import { afterEach, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { addFile } from '../../testing/archives/comics'
import { makeIssues, makeSeries } from '../../testing/make'
import { issueProgress } from './progress-store'

let app: TestApp
afterEach(() => app.close())

/** An app with its own key, and functions that fetch pages like that app. */
async function start(settings: object = {}) {
  app = await testApp({ library: true })
  makeSeries(app.db)
  makeIssues(app.db, 'harbor', [1])
  addFile(app, ['harbor-1'], '1.cbz', makeCbz(makePages(8)), { page_count: 8 })
  const made = app.reader.post('/api/devices', { name: 'Tablet' })
  const { device, key } = await app.reader.json<{ device: { device_id: string }; key: string }>(200, made)
  await app.reader.json(200, app.reader.patch(`/api/devices/${device.device_id}`, settings))
  const Authorization = `Basic ${btoa(`me:${key}`)}`
  const fetchPage = async (page: number, method = 'GET') => {
    const path = `/opds/stream/harbor-1?page=${page}&width=50`
    expect((await app.guest.request(method, path, undefined, { Authorization })).status).toBeOneOf([200, 404])
  }
  return { fetchPage, kept: () => issueProgress(app.db.read, 'harbor-1') }
}

test('pages that an app fetches at reading pace count as read on it', async () => {
  const { fetchPage, kept } = await start()
  for (const page of [0, 1, 2, 3]) {
    await fetchPage(page)
    await app.clock.advance('5 s')
  }
  expect(kept()).toMatchObject({ page: 3, device: 'Tablet' })
})

test('pages fetched in advance, HEAD requests and a page past the last do not count', async () => {
  const { fetchPage, kept } = await start()
  for (const page of [0, 1, 2, 3, 4]) await fetchPage(page)
  for (const page of [0, 1, 2, 3]) {
    await fetchPage(page, 'HEAD')
    await app.clock.advance('5 s')
  }
  for (const page of [8, 9, 10]) {
    await fetchPage(page)
    await app.clock.advance('5 s')
  }
  expect(kept()).toBeUndefined()
})

test('nothing counts when counting is off for the device', async () => {
  const { fetchPage, kept } = await start({ counts_streaming: false })
  for (const page of [0, 1, 2, 3]) {
    await fetchPage(page)
    await app.clock.advance('5 s')
  }
  expect(kept()).toBeUndefined()
})
