import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOGIN, type TestApp, testApp } from '../../testing/app'
import { basicOf, makeBooks } from '../../testing/reading-apps'
import { addUser, PASSWORD } from '../../testing/users'

const SETTINGS = { opds_enable: 'true' }
const ME = '/komga/api/v2/users/me'
const BASIC = basicOf(LOGIN.username, LOGIN.password)

let folder: string
let app: TestApp
const open = () => testApp({ folder, library: true, databasePath: join(folder, 'panelkeep.db'), settings: SETTINGS })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-apps-'))
  app = await open()
  makeBooks(app)
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) => app.client(headers, '192.0.2.50').get(path)
const cookiesOf = (reply: Response) =>
  reply.headers.getSetCookie().map((each) => {
    const [pair = '', ...rest] = each.split('; ')
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), path: rest.find((part) => part.startsWith('Path='))?.slice(5), rest } // biome-ignore format: one object
  })
const cookieOf = (reply: Response, name: string) => {
  const value = cookiesOf(reply).find((each) => each.name === name)?.value
  if (!value) throw new Error(`no cookie ${name}`)
  return { Cookie: `${name}=${value}` }
}
const deviceKey = async () => {
  const added = app.reader.post('/api/devices', { name: 'Tablet' })
  return app.reader.json<{ key: string; device: { device_id: string } }>(200, added)
}

describe('a login with name and password', () => {
  test('sets a session cookie that opens every route alone', async () => {
    const reply = await get('/komga/api/v1/libraries', BASIC)
    expect(reply.status).toBe(200)
    const cookie = cookieOf(reply, 'KOMGA-SESSION')
    for (const path of ['v1/series', 'v1/books/harbor-1/pages/1', 'v2/series/harbor/read-progress/tachiyomi'])
      expect((await get(`/komga/api/${path}`, cookie)).status, path).toBe(200)
  })

  test('sets its cookies for the address with and without a slash, also below the folder of a proxy', async () => {
    const paths = cookiesOf(await get(`${ME}?remember-me=true`, BASIC)).map(({ name, path }) => `${name} ${path}`)
    expect(paths).toEqual([
      'KOMGA-SESSION /komga',
      'KOMGA-SESSION /komga/',
      'komga-remember-me /komga',
      'komga-remember-me /komga/',
    ])
    const behind = await app.client({ ...BASIC, 'X-Forwarded-Prefix': '/panels' }).get(ME)
    expect(cookiesOf(behind).map(({ path }) => path)).toEqual(['/panels/komga', '/panels/komga/'])
    const rest = cookiesOf(behind)[0]?.rest
    expect(rest).toContain('HttpOnly')
    expect(rest).toContain('SameSite=Lax')
  })

  test('gives a token in a header to an app that asks for it with an empty one', async () => {
    const reply = await get(`${ME}?remember-me=true`, { ...BASIC, 'X-Auth-Token': '' })
    const token = reply.headers.get('x-auth-token')!
    expect(cookiesOf(reply).map(({ name }) => name)).toEqual(['komga-remember-me', 'komga-remember-me'])
    expect((await get(ME, { 'X-Auth-Token': token })).status).toBe(200)
    const set = await get('/komga/api/v1/login/set-cookie', { 'X-Auth-Token': token })
    expect(set.status).toBe(204)
    expect((await get(ME, cookieOf(set, 'KOMGA-SESSION'))).status).toBe(200)
  })

  test('echoes the name as it was typed, and a null age restriction', async () => {
    await addUser(app, 'Kit')
    const me = await (await get(ME, basicOf('kIT', PASSWORD))).json()
    expect(me).toMatchObject({ email: 'kIT', sharedAllLibraries: true, labelsAllow: [], labelsExclude: [] })
    expect(me.ageRestriction).toBe(null)
    expect(me.roles).toEqual(['USER', 'PAGE_STREAMING', 'FILE_DOWNLOAD'])
    expect(await (await get('/komga/api/v1/users/me', basicOf('kIT', PASSWORD))).json()).toEqual(me)
  })

  test('is remembered by a cookie of its own, which begins new sessions', async () => {
    const remembered = cookieOf(await get(`${ME}?remember-me=true`, BASIC), 'komga-remember-me')
    const again = await get(ME, remembered)
    expect(again.status).toBe(200)
    expect((await get(ME, cookieOf(again, 'KOMGA-SESSION'))).status).toBe(200)
    expect((await get(ME, { Cookie: remembered.Cookie.replace('remember-me', 'other') })).status).toBe(401)
  })

  test('repeated by an app that keeps no cookies adds no session each time', async () => {
    for (let n = 0; n < 5; n++) await get(ME, BASIC)
    expect(app.db.read.all('select * from app_sessions')).toHaveLength(1)
  })
})

