import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { makeSeries } from '../../testing/make'
import type { Diagnostics } from './schema'

let app: TestApp
beforeEach(async () => {
  app = await testApp({ settings: { enable_rss: 'false', search_interval: '0' } })
})
afterEach(() => app.close())

const look = (query = '') => app.reader.json<Diagnostics>(200, app.reader.get(`/api/system/diagnostics${query}`))

test('diagnostics say what runs, on what, for how long, and what was searched last', async () => {
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

test('a library that holds something is not empty, and who does not want to be asked is not', async () => {
  makeSeries(app.db, { year: 2015 })
  await app.reader.json(200, app.reader.put('/api/config', { migration_dismissed: true }))
  expect(await look()).toMatchObject({ db_empty: false, migration_dismissed: true })
})

test('folders are listed with what can be done in them', async () => {
  await app.config.save({ comic_dirs: [app.folder], import_dir: `${app.folder}/gone` })
  expect((await look()).paths).toEqual([
    { key: 'comics', path: app.folder, exists: true, writable: true, free_bytes: expect.any(Number) },
    { key: 'import', path: `${app.folder}/gone`, exists: false, writable: false, free_bytes: null },
  ])
})

test('only somebody who is logged in sees them', async () => {
  await app.guest.json(401, app.guest.get('/api/system/diagnostics'))
  await app.guest.json(401, app.guest.post('/api/system/support-bundle'))
})
