import { beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import type { Operation } from '../../../base/work/operations'
import { testDatabase } from '../../../testing/database'
import { itemAt } from '../../../testing/downloads/clients'
import { type FakeClock, fakeClock } from '../../../testing/fakes/clock'
import { putIndexers } from '../../../testing/indexers/search-harness'
import type { Producer } from '../../acquisition/states'
import { addItem } from '../../downloads/store'
import { journal } from '../../downloads/tables'
import { insertItems, insertSearchRun } from '../runs/store'
import { SearchHealth } from './health'

/** What health reports about given work. */

let db: Database
let clock: FakeClock
let latest: Partial<Operation> | undefined
let leases: Producer[]
let waiting: number
let tick: string | undefined
let on: boolean
let state: 'open' | 'paused'
let health: SearchHealth
beforeEach(() => {
  db = testDatabase()
  clock = fakeClock()
  ;[latest, leases, waiting, tick, on, state] = [undefined, [], 0, undefined, true, 'open']
  const active = () => leases.map((producer) => ({ producer, subject: 'run', taken_at: clock.now() }))
  const view = { reason: null, epoch: 1, maintenance: null, reconciliation: { state: 'ready' } }
  health = new SearchHealth({
    db,
    clock,
    config: { get: () => on } as never,
    indexerClient: { isBusy: (id) => id === 'beta' },
    clients: { downstream: async (protocol: string) => (protocol === 'usenet' ? { client: { type: 'sabnzbd' }, well: true } : undefined) } as never, // biome-ignore format: one row
    operations: { latest: () => latest as Operation | undefined },
    gate: { read: () => ({ ...view, state }), leases: { active } } as never,
    feeds: {
      get waiting() {
        return waiting
      },
    },
    lastTick: () => tick,
  })
})
const worker = async () => (await health.read()).workers.search

const [FINISHED, ERROR] = ['2026-11-21T07:00:00.000Z', 'The disk is full.']
test.each<[Operation['state'], object]>([
  ['succeeded', { healthy: true, last_success: FINISHED, last_failure: null, last_error: null }],
  ['failed', { healthy: false, alive: true, last_success: null, last_failure: FINISHED, last_error: ERROR }],
  ['cancelled', { healthy: true, last_success: null, last_failure: null, last_error: null }],
])('the worker whose last run %s is %j', async (state, expected) => {
  latest = { state, finished_at: FINISHED, error: ERROR }
  expect(await worker()).toMatchObject({ state: 'idle', ...expected })
})

test.each<[Producer[], string]>([
  [[], 'idle'],
  [['interactive_grab'], 'idle'],
  [['search'], 'running'],
  [['interactive_grab', 'feeds'], 'running'],
])('while %j hold leases the worker is %s', async (producers, expected) => {
  leases = producers
  expect((await worker()).state).toBe(expected as never)
})

test('before the first check of the scheduler the worker is alive from the start of the app', async () => {
  const begun = clock.now()
  await clock.advance('119 s')
  expect(await worker()).toMatchObject({ live: true, last_heartbeat: begun })
  await clock.advance('1 s')
  expect(await worker()).toMatchObject({ live: false, healthy: false })
  tick = clock.now()
  expect(await worker()).toMatchObject({ live: true, last_heartbeat: tick })
})

test('waiting requests are counted by producer, and block nothing while the gate is open', async () => {
  db.write((tx) => {
    const run = { scope_type: 'series', scope_id: 'harbor', priority: 'routine', created_at: clock.now() } as const
    for (const trigger of ['issue_wanted', 'scheduled', 'issue_retry'] as const) insertSearchRun(tx, { ...run, run_id: trigger, trigger }) // biome-ignore format: one row
    addItem(tx, { ...itemAt('sab', clock.now()), item_id: 'due', digest: 'due' }, [])
    tx.update(journal).set({ again_at: clock.now() }).run()
  })
  waiting = 3
  const expected = [
    { producer: 'search', count: 2 },
    { producer: 'retry', count: 1 },
    { producer: 'feeds', count: 3 },
    { producer: 'next_candidate', count: 1 },
  ]
  const open = await health.read()
  expect(open.gate.waiting).toEqual(expect.arrayContaining(expected))
  expect(open.gate.waiting).toHaveLength(4)
  expect([open.blocked_producer_count, open.maintenance.blocked]).toEqual([0, false])
  state = 'paused'
  const paused = await health.read()
  expect([paused.blocked_producer_count, paused.maintenance.blocked]).toEqual([4, true])
})

test('the newest run is reported, with the outcome of its issues', async () => {
  expect(health.acquisition().search).toBeNull()
  db.write((tx) => {
    const run = { trigger: 'scheduled', scope_type: 'series', scope_id: 'harbor', priority: 'routine' } as const
    insertSearchRun(tx, { ...run, run_id: 'old', created_at: '2026-11-20T08:00:00.000Z' })
    insertSearchRun(tx, { ...run, run_id: 'new', created_at: '2026-11-21T08:00:00.000Z' })
    insertItems(tx, 'new', [{ entity_type: 'issue', entity_id: 'harbor-1' }], clock.now())
  })
  const expected = { run_id: 'new', accepted: 1, processed: 0, oldest_backlog: '2026-11-20T08:00:00.000Z' }
  expect(health.acquisition().search).toMatchObject(expected)
})

test('each route has its own indexers, and the archive counts while it is enabled', async () => {
  putIndexers(db, ['alpha'])
  putIndexers(db, ['beta'], 'torrent')
  putIndexers(db, ['archive'])
  db.write((tx) => tx.run("update indexers set type = 'archive' where name = 'archive'" as never))
  const { routes, viable_route, providers } = await health.read()
  const names = Object.values(routes).map((route) => route.providers.map(({ name }) => name))
  expect([names, viable_route]).toEqual([[['alpha'], ['beta'], ['archive']], true])
  expect([routes.nzb.running, routes.torrent.running, routes.nzb.ready, routes.torrent.ready]).toEqual([false, true, true, false]) // biome-ignore format: one row
  expect(providers).toHaveLength(3)
  on = false
  expect(health.providers().map(({ provider }) => provider)).toEqual(['alpha', 'beta'])
})