describe('an app without a login', () => {
  test('gets a 401 in the form of Spring, for whatever it accepts', async () => {
    const accepting: Record<string, string>[] = [{}, { Accept: '*/*' }, { Accept: 'text/html' }]
    for (const headers of accepting) {
      const reply = await get('/komga/api/v1/series', headers)
      expect(reply.status).toBe(401)
      expect(reply.headers.get('content-type')).toContain('application/json')
      expect(reply.headers.get('www-authenticate')).toStartWith('Basic ')
      expect(await reply.json()).toMatchObject({ status: 401, error: 'Unauthorized', path: '/komga/api/v1/series' })
    }
    const asked = await get(ME, { 'X-Requested-With': 'XMLHttpRequest' })
    expect(asked.headers.get('www-authenticate')).toBeNull()
  })

  test('finds the settings that some apps test a connection with', async () => {
    const reply = await get('/komga/api/v1/client-settings/global/list')
    expect([reply.status, await reply.json()]).toEqual([200, {}])
    expect(await (await get('/komga/api/v1/claim')).json()).toEqual({ isClaimed: true })
    expect(await (await get('/komga/api/v1/oauth2/providers')).json()).toEqual([])
  })

  test('is never locked out, however often it asks', async () => {
    for (let n = 0; n < 12; n++) expect((await get(ME)).status).toBe(401)
    expect((await get(ME, BASIC)).status).toBe(200)
  })
})

test('wrong passwords and keys are locked out like those of the catalog', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 7; n++) statuses.push((await get(ME, basicOf(LOGIN.username, `wrong ${n}`))).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  for (let n = 0; n < 6; n++) await get(ME, { 'X-API-Key': `guess${n}` })
  const refused = await get(ME, { 'X-API-Key': 'guess' })
  expect([refused.status, (await refused.json()).error]).toEqual([429, 'Too Many Requests'])
  expect(app.log.join('\n')).not.toContain('guess')
})

describe('the key of a device', () => {
  test('opens the interface in its header, and as the password of any name', async () => {
    const { key } = await deviceKey()
    const reply = await get(ME, { 'X-API-Key': key })
    expect((await reply.json()).email).toBe(LOGIN.username)
    expect((await get(ME, cookieOf(reply, 'KOMGA-SESSION'))).status).toBe(200)
    expect((await (await get(ME, basicOf('anyone', key))).json()).email).toBe('anyone')
    expect((await get(ME, { 'X-API-Key': 'x' })).status).toBe(401)
  })

  test('wins over an old session, and its sessions end with it', async () => {
    const { key, device } = await deviceKey()
    const { key: other } = await addUser(app, 'Kit').then((kit) =>
      kit.json<{ key: string }>(200, kit.post('/api/devices', { name: 'Phone' })),
    )
    const reply = await get(`${ME}?remember-me=true`, { 'X-API-Key': key })
    const session = cookieOf(reply, 'KOMGA-SESSION')
    expect((await (await get(ME, { ...session, 'X-API-Key': other })).json()).email).toBe('Kit')
    const remembered = cookieOf(reply, 'komga-remember-me')
    await app.reader.delete(`/api/devices/${device.device_id}`)
    for (const headers of [session, remembered, { 'X-API-Key': key }])
      expect((await get(ME, headers)).status, JSON.stringify(headers)).toBe(401)
  })
})

