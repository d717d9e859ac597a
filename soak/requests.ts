import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { login, type TestApp, type TestOptions, testApp } from '../src/testing/app'
import { makeCbz, makePages } from '../src/testing/archives/archives'
import { addFile } from '../src/testing/archives/comics'
import { makeIssues, makeSeries } from '../src/testing/make'
import { hostileBody, hostileText } from './hostile-values'
import { seededRandom } from './random'
import type { Soak } from './soak'

const SEED = 14
/** The most bytes that are read of a response. */
const MOST_BYTES = 256 * 1024
const SECRETS = {
  comicvine_api: 'c0m1cv1ne-k3y-of-the-reader-0123456789ab',
  metron_password: 'm3tr0n-passw0rd-of-the-reader',
  sab_apikey: 's4bnzbd-k3y-of-the-reader',
}
const INDEXER_KEY = '1nd3xer-k3y-of-the-reader'
/** Routes whose response is a secret by design. */
const TELLING = ['POST /api/config/api-key/regenerate', 'POST /api/devices', 'POST /api/devices/{device_id}/renew']

interface Operation {
  method: string
  path: string
  query: string[]
  body: unknown
}

interface Sent {
  method: string
  address: string
  body?: string
  headers: Record<string, string>
}

/** The problem with a response, as a sentence; undefined for none. */
type Fault = string | undefined

export const soak: Soak = {
  name: 'requests',
  about:
    'hostile requests to every path with five credentials; no internal error, a sentence for each refusal, no secret',
  full: 30_000,
  async run(amount, report) {
    const harness = await openHarness()
    try {
      const random = seededRandom(SEED)
      const statuses = new Map<number, number>()
      for (let round = 1; round <= amount; round++) {
        const { operation, sent, who } = invent(harness, random)
        const reply = await harness.send(sent)
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
        const fault = await faultOf(harness, operation, sent, reply)
        if (fault) throw new Error(`${fault}\n${who}, round ${round} of seed ${SEED}: ${shown(sent)}`)
        if (round % 200 === 0) await harness.renew()
        if (round % 5000 === 0) report(`${round.toLocaleString('en')} requests`)
      }
      const counted = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
      report(
        `${amount.toLocaleString('en')} requests to ${harness.operations.length} operations; ${counted.join(', ')}`,
      )
    } finally {
      await harness.close()
    }
  },
}

/** A library with files, accounts and keys, and the credentials for requests. */
export async function openHarness(ports: TestOptions['ports'] = {}) {
  const app = await testApp({ library: true, hostMeansManage: true, ports })
  mkdirSync(join(app.folder, 'inbox'))
  await app.config.save({ ...SECRETS, import_dir: join(app.folder, 'inbox') })
  furnish(app)
  const guest = app.client({}, '192.0.2.50')
  const json = <T>(reply: Promise<Response>) => app.reader.json<T>(200, reply)
  const { key: device } = await json<{ key: string }>(app.reader.post('/api/devices', { name: 'Tablet' }))
  const provider = { name: 'Indexer A', host: 'https://indexer.example', api_key: INDEXER_KEY }
  await json(app.reader.put('/api/config/providers', { type: 'newznab', enabled: true, providers: [provider] }))
  const expired = await login(app.guest)
  await app.client({ 'X-Requested-With': 'ServiceFrontend', Cookie: expired }).post('/api/auth/logout')
  let session = await login(app.guest)
  const document = await json<{ paths: Record<string, Record<string, object>> }>(app.reader.get('/api/openapi.json'))
  return {
    app,
    operations: operationsOf(document.paths),
    credentials: (): Record<string, Record<string, string>> => ({
      nobody: {},
      'the API key': { 'X-Api-Key': app.config.credential('apiKey') },
      'a session': { Cookie: session },
      'a device': { Authorization: `Basic ${btoa(`reader:${device}`)}` },
      'a session that ended': { Cookie: expired },
    }),
    secrets: () => [
      ...Object.values(SECRETS),
      INDEXER_KEY,
      app.config.credential('apiKey'),
      app.config.credential('passwordHash'),
    ],
    send: ({ method, address, body, headers }: Sent) => guest.request(method, address, body, headers),
    /** Some requests end their own session. */
    async renew() {
      const reply = await app.client({ Cookie: session }).get('/api/series/facets')
      await reply.body?.cancel()
      if (reply.status === 401) session = await login(app.guest)
    },
    async close() {
      await app.close()
    },
  }
}
type Harness = Awaited<ReturnType<typeof openHarness>>

function furnish(app: TestApp): void {
  for (const [comic_id, content_type] of [
    ['harbor', 'comic'],
    ['tide', 'manga'],
  ] as const) {
    makeSeries(app.db, { comic_id, name: comic_id, content_type, year: 2015 })
    makeIssues(app.db, comic_id, [1, 2, 3])
    addFile(app, [`${comic_id}-1`], `${comic_id}/1.cbz`, makeCbz(makePages(3)))
  }
}

