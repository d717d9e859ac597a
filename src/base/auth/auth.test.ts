import { afterEach, describe, expect, test } from 'bun:test'
import { SignJWT } from 'jose'
import { type Client, LOGIN, login, type TestApp, type TestOptions, testApp } from '../../testing/app'
import { options } from '../config/options'

let open: TestApp | undefined
async function start(options?: TestOptions): Promise<TestApp> {
  open = await testApp(options)
  return open
}
afterEach(async () => {
  await open?.close()
  open = undefined
})

const HEADER = { 'X-Requested-With': 'ServiceFrontend' }
const basic = (password: string, username: string = LOGIN.username) => ({
  Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
})
const wrong = (client: Client) => client.post('/api/auth/login', { username: LOGIN.username, password: 'wrong' })

interface Session {
  setup_step: string | null
  [key: string]: unknown
}

describe('setup', () => {
  const ACCOUNT = { username: 'ada', password: 'long enough' }

  test('continues at the step where it was left, until it is finished', async () => {
    const { app, client, guest } = await start({ fresh: true })
    const body = { ...LOGIN, setup_token: app.auth.setupToken, next_step: 'start' }
    await guest.json(200, guest.post('/api/auth/setup', body))
    const reader = client({ ...HEADER, Cookie: await login(guest) })
    const step = async () => (await reader.json<Session>(200, reader.get('/api/auth/check-session'))).setup_step
    expect(await step()).toBe('start')
    await reader.json(200, reader.put('/api/auth/setup-step', { step: 'sources' }))
    expect(await step()).toBe('sources')
    await reader.json(400, reader.put('/api/auth/setup-step', { step: 'elsewhere' }))
    await reader.json(200, reader.put('/api/auth/setup-step', { step: null }))
    expect(await step()).toBeNull()
  })

  test('is finished for tools that only create the login', async () => {
    const { reader } = await start()
    expect(await reader.json(200, reader.get('/api/auth/check-session'))).toMatchObject({ setup_step: null })
  })

  test('answers only with the pages, their assets and three routes until it is done', async () => {
    const pages = [
      { path: '/index.html', content: new TextEncoder().encode('<!doctype html>'), type: 'text/html' },
      { path: '/assets/a.js', content: new TextEncoder().encode('1'), type: 'text/javascript' },
    ]
    const { guest } = await start({ fresh: true, pages })
    for (const path of ['/', '/index.html', '/login', '/assets/a.js', '/api/auth/check-setup', '/api/health']) {
      expect((await guest.get(path)).status, path).toBe(200)
    }
    for (const path of ['/library', '/api/auth/check-session', '/api/series', '/api/comics', '/opds', '/api/nothing']) {
      const reply = await guest.get(path)
      expect(reply.status, path).toBe(503)
      expect(await reply.json(), path).toMatchObject({ needs_setup: true })
    }
    expect((await guest.post('/api/auth/login', ACCOUNT)).status).toBe(503)
  })

  test('leads a browser that opens another page to the setup, below the root of the address', async () => {
    const { guest } = await start({ fresh: true })
    const open = async (path: string, headers: Record<string, string> = {}) => {
      const reply = await guest.request('GET', path, undefined, { Accept: 'text/html,*/*', ...headers })
      return [reply.status, reply.headers.get('location'), reply.headers.get('cache-control')]
    }
    expect(await open('/library')).toEqual([303, '/login', 'no-store'])
    expect(await open('/library', { 'X-Forwarded-Prefix': '/books' })).toEqual([303, '/books/login', 'no-store'])
    for (const path of ['/api/series', '/opds', '/opds/sync/users/auth', '/api/nothing'])
      expect((await open(path))[0], path).toBe(503)
  })

  test('creates the login, with the setup token of this start', async () => {
    const { app, guest } = await start({ fresh: true })
    expect(await guest.json(200, guest.get('/api/auth/check-setup'))).toEqual({ success: true, needs_setup: true })
    const made = guest.post('/api/auth/setup', { ...ACCOUNT, setup_token: app.auth.setupToken })
    expect(await guest.json(200, made)).toEqual({ success: true, username: 'ada', needs_restart: false })
    expect(await guest.json(200, guest.get('/api/auth/check-setup'))).toEqual({ success: true, needs_setup: false })
    expect((await guest.post('/api/auth/login', ACCOUNT)).status).toBe(200)
  })

  test('sets no cookie and keeps no password', async () => {
    const { app, guest, config } = await start({ fresh: true })
    const reply = await guest.post('/api/auth/setup', { ...ACCOUNT, setup_token: app.auth.setupToken })
    expect(reply.headers.get('set-cookie')).toBeNull()
    expect(config.credential('passwordHash')).toStartWith('$argon2id$')
  })

  test.each([
    ['a wrong token', { ...ACCOUNT, setup_token: 'wrong' }, 'token'],
    ['no token', ACCOUNT, 'token'],
    ['a short password', { username: 'ada', password: 'short' }, '8 characters'],
    ['no name', { password: 'long enough' }, 'name'],
    ['a name with a colon, which HTTP Basic cannot carry', { username: 'a:b', password: 'long enough' }, 'colon'],
  ])('%s is refused with a sentence', async (_name, body, word) => {
    const { app, guest } = await start({ fresh: true })
    const token = 'setup_token' in body || _name === 'no token' ? {} : { setup_token: app.auth.setupToken }
    const answer = await guest.json(400, guest.post('/api/auth/setup', { ...body, ...token }))
    expect(answer).toMatchObject({ success: false })
    expect(answer.detail).toContain(word)
    expect(answer.error).toBe(answer.detail)
  })

  test('works once: the token is worthless afterwards', async () => {
    const { app, guest } = await start()
    const again = guest.post('/api/auth/setup', { ...ACCOUNT, setup_token: app.auth.setupToken })
    expect((await guest.json(400, again)).detail).toContain('exists already')
  })
})

