import { afterAll, beforeAll, expect, test } from 'bun:test'
import { COOKIE } from '../../base/auth/session'
import { type TestApp, testApp } from '../app'

/** Errors are read by users: every `detail` is one of our sentences. */
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

interface Form {
  properties?: Record<string, unknown>
  anyOf?: Form[]
}
interface Route {
  method: string
  path: string
  hooks?: { body?: Form; query?: Form }
}
/** Routes that end the session or the test. */
const LEFT_OUT = ['/api/auth/logout', '/api/events/stream', '/api/system/shutdown', '/api/system/restart']

const BODIES = [undefined, '{', '[]', 'null', '7', '"x"', '{}']
const VALUES = [null, 'x', '', -1, 1e99, true, [], [{}], {}, 'x'.repeat(9000), { toString: 1 }]
const WORDS = ['', 'x', '-1', '99999999999999999999', '%00']

const fieldsOf = (form: Form = {}): string[] => [
  ...Object.keys(form.properties ?? {}),
  ...(form.anyOf ?? []).flatMap((each) => fieldsOf(each)),
]
function* asks({ method, hooks }: Route): Generator<{ query: string; body: string | undefined }> {
  const fields = method === 'GET' ? [] : fieldsOf(hooks?.body)
  const bodies = method === 'GET' ? [undefined] : BODIES
  for (const body of bodies) yield { query: '', body }
  for (const field of fields) for (const value of VALUES) yield { query: '', body: JSON.stringify({ [field]: value }) }
  for (const field of fieldsOf(hooks?.query))
    for (const word of WORDS) yield { query: `?${field}=${word}`, body: undefined }
}

/** The sentence of an error in its form: JSON, that of Spring for reading apps, or the catalog's XML. */
function detailOf(text: string): unknown {
  if (text.startsWith('<')) return /<detail>([\s\S]*)<\/detail>/.exec(text)?.[1]
  const { detail, message } = JSON.parse(text) as Record<string, unknown>
  return detail ?? message
}
/** A capital letter, spaces and a full stop: not a code such as `no_such_thing`, and not the validator's own text. */
const isSentence = (detail: unknown) =>
  typeof detail === 'string' &&
  /^[\p{L}\d"'$‘“-].* .*[.?!]$/su.test(detail) &&
  !/Expected |\[object|\bundefined\b|\bNaN\b|SQLITE|E[A-Z]{4,}:|\bat .*\.ts:/.test(detail)

test('every error for malformed input is a sentence, and none is an internal error', async () => {
  const wrong = new Map<string, string>()
  let refused = 0
  for (const route of (await app.app.routes()) as Route[]) {
    if (LEFT_OUT.includes(route.path)) continue
    const path = route.path.replace(/:[a-z_]+/g, 'nothing').replace('*', 'nothing/x')
    for (const { query, body } of asks(route)) {
      const reply = await app.reader.request(route.method, `${path}${query}`, body)
      if (reply.status < 400) {
        await reply.body?.cancel()
        continue
      }
      refused++
      const detail = detailOf(await reply.text())
      const isOurs = reply.status === 500
      if (isOurs || !isSentence(detail))
        wrong.set(String(detail), `${reply.status} ${route.method} ${path}${query} ${(body ?? '').slice(0, 80)}`)
    }
  }
  expect(Object.fromEntries(wrong)).toEqual({})
  expect(refused).toBeGreaterThan(1000)
}, 120_000) // one request for each value of each field

/** Refusals before a route is reached, on every route. */
const CALLERS: [who: string, send: (method: string, path: string) => Promise<Response>][] = [
  ['nobody', (method, path) => app.guest.request(method, path)],
  ['a browser of another site', (method, path) => app.client().request(method, path)],
  ['a session that ended', (method, path) => caller({ Cookie: `${COOKIE}=x` }).request(method, path)],
  ['a wrong API key', (method, path) => caller({ 'X-Api-Key': 'x' }).request(method, path)],
  ['a wrong login', (method, path) => caller({ Authorization: `Basic ${btoa('x:y')}` }).request(method, path)],
  ['a wrong device key', (method, path) => caller({ 'x-auth-user': 'me', 'x-auth-key': 'x' }).request(method, path)],
  ['another machine', (method, path) => app.client(HEADER, '192.0.2.50').request(method, path)],
]
const HEADER = { 'X-Requested-With': 'ServiceFrontend' }
const caller = (headers: Record<string, string>) => app.client({ ...HEADER, ...headers })

test.each(CALLERS)(
  'the reply to %s is also a sentence',
  async (_, send) => {
    const wrong = new Map<string, string>()
    let refused = 0
    const known = ((await app.app.routes()) as Route[]).map(({ method, path }) => [method, path] as const)
    const others = [['GET', '/api/no/such/thing'], ['PUT', '/api/series'], ['GET', '/opds/none'], ['GET', '/opds/sync/none'], ['GET', '/none.js'], ['GET', '/api?cmd=getIndex']] as const // biome-ignore format: one line
    for (const [method, path] of [...known, ...others]) {
      const reply = await send(method, path.replace(/:[a-z_]+/g, 'nothing').replace('*', 'nothing/x'))
      const text = reply.status < 400 || reply.status >= 500 ? '' : await reply.text()
      if (text === '') await reply.body?.cancel()
      else refused++
      if (text !== '' && !isSentence(detailOf(text))) wrong.set(text.slice(0, 200), `${reply.status} ${method} ${path}`)
    }
    expect(Object.fromEntries(wrong)).toEqual({})
    expect(refused).toBeGreaterThan(100)
  },
  60_000,
) // one request for each route
