import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { ServiceError } from '../../../base/outbound/service-error'
import { type FakeIndexer, fakeIndexer, type IndexerFault } from '../../../testing/fakes/indexer'
import { type IndexerHarness, indexerHarness } from '../../../testing/indexers/indexers'
import type { IndexerAnswer } from './indexer'
import { ARCHIVE } from './store'

let harness: IndexerHarness
let fake: FakeIndexer
beforeEach(() => {
  fake = fakeIndexer({ releases: [{ title: 'Harbor Lights 007 (2016)' }] })
  harness = indexerHarness({ 'idx.test': fake })
})
afterEach(() => harness.close())

const search = (urgent = false) =>
  harness.through(harness.indexer('idx.test').search({ text: 'Harbor Lights 007' }, { urgent }))
const failureOf = (answer: IndexerAnswer<unknown>) => ('ok' in answer ? 'none' : answer.failure)
const NOW = '2026-11-21T08:00:00.000Z'
const KEY_SENTENCE = 'Indexer A rejected the API key'

describe('a failing indexer', () => {
  test.each<[IndexerFault, string, string, waits: string]>([
    ['error 100', 'auth', KEY_SENTENCE, '6 h'],
    ['error 101', 'auth', KEY_SENTENCE, '6 h'],
    ['error 107', 'auth', KEY_SENTENCE, '6 h'],
    ['error 100 as status', 'auth', KEY_SENTENCE, '6 h'],
    ['error 200', 'refused', 'Indexer A rejected the request', 'not at all'],
    ['error 201', 'refused', 'Indexer A rejected the request', 'not at all'],
    ['error 202', 'unsupported', 'Indexer A does not support this search', 'not at all'],
    ['error 203', 'unsupported', 'Indexer A does not support this search', 'not at all'],
    ['error 300', 'refused', 'Indexer A rejected the request', 'not at all'],
    ['error 500', 'limit', 'Indexer A has reached its request limit', '1 h'],
    ['error 910', 'limit', 'Indexer A has reached its request limit', '1 h'],
    ['error 429 as status', 'limit', 'Indexer A has reached its request limit', '1 h'],
    ['error 501', 'grab_limit', 'Indexer A has reached its download limit', '1 h'],
    ['error 900', 'unavailable', 'Indexer A has a server problem', '1 min'],
    ['limit', 'limit', 'Indexer A has reached its request limit', '2 min'],
    ['limit in words', 'limit', 'Indexer A has reached its request limit', '12 min'],
    ['ban', 'unavailable', 'Indexer A has blocked this address', '24 h'],
    ['key page', 'auth', `${KEY_SENTENCE} (invalid API key)`, '6 h'],
    ['key page with status 403', 'auth', `${KEY_SENTENCE} (invalid API key)`, '6 h'],
    ['key text', 'auth', `${KEY_SENTENCE} (Invalid API key)`, '6 h'],
    ['login page', 'auth', KEY_SENTENCE, '6 h'],
    ['redirect', 'auth', KEY_SENTENCE, '6 h'],
    ['status 401', 'auth', KEY_SENTENCE, '6 h'],
    ['status 404', 'unreadable', 'Indexer A sent an unreadable reply', '1 min'],
    ['status 410', 'unavailable', 'Indexer A has a server problem', '1 min'],
    ['status 503', 'unavailable', 'Indexer A has a server problem', '1 min'],
    ['status 520', 'unavailable', 'Indexer A has a server problem', '1 min'],
    ['silence', 'unreachable', 'Indexer A cannot be reached (no answer within 60 seconds)', '1 min'],
    ['no connection', 'unreachable', 'Indexer A cannot be reached', '1 min'],
    ['cut off', 'unreadable', 'Indexer A sent an unreadable reply', '1 min'],
    ['entities', 'unreadable', 'Indexer A sent an unreadable reply', '1 min'],
  ])('by %s: %s', async (fault, kind, sentence, waits) => {
    fake.fail(fault)
    const answer = await search()
    expect(failureOf(answer)).toBe(kind)
    if ('ok' in answer) throw new Error('it did not fail')
    expect(answer.detail).toStartWith(sentence)
    expect(answer.detail).not.toContain(fake.key)
    const before = fake.requests.length
    expect(failureOf(await search())).toBe(kind)
    // A limit on queries affects no grabs, and a limit on grabs no queries.
    expect(fake.requests.length > before).toBe(waits === 'not at all' || kind === 'grab_limit')
    if (waits !== 'not at all') expect(harness.between(NOW, answer.until!)).toBe(waits)
  })

  test('is queried again when its pause is over, and is healthy after a reply', async () => {
    fake.fail('status 503', 1)
    await search()
    await harness.clock.advance('1 min')
    expect(failureOf(await search())).toBe('none')
    expect(harness.row('idx.test')).toMatchObject({ failure: null, failures_in_row: 0, blocked_until: null })
  })

  test('pauses longer after each failure in a row', async () => {
    fake.fail('status 503')
    const waits: string[] = []
    for (let turn = 0; turn < 5; turn++) {
      const answer = await search()
      if ('ok' in answer || !answer.until) throw new Error('it did not fail')
      waits.push(harness.between(harness.clock.now(), answer.until))
      await harness.clock.advance('1 h')
    }
    expect(waits).toEqual(['1 min', '5 min', '15 min', '1 h', '1 h'])
  })

  test('is queried for a waiting user after a temporary failure, but not after a limit', async () => {
    fake.fail('status 503', 1)
    await search()
    expect(failureOf(await search(true))).toBe('none')
    fake.fail('error 500', 1)
    await search()
    expect(failureOf(await search(true))).toBe('limit')
  })

  test('keeps its health after a restart', async () => {
    fake.fail('error 500', 1)
    await search()
    const again = harness.again()
    expect(failureOf(await again.indexer('idx.test').search({ text: 'x' }))).toBe('limit')
  })
})

