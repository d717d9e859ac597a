import { beforeEach, describe, expect, test } from 'bun:test'
import { type FakeClock, fakeClock } from '../../testing/fakes/clock'
import { plus } from '../platform/clock'
import { lineLog } from '../platform/log'
import type { ExternalService, ServiceHealth, ServiceLimits } from './external-service'
import { RateLimitedClient } from './rate-limited-client'
import { ServiceError, type ServiceErrorKind } from './service-error'

let clock: FakeClock
let client: RateLimitedClient<string>
let health: Partial<ServiceHealth<string>>
let log: string[]
beforeEach(() => {
  clock = fakeClock()
  log = []
  health = {}
  client = new RateLimitedClient({
    clock,
    log: lineLog(clock.now, (line) => log.push(line)),
    area: 'test',
    noun: 'shop',
  })
})

const service = (limits: Partial<ServiceLimits> = {}): ExternalService<string> => ({
  id: 'shop',
  limits: { gapMs: 1000, countedMs: 3_600_000, limitMs: 600_000, ...limits },
  logged: { shop: 'one' },
  health: () => health,
  blocked: () => undefined,
  describe: ({ kind, what }) => ({ failure: kind, detail: `The shop: ${kind}.`, what }),
  backsOff: () => true,
  recordHealth: {
    request: (state) => void Object.assign(health, state),
    success: (_, state) => Object.assign(health, state) === health,
    failure: (_resource, _error, state) => void Object.assign(health, state),
  },
})
const ask = (send: () => Promise<string>, { urgent = false, limits = {} } = {}) =>
  client.request({ resource: 'things', find: () => ({ service: service(limits) }), send }, { urgent })
const fails = (...error: ConstructorParameters<typeof ServiceError>) =>
  ask(() => Promise.reject(new ServiceError(...error)))

test('requests wait for their turn, and are counted', async () => {
  const sent: string[] = []
  const send = async () => `${sent.push(clock.now())}`
  const both = Promise.all([ask(send), ask(send)])
  await clock.advance('1 s')
  expect(await both).toEqual([{ ok: '1' }, { ok: '2' }])
  expect(sent).toEqual(['2026-11-21T08:00:00.000Z', '2026-11-21T08:00:01.000Z'])
  expect(health.spent).toEqual({ 'things 2026-11-21T08:00': 2 })
})

test('it is busy while one of several requests is running', async () => {
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const both = [ask(() => first.promise), ask(() => second.promise)]
  await clock.advance('1 s')
  expect(client.isBusy('shop')).toBe(true)
  first.resolve('a')
  await both[0]
  expect(client.isBusy('shop')).toBe(true)
  second.resolve('b')
  await both[1]
  expect(client.isBusy('shop')).toBe(false)
})

test('a used budget, or a pause longer than a request may wait, is a limit with its end', async () => {
  const never = () => Promise.reject(new Error('must not be sent'))
  const budget = { questions: 0, perMs: 3_600_000, of: 'all' } as const
  expect(await ask(never, { limits: { budget } })).toMatchObject({
    failure: 'limit',
    until: '2026-11-21T09:00:00.000Z',
  })
  client.hold(service(), plus(clock.now(), 10_000))
  expect(await ask(never, { urgent: true })).toMatchObject({ failure: 'limit', until: '2026-11-21T08:00:10.000Z' })
  const routine = ask(async () => 'late')
  await clock.advance('10 s')
  expect(await routine).toEqual({ ok: 'late' })
})

describe('a failure', () => {
  test.each<[kind: ServiceErrorKind, minutes: number | undefined, kept: boolean]>([
    ['unreachable', 1, true],
    ['limit', 10, true],
    ['auth', 360, true],
    ['refused', undefined, false],
    ['unsupported', undefined, false],
  ])('%s is a value that pauses requests for %p minutes; in the row: %p', async (kind, minutes, kept) => {
    const until = minutes === undefined ? {} : { until: plus(clock.now(), minutes * 60_000) }
    expect(await fails(kind)).toEqual({ failure: kind, detail: `The shop: ${kind}.`, ...until })
    expect(health.failure).toBe(kept ? kind : undefined)
    expect(log.join()).toContain('shop failed')
  })

  test('of one reply alone causes no pause', async () => {
    expect(await fails('unreadable', '', { thisReplyOnly: true })).not.toHaveProperty('until')
    expect(health.blocked_until).toBeNull()
  })

  test('with a time from the service ends then, unless that is now', async () => {
    const later = plus(clock.now(), 5000)
    expect(await fails('limit', '', { until: later })).toMatchObject({ until: later })
    await clock.advance('1 s')
    const now = clock.now()
    expect(await fails('limit', '', { until: now })).toMatchObject({ until: plus(now, 600_000) })
  })

  test('is cleared by the next success', async () => {
    await fails('unreachable')
    await clock.advance('1 s')
    await ask(async () => 'well')
    expect(health).toMatchObject({ failure: null, failures_in_row: 0, blocked_until: null })
    expect(log.at(-1)).toContain('recovered')
  })

  test("that is not the service's is thrown", async () => {
    await expect(ask(() => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug')
    expect(client.isBusy('shop')).toBe(false)
  })
})
