import { beforeEach, describe, expect, test } from 'bun:test'
import type { AppEvent } from '../../../base/events/types'
import { HealthRecorder } from '../../../base/outbound/health-recorder'
import { ServiceError, type ServiceErrorKind } from '../../../base/outbound/service-error'
import { plus } from '../../../base/platform/clock'
import { lineLog } from '../../../base/platform/log'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { fakeClock } from '../../../testing/fakes/clock'
import type { IndexerFailure } from '../states'
import { indexers } from '../tables'
import { type IndexerResource, IndexerService } from './indexer-health'
import { type KeyedRow, NEW_INDEXER_STATE, saveIndexerHealth } from './store'

let db: Database
let clock: ReturnType<typeof fakeClock>
let events: AppEvent[]
let log: string[]
let recorder: HealthRecorder<IndexerFailure>
let indexer: () => IndexerService
beforeEach(() => {
  events = []
  log = []
  db = testDatabase((event) => events.push(event))
  clock = fakeClock()
  const config = { get: () => 600 } as never
  const lines = lineLog(clock.now, (line) => log.push(line), 'debug')
  recorder = new HealthRecorder({ clock, log: lines, area: 'search', noun: 'indexer' })
  indexer = () => new IndexerService(row(), { db, clock, config })
  for (const [position, name] of ['A', 'B'].entries()) {
    const row = { indexer_id: name, position, type: 'newznab', name, host: `https://${name}.example`, api_key: 'secret', verify: true, enabled: true, categories: [7030] } // biome-ignore format: one glance
    db.write((tx) =>
      tx
        .insert(indexers)
        .values({ ...NEW_INDEXER_STATE, ...row, added_at: clock.now() } as never)
        .run(),
    )
  }
})
const row = (name = 'A') => db.read.select().from(indexers).all().find((each) => each.name === name) as KeyedRow // biome-ignore format: one glance
const set = (change: Partial<KeyedRow>) => db.write((tx) => saveIndexerHealth(tx, 'A', change))
const fail = (kind: ServiceErrorKind, more: ServiceError['more'] = {}, resource: IndexerResource = 'api') =>
  recorder.failure(indexer(), resource, new ServiceError(kind, 'so', more))
const blocked = (resource: IndexerResource = 'api', urgent = false) => indexer().blocked(resource, urgent)
const after = (ms: number) => plus(clock.now(), ms)
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]

describe('a failure', () => {
  test.each<[ServiceErrorKind, ServiceError['more'], number | undefined]>([
    ['auth', {}, 6 * HOUR],
    ['limit', {}, 10 * MINUTE],
    ['banned', {}, DAY],
    ['unavailable', {}, MINUTE],
    ['unreachable', {}, MINUTE],
    ['unreadable', {}, MINUTE],
    ['refused', {}, undefined],
    ['unsupported', {}, undefined],
  ])('%s %j pauses the indexer for its time', (kind, more, ms) => {
    const failure = fail(kind, more)
    const until = ms === undefined ? undefined : after(ms)
    expect(failure.until).toBe(until as never)
    expect(row().blocked_until).toBe(until ?? null)
    expect(row().failure).toBe(ms === undefined ? null : kind === 'banned' ? 'unavailable' : (kind as IndexerFailure))
    expect(row('B')).toMatchObject({ failure: null, blocked_until: null })
  })

  test('in a row pauses the indexer longer, until it succeeds', () => {
    const waits = [1, 5, 15, 60, 60].map((minutes) => {
      fail('unreachable')
      return row().blocked_until === after(minutes * MINUTE)
    })
    expect(waits).toEqual([true, true, true, true, true])
    recorder.success(indexer(), 'api')
    expect(row()).toMatchObject({
      failure: null,
      detail: null,
      failures_in_row: 0,
      blocked_until: null,
      last_ok_at: clock.now(),
    })
    expect(log.join()).toContain('indexer recovered')
    fail('unreachable')
    expect(row().blocked_until).toBe(after(MINUTE))
  })

  test('lasts until the time in the reply, if that is in the future', () => {
    expect(fail('limit', { until: after(5000) }).until).toBe(after(5000))
    expect(fail('limit', { until: clock.now() }).until).toBe(after(10 * MINUTE))
    expect(fail('limit', { until: after(-5000) }).until).toBe(after(10 * MINUTE))
  })

  test('is sent to open pages each time, and so is its end', () => {
    const takeEvents = () => events.splice(0).map(({ type }) => type)
    fail('unreachable')
    expect(takeEvents()).toEqual(['indexers.changed'])
    fail('unreachable')
    expect(takeEvents()).toEqual(['indexers.changed'])
    fail('auth')
    expect(takeEvents()).toEqual(['indexers.changed'])
    recorder.success(indexer(), 'api')
    expect(takeEvents()).toEqual(['indexers.changed'])
    recorder.success(indexer(), 'api')
    expect(takeEvents()).toEqual([])
  })

  test('contains no key', () => {
    const failure = recorder.failure(indexer(), 'api', new ServiceError('auth', 'apikey=secret is wrong'))
    expect(JSON.stringify([failure, row().detail, log])).not.toContain('secret')
  })
})