test('requests to one indexer are two seconds apart, and two indexers do not wait for each other', async () => {
  const other = fakeIndexer()
  harness.close()
  harness = indexerHarness({ 'idx.test': fake, 'other.test': other })
  const both = Promise.all(['idx.test', 'other.test'].map((host) => harness.indexer(host).search({ text: 'x' })))
  await harness.clock.advance('1 s')
  expect([fake.requests, other.requests]).toEqual([['caps'], ['caps']])
  await harness.clock.advance('1 s')
  expect([fake.requests, other.requests]).toEqual([
    ['caps', 'search x'],
    ['caps', 'search x'],
  ])
  await both
})

test('an indexer that is disabled, alone or with its type, or does not exist, gets no request', async () => {
  harness.set('idx.test', { enabled: false })
  expect(harness.indexers.enabled()).toEqual([])
  expect(failureOf(await search())).toBe('disabled')
  harness.set('idx.test', { enabled: true })
  await harness.config.save({ newznab: false })
  expect(harness.indexers.enabled()).toEqual([])
  expect(failureOf(await search())).toBe('disabled')
  expect(failureOf(await harness.indexerClient.request('no such', { params: {}, read: () => 1 }))).toBe('disabled')
  expect(harness.http.requests).toEqual([])
})

test('a reply that reports used-up limits is the last one for an hour', async () => {
  fake.limits = { api: [100, 100], grabs: [3, 50] }
  expect(failureOf(await search())).toBe('none')
  expect(failureOf(await search())).toBe('limit')
  await harness.clock.advance('1 h')
  fake.limits = { api: [1, 100], grabs: [50, 50] }
  expect(failureOf(await search())).toBe('none')
  expect(failureOf(await search())).toBe('none')
  expect(harness.between(harness.clock.now(), harness.row('idx.test').grabs_blocked_until!)).toBe('1 h')
})