function operationsOf(paths: Record<string, Record<string, object>>): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { parameters = [], requestBody } = operation as {
        parameters?: { name: string; in: string }[]
        requestBody?: { content: Record<string, { schema: unknown }> }
      }
      const query = parameters.filter((each) => each.in === 'query').map(({ name }) => name)
      const body = requestBody?.content['application/json']?.schema
      return { method: method.toUpperCase(), path, query, body }
    }),
  )
}

/** Lone surrogates cannot be encoded in an address. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

const KNOWN = ['harbor', 'tide', 'harbor-1', 'tide-1', 'harbor-2', '0', '1', 'issue', 'series', 'backup', 'search', 'x']

/** A random request to one of the paths. */
export function invent({ operations, credentials }: Harness, random: () => number) {
  const from = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const operation = from(operations)
  // Most routes need a session.
  const all = credentials()
  const who = random() < 0.5 ? 'a session' : from(Object.keys(all))
  const value = () => (random() < 0.5 ? from(KNOWN) : hostileText(random))
  const path = operation.path.replace(/\{\w+\}/g, () => encoded(value()).slice(0, 2000) || 'x')
  const names = random() < 0.5 ? operation.query : [...operation.query, hostileText(random).slice(0, 40)]
  const filled = names.filter(() => random() < 0.6)
  const query = filled.map((name) => `${encoded(name)}=${encoded(value())}`).join('&')
  const changes = !['GET', 'HEAD'].includes(operation.method)
  const body = changes && random() < 0.9 ? hostileBody(operation.body, random) : undefined
  const headers: Record<string, string> = { ...all[who] }
  if (changes && random() < 0.95) headers['X-Requested-With'] = 'ServiceFrontend'
  if (random() < 0.03) headers['Content-Type'] = from(['text/plain', 'multipart/form-data; boundary=x', 'x/y', ''])
  if (random() < 0.05) headers.Range = from(['bytes=0-10', 'bytes=9-1', 'bytes=-5', 'bytes=a-b', 'bytes=99999999999-'])
  if (random() < 0.05) headers['If-None-Match'] = from(['*', '"x"', 'W/', hostileText(() => 0.1)])
  const method = random() < 0.02 ? from(['PUT', 'POST', 'DELETE', 'PATCH', 'GET', 'HEAD']) : operation.method
  const sent = { method, address: query ? `${path}?${query}` : path, headers }
  const withBody = body !== undefined && !['GET', 'HEAD'].includes(method)
  return { operation, who, sent: withBody ? { ...sent, body } : sent }
}

export async function faultOf(harness: Harness, operation: Operation, sent: Sent, reply: Response): Promise<Fault> {
  const { status } = reply
  const type = reply.headers.get('content-type') ?? ''
  const text = await readSome(reply)
  if (status >= 500 && ![502, 503, 504].includes(status)) return `${status}: ${text.slice(0, 500)}`
  const isTelling = TELLING.includes(`${operation.method} ${operation.path}`)
  const secret = isTelling || !isReadable(type) ? undefined : harness.secrets().find((each) => text.includes(each))
  if (secret) return `A reply holds ${secret.slice(0, 4)}…: ${status}`
  if (status < 400 || sent.method === 'HEAD') return undefined
  const sentence = sentenceIn(text, type)
  if (sentence === undefined) return `${status} without a sentence: ${type} ${text.slice(0, 300)}`
  if (sentence.length > 1000) return `${status} with ${sentence.length} characters: ${sentence.slice(0, 300)}`
  const slip = ['[object ', 'undefined', 'NaN', '    at '].find((word) => sentence.includes(word))
  if (slip && !shown(sent).includes(slip)) return `${status} with no sentence: ${sentence}`
  return undefined
}

const isReadable = (type: string) => /json|xml|text|javascript/.test(type)

/** The `detail` of JSON, the `message` of KOReader's API, or the text of the catalog's error. */
function sentenceIn(text: string, type: string): string | undefined {
  if (type.includes('xml')) return /<detail>([^<]{3,})<\/detail>/.exec(text)?.[1]
  try {
    const { detail, message, title } = JSON.parse(text) as Record<string, unknown>
    const sentence = detail ?? message ?? title
    return typeof sentence === 'string' && sentence.trim().length > 3 ? sentence : undefined
  } catch {
    return undefined
  }
}

/** Event streams never end. */
async function readSome(reply: Response): Promise<string> {
  if (reply.headers.get('content-type')?.includes('event-stream')) {
    await reply.body?.cancel()
    return ''
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of reply.body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MOST_BYTES) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

export const shown = ({ method, address, body, headers }: Sent) =>
  `${method} ${address.slice(0, 600)} ${JSON.stringify(headers)} ${(body ?? '').slice(0, 600)}`
