import { beforeEach, describe, expect, test } from 'bun:test'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import type { Refusal } from '../refusal'
import type { Database } from '../storage/database'
import { Lockout } from './lockout'
import { loginFailures } from './tables'

let db: Database
let clock: ReturnType<typeof fakeClock>
let lockout: Lockout
beforeEach(() => {
  db = testDatabase()
  clock = fakeClock()
  lockout = new Lockout({ db, clock })
})
const fail = (times: number, key = 'login:a') => {
  for (let n = 0; n < times; n++) lockout.attempt(key)
}
/** Seconds until the next attempt is allowed; 0 when it is allowed now, which counts as an attempt. */
function left(key = 'login:a'): number {
  try {
    lockout.attempt(key)
    return 0
  } catch (error) {
    return (error as Refusal).extra.retry_after as number
  }
}
const keys = () =>
  db.read
    .select()
    .from(loginFailures)
    .all()
    .map(({ door }) => door)

test('the fifth failure locks out for 300 seconds, counted from that failure', async () => {
  fail(4)
  await clock.advance('100 s')
  expect(left()).toBe(0)
  expect(left()).toBe(300)
  await clock.advance('299 s')
  expect(left()).toBe(1)
  await clock.advance('1 s')
  expect(left()).toBe(0)
})

test('failures within 300 seconds of the first are counted together', async () => {
  fail(4)
  await clock.advance('300 s')
  fail(4)
  expect(left()).toBe(0)
  expect(left()).toBeGreaterThan(0)
})

test('attempts during a lockout neither count nor prolong it', async () => {
  fail(5)
  await clock.advance('150 s')
  expect([left(), left()]).toEqual([150, 150])
})

test('a success resets the failures of its key, and of no other', () => {
  fail(4)
  fail(4, 'login:b')
  lockout.succeeded('login:a')
  expect(keys()).toEqual(['login:b'])
  fail(1, 'login:b')
  expect([left(), left('login:b')]).toEqual([0, 300])
})

test('old failures are deleted, active lockouts stay', async () => {
  fail(1, 'login:old')
  await clock.advance('590 s')
  fail(5)
  await clock.advance('11 s')
  lockout.prune()
  expect(keys()).toEqual(['login:a'])
  expect(left()).toBe(289)
})

test('the error says how long the lockout lasts', () => {
  fail(5)
  expect(() => lockout.attempt('login:a')).toThrow('Try again in 300 seconds.')
})

test('a lockout that began while the clock was ahead ends once the clock is set back, and counting restarts', async () => {
  await clock.advance('3650 d')
  fail(5)
  expect(left()).toBe(300)
  await clock.advance('-3650 d')
  fail(4)
  expect(left()).toBe(0)
  expect(left()).toBe(300)
})

describe('a name that was tried twenty times within an hour', () => {
  const NAME = 'name:a'
  const tryOften = async (times: number) => {
    for (let n = 0; n < times; n++) await lockout.countPatiently(NAME)
  }
  /** Whether the next attempt is made to wait. */
  async function waits(): Promise<boolean> {
    let isDone = false
    const attempt = lockout.countPatiently(NAME).then(() => {
      isDone = true
    })
    await clock.advance('2 s')
    const waited = !isDone
    await clock.advance('2 s')
    await attempt
    return waited
  }

  test('makes each further attempt wait three seconds, and refuses none', async () => {
    await tryOften(19)
    expect(await waits()).toBe(false)
    expect(await waits()).toBe(true)
    expect(await waits()).toBe(true)
  })

  test('is quick again after a success, and an hour after the first attempt', async () => {
    await tryOften(20)
    expect(await waits()).toBe(true)
    lockout.succeeded(NAME)
    expect(await waits()).toBe(false)
    await tryOften(19)
    expect(await waits()).toBe(true)
    await clock.advance('61 min')
    expect(await waits()).toBe(false)
  })

  test('is remembered for the hour, although failures of addresses are forgotten earlier', async () => {
    fail(1)
    await tryOften(20)
    await clock.advance('30 min')
    lockout.prune()
    expect(keys()).toEqual([NAME])
    expect(await waits()).toBe(true)
    await clock.advance('31 min')
    lockout.prune()
    expect(keys()).toEqual([])
  })
})