test('an aborted request throws and does not affect the indexer', async () => {
  const going = new AbortController()
  fake.hold()
  const searching = harness.indexer('idx.test').search({ text: 'x' }, { signal: going.signal })
  await harness.clock.advance('1 s')
  going.abort(new Error('the app stops'))
  expect(await searching.catch((error: unknown) => String(error))).toBe('Error: the app stops')
  expect(harness.row('idx.test').failure).toBeNull()
})

test('a reply of fifty megabytes is not read', async () => {
  harness.hosts['idx.test'] = () => new Response(new Uint8Array(50_000_000).fill(32))
  const answer = await search()
  expect(answer).toMatchObject({ failure: 'unreadable' })
  expect('ok' in answer || answer.detail).toContain('more than 4194304 bytes')
})

test('a redirect is followed on the same host alone, and never back to http', async () => {
  const to = (location: string) => () => new Response(null, { status: 301, headers: { Location: location } })
  for (const [location, failure] of [
    ['https://elsewhere.test/api', 'refused'],
    ['http://idx.test/api', 'refused'],
    ['file:///etc/passwd', 'refused'],
  ] as const) {
    harness.hosts['idx.test'] = to(location)
    expect(failureOf(await search())).toBe(failure)
  }
  expect(harness.http.requests.every((line) => line.startsWith('GET https://idx.test/'))).toBe(true)
})

test('a list that leads to a magnet link is invalid', async () => {
  harness.hosts['idx.test'] = () =>
    new Response(null, { status: 302, headers: { Location: 'magnet:?xt=urn:btih:abc' } })
  expect(await search()).toMatchObject({
    failure: 'unreadable',
    detail: expect.stringContaining('a magnet link in place of a list'),
  })
})

test.each([
  [{ verify: true }, false, { timeoutMs: 60_000, maxBytes: 4_194_304 }],
  [{ verify: true }, true, { timeoutMs: 30_000, maxBytes: 4_194_304 }],
  [{ verify: false }, false, { timeoutMs: 60_000, maxBytes: 4_194_304, anyCertificate: true }],
] as const)(
  'for an indexer with %j a query, waited for by the user %p, has the limits %j',
  async (change, urgent, expected) => {
    const { fetch } = harness.http
    const seen: unknown[] = []
    harness.http.fetch = (request, limits) => {
      seen.push(limits)
      return fetch(request, limits)
    }
    harness.set('idx.test', change)
    await search(urgent)
    expect(seen[0]).toEqual(expected)
  },
)

test('a request goes to the address, or to another path if it has one', async () => {
  const params = { t: 'x', id: ['1', '2'] }
  const ask = (more: object) => harness.through(harness.indexerClient.request('idx.test', { params, read: () => 1, ...more })) // biome-ignore format: one glance
  await ask({})
  await ask({ path: '/other' })
  harness.set('idx.test', { api_key: '' })
  await ask({})
  expect(harness.http.requests).toEqual([
    'GET https://idx.test/api?t=x&id=1&id=2&apikey=k3y0fTh1sF4ke',
    'GET https://idx.test/other?t=x&id=1&id=2&apikey=k3y0fTh1sF4ke',
    'GET https://idx.test/api?t=x&id=1&id=2',
  ])
})

test('the archive is queried at the address from the settings', async () => {
  await harness.config.save({ archive_url: 'https://idx.test/archive/', enable_archive: true })
  await harness.through(harness.indexerClient.request(ARCHIVE, { params: {}, read: () => 1 }))
  expect(harness.http.requests).toEqual(['GET https://idx.test/archive/api'])
})