describe('a session', () => {
  test('outlives a restart, and is stored as a hash', async () => {
    const reply = await get(`${ME}?remember-me=true`, { ...BASIC, 'X-Auth-Token': '' })
    const token = reply.headers.get('x-auth-token')!
    const remembered = cookieOf(reply, 'komga-remember-me')
    expect(JSON.stringify(app.db.read.all('select * from app_sessions'))).not.toContain(token)
    await app.close()
    app = await open()
    expect((await get(ME, { 'X-Auth-Token': token })).status).toBe(200)
    expect((await get(ME, remembered)).status).toBe(200)
  })

  test('lasts seven days after its last use', async () => {
    const session = cookieOf(await get(ME, BASIC), 'KOMGA-SESSION')
    await app.clock.advance('6 d')
    expect((await get(ME, session)).status).toBe(200)
    await app.clock.advance('6 d')
    expect((await get(ME, session)).status).toBe(200)
    await app.clock.advance('8 d')
    expect((await get(ME, session)).status).toBe(401)
  })

  test('ends with the password, the role and the user', async () => {
    const kit = await addUser(app, 'Kit')
    const login = async (password = PASSWORD) => {
      const reply = await get(`${ME}?remember-me=true`, basicOf('Kit', password))
      return [cookieOf(reply, 'KOMGA-SESSION'), cookieOf(reply, 'komga-remember-me')]
    }
    const statuses = async (sessions: { Cookie: string }[]) =>
      Promise.all(sessions.map(async (session) => (await get(ME, session)).status))
    const first = await login()
    expect(await statuses(first)).toEqual([200, 200])
    await kit.json(200, kit.patch('/api/account', { password: 'brass kettle', current_password: PASSWORD }))
    expect(await statuses(first)).toEqual([401, 401])
    const second = await login('brass kettle')
    await app.reader.json(200, app.reader.patch(`/api/users/${kit.user_id}`, { role: 'manager' }))
    expect(await statuses(second)).toEqual([401, 401])
    const third = await login('brass kettle')
    await app.reader.delete(`/api/users/${kit.user_id}`)
    expect(await statuses(third)).toEqual([401, 401])
  })

  test('ends with a logout, which clears both cookies', async () => {
    const reply = await get(`${ME}?remember-me=true`, BASIC)
    const cookies = {
      Cookie: `${cookieOf(reply, 'KOMGA-SESSION').Cookie}; ${cookieOf(reply, 'komga-remember-me').Cookie}`,
    }
    const out = await get('/komga/api/logout', cookies)
    expect(out.status).toBe(204)
    expect(cookiesOf(out).every(({ value, rest }) => value === '' && rest.includes('Max-Age=0'))).toBe(true)
    expect((await get(ME, cookies)).status).toBe(401)
  })

  test('opens nothing but /komga, and the session of the pages opens nothing there', async () => {
    const session = cookieOf(await get(ME, BASIC), 'KOMGA-SESSION')
    const token = session.Cookie.split('=')[1]!
    for (const headers of [session, { 'X-Auth-Token': token }, { Cookie: `service_session=${token}` }]) {
      expect((await app.client(headers).get('/api/series')).status).toBe(401)
      expect((await app.client(headers).get('/opds')).status).toBe(401)
    }
    expect((await app.reader.get(ME)).status).toBe(401)
  })
})

describe('the door', () => {
  test('needs the switch for reading apps', async () => {
    const closed = await testApp({ settings: { opds_enable: 'false' } })
    const client = closed.client(BASIC, '192.0.2.50')
    for (const path of [ME, '/komga/api/v1/client-settings/global/list', '/komga/series/harbor'])
      expect((await client.get(path)).status, path).toBe(404)
    await closed.close()
  })

  test('needs no header against forgery, and refuses changes that another site sends', async () => {
    const patch = (headers: Record<string, string>) =>
      app
        .client({ ...BASIC, ...headers }, '192.0.2.50')
        .patch('/komga/api/v1/books/harbor-1/read-progress', { page: 2 })
    expect((await patch({})).status).toBe(204)
    expect((await patch({ Origin: 'http://localhost:8090' })).status).toBe(204)
    const foreign: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ]
    for (const headers of foreign) {
      const reply = await patch(headers)
      expect([reply.status, (await reply.json()).error]).toEqual([403, 'Forbidden'])
    }
  })

  test('accepts the address in capitals and with slashes', async () => {
    for (const path of ['/Komga/api/v1/series/harbor/', '//KOMGA/api//v1/series/harbor', '/komga/api/v1/series/harbor'])
      expect((await get(path, BASIC)).status, path).toBe(200)
  })

  test('leads web addresses to the pages; who is not logged in learns nothing of a book', async () => {
    const session = cookieOf(await get(ME, BASIC), 'KOMGA-SESSION')
    const leads = async (path: string, headers = {}) => {
      const reply = await get(`/komga/${path}`, headers)
      return [reply.status, reply.headers.get('location')]
    }
    expect(await leads('series/harbor')).toEqual([302, '/library/harbor'])
    expect(await leads('readlists/x')).toEqual([302, '/readlist/x'])
    expect(await leads('collections/x')).toEqual([302, '/collections/x'])
    expect(await leads('book/harbor-1', session)).toEqual([302, '/library/harbor/issues/harbor-1'])
    expect(await leads('book/harbor-1')).toEqual([302, '/library'])
    expect(await leads('book/nothing', session)).toEqual([302, '/library'])
  })
})
