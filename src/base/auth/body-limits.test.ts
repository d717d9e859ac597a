import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Client, type TestApp, testApp } from '../../testing/app'
import { isListedRoute, WITHOUT_SESSION } from './policy'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  const device = await app.reader.json<{ key: string }>(200, app.reader.post('/api/devices', { name: 'Kobo' }))
  key = new Bun.CryptoHasher('md5').update(device.key).digest('hex')
})
afterAll(() => app.close())

const KB = 1024
const filled = (pattern: string) => pattern.replace(/:[a-z_]+/g, 'x').replace('*', 'x/retry')
let key: string
const writing = async () =>
  // Below /komga each route reads its own body, and the session of the pages opens none.
  (await app.app.routes()).filter(
    ({ method, path }) => !['GET', 'HEAD', 'OPTIONS'].includes(method) && !path.startsWith('/komga'),
  )
/** Status of a request whose Content-Length header is `length`. */
const status = async (client: Client, { method, path }: { method: string; path: string }, length: number) =>
  (await client.request(method, filled(path), '{}', { 'Content-Length': String(length), 'X-Auth-Key': key })).status

test('every route with a body refuses a long one, for every client', async () => {
  expect((await writing()).length).toBeGreaterThan(100)
  // Four images of 10 MB and their texts.
  const limitOf = (path: string) => (path === '/api/ai/chat/turns/stream' ? 41 : 8) * KB * KB
  for (const route of await writing())
    expect(await status(app.reader, route, limitOf(route.path) + 1), route.path).toBe(413)
})

test('routes without a session read 16 KB', async () => {
  const open = (await writing()).filter(({ method, path }) => isListedRoute(WITHOUT_SESSION, method, path))
  expect(open.length).toBe(5)
  for (const route of open) {
    expect(await status(app.guest, route, 16 * KB), route.path).not.toBe(413)
    expect(await status(app.guest, route, 16 * KB + 1), route.path).toBe(413)
  }
})

test('routes with a session read 1 MB, and 8 MB where they accept long lists', async () => {
  const config = { method: 'PUT', path: '/api/config' }
  expect([await status(app.reader, config, KB * KB), await status(app.reader, config, KB * KB + 1)]).toEqual([400, 413])
  const confirm = { method: 'POST', path: '/api/import/comic/confirm' }
  expect(await status(app.reader, confirm, 8 * KB * KB)).not.toBe(413)
  expect(await status(app.reader, confirm, 8 * KB * KB + 1)).toBe(413)
  const ids = JSON.stringify({ ids: Array.from({ length: 5000 }, (_, at) => `id-${at}`.padEnd(200, '0')) })
  expect((await app.reader.post('/api/series/bulk-pause', ids.slice(0, KB * KB))).status).toBe(400)
})

test('the error is short, however long the names in the body are', async () => {
  const long = 'n'.repeat(500 * KB)
  const replies = [
    await app.reader.put('/api/config', { [long]: 1 }),
    await app.reader.put('/api/config', { comic_dir: `/${long}` }),
    await app.reader.put('/api/config', { log_level: long }),
    await app.reader.put('/api/config', { opds_pagesize: { [long]: 1 } }),
    await app.reader.post('/api/series/bulk-pause', { ids: [long] }),
    await app.reader.post('/api/indexers', { [long]: long, name: long, url: long }),
    await app.reader.get(`/api/series?${long}=1&limit=${long}`),
    await app.reader.get(`/api/${long}`),
  ]
  for (const reply of replies) {
    const text = await reply.text()
    expect([reply.status >= 400 && reply.status < 500, text.length < 2500], text.slice(0, 300)).toEqual([true, true])
  }
})
