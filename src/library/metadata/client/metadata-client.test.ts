import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { ServiceError } from '../../../base/outbound/service-error'
import { between } from '../../../base/platform/clock'
import type { ProviderName } from '../../../base/providers/descriptors'
import { advanceUntil } from '../../../testing/fakes/advance-until'
import { COMICVINE_KEY } from '../../../testing/fakes/comicvine'
import { fakeHttp, type Handler, Silence } from '../../../testing/fakes/http'
import { type TestMetadataClient, testMetadataClient } from '../../../testing/metadata/providers'
import { metadataReplies } from '../tables'
import { MetadataClient, type ProviderRequest } from './metadata-client'

/** Answers `{"n":<count>}` by default, and records the time and parameters of each request. */
let answer: Handler
let requests: { url: string; at: string; headers: Headers }[]
let at: TestMetadataClient
beforeEach(() => {
  requests = []
  answer = () => Response.json({ n: requests.length })
  const handler: Handler = (request) => {
    requests.push({ url: request.url, at: at.clock.now(), headers: request.headers })
    return answer(request)
  }
  at = testMetadataClient(fakeHttp({ 'service.example': handler }))
})
afterEach(() => at.db.close())

const about = (path: string, more: Partial<ProviderRequest> = {}): ProviderRequest => ({
  url: `https://service.example/${path}`,
  resource: 'things',
  freshForMs: 0,
  ...more,
})
const read = (json: unknown) => (json as { n: number }).n
const ask = (path: string, { of = 'comicvine', more = {}, ...asking }: Asking = {}) =>
  at.client.request(of, about(path, more), read, asking)
interface Asking {
  of?: ProviderName
  more?: Partial<ProviderRequest>
  urgent?: boolean
  fresh?: boolean
  signal?: AbortSignal
}
const paths = () => requests.map(({ url }) => new URL(url).pathname)

test('a key that does not fit into a header is not sent, and the settings say so', async () => {
  const key: ProviderRequest['key'] = ({ headers }) => headers.set('Authorization', 'Bearer ключ')
  expect(await ask('a', { of: 'metron', more: { key } })).toMatchObject({ failure: 'auth' })
  expect(requests).toEqual([])
})

describe('the pace', () => {
  test.each([
    ['comicvine', 1000],
    ['metron', 3000],
    ['mangadex', 200],
    ['anilist', 2000],
  ] as const)('of %s is a request every %d ms', async (of, gapMs) => {
    await advanceUntil(at.clock, Promise.all(['a', 'b', 'c'].map((path) => ask(path, { of }))))
    const gaps = [1, 2].map((index) => between(requests[index - 1]!.at, requests[index]!.at))
    expect(gaps).toEqual([gapMs, gapMs])
  })

  test('sends an urgent request before routine ones', async () => {
    const routine = ['a', 'b', 'c'].map((path) => ask(path))
    await advanceUntil(at.clock, Promise.all([...routine, ask('now', { urgent: true })]))
    expect(paths()).toEqual(['/a', '/now', '/b', '/c'])
  })

  test('of one service does not delay others', async () => {
    await Promise.all([ask('a'), ask('b', { of: 'anilist' })])
    expect(paths()).toEqual(['/a', '/b'])
  })

  test('an aborted request leaves the queue, throws and is not sent', async () => {
    const leaving = new AbortController()
    const left = ask('b', { signal: leaving.signal }).catch((error: unknown) => String(error))
    const first = ask('a')
    const aborted = ask('c', { signal: leaving.signal }).catch((error: unknown) => String(error))
    leaving.abort(new Error('the app stops'))
    expect(await aborted).toBe('Error: the app stops')
    await advanceUntil(at.clock, Promise.all([first, left]))
    expect(paths()).not.toContain('/c')
  })
})

