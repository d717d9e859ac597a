import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../../testing/app'
import { listIndexers, saveIndexerHealth } from '../indexers/store'
import type { SearchHealthReply } from './schema'

let app: TestApp
beforeEach(async () => {
  app = await testApp({ settings: { enable_rss: 'false', search_interval: '0' } })
})
afterEach(() => app.close())

const health = () => app.reader.json<SearchHealthReply>(200, app.reader.get('/api/search/health'))
const reasons = async () => {
  const { routes, viable_route } = await health()
  return [routes.nzb.reason, routes.torrent.reason, routes.ddl.reason, viable_route]
}
const save = (type: string, enabled = true) =>
  app.reader.json(
    200,
    app.reader.put('/api/config/providers', { type, providers: [{ name: type, host: 'https://idx.test', enabled }] }),
  )

test('a route is ready with an indexer to query and a client for releases', async () => {
  expect(await reasons()).toEqual(['provider_not_configured', 'provider_not_configured', 'disabled', false])
  await save('newznab')
  expect(await reasons()).toEqual(['downloader_disabled', 'provider_not_configured', 'disabled', false])
  await app.config.save({ blackhole_dir: app.folder })
  expect(await reasons()).toEqual(['ready', 'provider_not_configured', 'disabled', true])
  await save('newznab', false)
  expect((await reasons())[0]).toBe('provider_disabled')
  await save('newznab')
  await app.config.save({ blackhole_dir: `${app.folder}/gone` })
  expect((await reasons())[0]).toBe('path_not_ready')
  await app.config.save({ newznab: false })
  expect((await reasons())[0]).toBe('disabled')
})

test('a blocked indexer blocks its route, and says until when', async () => {
  await app.config.save({ blackhole_dir: app.folder })
  await save('newznab')
  expect((await health()).routes.nzb).toMatchObject({ ready: true, blocked: false, executable_provider_count: 1 })
  const [row] = listIndexers(app.db.read)
  const blocked_until = '2026-11-21T09:00:00.000Z'
  const standing = {
    failure: 'limit',
    detail: 'It has had enough.',
    blocked_until,
    last_failed_at: app.clock.now(),
  } as const
  app.db.write((tx) => saveIndexerHealth(tx, row!.indexer_id, standing))
  expect((await health()).routes.nzb).toMatchObject({
    reason: 'providers_temporarily_blocked',
    blocked: true,
    blocked_until,
    executable_provider_count: 0,
    last_error: 'It has had enough.',
  })
  await app.clock.advance('2 h')
  expect((await reasons())[0]).toBe('ready')
})

test('a download client that does not answer blocks its route', async () => {
  await save('newznab')
  const client = { type: 'nzbget', name: 'NZBGet', address: 'http://nzbget.test:6789' }
  await app.reader.json(200, app.reader.post('/api/config/clients', client))
  expect((await health()).routes.nzb).toMatchObject({
    ready: false,
    reason: 'client_not_ready',
    downstream: 'nzbget',
    restart_safe: true,
    client_ready: false,
  })
  await app.config.save({ blackhole_dir: app.folder })
  expect((await health()).routes.nzb).toMatchObject({ ready: true, reason: 'ready', downstream: 'blackhole' })
})

test('statistics say which indexer was queried when', async () => {
  await save('newznab')
  const rows = await app.reader.json(200, app.reader.get('/api/search/providers'))
  const never = { provider: 'newznab', type: 'newznab', lastrun: 0, active: 'Idle', hits: 0 }
  expect(rows).toEqual([{ id: expect.any(String), ...never }] as never)
})

test('missing parts are reported as missing', async () => {
  expect(await health()).toMatchObject({
    providers: [],
    acquisition: { search: null },
    workers: { search: { state: 'idle', alive: true, last_success: null, last_error: null } },
    maintenance: { blocked: false, drained: true },
    blocked_producer_count: 0,
  })
})

test('the Internet Archive is among the indexers while it is enabled', async () => {
  const types = async () => (await health()).providers.map(({ type }) => type)
  await app.config.save({ enable_archive: true })
  expect(await types()).toContain('ddl')
  await app.config.save({ enable_archive: false })
  expect(await types()).not.toContain('ddl')
})