describe('a test of an unsaved indexer', () => {
  const trial = (id?: string, read: () => string = () => 'read') => {
    const question = { params: { t: 'search', q: 'Harbor Lights' }, read }
    const { name, host, api_key, verify } = harness.row('idx.test')
    return harness.through(
      harness.indexerClient.trial({ name, host, api_key, verify, ...(id === undefined ? {} : { id }) }, question),
    )
  }

  test('respects a pause that the saved one asked for, but no temporary block', async () => {
    fake.fail('error 500', 1)
    await search()
    const before = fake.requests.length
    expect(await trial('idx.test')).toMatchObject({ failure: 'limit', until: '2026-11-21T09:00:00.000Z' })
    expect(fake.requests).toHaveLength(before)
    expect(await trial()).toEqual({ ok: 'read' })
    harness.set('idx.test', { failure: 'unreachable', blocked_until: '2026-11-21T09:00:00.000Z' })
    expect(await trial('idx.test')).toEqual({ ok: 'read' })
  })

  const refuses = () => {
    throw new ServiceError('auth')
  }

  test('that fails with another address or key does not change the saved one', async () => {
    const { name, host, verify } = harness.row('idx.test')
    const other = { name, host, verify, api_key: 'another', id: 'idx.test' }
    const question = { params: { t: 'search', q: 'Harbor Lights' }, read: refuses }
    expect(await harness.through(harness.indexerClient.trial(other, question))).toMatchObject({ failure: 'auth' })
    expect(harness.row('idx.test')).toMatchObject({ failure: null, failures_in_row: 0, blocked_until: null })
    expect(await trial('idx.test')).toEqual({ ok: 'read' })
    expect(harness.row('idx.test').last_ok_at).toBeNull()
  })

  test.each([
    ['another address', { host: 'https://idx.test/other' }],
    ['other certificates', { verify: false }],
  ])('that fails at %s does not change the saved one', async (_, change) => {
    const { name, host, verify, api_key } = harness.row('idx.test')
    const target = { name, host, verify, api_key, id: 'idx.test', ...change }
    const question = { params: { t: 'search' }, read: refuses }
    expect(await harness.through(harness.indexerClient.trial(target, question))).not.toHaveProperty('until')
    expect(harness.row('idx.test')).toMatchObject({ failure: null, failures_in_row: 0, last_failed_at: null })
  })

  test('that fails with the saved values is a failure of the saved one', async () => {
    expect(await trial('idx.test', refuses)).toMatchObject({ failure: 'auth' })
    expect(harness.row('idx.test')).toMatchObject({ failure: 'auth', failures_in_row: 1 })
    expect(harness.row('idx.test').blocked_until).not.toBeNull()
    expect(await trial('idx.test')).toEqual({ ok: 'read' })
  })
})

test('an indexer is busy only during a request, whatever its outcome', async () => {
  const busy: boolean[] = []
  harness.hosts['idx.test'] = () => {
    busy.push(harness.indexerClient.isBusy('idx.test'), harness.indexerClient.isBusy('other'))
    return new Response('', { status: 503 })
  }
  expect(harness.indexerClient.isBusy('idx.test')).toBe(false)
  await search()
  expect(busy.slice(0, 2)).toEqual([true, false])
  expect(harness.indexerClient.isBusy('idx.test')).toBe(false)
})

test('why an indexer would get no request is known without one, and can be reset', async () => {
  expect(harness.indexerClient.blockedBy('idx.test')).toBeUndefined()
  fake.fail('error 500', 1)
  await search()
  expect(harness.indexerClient.blockedBy('idx.test')).toMatchObject({ failure: 'limit' })
  harness.indexerClient.unblock('idx.test', 'passing')
  expect(harness.indexerClient.blockedBy('idx.test')).toMatchObject({ failure: 'limit' })
  harness.indexerClient.unblock('idx.test', 'all')
  expect(harness.indexerClient.blockedBy('idx.test')).toBeUndefined()
  harness.indexerClient.limitReached('idx.test', { api: true, grabs: false })
  expect(harness.indexerClient.blockedBy('idx.test')).toMatchObject({ failure: 'limit' })
  expect(harness.row('idx.test').grabs_blocked_until).toBeNull()
  expect(harness.indexerClient.blockedBy('no such')).toMatchObject({ failure: 'disabled' })
})
