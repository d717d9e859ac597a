import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { TestApp } from '../../../testing/app'
import { advanceUntil } from '../../../testing/fakes/advance-until'
import {
  fillLibrary,
  type InteractiveHarness,
  makeInteractiveHarness,
  removeHarness,
  startApp,
} from '../../../testing/indexers/interactive-harness'
import type { SearchHealthReply } from './schema'

/** What health reports about running and waiting searches, in the whole app. */

let harness: InteractiveHarness
let app: TestApp
/** The indexer answers only after this. */
let answer: PromiseWithResolvers<void>

beforeEach(async () => {
  harness = makeInteractiveHarness({ a: {} })
  const { fetch, ...rest } = harness.indexers.a!
  answer = Promise.withResolvers()
  harness.indexers.a = { ...rest, fetch: (...request) => answer.promise.then(() => fetch(...request)) }
  app = await startApp(harness)
  fillLibrary(app, harness)
})
afterEach(async () => {
  await app.close()
  removeHarness(harness)
})

const health = () => app.reader.json<SearchHealthReply>(200, app.reader.get('/api/search/health'))
const want = (number: number) => app.reader.json(200, app.reader.put(`/api/series/issues/harbor-${number}/queue`))

test('a running search holds a lease until it has ended', async () => {
  const begun = app.clock.now()
  await want(2)
  await app.clock.advance('1 s')
  const { maintenance, gate, workers, acquisition } = await health()
  expect(maintenance).toMatchObject({ blocked: false, active_leases: 1, drained: false })
  expect(gate.leases).toEqual([{ producer: 'search', subject: expect.any(String), taken_at: begun }])
  expect(workers.search.state).toBe('running')
  expect(acquisition.search).toMatchObject({ oldest_backlog: begun, accepted: 1, processed: 0 })
  answer.resolve()
  await advanceUntil(app.clock, app.idle())
  const after = await health()
  expect(after.maintenance).toMatchObject({ active_leases: 0, drained: true })
  expect([after.workers.search.state, after.acquisition.search?.oldest_backlog]).toEqual(['idle', null])
})

test('waiting searches are counted by trigger', async () => {
  await app.reader.json(200, app.reader.put('/api/config', { searching_paused: true }))
  await want(2)
  await app.clock.advance('1 min')
  await want(3)
  await app.reader.json(200, app.reader.post('/api/series/issues/harbor-4/search', {}))
  const { gate, blocked_producer_count, acquisition, workers } = await health()
  expect(gate).toMatchObject({
    state: 'paused',
    leases: [],
    waiting: [
      { producer: 'search', count: 2 },
      { producer: 'retry', count: 1 },
    ],
  })
  expect([blocked_producer_count, workers.search.state]).toEqual([2, 'idle'])
  expect(acquisition.search?.oldest_backlog).toBe('2026-11-21T08:00:00.000Z')
})

test('the worker lives as long as the scheduler that starts it', async () => {
  await app.clock.advance('10 min')
  expect((await health()).workers.search).toMatchObject({
    alive: true,
    live: true,
    healthy: true,
    last_heartbeat: app.clock.now(),
  })
  app.clock.jump('119 s')
  expect((await health()).workers.search.live).toBe(true)
  app.clock.jump('1 s')
  expect((await health()).workers.search).toMatchObject({ alive: false, live: false, healthy: false })
})
