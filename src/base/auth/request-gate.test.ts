import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { login, type TestApp, testApp } from '../../testing/app'
import { options } from '../config/options'
import { isCatalog, isListedRoute, WITHOUT_SESSION } from './policy'

/** Host names of every possible length, and values that are not host names. */
const NAMES = Array.from({ length: 255 }, (_, at) => `${'abcdefghij-k.'.repeat(20).slice(0, at)}x`).filter(
  ({ length }) => length < 64 || length % 10 === 5,
)
const OTHERS = ['[::1]', '[2001:db8::7]:8090', '192.0.2.7:8090', 'localhost', 'opds', 'a:1']
const FEW = ['a', 'ab', 'abc', 'abcd', 'abcde', 'localhost', '[::1]', 'x'.repeat(255)]
/** Prefixes that could lead a route past a check that reads another part of the address. */
const BEFORE = [
  '',
  '/opds',
  '//opds',
  '/OPDS',
  '/opds/',
  '/opds%2f',
  '/opds/..%2f',
  '/assets',
  '//',
  '/api/health',
  '/x',
]

let app: TestApp
let cookie: string
let key: string
beforeAll(async () => {
  app = await testApp({ hostMeansManage: true })
  cookie = await login(app.guest)
  const device = app.reader.post('/api/devices', { name: 'Tablet' })
  key = (await app.reader.json<{ key: string }>(200, device)).key
})
afterAll(() => app.close())

const routes = async () => (await app.app.routes()).map(({ method, path }) => ({ method, path }))
const filled = (pattern: string) => pattern.replace(/:[a-z_]+/g, 'x').replace('*', 'x/retry')
const statusOf = async (method: string, address: string, headers: Record<string, string> = {}, ip = '192.0.2.50') => {
  const init = { method, headers: { 'X-Requested-With': 'ServiceFrontend', ...headers } }
  const reply = await app.app.fetch(new Request(address, init), { ip, keepOpen: () => {} })
  await reply.body?.cancel()
  return reply.status
}
const withKey = (): Record<string, string> => ({ Authorization: `Basic ${btoa(`any:${key}`)}` })

describe('with any host, over HTTP and HTTPS,', () => {
  test('no route is reachable without a login, with any prefix before its path', async () => {
    const open = (method: string, path: string) => isListedRoute(WITHOUT_SESSION, method, path)
    let checked = 0
    for (const host of FEW) {
      for (const scheme of ['http', 'https']) {
        for (const before of BEFORE) {
          for (const { method, path } of await routes()) {
            if (method !== 'GET' && before === '/assets') continue
            const target = `${before}${filled(path)}`
            const seen = new URL(`http://here${target}`).pathname.replace(/^\/+/, '/')
            if (open(method, seen) || !/^\/(?:api|opds)(?:\/|$)/i.test(seen)) continue
            const status = await statusOf(method, `${scheme}://${host}${target}`)
            expect([401, 404], `${method} ${scheme}://${host}${target}: ${status}`).toContain(status)
            if (before === '' || before === '/opds') expect(status === 401 || !isCatalog(seen)).toBe(true)
            checked++
          }
        }
      }
    }
    expect(checked).toBeGreaterThan(10_000)
  }, 120_000) // ten thousand requests

  test('the key of a reading app opens the catalog only', async () => {
    const sessions = (await routes()).filter(({ path }) => path.startsWith('/api/'))
    for (const host of FEW) {
      for (const scheme of ['http', 'https']) {
        for (const { method, path } of sessions) {
          if (isListedRoute(WITHOUT_SESSION, method, path)) continue
          const plain = await statusOf(method, `${scheme}://${host}${filled(path)}`, withKey())
          expect(plain, `${method} ${scheme}://${host}${path}`).toBe(401)
          const behind = await statusOf(method, `${scheme}://${host}/opds${filled(path)}`, withKey())
          expect(behind, `${method} ${scheme}://${host}/opds${path}`).toBe(404)
        }
      }
    }
    expect(await statusOf('GET', 'https://a/opds', withKey())).toBe(200)
  })

  test('the same address gets the same answer, with each credential', async () => {
    const { config } = app
    const credentials: Record<string, string>[] = [
      {},
      { Cookie: cookie },
      withKey(),
      { 'X-Api-Key': config.credential('apiKey') },
    ]
    const targets = ['/opds', '/OPDS', '//opds', '/opds/api/config', '/api/config', '//api/config', '/api/comics']
    const statuses = new Map<string, number>()
    for (const host of [...NAMES, ...OTHERS]) {
      for (const scheme of ['http', 'https']) {
        for (const [credential, headers] of credentials.entries()) {
          for (const target of targets) {
            const status = await statusOf('GET', `${scheme}://${host}${target}`, headers)
            const first = statuses.get(`${credential} ${target}`)
            if (first === undefined) statuses.set(`${credential} ${target}`, status)
            else if (first !== status)
              throw new Error(`${credential} ${scheme}://${host}${target}: ${status}, not ${first}`)
          }
        }
      }
    }
    expect(Object.fromEntries(statuses)).toEqual({
      '0 /opds': 401,
      '0 /OPDS': 401,
      '0 //opds': 401,
      '0 /opds/api/config': 401,
      '0 /api/config': 401,
      '0 //api/config': 401,
      '0 /api/comics': 401,
      '1 /opds': 200,
      '1 /OPDS': 200,
      '1 //opds': 200,
      '1 /opds/api/config': 404,
      '1 /api/config': 200,
      '1 //api/config': 200,
      '1 /api/comics': 200,
      '2 /opds': 200,
      '2 /OPDS': 200,
      '2 //opds': 200,
      '2 /opds/api/config': 404,
      '2 /api/config': 401,
      '2 //api/config': 401,
      '2 /api/comics': 401,
      '3 /opds': 401,
      '3 /OPDS': 401,
      '3 //opds': 401,
      '3 /opds/api/config': 401,
      '3 /api/config': 401,
      '3 //api/config': 401,
      '3 /api/comics': 200,
    })
  }, 120_000)
})