describe('the budget', () => {
  const spend = async (count: number, more: Partial<ProviderRequest> = {}) => {
    for (let n = 0; n < count; n++) await advanceUntil(at.clock, ask(`${n}`, { more, urgent: true }))
  }

  test('of ComicVine is 200 an hour per resource, and a tenth is reserved for people', async () => {
    await spend(180)
    const routine = await ask('routine')
    expect(routine).toMatchObject({ failure: 'limit', until: expect.any(String) })
    await spend(20)
    expect(await ask('one too many', { urgent: true })).toMatchObject({ failure: 'limit' })
    expect(requests).toHaveLength(200)
    expect(await advanceUntil(at.clock, ask('else', { more: { resource: 'issues' } }))).toEqual({ ok: 201 })

    const again = new MetadataClient({
      ...at,
      http: fakeHttp({}),
      log: { debug() {}, info() {}, warn() {}, error() {} },
    })
    expect(await again.request('comicvine', about('after a restart'), read)).toMatchObject({ failure: 'limit' })
    expect(at.client.state('comicvine')).toMatchObject({ state: 'ready', asked_last_hour: 200, budget_hour: 200 })

    await at.clock.advance('65 min')
    expect(await ask('later')).toEqual({ ok: 202 })
    expect(at.client.state('comicvine').asked_last_hour).toBe(1)
  })

  test('that a service counts itself is obeyed: a short wait is waited, a long one is reported', async () => {
    answer = () => Response.json({ n: 1 }, { headers: counts('Burst', 0, 30) })
    await ask('a', { of: 'metron' })
    answer = () => Response.json({ n: 2 }, { headers: counts('Sustained', 0, 7200) })
    await advanceUntil(at.clock, ask('b', { of: 'metron' }))
    expect(between(requests[0]!.at, requests[1]!.at)).toBe(30_000)
    const reply = await ask('c', { of: 'metron' })
    expect(reply).toMatchObject({ failure: 'limit' })
    expect('until' in reply && between(at.clock.now(), reply.until!)).toBeGreaterThan(7_000_000)
  })

  test('queued requests fail early when the wait grows long', async () => {
    answer = () => Response.json({ n: 1 }, { headers: counts('Sustained', 0, 7200) })
    const answers = await advanceUntil(
      at.clock,
      Promise.all(['a', 'b', 'c'].map((path) => ask(path, { of: 'metron' }))),
    )
    expect(answers.map((each) => ('ok' in each ? 'ok' : each.failure))).toEqual(['ok', 'limit', 'limit'])
    expect(between('2026-11-21T08:00:00.000Z', at.clock.now())).toBeLessThan(10_000)
  })

  test('an urgent request fails at once during a long pause of routine', async () => {
    answer = () => Response.json({ n: 1 }, { headers: counts('Burst', 0, 30) })
    await ask('a', { of: 'metron' })
    expect(await ask('b', { of: 'metron', urgent: true })).toMatchObject({ failure: 'limit' })
    expect(await advanceUntil(at.clock, ask('b', { of: 'metron' }))).toEqual({ ok: 1 })
  })

  const counts = (of: string, remaining: number, reset: number) => ({
    [`X-RateLimit-${of}-Remaining`]: String(remaining),
    [`X-RateLimit-${of}-Reset`]: String(reset),
  })
})

