import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { type Client, LOGIN, login as loggedIn, type TestApp, testApp } from '../../testing/app'
import { makeIssues, makeSeries } from '../../testing/make'
import { addUser, NO_LIMITS, PASSWORD } from '../../testing/users'
import type { Limits } from './states'

let app: TestApp
let owner: Client
beforeAll(async () => {
  app = await testApp()
  owner = app.reader
  makeSeries(app.db)
  makeIssues(app.db, 'harbor', [1, 2])
})
afterAll(() => app.close())
/** A new session: some tests outlast the earlier one. */
async function ownerAgain(): Promise<Client> {
  return app.client({ 'X-Requested-With': 'ServiceFrontend', Cookie: await loggedIn(app.guest) })
}
beforeEach(async () => {
  owner = await ownerAgain()
  for (const { user_id, role } of (await list()).users)
    if (role !== 'owner') await owner.delete(`/api/users/${user_id}`)
})

const addKit = (name: string, how: { role?: 'manager' | 'reader'; limits?: Partial<Limits> } = {}) =>
  addUser({ ...app, reader: owner }, name, how)

interface Listed {
  user_id: string
  name: string
  role: string
  limits: object | null
  invited: boolean
  last_seen_at: string | null
  sessions: number
  devices: number
}
const list = () =>
  owner.json<{ users: Listed[]; deleted: { user_id: string; name: string }[] }>(200, owner.get('/api/users'))
const listed = async (userId: string) => (await list()).users.find(({ user_id }) => user_id === userId)
const add = (name: string, more: object = {}) => owner.post('/api/users', { name, role: 'reader', ...more })
const detailOf = async (reply: Response) => ((await reply.json()) as { detail: string }).detail

async function login(username: string, password = PASSWORD, ip = '127.0.0.1') {
  const client = app.client({ 'X-Requested-With': 'ServiceFrontend' }, ip)
  return client.post('/api/auth/login', { username, password })
}

describe('the name of a user', () => {
  const refused: [name: string, status: number, why: string][] = [
    ['', 400, 'missing'],
    ['   ', 400, 'missing'],
    ['Ann:Lee', 400, 'colon'],
    ['Ann\nLee', 400, 'control'],
    ['Ann\u0000', 400, 'control'],
    ['x'.repeat(61), 400, '60'],
    ['x'.repeat(300), 400, '60'],
    ['x'.repeat(301), 400, ''],
    [LOGIN.username, 409, 'already'],
    [LOGIN.username.toUpperCase(), 409, 'already'],
    ['Jose\u0301', 409, 'already'],
    ['JOSÉ', 409, 'already'],
    [' josé ', 409, 'already'],
  ]
  test.each(refused)('%j is refused with %i', async (name, status, why) => {
    expect((await add('José')).status).toBe(201)
    const reply = await add(name)
    expect(reply.status).toBe(status)
    expect(await detailOf(reply)).toContain(why)
    expect((await list()).users).toHaveLength(2)
  })

  test('is kept as it was typed, and opens the login in any case', async () => {
    const { user_id } = await addKit(' Ann Lee ')
    expect((await listed(user_id))?.name).toBe('Ann Lee')
    for (const name of ['Ann Lee', 'ANN LEE', 'ann lee ']) expect((await login(name)).status, name).toBe(200)
    expect((await login('Ann')).status).toBe(401)
  })

  test('may change only its case, and then no other user gets the old one', async () => {
    const { user_id } = await addKit('ann')
    expect((await owner.patch(`/api/users/${user_id}`, { name: 'Ann' })).status).toBe(200)
    expect((await add('ANN')).status).toBe(409)
    expect((await owner.patch(`/api/users/${user_id}`, { name: LOGIN.username })).status).toBe(409)
    expect((await owner.patch(`/api/users/${user_id}`, { name: 'Bea' })).status).toBe(200)
    expect((await add('ANN')).status).toBe(201)
    expect((await login('ann')).status).toBe(401)
    expect((await login('bea')).status).toBe(200)
  })
})

describe('limits', () => {
  const refused: [what: string, limits: object][] = [
    ['no kind', { kinds: [] }],
    ['no collection', { collections: [] }],
    ['the same tag required and forbidden', { tags_any: ['Noir'], tags_none: [' NOIR '] }],
    ['a kind twice', { kinds: ['comic', 'comic'] }],
    ['an unknown kind', { kinds: ['novel'] }],
    ['a negative age', { max_age: -1 }],
    ['half a year', { max_age: 12.5 }],
    ['an unknown word for unrated series', { unrated: 'maybe' }],
    ['101 tags', { tags_any: Array.from({ length: 101 }, (_, at) => `t${at}`) }],
  ]
  test.each(refused)('with %s are refused', async (_, limits) => {
    const reply = await add('Kit', { limits: { ...NO_LIMITS, ...limits } })
    expect(reply.status).toBe(400)
    expect((await list()).users).toHaveLength(1)
  })

  test('are refused for managers, also for readers who become one', async () => {
    expect((await add('Maud', { role: 'manager', limits: NO_LIMITS })).status).toBe(400)
    const { user_id } = await addKit('Kit', { limits: { kinds: ['comic'] } })
    expect((await owner.patch(`/api/users/${user_id}`, { role: 'manager' })).status).toBe(400)
    expect((await listed(user_id))?.role).toBe('reader')
    expect((await owner.patch(`/api/users/${user_id}`, { role: 'manager', limits: null })).status).toBe(200)
  })

  test('compare tags case-folded, once each, and ignore blank ones', async () => {
    const limits = { tags_any: ['Noir', ' noir', ' '], tags_none: ['ＧＯＲＥ'] }
    const { user_id } = await addKit('Kit', { limits })
    expect((await listed(user_id))?.limits).toMatchObject({ tags_any: ['noir'], tags_none: ['gore'] })
  })
})

