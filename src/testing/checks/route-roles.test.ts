import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { routePatterns } from '../../base/auth/policy'
import { COOKIE } from '../../base/auth/session'
import { OWNER_ID } from '../../base/platform/caller'
import { type Client, type TestApp, testApp } from '../app'
import { addUser, type TestUser } from '../users'
import { ROUTE_ROLES } from './route-roles'

const { guest, reader, manager, owner, catalog, sync, calendar } = ROUTE_ROLES
const ALL: readonly string[] = Object.values(ROUTE_ROLES).flat()
const OTHER_MACHINE = '192.0.2.50'
/** Ends the session of the walk. */
const LOGOUT = 'POST /api/auth/logout'
/** Refused by the gate, and not by the route itself. */
const REFUSALS = [
  'Ask the owner of this library.',
  'Not authenticated.',
  'API key required.',
  'Only the machine that runs Panelkeep',
  'OPDS authentication required.',
  'The key of this device is not valid.',
]

let app: TestApp
let kit: TestUser
let maud: TestUser
beforeAll(async () => {
  app = await testApp()
  kit = await addUser(app, 'Kit')
  maud = await addUser(app, 'Maud', { role: 'manager' })
})
afterAll(() => app.close())

const sorted = (rows: readonly string[]) => [...new Set(rows)].sort()
const filled = (path: string) => path.replace(/:[a-z_]+/g, 'x').replace('*', 'x')

async function isRefused(client: Client, row: string): Promise<boolean> {
  const [method, path] = row.split(' ') as [string, string]
  // Half a body, so that no route does anything.
  const body = ['GET', 'DELETE'].includes(method) ? undefined : '{"half'
  const reply = await client.request(method, filled(path), body)
  if (reply.status !== 401 && reply.status !== 403) {
    await reply.body?.cancel()
    return false
  }
  const text = await reply.text()
  return REFUSALS.some((sentence) => text.includes(sentence))
}

/** The routes that the gate lets a client reach. */
async function reachedBy(client: Client, rows: readonly string[] = ALL): Promise<string[]> {
  const reached: string[] = []
  for (const row of rows) if (row !== LOGOUT && !(await isRefused(client, row))) reached.push(row)
  return sorted(reached)
}

const without = (rows: readonly string[], left: readonly string[]) => rows.filter((row) => !left.includes(row))
const expected = (...groups: (readonly string[])[]) => sorted(without(groups.flat(), [LOGOUT]))

const session = (cookie: string, ip?: string) =>
  app.client({ 'X-Requested-With': 'ServiceFrontend', Cookie: cookie }, ip)

/** The owner's cookie; with `isPin` of a session that a PIN made. */
async function ownerCookie(isPin = false): Promise<string> {
  const { token } = await app.app.auth.ticketFor(OWNER_ID, { isPin })
  return `${COOKIE}=${token}`
}

test('every route of the app is in the table, once', async () => {
  expect(sorted(ALL)).toHaveLength(ALL.length)
  expect(sorted(ALL)).toEqual(sorted(routePatterns(await app.app.routes())))
})

describe('on this machine', () => {
  test('a guest reaches what needs no login', async () => {
    expect(await reachedBy(app.guest)).toEqual(expected(guest))
  })

  test('a reader reaches the routes of readers and the catalog', async () => {
    expect(await reachedBy(kit)).toEqual(expected(guest, reader, catalog))
  })

  test('the owner with a PIN reaches what a reader does', async () => {
    expect(await reachedBy(session(await ownerCookie(true)))).toEqual(expected(guest, reader, catalog))
  })

  test('a manager reaches the keeping of the library besides', async () => {
    expect(await reachedBy(maud)).toEqual(expected(guest, reader, manager, catalog))
  })

  test('the owner reaches everything but the sync, which only takes keys', async () => {
    const reached = await reachedBy(session(await ownerCookie()))
    expect(reached).toEqual(expected(guest, reader, manager, owner, catalog, calendar))
  })

  test('each role can log out', async () => {
    for (const cookie of [await ownerCookie(true), await ownerCookie()]) {
      const client = session(cookie)
      expect((await client.post('/api/auth/logout')).status).toBe(200)
      expect((await client.get('/api/account')).status).toBe(401)
    }
  })
})

describe('from another machine', () => {
  const set = async (manage_remote: boolean, read_remote: boolean, opds_enable: boolean) => {
    const changed = await app.reader.put('/api/config', { manage_remote, read_remote, opds_enable })
    expect(changed.status).toBe(200)
  }
  /** The gate lets everyone ask these; the catalog asks for a login itself. */
  const anyone = ['GET /api/health', ...guest.filter((row) => row.includes(' /opds'))]
  const invited = guest.filter((row) => row.includes('/invitation/'))
  const visitors = without(guest, ['POST /api/auth/setup'])

  test('nobody reaches more than the catalog when nothing is switched on', async () => {
    await set(false, false, false)
    expect(await reachedBy(session(await ownerCookie(), OTHER_MACHINE))).toEqual(expected(anyone, catalog))
    expect(await reachedBy(session(kit.cookie, OTHER_MACHINE))).toEqual(expected(anyone, catalog))
  })

  test('an invitation can be accepted when reading apps may connect', async () => {
    await set(false, false, true)
    expect(await reachedBy(app.client({ 'X-Requested-With': 'ServiceFrontend' }, OTHER_MACHINE))).toEqual(
      expected(anyone, invited),
    )
  })

  test('every role has a reader’s routes when only reading is allowed', async () => {
    await set(false, true, false)
    const want = expected(visitors, reader, catalog)
    for (const cookie of [await ownerCookie(), maud.cookie, kit.cookie])
      expect(await reachedBy(session(cookie, OTHER_MACHINE))).toEqual(want)
    expect(await reachedBy(app.client({ 'X-Requested-With': 'ServiceFrontend' }, OTHER_MACHINE))).toEqual(
      expected(visitors),
    )
  })

  test('every role has its own routes when managing is allowed', async () => {
    await set(true, false, false)
    const at = (cookie: string) => reachedBy(session(cookie, OTHER_MACHINE))
    expect(await at(kit.cookie)).toEqual(expected(guest, reader, catalog))
    expect(await at(maud.cookie)).toEqual(expected(guest, reader, manager, catalog))
    expect(await at(await ownerCookie())).toEqual(expected(guest, reader, manager, owner, catalog, calendar))
  })

  test('no reading app reaches the sync without its key', async () => {
    expect(await reachedBy(session(await ownerCookie(), OTHER_MACHINE), sync)).toEqual([])
  })
})
