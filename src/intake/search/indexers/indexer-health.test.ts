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

describe('trouble', () => {
  test.each<[ServiceErrorKind, ServiceError['more'], number | undefined]>([
    ['auth', {}, 6 * HOUR],
    ['limit', {}, 10 * MINUTE],
    ['banned', {}, DAY],
    ['unavailable', {}, MINUTE],
    ['unreachable', {}, MINUTE],
    ['unreadable', {}, MINUTE],
    ['refused', {}, undefined],
    ['unsupported', {}, undefined],
  ])('%s %j leaves it alone as long as that takes', (kind, more, ms) => {
    const failure = fail(kind, more)
    const until = ms === undefined ? undefined : after(ms)
    expect(failure.until).toBe(until as never)
    expect(row().blocked_until).toBe(until ?? null)
    expect(row().failure).toBe(ms === undefined ? null : kind === 'banned' ? 'unavailable' : (kind as IndexerFailure))
    expect(row('B')).toMatchObject({ failure: null, blocked_until: null })
  })

  test('in a row leaves it alone longer, until it is well', () => {
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

  test('lasts until the moment that it names, when that is to come', () => {
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

  test('shows no key', () => {
    const failure = recorder.failure(indexer(), 'api', new ServiceError('auth', 'apikey=secret is wrong'))
    expect(JSON.stringify([failure, row().detail, log])).not.toContain('secret')
  })
})

describe('trouble with a file', () => {
  test('says nothing of questions, nor of the next file, but a limit does', () => {
    for (const kind of ['unreachable', 'auth', 'unreadable'] as const)
      expect(fail(kind, {}, 'grab').until).toBeUndefined()
    expect(row()).toMatchObject({ failure: null, blocked_until: null, grabs_blocked_until: null })
    fail('limit', {}, 'grab')
    expect(row()).toMatchObject({ failure: null, grabs_blocked_until: after(10 * MINUTE) })
  })

  test('is a limit of downloads alone, whichever request meets it', () => {
    fail('grab_limit')
    expect(row()).toMatchObject({ failure: null, blocked_until: null, grabs_blocked_until: after(10 * MINUTE) })
    expect(blocked('grab')).toMatchObject({ failure: 'grab_limit', until: after(10 * MINUTE) })
    expect(blocked('api')).toBeUndefined()
  })

  test('that came ends no trouble of questions', () => {
    fail('limit')
    recorder.success(indexer(), 'grab')
    expect(row().failure).toBe('limit')
  })
})

describe('an indexer is left alone', () => {
  test('until its time is there, to the moment', async () => {
    fail('unavailable')
    expect(blocked()).toMatchObject({ failure: 'unavailable', until: after(MINUTE) })
    await clock.advance('60 s')
    expect(blocked()).toBeUndefined()
    set({ grabs_blocked_until: clock.now() })
    expect(blocked('grab')).toBeUndefined()
  })

  test('but not for a waiting user, where it may be over by now', () => {
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

  test('and wants no question at all after a limit or a ban', () => {
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

  test('until it is forgiven; what is passing alone, where asking on makes it longer', () => {
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
])('trouble %s with %s makes it wait: %p', (kind, resource, waits) => {
  expect(indexer().backsOff(new ServiceError(kind, ''), resource)).toBe(waits)
})

test('trouble with a file that is no limit is not kept', () => {
  const state = { failure: 'auth', detail: 'No.', failures_in_row: 1, blocked_until: after(HOUR), last_failed_at: clock.now() } as const // biome-ignore format: one glance
  indexer().recordHealth.failure('grab', new ServiceError('auth', ''), state as never)
  expect(row()).toMatchObject({ failure: null, blocked_until: null, grabs_blocked_until: null, last_failed_at: null })
})

test.each([
  ['three hours', 3 * HOUR, undefined],
  ['more than three hours', 3 * HOUR + 1, 'unavailable'],
] as const)('a fault of its server for %s is a ban: %p', (_, ms, failure) => {
  set({ failure: 'unavailable', detail: 'So.', blocked_until: after(ms) })
  expect(indexer().silenced()?.failure).toBe(failure as never)
  set({ failure: 'unreachable' })
  expect(indexer().silenced()).toBeUndefined()
})

test('a question during trouble changes nothing for open pages, and a page that is spent does', () => {
  fail('unreachable')
  events.length = 0
  recorder.request(indexer(), 'api')
  indexer().limitReached({ api: false, grabs: true })
  expect(events).toEqual([])
  indexer().limitReached({ api: true, grabs: false })
  expect(events.map(({ type }) => type)).toEqual(['indexers.changed'])
  expect(blocked()?.detail).toContain('has reached its request limit')
})

test('what is used up with an answer is left alone before the next question', () => {
  indexer().limitReached({ api: false, grabs: false })
  expect(row()).toMatchObject({ failure: null, grabs_blocked_until: null })
  indexer().limitReached({ api: false, grabs: true })
  expect(row()).toMatchObject({ failure: null, grabs_blocked_until: after(10 * MINUTE) })
  indexer().limitReached({ api: true, grabs: false })
  expect(row()).toMatchObject({ failure: 'limit', blocked_until: after(10 * MINUTE) })
})

test('questions are counted, each kind for itself', () => {
  for (const resource of ['api', 'api', 'grab'] as const) recorder.request(indexer(), resource)
  expect(row().last_asked_at).toBe(clock.now())
  expect(Object.entries(row().spent ?? {}).map(([key, count]) => [key.split(' ')[0], count])).toEqual([
    ['api', 2],
    ['grab', 1],
  ])
})
