import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { filledWith } from '../../testing/harness/linear-work'
import { watchLoop } from '../../testing/harness/loop-watch'

/** Fills every text of every request: no request may fail with a fault or block the event loop. */

interface Schema {
  $ref?: string
  type?: string
  const?: unknown
  enum?: unknown[]
  minimum?: number
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}
interface Operation {
  parameters?: { $ref?: string; in?: string; name: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** Longer than any text of a body may be, and shorter than the runtime's limit for an address. */
const [BODY, QUERY] = [100_000, 8000]
/**
 * The framework takes half a second for a text in place of an object; reading it again from each of its characters
 * would take far longer.
 */
const LONGEST_MS = 2000
/** Routes that end the session or the process, or that never end. */
const LEFT_OUT = /logout|shutdown|restart|auth\/setup|events|stream|rescue/

let app: TestApp
let paths: [path: string, methods: Record<string, Operation>][]
let document: unknown
beforeAll(async () => {
  app = await testApp()
  document = await app.reader.json(200, app.reader.get('/api/openapi.json'))
  paths = Object.entries((document as { paths: Record<string, Record<string, Operation>> }).paths).filter(
    ([path]) => !LEFT_OUT.test(path),
  )
})
afterAll(() => app.close())

/** Resolves a reference into the document. */
function whole<T extends { $ref?: string }>(part: T): T {
  if (part.$ref === undefined) return part
  const keys = part.$ref.split('/').slice(1)
  return whole(keys.reduce((at, key) => (at as Record<string, unknown>)[key], document) as T)
}

/** A value of the schema whose first text is `text`. */
function filledBody(given: Schema, text: string): unknown {
  const schema = whole(given)
  const choice = schema.anyOf?.map(whole)
  if (choice) return filledBody(choice.find(({ type }) => type === 'string') ?? choice[0]!, text)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'array') return [filledBody(schema.items ?? {}, text)]
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, each]) => [name, filledBody(each, text)]))
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  return schema.type === 'boolean' ? true : text
}

interface Sent {
  what: string
  send: () => Promise<Response>
}

/** The requests that fail or block the event loop. */
async function failing(requests: readonly Sent[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { what, send } of requests) {
    const { value, cpuMs } = await watchLoop(async () => {
      const reply = await send()
      return { status: reply.status, text: await reply.text() }
    })
    if (value.status >= 500 || cpuMs > LONGEST_MS)
      wrong.push(`${what}: ${value.status}, ${cpuMs.toFixed()} ms, ${value.text.slice(0, 100)}`)
  }
  return wrong
}

const addressOf = (path: string, id: string) => path.replace(/\{[^}]+\}/g, id)

test('a body with a hundred thousand characters in one of its texts is answered quickly', async () => {
  const text = filledWith(' (', BODY)
  const requests = paths.flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]): Sent[] => {
      const schema = requestBody?.content['application/json']?.schema
      const object = schema && whole(whole(schema).anyOf?.[0] ?? schema)
      const fields = Object.entries(object?.properties ?? {})
      return fields.flatMap(([name, field]) => {
        const needed = fields.filter(([other]) => object?.required?.includes(other) && other !== name)
        const rest = Object.fromEntries(needed.map(([other, each]) => [other, filledBody(each, 'x')]))
        const body = { ...rest, [name]: filledBody(field, text) }
        if (JSON.stringify(body).length < BODY) return []
        const what = `${method} ${path} ${name}`
        return { what, send: () => app.reader.request(method.toUpperCase(), addressOf(path, 'x'), body) }
      })
    }),
  )
  expect(requests.length).toBeGreaterThan(200)
  expect(await failing(requests)).toEqual([])
}, 60_000)

test('a query or an address of full length is answered quickly', async () => {
  const text = encodeURIComponent(filledWith('a ', QUERY / 2))
  const requests = paths.flatMap(([path, { get }]): Sent[] => {
    const names = (get?.parameters ?? []).map(whole).flatMap((each) => (each.in === 'query' ? each.name : []))
    const asked = names.map((name) => `${addressOf(path, 'x')}?${name}=${text}`)
    const all = get && path.includes('{') ? [...asked, addressOf(path, text)] : asked
    return all.map((address) => ({ what: address.slice(0, 80), send: () => app.reader.get(address) }))
  })
  expect(requests.length).toBeGreaterThan(200)
  expect(await failing(requests)).toEqual([])
}, 60_000)

const login = (body: string, headers = {}) =>
  app.guest.request('POST', '/api/auth/login', body, { 'content-type': 'application/json', ...headers })

test.each([
  ['lists in lists', '['.repeat(1_000_000)],
  ['objects in objects', '{"a":'.repeat(100_000)],
  ['an endless text', `{"a":"${'\\"'.repeat(400_000)}`],
  ['endless fields', `{${'"a":1,'.repeat(100_000)}`],
])('a body of %s is answered quickly without a session and with one', async (_what, body) => {
  const typed = { 'content-type': 'application/json' }
  const requests = ['/api/readlist', '/api/storyarcs/import'].flatMap((path): Sent[] => [
    { what: path, send: () => app.reader.request('POST', path, body, typed) },
    { what: path, send: () => app.guest.request('POST', path, body, typed) },
  ])
  expect(await failing([...requests, { what: 'login', send: () => login(body) }])).toEqual([])
})

test('cookies and headers of 16 KB are read quickly', async () => {
  const text = (piece: string) => filledWith(piece, 16_000)
  const names = [
    'cookie',
    'authorization',
    'accept-encoding',
    'if-none-match',
    'range',
    'x-forwarded-for',
    'origin',
    'host',
  ]
  const requests = names.flatMap((name) =>
    ['a=b; ', 'service_session=', 'Basic ', ' ', ',', '"', 'bytes=0-,', '1.'].map((piece): Sent => {
      return {
        what: `${name} ${piece}`,
        send: () => app.guest.request('GET', '/api/series', undefined, { [name]: text(piece) }),
      }
    }),
  )
  expect(await failing(requests)).toEqual([])
})
