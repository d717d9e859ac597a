import { beforeEach, describe, expect, test } from 'bun:test'
import { testDatabase } from '../../testing/database'
import { type FakeClock, fakeClock } from '../../testing/fakes/clock'
import { plus } from '../platform/clock'
import { systemRandom } from '../platform/random'
import type { Database } from '../storage/database'
import { Lockout } from './lockout'
import { Sessions } from './session'
import { failuresAt, isRevoked } from './store'

let db: Database
let clock: FakeClock
beforeEach(() => {
  db = testDatabase()
  clock = fakeClock()
})

describe('sessions', () => {
  let login = { username: 'reader', passwordHash: 'hash' }
  const make = () => {
    login = { username: 'reader', passwordHash: 'hash' }
    const key = new Uint8Array(32).fill(7)
    const both = { db, clock, random: systemRandom, login: () => login, userOf: () => undefined }
    return new Sessions({ ...both, key, timeoutMinutes: () => 60 })
  }
  const opened = async (sessions: Sessions) => {
    const { token } = await sessions.issue()
    return { token, session: (await sessions.verify(token))! }
  }

  test('that were logged out stay revoked until they expire, also after old rows are deleted', async () => {
    const sessions = make()
    const { token, session } = await opened(sessions)
    sessions.revoke(session)
    for (const span of ['0 s', '30 min', '29 min'] as const) {
      await clock.advance(span)
      sessions.prune()
      expect(await sessions.verify(token)).toBeUndefined()
      expect(isRevoked(db.read, session.sid)).toBe(true)
    }
    await clock.advance('2 min')
    sessions.prune()
    expect(isRevoked(db.read, session.sid)).toBe(false)
    expect(await sessions.verify(token)).toBeUndefined()
  })

  test('that are deleted leave the others unchanged', async () => {
    const sessions = make()
    const early = await opened(sessions)
    sessions.revoke(early.session)
    await clock.advance('30 min')
    const late = await opened(sessions)
    sessions.revoke(late.session)
    await clock.advance('31 min')
    sessions.prune()
    expect([early, late].map(({ session }) => isRevoked(db.read, session.sid))).toEqual([false, true])
    expect(await sessions.verify(late.token)).toBeUndefined()
  })

  test('expire to the second, and keep open connections until then', async () => {
    const sessions = make()
    const { token, session } = await opened(sessions)
    await clock.advance('3599 s')
    expect([sessions.isAlive(session), (await sessions.verify(token))?.sid]).toEqual([true, session.sid])
    await clock.advance('1 s')
    expect([sessions.isAlive(session), await sessions.verify(token)]).toEqual([false, undefined])
  })

  test('end when the password or the name changes, even to the same letters in another form', async () => {
    const sessions = make()
    const { token, session } = await opened(sessions)
    login = { username: 'reader', passwordHash: 'other' }
    expect(await sessions.verify(token)).toBeUndefined()
    login = { username: 'writer', passwordHash: 'hash' }
    expect([await sessions.verify(token), sessions.isAlive(session)]).toEqual([undefined, false])
    login = { username: 'reader\nhash', passwordHash: '' }
    expect(await sessions.verify(token)).toBeUndefined()
  })
})

describe('the lockout', () => {
  const key = 'login:192.0.2.9'
  const isLockedOut = (lockout: Lockout, at = key) => {
    try {
      lockout.attempt(at)
      return false
    } catch {
      return true
    }
  }

  test('lasts its whole time even when old rows are deleted', async () => {
    const lockout = new Lockout({ db, clock })
    for (let count = 0; count < 4; count++) lockout.attempt(key)
    await clock.advance('299 s')
    lockout.attempt(key) // the fifth, at the end of the window
    for (const span of ['1 s', '150 s', '148 s'] as const) {
      await clock.advance(span)
      lockout.prune()
      expect(isLockedOut(lockout)).toBe(true)
    }
    await clock.advance('1 s')
    expect(isLockedOut(lockout)).toBe(false)
  })

  test('counts attempts within five minutes, and resets after them', async () => {
    const lockout = new Lockout({ db, clock })
    for (let count = 0; count < 4; count++) lockout.attempt(key)
    await clock.advance('300 s')
    lockout.attempt(key)
    expect(failuresAt(db.read, key)).toMatchObject({ count: 1, locked_until: null })
    await clock.advance('601 s')
    lockout.prune()
    expect(failuresAt(db.read, key)).toBeUndefined()
  })

  test('is separate for each key, and attempts during it do not prolong it', async () => {
    const lockout = new Lockout({ db, clock })
    for (let count = 0; count < 5; count++) lockout.attempt(key)
    const until = failuresAt(db.read, key)!.locked_until
    expect(until).toBe(plus(clock.now(), 300_000))
    expect([
      isLockedOut(lockout),
      isLockedOut(lockout, 'opds:192.0.2.9'),
      isLockedOut(lockout, 'login:192.0.2.8'),
    ]).toEqual([true, false, false])
    await clock.advance('100 s')
    expect(isLockedOut(lockout)).toBe(true)
    expect(failuresAt(db.read, key)).toMatchObject({ count: 5, locked_until: until })
    lockout.succeeded('login:192.0.2.8')
    expect(failuresAt(db.read, key)).toBeDefined()
  })
})