describe('a page on this machine', () => {
  const STRANGE = 'http://evil.example:8090'
  const here = (method: string, address: string, headers = {}) => statusOf(method, address, headers, '127.0.0.1')

  test('opened under a foreign host name gets nothing, not even the login', async () => {
    for (const path of ['/', '/login', '/assets/a.js', '/api/config', '/opds', '/api/health'])
      expect(await here('GET', `${STRANGE}${path}`, { Cookie: cookie }), path).toBe(403)
    expect(await here('POST', `${STRANGE}/api/auth/login`)).toBe(403)
    expect(await statusOf('GET', `${STRANGE}/api/config`, { Cookie: cookie }, '::1')).toBe(403)
    const reply = await app.app.fetch(new Request(`${STRANGE}/`), { ip: '127.0.0.1', keepOpen: () => {} })
    expect(((await reply.json()) as { detail: string }).detail).toContain('public_url')
  })

  test('opened in a browser under a foreign host name gets a page that names the setting', async () => {
    const request = new Request(`${STRANGE}/library`, { headers: { Accept: 'text/html' } })
    const reply = await app.app.fetch(request, { ip: '127.0.0.1', keepOpen: () => {} })
    expect(reply.status).toBe(403)
    expect(reply.headers.get('content-type')).toStartWith('text/html')
    expect(await reply.text()).toContain(`Settings, Network, &quot;${options.public_url.label}&quot;`)
  })

  test('opened under a name of this machine gets everything', async () => {
    for (const host of ['localhost', '127.0.0.1:8090', '[::1]:8090', 'attic', 'attic.local', '192.0.2.7'])
      expect(await here('GET', `http://${host}/api/config`, { Cookie: cookie }), host).toBe(200)
  })

  test('may use the address in the settings', async () => {
    await app.config.save({ public_url: 'http://evil.example:8090/shelf' })
    expect(await here('GET', `${STRANGE}/api/config`, { Cookie: cookie })).toBe(200)
    await app.config.save({ public_url: '' })
    expect(await here('GET', `${STRANGE}/api/config`, { Cookie: cookie })).toBe(403)
  })

  test('counts as another machine when a proxy forwards it, by either header', async () => {
    const away = await testApp()
    const of = async (headers: Record<string, string>) =>
      (await away.client(headers).get('/api/auth/check-setup')).status
    expect(await of({})).toBe(200)
    expect(await of({ 'X-Forwarded-For': '203.0.113.9' })).toBe(403)
    expect(await of({ Forwarded: 'for=203.0.113.9' })).toBe(403)
    const host = { 'X-Forwarded-For': '203.0.113.9', Cookie: cookie }
    expect(await here('GET', `${STRANGE}/api/config`, host)).toBe(200)
    await away.close()
  })
})
