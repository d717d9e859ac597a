import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { ServiceError } from '../../../base/outbound/service-error'
import { plus } from '../../../base/platform/clock'
import type { ProviderName } from '../../../base/providers/descriptors'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { fakeClock } from '../../../testing/fakes/clock'
import type { FailureKind } from '../states'
import { saveProviderHealth } from './client-store'
import { ProviderService } from './provider-health'

let db: Database
const clock = fakeClock()
const until = plus(clock.now(), 60_000)
beforeEach(() => {
  db = testDatabase()
})
afterEach(() => db.close())

const service = (trial = false, provider: ProviderName = 'comicvine') =>
  new ProviderService(provider, { db, clock }, trial)
const fails = (failure: FailureKind | null, blocked_until: string | null = until, detail: string | null = 'So.') =>
  db.write((tx) => saveProviderHealth(tx, 'comicvine', { failure, detail, blocked_until, failures_in_row: 2 }))
const state = (failure: FailureKind) => ({
  failure,
  detail: 'So.',
  failures_in_row: 1,
  blocked_until: until,
  last_failed_at: clock.now(),
})

test.each([
  ['a failure until later', 'auth', until, true],
  ['no failure', null, until, false],
  ['a failure without an end', 'auth', null, false],
  ['a failure that has ended', 'auth', clock.now(), false],
  ['a failure of more than a day', 'auth', plus(clock.now(), 86_400_001), false],
] as const)('requests wait until the end of a failure, a day at most: %s', (_says, failure, end, blocks) => {
  expect(service().blocked()).toBeUndefined()
  fails(failure, end)
  expect(service().blocked()).toEqual(blocks ? { failure: 'auth', detail: 'So.', until } : undefined)
  expect(service(false, 'metron').blocked()).toBeUndefined()
})

test('a block without a sentence has an empty one', () => {
  fails('auth', until, null)
  expect(service().blocked()).toEqual({ failure: 'auth', detail: '', until })
})

/** Failures for which the service itself requires a pause, and all others. */
describe.each([
  ['limit', true],
  ['banned', true],
  ['auth', false],
  ['unreachable', false],
] as const)('for the failure %s it is %p that the service requires a pause, so', (failure, silence) => {
  test('only then a trial of new keys is blocked too', () => {
    fails(failure)
    expect(service(true).blocked()?.failure).toBe(silence ? failure : undefined)
    expect(service().blocked()?.failure).toBe(failure)
  })

  test('only then a trial keeps it', () => {
    service(true).recordHealth.failure('x', new ServiceError('auth'), state(failure))
    expect(service().health().failure).toBe(silence ? failure : undefined)
    service().recordHealth.failure('x', new ServiceError('auth'), state(failure))
    expect(service().health().failure).toBe(failure)
  })

  test('only then a person cannot lift it, and a new key always can', () => {
    fails(failure)
    service().unblock('ours')
    expect(service().health().failure).toBe(silence ? failure : null)
    fails(failure)
    service().unblock('all')
    expect(service().health()).toMatchObject({ failure: null, detail: null, failures_in_row: 0, blocked_until: null })
  })
})

test('there is nothing to lift when nothing failed', () => {
  service().unblock('all')
  service().unblock('ours')
  expect(service().health()).toEqual({})
})

test('a success counts for saved keys only', () => {
  fails('auth')
  const well = { failure: null, detail: null, blocked_until: null }
  expect(service(true).recordHealth.success('x', well)).toBe(false)
  expect(service().health().failure).toBe('auth')
  expect(service().recordHealth.success('x', well)).toBe(true)
  expect(service().health().failure).toBeNull()
})

test('requests are counted, for an hour at least', () => {
  service(true).recordHealth.request({ spent: null, last_asked_at: clock.now() })
  expect(service().health().last_asked_at).toBe(clock.now())
  const counted = (['comicvine', 'metron', 'mangadex'] as const).map((name) => service(false, name).limits.countedMs)
  expect(counted).toEqual([3_600_000, 86_400_000, 3_600_000])
})

test('every failure causes a pause, and its sentence fits a saved or a typed key', () => {
  const error = new ServiceError('auth', 'status 401')
  expect(service().backsOff()).toBe(true)
  expect(service().describe(error)).toEqual({
    failure: 'auth',
    detail: 'ComicVine rejected the API key (status 401). Check it under Settings, Metadata.',
    what: 'status 401',
  })
  expect(service(true).describe(error).detail).toEndWith('Check that it is complete and still valid.')
  expect([service().id, service().logged]).toEqual(['comicvine', { provider: 'comicvine' }])
})