describe('a stored reply', () => {
  const DAY = { more: { freshForMs: 86_400_000 } }

  test('is returned again while it is fresh, and requested again afterwards', async () => {
    expect(await ask('a', DAY)).toEqual({ ok: 1 })
    expect(await ask('a', DAY)).toEqual({ ok: 1 })
    expect(await advanceUntil(at.clock, ask('a', { ...DAY, fresh: true }))).toEqual({ ok: 2 })
    await at.clock.advance('25 h')
    expect(await ask('a', DAY)).toEqual({ ok: 3 })
    expect(requests).toHaveLength(3)
  })

  test('is confirmed by services that support it', async () => {
    answer = (request) =>
      request.headers.get('if-none-match') === '"one"'
        ? new Response(null, { status: 304 })
        : Response.json({ n: 7 }, { headers: { ETag: '"one"' } })
    expect(await ask('a')).toEqual({ ok: 7 })
    expect(await advanceUntil(at.clock, ask('a'))).toEqual({ ok: 7 })
    expect(requests[1]!.headers.get('if-none-match')).toBe('"one"')
  })

  test('is confirmed separately: the others keep their age', async () => {
    answer = (request) =>
      request.headers.get('if-none-match') === '"one"'
        ? new Response(null, { status: 304 })
        : Response.json({ n: requests.length }, { headers: { ETag: '"one"' } })
    await ask('a', DAY)
    await advanceUntil(at.clock, ask('b', DAY))
    await at.clock.advance('25 h')
    expect(await ask('a', DAY)).toEqual({ ok: 1 })
    await at.clock.advance('1 h')
    await ask('a', DAY)
    await ask('b', DAY)
    expect(paths()).toEqual(['/a', '/b', '/a', '/b'])
  })

  test('is stored for a service that knows when the data last changed', async () => {
    answer = (request) =>
      request.headers.has('if-modified-since')
        ? new Response(null, { status: 304 })
        : Response.json({ n: 7 }, { headers: { 'Last-Modified': 'Sat, 21 Nov 2026 07:00:00 GMT' } })
    await ask('a')
    expect(await advanceUntil(at.clock, ask('a'))).toEqual({ ok: 7 })
    expect(requests[1]!.headers.get('if-modified-since')).toBe('Sat, 21 Nov 2026 07:00:00 GMT')
  })

  test('is never a 404', async () => {
    answer = () => Response.json({ n: 0 }, { status: 404, headers: { ETag: '"none"' } })
    const absent = { more: { absent: true, freshForMs: 86_400_000 } }
    await advanceUntil(
      at.clock,
      at.client.request('comicvine', about('a', absent.more), () => null),
    )
    expect(at.db.read.select().from(metadataReplies).all()).toEqual([])
    answer = () => Response.json({ n: 7 })
    expect(await advanceUntil(at.clock, ask('a', absent))).toEqual({ ok: 7 })
    expect(requests.at(-1)!.headers.has('if-none-match')).toBe(false)
  })

  test('is not stored when it can be neither fresh nor confirmed', async () => {
    await ask('a')
    expect(at.db.read.select().from(metadataReplies).all()).toEqual([])
  })

  test('is returned even while the service is paused', async () => {
    await ask('a', DAY)
    answer = () => new Response('', { status: 500 })
    expect(await advanceUntil(at.clock, ask('b'))).toMatchObject({ failure: 'unavailable' })
    expect(await ask('a', DAY)).toEqual({ ok: 1 })
  })

  test('that is invalid by now is requested again', async () => {
    await ask('a', DAY)
    at.db.write((tx) => tx.update(metadataReplies).set({ body: '{"n":' }).run())
    expect(await advanceUntil(at.clock, ask('a', DAY))).toEqual({ ok: 2 })
  })

  test('is not stored when it was unusable', async () => {
    answer = () => Response.json({ other: true })
    const strict = (json: unknown) => {
      if (!('n' in (json as object))) throw new Error('n is missing')
    }
    await at.client.request('comicvine', about('a', DAY.more), strict)
    expect(at.db.read.select().from(metadataReplies).all()).toEqual([])
  })

  test('is deleted when it is old, and the oldest are deleted when there are too many', async () => {
    await ask('a', DAY)
    await at.clock.advance('31 d')
    await ask('b', DAY)
    at.client.prune()
    expect(at.db.read.select().from(metadataReplies).all()).toHaveLength(1)
    at.db.write((tx) =>
      tx
        .update(metadataReplies)
        .set({ size: 200 * 1024 * 1024 })
        .run(),
    )
    at.client.prune()
    expect(at.db.read.select().from(metadataReplies).all()).toEqual([])
  })

  test('contains no key, and neither does its name', async () => {
    const key: ProviderRequest['key'] = ({ url, headers }) => {
      url.searchParams.set('api_key', 'open sesame')
      headers.set('Authorization', 'Bearer open sesame')
    }
    await ask('a', { more: { ...DAY.more, key } })
    expect(requests[0]!.url).toContain('open+sesame')
    expect(requests[0]!.headers.get('authorization')).toBe('Bearer open sesame')
    expect(JSON.stringify([at.db.read.select().from(metadataReplies).all(), at.log])).not.toMatch(/open.sesame/)
  })

  test('contains no key that a service repeats', async () => {
    answer = () => Response.json({ n: 1, path: `/things?api_key=${COMICVINE_KEY}` })
    await ask('a', DAY)
    const [kept] = at.db.read.select().from(metadataReplies).all()
    expect(kept?.body).toBe('{"n":1,"path":"/things?api_key="}')
  })
})

