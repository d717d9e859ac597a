import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { saveClient } from '../../../intake/downloads/clients/store'
import { type TestApp, testApp } from '../../../testing/app'
import { clientRow } from '../../../testing/downloads/clients'
import { advanceUntil } from '../../../testing/fakes/advance-until'
import { fakeHttp } from '../../../testing/fakes/http'
import { fakeIndexer } from '../../../testing/fakes/indexer'
import { makeIssues, makeSeries } from '../../../testing/make'
import { HealthChecks as Wellbeing } from './health'
import type { HealthReply } from './schema'

let app: TestApp
beforeEach(async () => {
  app = await testApp({ jobsDue: true, settings: { enable_rss: 'false', search_interval: '0' } })
})
afterEach(() => app.close())

const look = () => app.reader.json<HealthReply>(200, app.reader.get('/api/system/health'))
const run = () => app.reader.json<HealthReply>(200, app.reader.post('/api/system/health/run'))
const dismiss = (check: string, body?: object) => app.reader.post(`/api/system/health/${check}/dismiss`, body)
const healthEvents = () => app.events().filter(({ type }) => type === 'health.changed').length

test('on a new install every check is OK', async () => {
  await app.clock.advance('1 s')
  const health = await look()
  expect(health).toMatchObject({ state: 'ok', open_count: 0, findings: [], checked_at: '2026-11-21T08:00:00.000Z' })
  expect(health.checks.map(({ state }) => state)).toEqual(health.checks.map(() => 'ok'))
  expect(health.checks).toHaveLength(19)
})

test('a problem has a remedy and a start, and disappears when it is fixed', async () => {
  const folder = join(app.folder, 'comics')
  await app.config.save({ comic_dirs: [folder] })
  await app.clock.advance('1 min')
  app.events()
  const found = await run()
  expect(healthEvents()).toBe(1)
  expect(found).toMatchObject({ state: 'error', open_count: 1, checked_at: '2026-11-21T08:01:00.000Z' })
  expect(found.findings).toEqual([
    {
      check_id: 'folders',
      label: 'Folders',
      subject: folder,
      gravity: 'error',
      message: `Your comics folder ${folder} is not there.`,
      remedy: 'Connect its disk, or choose another folder.',
      page: '/settings#folders',
      since: '2026-11-21T08:01:00.000Z',
      dismissed_at: null,
    },
  ])
  await app.clock.advance('5 min')
  expect((await run()).findings[0]).toMatchObject({ since: '2026-11-21T08:01:00.000Z' })
  expect(healthEvents()).toBe(0)
  mkdirSync(folder)
  expect(await run()).toMatchObject({ state: 'ok', findings: [] })
  expect(healthEvents()).toBe(1)
})

test('a change of settings runs the checks at once', async () => {
  await app.config.save({ comic_dirs: [join(app.folder, 'gone')] })
  await run()
  await app.config.save({ comic_dirs: [app.folder] })
  await app.clock.advance('1 s')
  expect(await look()).toMatchObject({ state: 'ok', findings: [] })
})

test('a request during a run starts another run', async () => {
  const gate = Promise.withResolvers<never[]>()
  let looks = 0
  const look = () => (++looks === 1 ? gate.promise : [])
  const { db, clock, ports } = app
  const checks = [{ id: 'log' as const, label: 'Log', run: look }]
  const health = new Wellbeing({ db, clock, log: ports.log, checks, checkedAt: () => null })
  const first = health.run()
  await Promise.resolve()
  const [second, third] = [health.run(), health.run()]
  gate.resolve([])
  await Promise.all([first, second, third])
  expect(looks).toBe(2)
})

test('the job runs every fifteen minutes', async () => {
  await app.clock.advance('1 s')
  await app.config.save({ import_dir: join(app.folder, 'gone') })
  await app.clock.advance('14 min')
  expect((await look()).findings).toEqual([])
  await app.clock.advance('2 min')
  expect((await look()).findings).toMatchObject([{ check_id: 'folders', message: expect.stringContaining('import') }])
})

test('a dismissed problem is not counted until it gets worse or is restored', async () => {
  const row = clientRow({
    type: 'sabnzbd',
    address: 'http://sab.test',
    name: 'SAB',
    failing_since: app.clock.now(),
    detail: 'It refuses the key.',
  })
  app.db.write((tx) => saveClient(tx, row))
  expect(await run()).toMatchObject({
    state: 'warning',
    findings: [{ check_id: 'clients', message: 'SAB cannot be used. It refuses the key.' }],
  })
  const silent = await app.reader.json<HealthReply>(200, dismiss('clients', { subject: row.client_id }))
  expect(silent).toMatchObject({ state: 'ok', open_count: 0, findings: [{ dismissed_at: app.clock.now() }] })
  expect(silent.checks.find(({ check_id }) => check_id === 'clients')?.state).toBe('ok')
  expect(await run()).toMatchObject({ state: 'ok' })
  expect(await app.reader.json<HealthReply>(200, dismiss('clients', { dismissed: false }))).toMatchObject({
    open_count: 1,
  })
  await app.reader.json(200, dismiss('clients'))
  await app.clock.advance('20 min')
  expect(await run()).toMatchObject({ state: 'error', findings: [{ gravity: 'error', dismissed_at: null }] })
})