test('creates one login when several setups run at the same time, and the others get an error', async () => {
  const { app, guest, config } = await start({ fresh: true })
  const names = ['ada', 'bob', 'cy', 'dee']
  const replies = await Promise.all(
    names.map((username) =>
      guest.post('/api/auth/setup', { username, password: `${username} is right`, setup_token: app.auth.setupToken }),
    ),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  const winner = names[replies.findIndex(({ status }) => status === 200)]!
  expect(config.credential('username')).toBe(winner)
  expect((await guest.post('/api/auth/login', { username: winner, password: `${winner} is right` })).status).toBe(200)
})

test('that is refused does not block the next one', async () => {
  const { app, guest } = await start({ fresh: true })
  const setup = (setup_token: string) =>
    guest.post('/api/auth/setup', { username: 'ada', password: 'long enough', setup_token })
  const [refused, made] = await Promise.all([setup('wrong'), setup(app.auth.setupToken)])
  expect([refused.status, made.status]).toEqual([400, 200])
})

describe('a login', () => {
  test('sets a cookie that opens the settings', async () => {
    const { guest, client } = await start()
    const reply = await guest.post('/api/auth/login', LOGIN)
    expect(await guest.json(200, reply)).toEqual({ success: true, username: LOGIN.username })
    const cookie = reply.headers.get('set-cookie') ?? ''
    for (const part of ['service_session=', 'HttpOnly', 'SameSite=Strict', 'Path=/', `Max-Age=${43800 * 60}`]) {
      expect(cookie).toContain(part)
    }
    expect((await client({ Cookie: cookie.split(';')[0]! }).get('/api/config')).status).toBe(200)
  })

  test('with a wrong name or password gets the same error', async () => {
    const { guest } = await start()
    const bodies = [
      { username: LOGIN.username, password: 'wrong' },
      { username: 'unknown', password: LOGIN.password },
    ]
    for (const body of bodies) {
      const error = 'Incorrect username or password.'
      const answer = await guest.json(401, guest.post('/api/auth/login', body))
      expect(answer).toEqual({ success: false, error, detail: error })
    }
  })

  test.each([[{}], [{ username: 'a' }], [{ password: 'b' }], [{ username: '', password: '' }]])(
    'with %j is a bad request',
    async (body) => {
      const { guest } = await start()
      expect(await guest.json(400, guest.post('/api/auth/login', body))).toMatchObject({ success: false })
    },
  )

  test('lasts as long as the settings say', async () => {
    const { reader, clock } = await start({ settings: { login_timeout: '60' } })
    await clock.advance('59 min')
    expect((await reader.get('/api/config')).status).toBe(200)
    await clock.advance('2 min')
    expect(await reader.json(401, reader.get('/api/config'))).toEqual({ detail: 'Session expired or invalid.' })
    expect(await reader.json(200, reader.get('/api/auth/check-session'))).toEqual({
      success: true,
      authenticated: false,
    })
  })

  test('with an older hash works and replaces the hash', async () => {
    const { guest, config } = await start()
    await config.saveCredentials({
      passwordHash: await Bun.password.hash(LOGIN.password, { algorithm: 'bcrypt', cost: 4 }),
    })
    expect((await guest.post('/api/auth/login', LOGIN)).status).toBe(200)
    expect(config.credential('passwordHash')).toStartWith('$argon2id$')
  })

  test.each([
    ['nothing', ''],
    ['rubbish', 'service_session=abc'],
    ['another algorithm', 'service_session=eyJhbGciOiJub25lIn0.eyJzdWIiOiJyZWFkZXIifQ.'],
  ])('does not accept %s', async (_name, cookie) => {
    const { client } = await start()
    expect((await client({ ...HEADER, Cookie: cookie }).get('/api/config')).status).toBe(401)
  })

  test('is not replaced by a token signed with another key', async () => {
    const { client } = await start()
    const token = await new SignJWT({ sid: 'x', gen: 'y' })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(LOGIN.username)
      .setExpirationTime('1h')
      .sign(new Uint8Array(32).fill(8))
    expect((await client({ Cookie: `service_session=${token}` }).get('/api/config')).status).toBe(401)
  })
})

describe('logging out', () => {
  test('ends this session and no other', async () => {
    const { guest, client } = await start()
    const one = client({ ...HEADER, Cookie: await login(guest) })
    const two = client({ ...HEADER, Cookie: await login(guest) })
    const reply = await one.post('/api/auth/logout')
    expect(reply.headers.get('set-cookie')).toContain('Max-Age=0')
    expect((await one.get('/api/config')).status).toBe(401)
    expect((await two.get('/api/config')).status).toBe(200)
  })

  test('is told from a session that expired or never was', async () => {
    const { guest, client, clock } = await start({ settings: { login_timeout: '60' } })
    const [one, two] = [await login(guest), await login(guest)]
    const state = async (Cookie: string) => {
      const asked = client({ ...HEADER, Cookie })
      const { authenticated, ended } = await asked.json<Session>(200, asked.get('/api/auth/check-session'))
      return [authenticated, ended]
    }
    expect(await state(one)).toEqual([true, undefined])
    await client({ ...HEADER, Cookie: one }).post('/api/auth/logout')
    expect(await Promise.all([one, two, 'service_session=abc'].map(state))).toEqual([
      [false, true],
      [true, undefined],
      [false, undefined],
    ])
    await clock.advance('61 min')
    expect(await Promise.all([one, two].map(state))).toEqual([
      [false, undefined],
      [false, undefined],
    ])
  })

  test('without a session is refused', async () => {
    const { guest } = await start()
    expect(await guest.json(401, guest.post('/api/auth/logout'))).toEqual({ detail: 'Not authenticated.' })
  })
})

describe('the lockout', () => {
  test('blocks the login for 300 seconds after five failures, even with the right password', async () => {
    const { guest, clock } = await start()
    for (let count = 0; count < 5; count++) expect((await wrong(guest)).status).toBe(401)
    const locked = await guest.post('/api/auth/login', LOGIN)
    expect(locked.headers.get('retry-after')).toBe('300')
    expect(await guest.json(429, locked)).toMatchObject({ success: false, retry_after: 300 })
    await clock.advance('299 s')
    expect((await wrong(guest)).status).toBe(429)
    await clock.advance('1 s')
    expect((await guest.post('/api/auth/login', LOGIN)).status).toBe(200)
  })

  test('counts each address separately and resets after a success', async () => {
    const { guest, client } = await start({ hostMeansManage: true })
    for (let count = 0; count < 4; count++) await wrong(guest)
    expect((await guest.post('/api/auth/login', LOGIN)).status).toBe(200)
    for (let count = 0; count < 5; count++) expect((await wrong(guest)).status).toBe(401)
    expect((await wrong(guest)).status).toBe(429)
    expect((await client(HEADER, '192.0.2.9').post('/api/auth/login', LOGIN)).status).toBe(200)
  })

  test('counts clients behind a trusted proxy separately, and ignores the headers of any other client', async () => {
    const settings = { trusted_proxies: '192.0.2.1, 127.0.0.1' }
    const { client } = await start({ hostMeansManage: true, settings })
    const behind = (proxy: string, forwarded: string) => client({ ...HEADER, 'X-Forwarded-For': forwarded }, proxy)
    for (const proxy of ['127.0.0.1', '192.0.2.1']) {
      for (let count = 0; count < 5; count++) {
        expect((await wrong(behind(proxy, `10.0.0.${count}, 203.0.113.9`))).status).toBe(
          proxy === '127.0.0.1' ? 401 : 429,
        )
      }
    }
    expect((await behind('127.0.0.1', '203.0.113.10').post('/api/auth/login', LOGIN)).status).toBe(200)
    for (let count = 0; count < 5; count++) await wrong(behind('192.0.2.9', `203.0.113.${20 + count}`))
    expect((await wrong(behind('192.0.2.9', '203.0.113.40'))).status).toBe(429)
  })

  test('counts a program on this machine once, whatever its forwarding headers say', async () => {
    const { guest, client } = await start({ hostMeansManage: true })
    for (let count = 0; count < 5; count++) {
      expect((await wrong(client({ ...HEADER, 'X-Forwarded-For': `203.0.113.${count}` }))).status).toBe(401)
    }
    expect((await guest.post('/api/auth/login', LOGIN)).status).toBe(429)
  })

  test('holds against many simultaneous attempts', async () => {
    const { guest } = await start()
    const replies = await Promise.all(Array.from({ length: 20 }, () => wrong(guest)))
    expect(replies.filter((reply) => reply.status === 401).length).toBe(5)
  })

  test('survives a restart', async () => {
    const first = await testApp()
    const path = `${first.folder}/lock.db`
    const a = await testApp({ databasePath: path, folder: first.folder })
    for (let count = 0; count < 5; count++) await wrong(a.guest)
    await a.close()
    const b = await testApp({ databasePath: path, folder: first.folder, fresh: true })
    const hash = first.config.credential('passwordHash')
    await b.config.saveCredentials({ username: LOGIN.username, passwordHash: hash })
    expect((await wrong(b.guest)).status).toBe(429)
    await b.close()
    await first.close()
  })

  test('counts catalog failures separately from login failures', async () => {
    const { guest } = await start()
    for (let count = 0; count < 5; count++) {
      expect((await guest.get('/opds', basic(`wrong ${count}`))).status).toBe(401)
    }
    expect((await guest.get('/opds', basic(LOGIN.password))).status).toBe(429)
    expect((await guest.post('/api/auth/login', LOGIN)).status).toBe(200)
  })
})

describe('the catalog', () => {
  test('accepts the name and password or a session, but never the API key', async () => {
    const { guest, reader, config } = await start()
    const denied = await guest.get('/opds')
    expect(denied.status).toBe(401)
    expect(denied.headers.get('www-authenticate')).toStartWith('Basic realm=')
    expect((await guest.get('/opds', basic(LOGIN.password))).status).not.toBe(401)
    expect((await reader.get('/opds')).status).not.toBe(401)
    expect((await guest.get('/opds', { 'X-Api-Key': config.credential('apiKey') })).status).toBe(401)
    expect((await guest.get('/opds', { Authorization: 'Basic !!!' })).status).toBe(401)
  })

  test('counts no failure for ten simultaneous requests with the right password', async () => {
    const { guest } = await start()
    const replies = await Promise.all(Array.from({ length: 10 }, () => guest.get('/opds', basic(LOGIN.password))))
    expect(replies.filter((reply) => reply.status === 401 || reply.status === 429)).toEqual([])
  })
})

describe('the API key', () => {
  test('is refused when it is wrong, even with a session', async () => {
    const { guest, reader } = await start()
    expect(await guest.json(401, guest.get('/api/comics'))).toEqual({ detail: 'API key required.' })
    expect(await guest.json(401, guest.get('/api/comics', { 'X-Api-Key': 'x' }))).toEqual({
      detail: 'Invalid API key.',
    })
    expect((await reader.get('/api/comics', { 'X-Api-Key': 'x' })).status).toBe(401)
    expect((await reader.get('/api/comics')).status).toBe(200)
  })

  test('is created at the first start, shown only when it is renewed, and the old one stops working at once', async () => {
    const { reader, guest, config } = await start()
    const old = config.credential('apiKey')
    expect(old).toMatch(/^[0-9a-f]{32}$/)
    expect(await (await reader.get('/api/config')).text()).not.toContain(old)
    const { api_key } = await reader.json<{ api_key: string }>(200, reader.post('/api/config/api-key/regenerate'))
    expect(api_key).toMatch(/^[0-9a-f]{32}$/)
    expect((await guest.get('/api/comics', { 'X-Api-Key': old })).status).toBe(401)
    expect((await guest.get('/api/comics', { 'X-Api-Key': api_key })).status).toBe(200)
  })
})

describe('the account', () => {
  test('changes its password: other sessions end, this one stays', async () => {
    const { guest, client } = await start()
    const other = client({ ...HEADER, Cookie: await login(guest) })
    const mine = client({ ...HEADER, Cookie: await login(guest) })
    // A verified password is not hashed again, so changing it must clear that cache.
    expect((await guest.get('/opds', basic(LOGIN.password))).status).toBe(200)
    const reply = await mine.put('/api/auth/account', { current_password: LOGIN.password, new_password: 'another one' })
    expect(reply.status).toBe(200)
    const renewed = (reply.headers.get('set-cookie') ?? '').split(';')[0]!
    expect((await client({ Cookie: renewed }).get('/api/config')).status).toBe(200)
    expect((await other.get('/api/config')).status).toBe(401)
    expect((await wrong(guest)).status).toBe(401)
    expect((await guest.post('/api/auth/login', { ...LOGIN, password: 'another one' })).status).toBe(200)
    expect((await guest.get('/opds', basic(LOGIN.password))).status).toBe(401)
    expect((await guest.get('/opds', basic('another one'))).status).toBe(200)
  })

  test('changes its name, and the old name stops working', async () => {
    const { reader, guest } = await start()
    expect((await guest.get('/opds', basic(LOGIN.password))).status).toBe(200)
    const change = { current_password: LOGIN.password, username: ' new name ' }
    expect(await reader.json(200, reader.put('/api/auth/account', change))).toMatchObject({ username: 'new name' })
    expect((await guest.get('/opds', basic(LOGIN.password))).status).toBe(401)
    expect((await guest.get('/opds', basic(LOGIN.password, 'new name'))).status).toBe(200)
    expect((await guest.post('/api/auth/login', { ...LOGIN, username: 'new name' })).status).toBe(200)
  })

  test('refuses a name or a password that setup would refuse, and changes nothing', async () => {
    const { reader, config } = await start()
    const hash = config.credential('passwordHash')
    for (const bad of [{ username: ' ' }, { username: 'a:b' }, { new_password: '7 chars' }, { new_password: '' }]) {
      const change = reader.put('/api/auth/account', { current_password: LOGIN.password, ...bad })
      expect(await reader.json(400, change)).toMatchObject({ success: false })
    }
    expect([config.credential('username'), config.credential('passwordHash')]).toEqual([LOGIN.username, hash])
    const shortest = { current_password: LOGIN.password, new_password: '8 chars.' }
    expect((await reader.put('/api/auth/account', shortest)).status).toBe(200)
  })

  test('keeps its login when the current password is wrong', async () => {
    const { reader, guest } = await start()
    const change = reader.put('/api/auth/account', { current_password: 'wrong', new_password: 'another one' })
    expect((await reader.json(403, change)).detail).toContain('nothing was changed')
    expect((await guest.post('/api/auth/login', LOGIN)).status).toBe(200)
  })

  test('counts a wrong current password as a failed login, and a right one as none', async () => {
    const { reader, guest, client, clock } = await start()
    const change = (current_password: string) => reader.put('/api/auth/account', { current_password })
    for (let count = 0; count < 4; count++) expect((await change('wrong')).status).toBe(403)
    const renewed = await change(LOGIN.password)
    expect(renewed.status).toBe(200)
    const again = client({ ...HEADER, Cookie: (renewed.headers.get('set-cookie') ?? '').split(';')[0]! })
    for (let count = 0; count < 5; count++) expect((await change('wrong')).status).toBe(403)
    expect((await again.put('/api/auth/account', { current_password: LOGIN.password })).status).toBe(429)
    expect((await guest.post('/api/auth/login', LOGIN)).status).toBe(429)
    await clock.advance('300 s')
    expect((await again.put('/api/auth/account', { current_password: LOGIN.password })).status).toBe(200)
  })
})

describe('other machines', () => {
  const LAN = '192.0.2.9'

  test('can open the catalog and the health check, nothing else', async () => {
    const { client } = await start()
    const far = client(HEADER, LAN)
    expect((await far.get('/api/health')).status).toBe(200)
    expect((await far.get('/opds')).status).toBe(401)
    for (const path of ['/', '/login', '/api/auth/check-setup', '/api/comics', '/api/users']) {
      expect((await far.json(403, far.get(path))).detail, path).toContain('Manage from other devices')
    }
    expect((await far.post('/api/auth/login', LOGIN)).status).toBe(403)
    // An invitation opens, and the files of its page.
    for (const path of ['/assets/a.js', '/invitation/x']) expect((await far.get(path)).status, path).toBe(404)
    expect((await far.get('/api/auth/invitation/x')).status).toBe(410)
  })

  test('get a page in a browser that says which switch opens it, by its name in the settings', async () => {
    const { client } = await start()
    const far = client({ Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, LAN)
    for (const path of ['/', '/series/harbor', '/api/comics']) {
      const reply = await far.get(path)
      expect(reply.status, path).toBe(403)
      expect(reply.headers.get('content-type'), path).toBe('text/html; charset=utf-8')
      const named = `&quot;${options.manage_remote.label}&quot; there, in Settings, Reading apps`
      expect(await reply.text(), path).toContain(named)
    }
  })

  test('can manage this one once the switch is on', async () => {
    const { client, reader } = await start()
    expect((await reader.put('/api/config', { manage_remote: true })).status).toBe(200)
    expect((await client(HEADER, LAN).post('/api/auth/login', LOGIN)).status).toBe(200)
  })

  test('are not treated as local behind a proxy on this machine', async () => {
    const { client } = await start()
    expect((await client({ ...HEADER, 'X-Forwarded-For': LAN }).get('/')).status).toBe(403)
  })
})

test('every reply carries the security headers, errors included', async () => {
  const { guest, reader } = await start()
  const replies = [await guest.get('/api/config'), await reader.get('/api/config'), await guest.get('/nowhere.png')]
  for (const reply of replies) {
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply.headers.get('x-frame-options')).toBe('DENY')
    expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  }
})