describe('the owner', () => {
  test('can be neither deleted nor changed, invited nor logged out here', async () => {
    const id = (await list()).users[0]!.user_id
    const replies = [
      owner.delete(`/api/users/${id}`),
      owner.patch(`/api/users/${id}`, { role: 'reader' }),
      owner.patch(`/api/users/${id}`, { limits: { ...NO_LIMITS, kinds: ['comic'] } }),
      owner.post(`/api/users/${id}/invitation`),
      owner.delete(`/api/users/${id}/sessions`),
      owner.post(`/api/users/${id}/restore`),
    ]
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([409, 409, 409, 409, 409, 404])
    expect((await owner.get('/api/users')).status).toBe(200)
  })

  test('is nobody else’s role', async () => {
    expect((await add('Eve', { role: 'owner' })).status).toBe(400)
    const { user_id } = await addKit('Kit')
    expect((await owner.patch(`/api/users/${user_id}`, { role: 'owner' })).status).toBe(400)
  })

  test('wins over a user who has the same name since config.ini was changed, and a check says so', async () => {
    const taken = await testApp()
    await addUser(taken, 'Kit')
    await taken.config.saveCredentials({ username: 'Kit' })
    const client = taken.client({ 'X-Requested-With': 'ServiceFrontend' })
    const right = await client.post('/api/auth/login', { username: 'Kit', password: LOGIN.password })
    expect(right.status).toBe(200)
    const cookie = right.headers.getSetCookie()[0]!.split(';')[0]!
    const session = taken.client({ 'X-Requested-With': 'ServiceFrontend', Cookie: cookie })
    const shown = await session.json<{ user: { role: string } }>(200, session.get('/api/auth/check-session'))
    expect(shown.user.role).toBe('owner')
    expect((await client.post('/api/auth/login', { username: 'Kit', password: PASSWORD })).status).toBe(401)
    await session.post('/api/system/health/run')
    await taken.idle()
    expect(await (await session.get('/api/system/health')).text()).toContain('Kit')
    await taken.close()
  })
})

test('an unknown user is missing in every route', async () => {
  for (const [method, path] of [
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/restore'],
    ['POST', '/invitation'],
    ['DELETE', '/sessions'],
  ] as const) {
    const reply = await owner.request(method, `/api/users/nobody${path}`, method === 'PATCH' ? {} : undefined)
    expect(reply.status, `${method} ${path}`).toBe(404)
  }
})

describe('a change of the role', () => {
  test('ends the sessions and PINs of the user, but not the keys', async () => {
    const kit = await addKit('Kit')
    const { key } = await kit.json<{ key: string }>(200, kit.post('/api/devices', { name: 'Tablet' }))
    await kit.json(200, kit.put('/api/account/pin', { pin: '2468', current_password: PASSWORD }))
    expect((await owner.patch(`/api/users/${kit.user_id}`, { role: 'manager' })).status).toBe(200)
    expect((await kit.get('/api/account')).status).toBe(401)
    const known = await kit.json<{ users: { has_pin: boolean }[] }>(200, kit.get('/api/auth/known-users'))
    expect(known.users).toMatchObject([{ has_pin: false }])
    expect((await listed(kit.user_id))?.sessions).toBe(0)
    expect((await app.client({ Authorization: `Basic ${btoa(`kit:${key}`)}` }).get('/opds')).status).toBe(200)
  })

  test('to the same one ends nothing', async () => {
    const kit = await addKit('Kit')
    expect((await owner.patch(`/api/users/${kit.user_id}`, { role: 'reader', colour: 'teal' })).status).toBe(200)
    expect((await kit.get('/api/account')).status).toBe(200)
  })
})

