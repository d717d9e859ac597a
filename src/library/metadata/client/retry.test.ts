import { beforeEach, expect, test } from 'bun:test'
import { between, plus } from '../../../base/platform/clock'
import { advanceUntil } from '../../../testing/fakes/advance-until'
import { fakeClock } from '../../../testing/fakes/clock'
import type { ProviderAnswer } from '../providers/provider'
import { answerOrRefuse, failureRefusal, retryUntilAnswered } from './retry'

let clock: ReturnType<typeof fakeClock>
let waits: (string | null)[]
let tries: number
let stopping: AbortController
beforeEach(() => {
  clock = fakeClock()
  waits = []
  tries = 0
  stopping = new AbortController()
})
/** Returns these answers in turn; the last one repeatedly. */
const answerTo = (...answers: ProviderAnswer<number>[]) => {
  const ask = async () => answers[Math.min(tries++, answers.length - 1)]!
  return retryUntilAnswered({ clock, signal: stopping.signal, waiting: (until) => waits.push(until) }, ask)
}
const fails = (failure: 'limit' | 'unreachable' | 'auth', until?: string) => ({ failure, detail: 'So.', ...(until && { until }) }) as ProviderAnswer<number> // biome-ignore format: one glance

test('a reply at once reports no wait', async () => {
  expect(await answerTo({ ok: 7 })).toEqual({ ok: 7 })
  expect([tries, waits]).toEqual([1, []])
})

test('a temporary failure is waited for, and reported meanwhile', async () => {
  const [begun, until] = [clock.now(), plus(clock.now(), 90_000)]
  expect(await advanceUntil(clock, answerTo(fails('unreachable', until), { ok: 7 }))).toEqual({ ok: 7 })
  expect(waits).toEqual([until, null])
  expect(between(begun, clock.now())).toBe(90_000)
})

test('a wait is at least a second, also for a time in the past', async () => {
  const begun = clock.now()
  await advanceUntil(clock, answerTo(fails('limit', plus(begun, -5000)), { ok: 7 }))
  expect(between(begun, clock.now())).toBe(1000)
})

test('a failure that waiting does not help is thrown at once, with its sentence', async () => {
  await expect(answerTo(fails('auth'))).rejects.toThrow('So.')
  await answerTo(fails('auth')).catch(() => undefined)
  expect(waits).toEqual([])
})

test('a limit is waited for any number of times, other failures eight times', async () => {
  const limits = Array.from({ length: 30 }, () => fails('limit', clock.now()))
  expect(await advanceUntil(clock, answerTo(...limits, { ok: 7 }))).toEqual({ ok: 7 })
  tries = 0
  // Not `rejects`: it runs the event loop itself, where the steps of the clock may stop.
  const failure = await advanceUntil(clock, answerTo(fails('unreachable'))).catch((error: Error) => error.message)
  expect([failure, tries]).toEqual(['So.', 8])
})

test('no request is sent and no reply returned after a stop', async () => {
  stopping.abort()
  expect(await answerTo({ ok: 7 })).toBeUndefined()
  expect(tries).toBe(0)
  const late = new AbortController()
  const ask = async () => {
    late.abort()
    return { ok: 7 } as const
  }
  expect(await retryUntilAnswered({ clock, signal: late.signal, waiting: () => {} }, ask)).toBeUndefined()
})

test('a failure becomes a refusal with advice: a setting, or a time', () => {
  expect(failureRefusal({ failure: 'disabled', detail: 'Off.' })).toMatchObject({
    kind: 'invalid',
    detail: 'Off.',
    extra: { failure: 'disabled', code: 'provider_not_configured' },
  })
  expect(failureRefusal({ failure: 'not_configured', detail: 'No key.' })).toMatchObject({
    kind: 'invalid',
    extra: { code: 'provider_not_configured' },
  })
  const limit = failureRefusal({ failure: 'limit', detail: 'Later.', until: '2026' })
  expect([limit.kind, limit.extra]).toEqual(['upstream', { failure: 'limit', until: '2026' }])
  expect(failureRefusal({ failure: 'auth', detail: 'No.' }).extra).toEqual({ failure: 'auth' })
  expect(answerOrRefuse({ ok: 7 })).toBe(7)
  expect(() => answerOrRefuse(fails('auth'))).toThrow('So.')
})