describe('a failure of a file', () => {
  test('affects neither queries nor the next file, unless it is a limit', () => {
    for (const kind of ['unreachable', 'auth', 'unreadable'] as const)
      expect(fail(kind, {}, 'grab').until).toBeUndefined()
    expect(row()).toMatchObject({ failure: null, blocked_until: null, grabs_blocked_until: null })
    fail('limit', {}, 'grab')
    expect(row()).toMatchObject({ failure: null, grabs_blocked_until: after(10 * MINUTE) })
  })

  test('with a limit limits only downloads, whichever request gets it', () => {
    fail('grab_limit')
    expect(row()).toMatchObject({ failure: null, blocked_until: null, grabs_blocked_until: after(10 * MINUTE) })
    expect(blocked('grab')).toMatchObject({ failure: 'grab_limit', until: after(10 * MINUTE) })
    expect(blocked('api')).toBeUndefined()
  })

  test('is unrelated to a successful query', () => {
    fail('limit')
    recorder.success(indexer(), 'grab')
    expect(row().failure).toBe('limit')
  })
})

describe('an indexer gets no requests', () => {
  test('until its time is over, exactly', async () => {
    fail('unavailable')
    expect(blocked()).toMatchObject({ failure: 'unavailable', until: after(MINUTE) })
    await clock.advance('60 s')
    expect(blocked()).toBeUndefined()
    set({ grabs_blocked_until: clock.now() })
    expect(blocked('grab')).toBeUndefined()
  })

  test('except for a waiting user, if the failure may be over', () => {
    for (const kind of ['unreachable', 'unavailable', 'unreadable'] as const) {
      fail(kind)
      expect([blocked('api', true), blocked()?.failure]).toEqual([undefined, kind])
    }
    for (const kind of ['auth', 'limit'] as const) {
      fail(kind)
      expect(blocked('api', true)?.failure).toBe(kind)
    }
    fail('banned')
    expect(blocked('api', true)?.failure).toBe('unavailable')
  })

  test('at all after a limit or a ban', () => {
    const silenced = () => indexer().silenced()?.failure
    fail('auth')
    expect(silenced()).toBeUndefined()
    fail('unavailable')
    expect(silenced()).toBeUndefined()
    fail('limit')
    expect(silenced()).toBe('limit')
    fail('banned')
    expect(silenced()).toBe('unavailable')
  })

  test('until it is reset, and then only after temporary failures, which requests do not prolong', () => {
    fail('limit')
    indexer().unblock('passing')
    expect(row().failure).toBe('limit')
    set({ grabs_blocked_until: after(HOUR) })
    fail('auth')
    indexer().unblock('passing')
    expect(row()).toMatchObject({ failure: null, grabs_blocked_until: after(HOUR) })
    fail('limit')
    indexer().unblock('all')
    expect(row()).toMatchObject({ failure: null, blocked_until: null, grabs_blocked_until: null })
  })
})

test.each<[ServiceErrorKind, IndexerResource, boolean]>([
  ['unreachable', 'api', true],
  ['unreachable', 'grab', false],
  ['auth', 'grab', false],
  ['limit', 'grab', true],
  ['grab_limit', 'grab', true],
])('failure %s with %s makes it wait: %p', (kind, resource, waits) => {
  expect(indexer().backsOff(new ServiceError(kind, ''), resource)).toBe(waits)
})

test('a failure of a file other than a limit is not stored', () => {
  const state = { failure: 'auth', detail: 'No.', failures_in_row: 1, blocked_until: after(HOUR), last_failed_at: clock.now() } as const // biome-ignore format: one glance
  indexer().recordHealth.failure('grab', new ServiceError('auth', ''), state as never)
  expect(row()).toMatchObject({ failure: null, blocked_until: null, grabs_blocked_until: null, last_failed_at: null })
})

test.each([
  ['three hours', 3 * HOUR, undefined],
  ['more than three hours', 3 * HOUR + 1, 'unavailable'],
] as const)('an unavailable server for %s is a ban: %p', (_, ms, failure) => {
  set({ failure: 'unavailable', detail: 'So.', blocked_until: after(ms) })
  expect(indexer().silenced()?.failure).toBe(failure as never)
  set({ failure: 'unreachable' })
  expect(indexer().silenced()).toBeUndefined()
})

test('a query during a failure does not notify open pages, and a used-up limit does', () => {
  fail('unreachable')
  events.length = 0
  recorder.request(indexer(), 'api')
  indexer().limitReached({ api: false, grabs: true })
  expect(events).toEqual([])
  indexer().limitReached({ api: true, grabs: false })
  expect(events.map(({ type }) => type)).toEqual(['indexers.changed'])
  expect(blocked()?.detail).toContain('has reached its request limit')
})

test('limits used up with a reply apply before the next request', () => {
  indexer().limitReached({ api: false, grabs: false })
  expect(row()).toMatchObject({ failure: null, grabs_blocked_until: null })
  indexer().limitReached({ api: false, grabs: true })
  expect(row()).toMatchObject({ failure: null, grabs_blocked_until: after(10 * MINUTE) })
  indexer().limitReached({ api: true, grabs: false })
  expect(row()).toMatchObject({ failure: 'limit', blocked_until: after(10 * MINUTE) })
})

test('requests are counted by kind', () => {
  for (const resource of ['api', 'api', 'grab'] as const) recorder.request(indexer(), resource)
  expect(row().last_asked_at).toBe(clock.now())
  expect(Object.entries(row().spent ?? {}).map(([key, count]) => [key.split(' ')[0], count])).toEqual([
    ['api', 2],
    ['grab', 1],
  ])
})
