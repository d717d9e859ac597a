import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { API_KEY_ROUTES, OPEN, SETUP } from '../src/base/auth/policy'
import { testApp } from '../src/testing/app'
import { tempFolder } from './folders'
import { basic, type Client, CSRF, endAll, LOGIN, type Panelkeep, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

/** All routes of the executable over real sockets: access, and replies to bad input. */
const folder = tempFolder()
let panelkeep: Panelkeep
let reader: Client
let key: string

interface Row {
  method: string
  path: string
  takesBody: boolean
  /** Fields in the schema of the body. */
  fields: string[]
}
interface Body {
  properties?: Record<string, unknown>
}
const rows: Row[] = []

beforeAll(async () => {
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  reader = await panelkeep.reader()
  key = /^api_key = (\S+)$/m.exec(readFileSync(join(panelkeep.dataDir, 'config.ini'), 'utf8'))![1]!
  const app = await testApp()
  for (const route of (await app.app.routes()) as { method: string; path: string; hooks?: { body?: Body } }[]) {
    const { method, path, hooks } = route
    rows.push({
      // A route for every method, which answers all that Komga has and we do not.
      method: method === 'ALL' ? 'POST' : method,
      path,
      takesBody: hooks?.body !== undefined,
      fields: Object.keys(hooks?.body?.properties ?? {}),
    })
  }
  await app.close()
})
afterAll(async () => {
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

const filled = (pattern: string) => pattern.replaceAll(/:\w+/g, 'nothing').replace('*', 'nothing')
const api = () => rows.filter((row) => row.path.startsWith('/api/'))
const isUnsafe = ({ method }: Row) => !['GET', 'HEAD', 'OPTIONS'].includes(method)
const named = ({ method, path }: Row) => `${method} ${path}`

async function detailOf(reply: Response): Promise<string> {
  expect(reply.headers.get('content-type')).toContain('application/json')
  const { detail } = (await reply.json()) as { detail: unknown }
  expect(detail).toBeString()
  return detail as string
}

test('there are routes to try', () => {
  expect(api().length).toBeGreaterThan(20)
})

test('without a session only the public routes are open', async () => {
  const open = new Set<string>([...OPEN, ...SETUP])
  const keyed = new Set<string>(API_KEY_ROUTES)
  for (const row of api()) {
    if (open.has(named(row))) continue
    const reply = await panelkeep.guest().send(row.method, filled(row.path), isUnsafe(row) ? {} : undefined)
    expect([named(row), reply.status]).toEqual([named(row), 401])
    const detail = await detailOf(reply)
    expect(detail).toBe(keyed.has(named(row)) ? 'API key required.' : 'Not authenticated.')
  }
})

test('a forged or foreign session opens nothing', async () => {
  const cookies = ['service_session=x', `service_session=${'eyJhbGciOiJub25lIn0.eyJzdWIiOiJyZWFkZXIifQ.'}`]
  for (const Cookie of cookies) {
    const reply = await panelkeep.client({ Cookie, ...CSRF }).get('/api/config')
    expect([reply.status, await detailOf(reply)]).toEqual([401, 'Session expired or invalid.'])
  }
})

test('the API key opens exactly its five read routes', async () => {
  const keyed = new Set<string>(API_KEY_ROUTES)
  for (const row of api()) {
    if ([...OPEN, ...SETUP].some((open) => open === named(row))) continue
    const client = panelkeep.client({ ...CSRF, 'X-Api-Key': key })
    const reply = await client.send(row.method, filled(row.path), isUnsafe(row) ? {} : undefined)
    if (keyed.has(named(row))) expect([named(row), [200, 404].includes(reply.status)]).toEqual([named(row), true])
    else expect([named(row), reply.status]).toEqual([named(row), 401])
    await reply.body?.cancel()
  }
  for (const row of API_KEY_ROUTES) {
    const path = filled(row.split(' ')[1]!)
    const wrong = await panelkeep.client({ 'X-Api-Key': `${key}0` }).get(path)
    expect([row, wrong.status, await detailOf(wrong)]).toEqual([row, 401, 'Invalid API key.'])
    const empty = await panelkeep.client({ 'X-Api-Key': '' }).get(path)
    expect([row, empty.status]).toEqual([row, 401])
    expect([row, [200, 404].includes((await reader.get(path)).status)]).toEqual([row, true])
  }
})

test('the key is not accepted in the address', async () => {
  expect((await panelkeep.guest().get(`/api/comics?apikey=${key}&api_key=${key}`)).status).toBe(401)
})

test('without the CSRF header no change is accepted', async () => {
  const { Cookie } = reader.headers
  for (const row of api().filter(isUnsafe)) {
    for (const more of [{}, { 'X-Requested-With': 'XMLHttpRequest' }]) {
      const reply = await panelkeep
        .client({ Cookie: Cookie!, ...more } as Record<string, string>)
        .send(row.method, filled(row.path), {})
      expect([named(row), reply.status]).toEqual([named(row), 403])
      expect(await detailOf(reply)).toBe('CSRF validation failed.')
    }
  }
})

test('an unknown route gets 404 as JSON, never the page', async () => {
  const paths = [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/series/x/nothing',
    '/api?cmd=getIndex&apikey=x',
    '/api/../api/x',
  ]
  for (const path of paths) {
    for (const client of [reader, panelkeep.guest()]) {
      const reply = await client.get(path)
      expect([path, reply.status]).toEqual([path, 404])
      await detailOf(reply)
    }
  }
  const wrongMethod = await reader.send('DELETE', '/api/health')
  expect(wrongMethod.status).toBe(404)
  await detailOf(wrongMethod)
})

const MALFORMED = ['{', 'null', '[]', '"text"', '{"a":', '12', '', '{"username": 5, "ids": "x"}']
/** Values that count as a body without any field. */
const NO_FIELDS = new Set(['null', '', '{"username": 5, "ids": "x"}'])

/** All fields are optional, and unknown fields are ignored. */
const OPTIONAL = new Set([
  '/api/weekly/refresh',
  '/api/account',
  '/api/care/extensions/preview',
  '/api/care/extensions',
  '/api/care/gaps/preview',
  '/api/care/gaps/want',
])

test('an invalid body gets 400 with a sentence', async () => {
  // A shutdown that accepts a body would end the tests.
  for (const row of api().filter((each) => each.takesBody && !/(shutdown|restart)$/.test(each.path))) {
    for (const body of MALFORMED) {
      if (OPTIONAL.has(row.path) && NO_FIELDS.has(body)) continue
      const reply = await reader.send(row.method, filled(row.path), body)
      const about = `${named(row)} ${body}`
      // The resource may be missing or forbidden, before or after the body is checked.
      expect([about, [400, 401, 403, 404].includes(reply.status) ? 'refused' : reply.status]).toEqual([
        about,
        'refused',
      ])
      if (body === '{' || body === '{"a":') expect([about, reply.status]).toEqual([about, 400])
      await detailOf(reply)
    }
  }
})

const IDS = ['%00', '%ED%A0%80', '..%2f..%2fetc%2fpasswd', '-1', '1e999', '9'.repeat(40), '__proto__', 'x'.repeat(5000)]
const VALUES = [null, true, -1, 1.5, 1e308, '', '\u0000', '\ud800', '9'.repeat(40), 'x'.repeat(70_000), [], [[]], {}]

test('no bad input in any part of any route is an internal error', async () => {
  const made = await reader.post('/api/devices', { name: 'Nonsense' })
  const { key: ofDevice } = (await made.json()) as { key: string }
  const md5 = new Bun.CryptoHasher('md5').update(ofDevice).digest('hex')
  const app = panelkeep.client({ ...basic({ username: 'any', password: ofDevice }), 'X-Auth-Key': md5 })
  const mayEnd = /(shutdown|restart|stream|v1\/events|logout|account|setup|login|regenerate|refresh|scan)$/
  let tried = 0
  for (const row of rows.filter(({ path }) => !mayEnd.test(path))) {
    const client = row.path.startsWith('/api/') ? reader : app
    const paths = /[:*]/.test(row.path) ? IDS.map((id) => row.path.replaceAll(/:\w+|\*/g, id)) : [row.path]
    const bodies = isUnsafe(row) ? [{}, '', ...row.fields.flatMap((field) => VALUES.map((v) => ({ [field]: v })))] : []
    const requests = bodies.length > 0 ? bodies.map((body, at) => [paths[at % paths.length]!, body] as const) : []
    for (const [path, body] of [
      ...requests,
      ...(bodies.length > 0 ? [] : paths.map((each) => [each, undefined] as const)),
    ]) {
      const reply = await client.send(row.method, path, body)
      const text = await reply.text()
      tried++
      const about = `${named(row)} ${path.slice(0, 60)} ${JSON.stringify(body)?.slice(0, 60)}`
      expect([about, reply.status < 500]).toEqual([about, true])
      if (reply.status >= 400) expect([about, text.length > 0 && text.length < 20_000]).toEqual([about, true])
      if (reply.status >= 400) expect(text).not.toContain(ofDevice)
    }
  }
  expect(tried).toBeGreaterThan(rows.length)
})

test('a body in an unknown format is refused with a sentence', async () => {
  const xml = await reader.send('PUT', '/api/config', '<a/>', { 'Content-Type': 'application/xml' })
  expect([400, 415]).toContain(xml.status)
  await detailOf(xml)
  const bytes = await reader.send('PUT', '/api/config', '\u0000\u0001', { 'Content-Type': 'application/json' })
  expect(bytes.status).toBe(400)
  await detailOf(bytes)
})

test('invalid numbers in a query get 422', async () => {
  for (const query of ['limit=-1', 'limit=x', 'limit=100000', 'offset=-1']) {
    for (const path of ['/api/series', '/api/wanted']) {
      const reply = await reader.get(`${path}?${query}`)
      expect([path, query, reply.status]).toEqual([path, query, 422])
      await detailOf(reply)
    }
  }
})

test('odd characters in a path are not found, never an internal error', async () => {
  for (const id of [
    '%00',
    '%F0%9F%98%80',
    '..%2f..%2fetc%2fpasswd',
    '%zz',
    "'%20OR%201=1",
    'a'.repeat(300),
    '%2e%2e',
  ]) {
    for (const path of [`/api/series/${id}`, `/api/comic/${id}`, `/assets/${id}`, `/opds/comics/${id}`]) {
      const reply = await reader.get(path)
      expect([path, reply.status === 400 || reply.status === 404 || reply.status === 200]).toEqual([path, true])
      expect(await reply.text()).not.toContain('root:')
    }
  }
})

/** The response to exactly these bytes, which browsers and fetch would not send. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(panelkeep.port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}

test('an invalid Host is refused, and a missing one counts as ours', async () => {
  for (const host of ['a b', '"><b>', 'evil@x', 'x/../y', '[::1', 'x:99999999', '']) {
    for (const path of ['/', '/api/health', '/opds']) {
      const reply = await raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      expect([host, path, /^HTTP\/1.1 (\d+)/.exec(reply)?.[1] === '500']).toEqual([host, path, false])
      if (host !== '') expect(reply).toEndWith('{"detail":"The Host header contains no address."}')
    }
  }
  expect(await raw('GET /api/health HTTP/1.0\r\n\r\n')).toStartWith('HTTP/1.1 200')
})

test('every response has the security headers, including errors', async () => {
  for (const path of ['/', '/login', '/api/health', '/api/nothing', '/api/config', '/opds', '/assets/none.js']) {
    const { headers } = await panelkeep.guest().get(path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(headers.get('server')).toBeNull()
  }
})

test('pages and assets have the right cache headers', async () => {
  const page = await fetch(`${panelkeep.url}/series/s1`)
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  const text = await page.text()
  const parts = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1]!)
  expect(parts.length).toBeGreaterThan(1)
  for (const part of parts) {
    const reply = await fetch(panelkeep.url + part)
    expect([part, reply.status, reply.headers.get('cache-control')]).toEqual([
      part,
      200,
      'public, max-age=31536000, immutable',
    ])
    const etag = reply.headers.get('etag')!
    const again = await fetch(panelkeep.url + part, { headers: { 'If-None-Match': etag } })
    expect([part, again.status, await again.text()]).toEqual([part, 304, ''])
  }
  expect((await fetch(`${panelkeep.url}/assets/none-12345678.js`)).status).toBe(404)
})

test('an event stream starts at once, regardless of the accepted types', async () => {
  for (const headers of [{}, { Accept: 'text/event-stream' }, { Accept: 'application/json' }]) {
    const stop = new AbortController()
    const reply = await fetch(`${panelkeep.url}/api/events/stream`, {
      headers: { Cookie: reader.headers.Cookie!, ...headers } as Record<string, string>,
      signal: stop.signal,
    })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toStartWith('text/event-stream')
    const { value } = await reply.body!.getReader().read()
    expect(new TextDecoder().decode(value)).toContain('event: ready')
    stop.abort()
  }
})

test('HEAD responds like GET, without a body', async () => {
  for (const path of ['/', '/login', '/api/health', '/api/config', '/api/series', '/api/nothing', '/favicon.ico']) {
    const [head, get] = await Promise.all([reader.send('HEAD', path), reader.get(path)])
    expect([path, head.status, await head.text()]).toEqual([path, get.status, ''])
    expect([path, head.headers.get('content-type')]).toEqual([path, get.headers.get('content-type')])
  }
})

test('the catalog accepts the login by HTTP Basic, and only the right one', async () => {
  for (const [headers, status] of [
    [{}, 401],
    [{ Authorization: 'Basic !!!' }, 401],
    [{ Authorization: 'Bearer x' }, 401],
    [basic({ ...LOGIN, password: 'no' }), 401],
  ] as const) {
    const reply = await panelkeep.client(headers).get('/opds')
    expect([headers, reply.status]).toEqual([headers, status])
    expect(reply.headers.get('www-authenticate')).toStartWith('Basic realm=')
  }
  expect([200, 404]).toContain((await panelkeep.client(basic()).get('/opds')).status)
})

test('responses have the right length, compressed or not', async () => {
  const reply = await reader.get('/api/config', { 'Accept-Encoding': 'identity' })
  const length = reply.headers.get('content-length')
  const body = await reply.arrayBuffer()
  if (length !== null) expect(body.byteLength).toBe(Number(length))
})

test('a body larger than the limit is refused and the next request is answered', async () => {
  const huge = 'x'.repeat(65 * 1024 * 1024)
  const status = await reader
    .send('PUT', '/api/config', huge)
    .then((reply) => reply.status)
    .catch(() => 413) // the connection may be closed during the upload
  expect([400, 413]).toContain(status)
  expect((await reader.get('/api/health')).status).toBe(200)
})

test('none of this caused an internal error', () => {
  expect(panelkeep.log.split('\n').filter((line) => / error /.test(line))).toEqual([])
})
