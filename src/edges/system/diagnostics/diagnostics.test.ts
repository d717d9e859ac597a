import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../../testing/app'
import { makeSeries } from '../../../testing/make'
import type { Diagnostics } from './schema'

let app: TestApp
beforeEach(async () => {
  app = await testApp({ settings: { enable_rss: 'false', search_interval: '0' } })
})
afterEach(() => app.close())

const look = (query = '') => app.reader.json<Diagnostics>(200, app.reader.get(`/api/system/diagnostics${query}`))

test('diagnostics show the version, the system, the uptime and the last search', async () => {
  await app.clock.advance('90 s')
  expect(await look()).toMatchObject({
    db_empty: true,
    migration_dismissed: false,
    build: { version: '0.0.0-test', source: 'runtime' },
    uptime_s: 90,
    database: { path: null, schema_version: expect.stringMatching(/^\d{4}_/), journal_mode: 'memory' },
    tools: { unrar: 'ok', '7z': 'ok', pdf: 'ok' },
    acquisition: { search: null },
  })
  expect(await look('?include_acquisition=false')).not.toHaveProperty('acquisition')
})

test('a library with series is not empty, and a dismissed migration is not offered', async () => {
  makeSeries(app.db, { year: 2015 })
  await app.reader.json(200, app.reader.put('/api/config', { migration_dismissed: true }))
  expect(await look()).toMatchObject({ db_empty: false, migration_dismissed: true })
})

test('folders are listed with their access rights', async () => {
  await app.config.save({ comic_dirs: [app.folder], import_dir: `${app.folder}/gone` })
  expect((await look()).paths).toEqual([
    { key: 'comics', path: app.folder, exists: true, writable: true, free_bytes: expect.any(Number) },
    { key: 'import', path: `${app.folder}/gone`, exists: false, writable: false, free_bytes: null },
  ])
})

test('only a logged-in user sees them', async () => {
  await app.guest.json(401, app.guest.get('/api/system/diagnostics'))
  await app.guest.json(401, app.guest.post('/api/system/support-bundle'))
})
