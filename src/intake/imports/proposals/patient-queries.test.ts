import { beforeEach, describe, expect, test } from 'bun:test'
import type { ProviderAnswer } from '../../../library/metadata/providers/provider'
import type { FailureKind } from '../../../library/metadata/states'
import { type FakeClock, fakeClock } from '../../../testing/fakes/clock'
import { PatientQueries, QueryBudget } from './patient-queries'

const PROVIDER = { label: 'ComicVine' } as never
let clock: FakeClock
let stop: AbortController
let answers: ProviderAnswer<string>[]
let waits: (string | undefined)[]
let queries: PatientQueries
beforeEach(() => {
  clock = fakeClock()
  stop = new AbortController()
  ;[answers, waits] = [[], []]
  queries = new PatientQueries({ clock, signal: stop.signal, waiting: (why) => void waits.push(why?.until) })
})

const failure = (failure: FailureKind, until?: string) => ({ failure, detail: `It is ${failure}.`, until }) as never
const ask = () => queries.ask(PROVIDER, async () => answers.shift()!)

test('a reply is returned unchanged', async () => {
  answers = [{ ok: 'Harbor Lights' }]
  expect(await ask()).toBe('Harbor Lights')
  expect(waits).toEqual([])
})

describe('an unreachable or rate-limited provider', () => {
  test.each(['limit', 'banned', 'unreachable', 'unavailable'] as const)('is queried again when it says: %s', async (why) => {
    answers = [failure(why, '2026-11-21T08:00:30.000Z'), { ok: 'Harbor Lights' }]
    const reply = ask()
    await clock.advance('29 s')
    expect([answers.length, waits]).toEqual([1, ['2026-11-21T08:00:30.000Z']])
    await clock.advance('1 s')
    expect(await reply).toBe('Harbor Lights')
    expect(waits).toEqual(['2026-11-21T08:00:30.000Z', undefined])
  }) // biome-ignore format: one glance

  test('is queried again after five minutes when it does not say, and after a second at the soonest', async () => {
    answers = [failure('limit'), failure('limit', '2026-11-21T07:00:00.000Z'), { ok: 'Harbor Lights' }]
    const reply = ask()
    await clock.advance('299 s')
    expect(answers).toHaveLength(2)
    await clock.advance('1 s')
    expect(answers).toHaveLength(1)
    await clock.advance('1 s')
    expect(await reply).toBe('Harbor Lights')
  })

  test('is queried at once when the reason may be gone', async () => {
    answers = [failure('limit'), { ok: 'Harbor Lights' }]
    const reply = ask()
    await clock.advance('1 s')
    queries.wake()
    expect(await reply).toBe('Harbor Lights')
  })

  test('is not waited for any more once the work was stopped', async () => {
    answers = [failure('limit'), { ok: 'Harbor Lights' }]
    const reply = ask()
    await clock.advance('1 s')
    stop.abort()
    expect(await reply).toBeUndefined()
    expect(await ask()).toBeUndefined()
    expect(answers).toHaveLength(1)
  })
})

test.each(['disabled', 'not_configured', 'auth'] as const)('a provider that is %s is not queried any more', async (why) => {
  answers = [failure(why)]
  expect(await ask().catch(String)).toContain(`It is ${why}.`)
}) // biome-ignore format: one glance

test.each(['refused', 'unreadable'] as const)('a reply that is %s is skipped, but not three in a row', async (why) => {
  answers = [failure(why), failure(why), { ok: 'x' }, failure(why), failure(why), failure(why)]
  const replies = []
  for (let n = 0; n < 5; n++) replies.push(await ask())
  expect(replies).toEqual([undefined, undefined, 'x', undefined, undefined])
  expect(await ask().catch(String)).toContain(`It is ${why}.`)
}) // biome-ignore format: one glance

test.each([
  [2, 0, 2],
  [2, 1, 3],
  [2, 100, 3],
  [2, 101, 4],
])('for %d series and %d files there are %d queries', (series, files, questions) => {
  const budget = new QueryBudget(series, files)
  expect(budget.spend(questions + 1)).toBe(false)
  expect(budget.spend(questions - 1)).toBe(true)
  expect([budget.spend(), budget.spend()]).toEqual([true, false])
})