test('names Panelkeep in its headers', async () => {
  await ask('a')
  expect(requests[0]!.headers.get('user-agent')).toMatch(/^Panelkeep\/\d+\.\d+/)
})

test('an endless reply is not read to the end', async () => {
  answer = () => new Response('x'.repeat(2000))
  expect(await ask('a', { more: { maxBytes: 1000 } })).toMatchObject({
    failure: 'unreadable',
    detail: expect.stringContaining('more than 1000 bytes'),
  })
})

test('a redirect is not followed', async () => {
  answer = () => new Response(null, { status: 302, headers: { Location: 'https://elsewhere.example/' } })
  expect(await ask('a')).toMatchObject({ failure: 'refused' })
  expect(requests).toHaveLength(1)
})

test('a limit with an invalid end, or none, is still a limit', async () => {
  answer = () => new Response('', { status: 429, headers: { 'Retry-After': '0' } })
  expect(await ask('a', { of: 'anilist' })).toMatchObject({ failure: 'limit', until: '2026-11-21T08:01:00.000Z' })
})

test('a service without a key that rejects us is paused for a while', async () => {
  answer = () => Response.json({}, { status: 403, headers: { 'Retry-After': '300' } })
  expect(await ask('a', { of: 'mangadex' })).toMatchObject({ failure: 'limit', until: '2026-11-21T08:05:00.000Z' })
})

test.each([
  ['comicvine', 200],
  ['metron', 1200],
  ['mangadex', 18_000],
  ['anilist', 1800],
] as const)('%s allows %d requests an hour', (of, budget_hour) => {
  expect(at.client.state(of)).toMatchObject({ state: 'ready', budget_hour, asked_last_hour: 0, last_ok_at: null })
})

test.each([
  [true, 'no answer within 15 seconds'],
  [false, 'no answer within 30 seconds'],
])('a silent service times out, sooner when a person waits: %p', async (urgent, why) => {
  answer = () => {
    throw new Silence()
  }
  const reply = await ask('a', { urgent })
  expect(reply).toMatchObject({ failure: 'unreachable', detail: expect.stringContaining(why) })
})

test('a request is sent with the right method and parameters', async () => {
  let sent: unknown[] = []
  answer = async (request) => {
    sent = [request.method, request.headers.get('x-of'), request.headers.get('accept'), await request.text()]
    return Response.json({ n: 1 })
  }
  await ask('a', { more: { method: 'POST', body: '{"q":1}', headers: { 'X-Of': 'Clouds' } } })
  expect(sent).toEqual(['POST', 'Clouds', 'application/json', '{"q":1}'])
  await advanceUntil(at.clock, ask('b'))
  expect(sent).toEqual(['GET', null, 'application/json', ''])
})

test('a running request ends with its signal', async () => {
  const leaving = new AbortController()
  answer = () => {
    queueMicrotask(() => leaving.abort(new Error('the app stops')))
    return new Promise(() => {})
  }
  expect(await ask('a', { signal: leaving.signal }).catch((error: unknown) => String(error))).toBe(
    'Error: the app stops',
  )
})

test('only a plain success is stored', async () => {
  answer = () => Response.json({ n: 7 }, { status: 203 })
  expect(await ask('a', { more: { freshForMs: 1000 } })).toEqual({ ok: 7 })
  expect(at.db.read.select().from(metadataReplies).all()).toEqual([])
})

test('a stored reply is fresh until its time, and not at that moment', async () => {
  const more = { freshForMs: 60_000 }
  await ask('a', { more })
  at.clock.jump('59 s')
  expect(await ask('a', { more })).toEqual({ ok: 1 })
  at.clock.jump('1 s')
  expect(await advanceUntil(at.clock, ask('a', { more }))).toEqual({ ok: 2 })
})