test('only a problem can be dismissed', async () => {
  expect(await app.reader.json<object>(404, dismiss('clients'))).toEqual({
    detail: 'This problem is already resolved, so there is nothing to dismiss.',
  })
  await app.reader.json(400, dismiss('weather'))
})

test('a check that fails is unknown, and its earlier findings stay', async () => {
  const { db, clock, ports } = app
  let look = () => [{ subject: '', gravity: 'error' as const, message: 'The log is lost.', remedy: 'Find it.' }]
  const checks = [{ id: 'log' as const, label: 'Log', run: () => look() }]
  const health = new Wellbeing({ db, clock, log: ports.log, checks, checkedAt: () => null })
  const changes: number[][] = []
  health.onChange.push((_tx, { appeared, removed }) => changes.push([appeared.length, removed.length]))
  await health.run()
  expect(health.read().checks).toEqual([{ check_id: 'log', label: 'Log', state: 'error' }])
  look = () => {
    throw new Error('no disk')
  }
  await health.run()
  expect(health.read()).toMatchObject({ findings: [{ message: 'The log is lost.' }], checks: [{ state: 'unknown' }] })
  look = () => []
  await health.run()
  expect(health.read()).toMatchObject({ findings: [], checks: [{ state: 'ok' }] })
  expect(changes).toEqual([
    [1, 0],
    [0, 1],
  ])
})

test('findings of an event are not overwritten by a slower run with older facts', async () => {
  const { db, clock, ports } = app
  let isFailing = false
  const disk = Promise.withResolvers<[]>()
  const finding = { subject: 'a', gravity: 'warning' as const, message: 'Indexer A failed.', remedy: 'Wait.' }
  const checks = [
    {
      id: 'indexers' as const,
      label: 'Indexers',
      after: ['indexers.changed' as const],
      run: () => (isFailing ? [finding] : []),
    },
    { id: 'folders' as const, label: 'Folders', run: () => disk.promise },
  ]
  const health = new Wellbeing({ db, clock, log: ports.log, checks, checkedAt: () => null })
  const running = health.run()
  await Promise.resolve()
  isFailing = true
  health.update('clients.changed')
  expect(health.read().findings).toEqual([])
  health.update('indexers.changed')
  expect(health.read()).toMatchObject({ open_count: 1, findings: [{ message: 'Indexer A failed.' }] })
  disk.resolve([])
  await running
  expect(health.read()).toMatchObject({ open_count: 1, findings: [{ message: 'Indexer A failed.' }] })
  isFailing = false
  await health.run()
  expect(health.read().findings).toEqual([])
})

test('a failing indexer is found at once, and so is its recovery', async () => {
  const fake = fakeIndexer({ failure: 'no connection' })
  await app.close()
  app = await testApp({
    settings: { enable_rss: 'false', search_interval: '0' },
    ports: { http: fakeHttp({ 'idx.test': fake.fetch }) },
  })
  await app.clock.advance('2 s')
  const saved = { type: 'newznab', providers: [{ name: 'Indexer A', host: 'https://idx.test', api_key: fake.key }] }
  await app.reader.json(200, app.reader.put('/api/config/providers', saved))
  makeIssues(app.db, makeSeries(app.db), [{ number: '1', intent: 'wanted', release_date: '2015-01-06' }])
  expect((await look()).state).toBe('ok')
  const search = async () => {
    await app.reader.post('/api/series/issues/harbor-1/search')
    await advanceUntil(app.clock, app.idle())
    return look()
  }
  expect(await search()).toMatchObject({
    state: 'notice',
    open_count: 1,
    findings: [
      { check_id: 'indexers', gravity: 'notice', message: expect.stringContaining('Indexer A cannot be reached') },
    ],
  })
  await app.clock.advance('1 min')
  expect(await search()).toMatchObject({ state: 'notice', open_count: 1 })
  await app.clock.advance('5 min')
  expect(await search()).toMatchObject({ state: 'warning', open_count: 1 })
  fake.fail('error 100')
  expect(await search()).toMatchObject({ state: 'error', open_count: 1 })
  fake.fail()
  await app.clock.advance('6 h')
  expect(await search()).toMatchObject({ state: 'ok', findings: [] })
})
