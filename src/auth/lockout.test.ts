import { beforeEach, expect, test } from 'bun:test'
import type { Refusal } from '../refusal'
import { Database } from '../storage/database'
import { fakeClock } from '../testing/fakes/clock'
import { Lockout } from './lockout'
import { loginFailures } from './tables'

let db: Database
let clock: ReturnType<typeof fakeClock>
let lockout: Lockout
beforeEach(() => {
  db = new Database(':memory:', { publish: () => {} })
  clock = fakeClock()
  lockout = new Lockout({ db, clock })
})
const fail = (times: number, door = 'login:a') => {
  for (let n = 0; n < times; n++) lockout.attempt(door)
}
/** Seconds that are left; 0 for a door that is open, which counts a try. */
function left(door = 'login:a'): number {
  try {
    lockout.attempt(door)
    return 0
  } catch (error) {
    return (error as Refusal).extra.retry_after as number
  }
}
const doors = () =>
  db.read
    .select()
    .from(loginFailures)
    .all()
    .map(({ door }) => door)

test('the fifth failure closes the door for 300 seconds, counted from it', async () => {
  fail(4)
  await clock.advance('100 s')
  expect(left()).toBe(0)
  expect(left()).toBe(300)
  await clock.advance('299 s')
  expect(left()).toBe(1)
  await clock.advance('1 s')
  expect(left()).toBe(0)
})

test('failures count together for 300 seconds from the first', async () => {
  fail(4)
  await clock.advance('300 s')
  fail(4)
  expect(left()).toBe(0)
  expect(left()).toBeGreaterThan(0)
})

test('tries at a closed door neither count nor prolong it', async () => {
  fail(5)
  await clock.advance('150 s')
  expect([left(), left()]).toEqual([150, 150])
})

test('a success forgets the failures of its door, and of no other', () => {
  fail(4)
  fail(4, 'login:b')
  lockout.succeeded('login:a')
  expect(doors()).toEqual(['login:b'])
  fail(1, 'login:b')
  expect([left(), left('login:b')]).toEqual([0, 300])
})

test('what is long over is forgotten, and no door that is closed', async () => {
  fail(1, 'login:old')
  await clock.advance('590 s')
  fail(5)
  await clock.advance('11 s')
  lockout.prune()
  expect(doors()).toEqual(['login:a'])
  expect(left()).toBe(289)
})

test('says how long it lasts', () => {
  fail(5)
  expect(() => lockout.attempt('login:a')).toThrow('Try again in 300 seconds.')
})

test('a door that closed while the clock was ahead is open once it is set back, and counts anew', async () => {
  await clock.advance('3650 d')
  fail(5)
  expect(left()).toBe(300)
  await clock.advance('-3650 d')
  fail(4)
  expect(left()).toBe(0)
  expect(left()).toBe(300)
})