describe('a deleted user', () => {
  /** The owner has logged in again then, and the daily job has run. */
  const afterDays = async (days: number) => {
    await app.clock.advance(`${days} d`)
    owner = await ownerAgain()
    expect((await owner.post('/api/system/jobs/users/run')).status).toBe(202)
    await app.idle()
  }
  const doomed = async () => {
    const kit = await addKit('Kit')
    await kit.json(200, kit.patch('/api/series/harbor/marks', { rating: 4 }))
    await kit.json(200, kit.post('/api/readlists', { name: 'Mine' }))
    const { key } = await kit.json<{ key: string }>(200, kit.post('/api/devices', { name: 'Tablet' }))
    const device = app.client({ Authorization: `Basic ${btoa(`kit:${key}`)}` })
    const basic = app.client({ Authorization: `Basic ${btoa(`kit:${PASSWORD}`)}` })
    expect((await basic.get('/opds')).status).toBe(200)
    expect((await owner.delete(`/api/users/${kit.user_id}`)).status).toBe(200)
    return { kit, device, basic }
  }

  test('is logged out everywhere at once: in the browser, with the key and with the password', async () => {
    const { kit, device, basic } = await doomed()
    expect((await kit.get('/api/account')).status).toBe(401)
    expect((await device.get('/opds')).status).toBe(401)
    expect((await basic.get('/opds')).status).toBe(401)
    expect((await login('Kit')).status).toBe(401)
    expect((await list()).deleted).toContainEqual(expect.objectContaining({ user_id: kit.user_id, name: 'Kit' }))
    expect(await listed(kit.user_id)).toBeUndefined()
  })

  test('comes back within 30 days with all but sessions, keys and invitation', async () => {
    const { kit, device } = await doomed()
    await afterDays(29)
    expect((await owner.post(`/api/users/${kit.user_id}/restore`)).status).toBe(200)
    expect((await kit.get('/api/account')).status).toBe(401)
    expect((await device.get('/opds')).status).toBe(401)
    const again = await login('kit')
    expect(again.status).toBe(200)
    const cookie = again.headers.getSetCookie()[0]!.split(';')[0]!
    const back = app.client({ 'X-Requested-With': 'ServiceFrontend', Cookie: cookie })
    expect(await (await back.get('/api/series/harbor/marks')).json()).toMatchObject({ rating: 4 })
    expect(await (await back.get('/api/readlists')).text()).toContain('Mine')
    expect((await owner.post(`/api/users/${kit.user_id}/restore`)).status).toBe(404)
  })

  test('is not restored while another user has the name', async () => {
    const { kit } = await doomed()
    const other = await addKit('KIT')
    const reply = await owner.post(`/api/users/${kit.user_id}/restore`)
    expect(reply.status).toBe(409)
    expect(await detailOf(reply)).toContain('Kit')
    await owner.patch(`/api/users/${other.user_id}`, { name: 'Bea' })
    expect((await owner.post(`/api/users/${kit.user_id}/restore`)).status).toBe(200)
  })

  test('is gone after 30 days, with the rows of every table that names users', async () => {
    const { kit } = await doomed()
    const tables = app.db.read
      .all<{ name: string }>(
        sql`select m.name from sqlite_schema m join pragma_table_info(m.name) c where m.type = 'table' and c.name = 'user_id'`,
      )
      .map(({ name }) => name)
    const rowsOf = (userId: string) =>
      tables.filter((name) => {
        const rows = app.db.read.all(sql`select 1 from ${sql.identifier(name)} where user_id = ${userId} limit 1`)
        return rows.length > 0
      })
    expect(tables.length).toBeGreaterThan(15)
    expect(rowsOf(kit.user_id)).toEqual(expect.arrayContaining(['users', 'reading_lists', 'series_marks']))
    const ownersRows = rowsOf('owner')
    await afterDays(29)
    expect(rowsOf(kit.user_id)).toEqual(expect.arrayContaining(['users', 'reading_lists', 'series_marks']))
    await afterDays(2)
    expect(rowsOf(kit.user_id)).toEqual([])
    expect(rowsOf('owner')).toEqual(expect.arrayContaining(ownersRows.filter((name) => name !== 'login_sessions')))
  })
})

describe('the list of users', () => {
  test('counts sessions and devices of each, and forgets sessions that ended', async () => {
    const kit = await addKit('Kit')
    expect(await listed(kit.user_id)).toMatchObject({ sessions: 1, devices: 0, invited: false })
    await kit.post('/api/devices', { name: 'Tablet' })
    expect((await login('kit')).status).toBe(200)
    expect(await listed(kit.user_id)).toMatchObject({ sessions: 2, devices: 1 })
    await kit.post('/api/auth/logout')
    expect(await listed(kit.user_id)).toMatchObject({ sessions: 1 })
    expect((await owner.delete(`/api/users/${kit.user_id}/sessions`)).status).toBe(200)
    expect(await listed(kit.user_id)).toMatchObject({ sessions: 0 })
  })

  test('says when a user was last seen, to five minutes', async () => {
    const kit = await addKit('Kit')
    await kit.get('/api/account')
    const first = (await listed(kit.user_id))!.last_seen_at!
    await app.clock.advance('4 min')
    await kit.get('/api/account')
    expect((await listed(kit.user_id))!.last_seen_at).toBe(first)
    await app.clock.advance('2 min')
    await kit.get('/api/account')
    expect((await listed(kit.user_id))!.last_seen_at! > first).toBe(true)
  })
})
