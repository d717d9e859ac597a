import { beforeEach, expect, test } from 'bun:test'
import { SignJWT } from 'jose'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { epochSeconds } from '../platform/clock'
import { systemRandom } from '../platform/random'
import type { Database } from '../storage/database'
import { type Session, type SessionLogin, Sessions } from './session'
import { revokedSessions } from './tables'

const KEY = new TextEncoder().encode('a key that never leaves the data directory')
let db: Database
let clock: ReturnType<typeof fakeClock>
let login: SessionLogin
let sessions: Sessions
beforeEach(() => {
  db = testDatabase()
  clock = fakeClock()
  login = { username: 'reader', passwordHash: 'hash' }
  const userOf = () => undefined
  const both = { db, clock, random: systemRandom, login: () => login, userOf }
  sessions = new Sessions({ ...both, key: KEY, timeoutMinutes: () => 30 })
})
const begin = async () => {
  const { token } = await sessions.issue()
  return { token, session: (await sessions.verify(token)) as Session }
}

test('a session lasts as long as the settings say, to the second', async () => {
  const { token, maxAge } = await sessions.issue()
  expect(maxAge).toBe(1800)
  const session = (await sessions.verify(token))!
  expect(session.expires).toBe(epochSeconds(clock.now()) + 1800)
  await clock.advance('1799 s')
  expect(sessions.isAlive(session)).toBe(true)
  expect(await sessions.verify(token)).toEqual(session)
  await clock.advance('1 s')
  expect(sessions.isAlive(session)).toBe(false)
  expect(await sessions.verify(token)).toBeUndefined()
})

test('two sessions of one login end separately', async () => {
  const [one, other] = [await begin(), await begin()]
  sessions.revoke(one.session)
  expect(await sessions.verify(one.token)).toBeUndefined()
  expect(sessions.isAlive(one.session)).toBe(false)
  expect(await sessions.verify(other.token)).toEqual(other.session)
})

test.each([
  ['name', { username: 'other' }],
  ['password', { passwordHash: 'other' }],
])('a new %s ends every session', async (_what, change) => {
  const { token } = await begin()
  login = { ...login, ...change }
  expect(await sessions.verify(token)).toBeUndefined()
})

test('an open connection ends when the name that opened it changes', async () => {
  const { session } = await begin()
  login = { ...login, username: 'other' }
  expect(sessions.isAlive(session)).toBe(false)
})

test('a logged-out session stays revoked until its expiry, and is deleted then', async () => {
  const [one, other] = [await begin(), await begin()]
  sessions.revoke(one.session)
  await clock.advance('10 min')
  sessions.revoke(other.session)
  sessions.prune()
  expect(await sessions.verify(one.token)).toBeUndefined()
  expect(db.read.select().from(revokedSessions).all()).toHaveLength(2)
  await clock.advance('21 min')
  sessions.prune()
  expect(db.read.select().from(revokedSessions).all()).toEqual([])
})

test('a token with another signature, or with a part missing, is refused', async () => {
  const { token } = await begin()
  const [head, body, mark] = token.split('.') as [string, string, string]
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  const signed = (change: Record<string, unknown>, key = KEY, alg = 'HS256') =>
    new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg }).sign(key)
  expect(await sessions.verify(await signed({}))).toBeDefined()
  for (const change of [
    { sub: undefined },
    { sid: undefined },
    { sid: 7 },
    { exp: undefined },
    { gen: 'x' },
    { gen: undefined },
  ])
    expect(await sessions.verify(await signed(change)), JSON.stringify(change)).toBeUndefined()
  const other = new TextEncoder().encode('another key that is just as long as ours is')
  expect(await sessions.verify(await signed({}, other))).toBeUndefined()
  expect(await sessions.verify(await signed({}, KEY, 'HS512'))).toBeUndefined()
  for (const odd of ['', 'x', `${head}.${body}`, `${head}.${body}.${mark.slice(1)}`])
    expect(await sessions.verify(odd)).toBeUndefined()
})

test('an unreadable database is a fault, not an ended session', async () => {
  const { token } = await begin()
  db.write((tx) => tx.run('DROP TABLE revoked_sessions'))
  await expect(sessions.verify(token)).rejects.toThrow('no such table')
})