test('an unchanged reply that is invalid by now is deleted', async () => {
  answer = (request) =>
    request.headers.has('if-none-match')
      ? new Response(null, { status: 304 })
      : Response.json({ n: 7 }, { headers: { ETag: '"one"' } })
  await ask('a')
  at.db.write((tx) => tx.update(metadataReplies).set({ body: '{"n":' }).run())
  expect(await advanceUntil(at.clock, ask('a'))).toMatchObject({
    failure: 'unreadable',
    detail: expect.stringContaining('what was kept of it is no use any more'),
  })
  expect(at.db.read.select().from(metadataReplies).all()).toEqual([])
})

test.each([
  ['a reason', new Error('n is missing'), 'unreadable', 'ComicVine sent an answer that cannot be read (n is missing). What is in your library stays as it is.'],
  ['no reason', 'odd', 'unreadable', 'ComicVine sent an answer that cannot be read. What is in your library stays as it is.'],
  ['an error of the service', new ServiceError('refused', 'no such series'), 'refused', 'ComicVine rejected the request (no such series). What is in your library stays as it is.'],
] as const)('an unreadable reply is a failure with %s', async (_says, thrown, failure, detail) => {
  const strict = () => {
    throw thrown
  }
  expect(await at.client.request('comicvine', about('a'), strict)).toMatchObject({ failure, detail })
}) // biome-ignore format: one row a case

describe('a pause', () => {
  const state = () => at.client.state('comicvine')
  const failing = async (status: number, body = '{}') => {
    answer = () => new Response(body, { status })
    await advanceUntil(at.clock, ask('a'))
    answer = () => Response.json({ n: 7 })
  }

  test.each([
    ['a rejected key', 401, '{}', 'blocked', 'auth', true],
    ['a ban', 403, '<html></html>', 'blocked', 'banned', false],
    ['a limit', 429, '{}', 'waiting', 'limit', false],
    ['a server problem', 500, '', 'waiting', 'unavailable', true],
  ] as const)(
    'after %s ends with a new key, and when a person asks if it was ours',
    async (_says, status, body, shown, failure, ours) => {
      await failing(status, body)
      expect(state()).toMatchObject({
        state: shown,
        failure,
        detail: expect.any(String),
        blocked_until: expect.any(String),
      })
      at.client.retryNow('comicvine')
      expect(state()).toMatchObject(ours ? { state: 'ready', failure: null } : { state: shown, failure })
      at.client.unblock('comicvine')
      expect(state()).toMatchObject({ state: 'ready', failure: null, detail: null, blocked_until: null })
      expect(await advanceUntil(at.clock, ask('a'))).toEqual({ ok: 7 })
      expect(state().last_ok_at).toBe(requests.at(-1)!.at)
    },
  )

  test('that is over keeps its reason until a request succeeds', async () => {
    await failing(500)
    await at.clock.advance('2 min')
    expect(state()).toMatchObject({ state: 'ready', failure: 'unavailable', blocked_until: null })
  })
})

describe('a trial of keys', () => {
  const DAY = { more: { freshForMs: 86_400_000 } }

  test('uses no stored replies, and stores none', async () => {
    await ask('a', DAY)
    const trial = at.client.trial(at.config)
    expect(await advanceUntil(at.clock, trial.request('comicvine', about('a', DAY.more), read))).toEqual({ ok: 2 })
    expect(await advanceUntil(at.clock, trial.request('comicvine', about('b', DAY.more), read))).toEqual({ ok: 3 })
    expect(at.db.read.select().from(metadataReplies).all()).toHaveLength(1)
    trial.prune()
  })

  test('keeps the pace of the service', async () => {
    const trial = at.client.trial(at.config)
    await advanceUntil(at.clock, Promise.all([ask('a'), trial.request('comicvine', about('b'), read)]))
    expect(between(requests[0]!.at, requests[1]!.at)).toBe(1000)
  })

  test('does not affect the saved ones', async () => {
    answer = () => Response.json({}, { status: 401 })
    const trial = at.client.trial(at.config)
    expect(await trial.request('comicvine', about('a'), read)).toMatchObject({
      failure: 'auth',
      detail: expect.stringContaining('Check that it is complete and still valid.'),
    })
    expect(at.client.state('comicvine')).toMatchObject({ state: 'ready', failure: null })
  })
})
