import { afterEach, describe, expect, test } from 'bun:test'
import {
  type FakeIndexerOptions,
  type FakeRelease,
  fakeIndexer,
  type IndexerFault,
  magnetOf,
  nzbOf,
  torrentOf,
} from '../../../testing/fakes/indexer'
import { PUBLIC_ADDRESS } from '../../../testing/harness/public-addresses'
import { type IndexerHarness, indexerHarness } from '../../../testing/indexers/indexers'
import { offer } from '../../../testing/indexers/search-harness'

let harness: IndexerHarness
afterEach(() => harness.close())

const TITLE = 'Harbor Lights 007'

async function fetchOf(comes: FakeRelease['comes'], options: FakeIndexerOptions = {}) {
  const fake = fakeIndexer({ ...options, releases: [{ title: TITLE, ...(comes ? { comes } : {}) }] })
  harness = indexerHarness({ 'idx.test': fake })
  const found = await harness.through(harness.indexer('idx.test').search({ text: TITLE }))
  if (!('ok' in found)) throw new Error(found.detail)
  return harness.through(harness.fetchRelease('idx.test', found.ok[0]!))
}

describe('a release is fetched', () => {
  test.each<[FakeRelease['comes'], 'newznab' | 'torznab', string]>([
    ['plain', 'newznab', 'nzb'],
    ['redirect', 'newznab', 'nzb'],
    ['plain', 'torznab', 'torrent'],
    ['redirect', 'torznab', 'torrent'],
    ['magnet link', 'torznab', 'magnet'],
    ['magnet redirect', 'torznab', 'magnet'],
    ['magnet body', 'torznab', 'magnet'],
  ])('that comes %s over %s as %s', async (comes, type, kind) => {
    const answer = await fetchOf(comes, { type })
    if (!('ok' in answer)) throw new Error(answer.detail)
    expect(answer.ok).toMatchObject({ kind, name: TITLE })
    if (answer.ok.kind === 'nzb') expect(answer.ok.bytes).toEqual(nzbOf(TITLE))
    if (answer.ok.kind === 'torrent') expect(answer.ok.bytes).toEqual(torrentOf(TITLE))
    if (answer.ok.kind === 'magnet') expect(answer.ok.link).toBe(magnetOf(TITLE))
  })
})

describe('a release is refused', () => {
  test.each<[FakeRelease['comes'], 'newznab' | 'torznab', string, string]>([
    ['error', 'newznab', 'grab_limit', 'has reached its download limit (Download limit reached)'],
    ['error', 'torznab', 'grab_limit', 'has reached its download limit (Download limit reached)'],
    ['web page', 'newznab', 'auth', 'rejected the API key (it returned a login page)'],
    ['garbage', 'newznab', 'unreadable', 'sent no usable file for Harbor Lights 007'],
    ['garbage', 'torznab', 'unreadable', 'sent no usable file for Harbor Lights 007 (The file is not a torrent)'],
    ['endless redirects', 'newznab', 'refused', 'it points from one address to the next without end'],
  ])('that is %s over %s: %s', async (comes, type, failure, words) => {
    const answer = await fetchOf(comes, { type })
    if ('ok' in answer) throw new Error('it was taken')
    expect(answer.failure).toBe(failure as never)
    expect(answer.detail).toContain(words)
    // A bad file does not stop searching.
    expect(harness.row('idx.test').failure).toBeNull()
  })

  test.each<IndexerFault>([
    'ban',
    'login page',
    'key page',
    'status 403',
    'status 404',
    'status 500',
    'status 503',
    'error 300',
    'error 900',
    'cut off',
    'redirect',
    'no connection',
  ])('with %s, and the next release of the same indexer is fetched at once', async (fault) => {
    const fake = fakeIndexer({ releases: [{ title: TITLE }, { title: `${TITLE} (repack)` }] })
    harness = indexerHarness({ 'idx.test': fake })
    const found = await harness.through(harness.indexer('idx.test').search({ text: TITLE }))
    if (!('ok' in found)) throw new Error(found.detail)
    fake.fail(fault, 1)
    const answer = await harness.through(harness.fetchRelease('idx.test', found.ok[0]!))
    if ('ok' in answer) throw new Error('it was taken')
    expect(answer.detail).not.toContain('blocked this address')
    expect(answer.until).toBeUndefined()
    expect(harness.row('idx.test')).toMatchObject({ failure: null, grabs_blocked_until: null, last_failed_at: null })
    expect(await harness.through(harness.fetchRelease('idx.test', found.ok[1]!))).toHaveProperty('ok')
  })

  test('for a limit on its size, which is not a limit of the indexer', async () => {
    const fake = fakeIndexer({ releases: [{ title: TITLE }] })
    harness = indexerHarness({ 'idx.test': fake })
    const found = await harness.through(harness.indexer('idx.test').search({ text: TITLE }))
    if (!('ok' in found)) throw new Error(found.detail)
    harness.hosts['idx.test'] = () => new Response('<error code="900" description="This NZB is above the size limit"/>')
    const answer = await harness.through(harness.fetchRelease('idx.test', found.ok[0]!))
    expect(answer).toMatchObject({ failure: 'unavailable' })
    expect(harness.row('idx.test').grabs_blocked_until).toBeNull()
  })

  test('after a download limit until it is over, while searching continues', async () => {
    await fetchOf('error')
    const found = await harness.through(harness.indexer('idx.test').search({ text: TITLE }))
    if (!('ok' in found)) throw new Error(found.detail)
    const before = harness.http.requests.length
    expect(await harness.through(harness.fetchRelease('idx.test', found.ok[0]!))).toMatchObject({
      failure: 'grab_limit',
    })
    expect(harness.http.requests.length).toBe(before)
  })

  test('with a changed key: the new key is not put into a link made for the old one', async () => {
    const fake = fakeIndexer({ releases: [{ title: TITLE }] })
    harness = indexerHarness({ 'idx.test': fake })
    const found = await harness.through(harness.indexer('idx.test').search({ text: TITLE }))
    if (!('ok' in found)) throw new Error(found.detail)
    harness.set('idx.test', { host: 'https://elsewhere.test', api_key: 'another key' })
    const before = harness.http.requests.length
    expect(await harness.through(harness.fetchRelease('idx.test', found.ok[0]!))).toMatchObject({
      failure: 'refused',
      detail: expect.stringContaining('the API key changed since the search; search again'),
    })
    expect(harness.http.requests.length).toBe(before)
  })
})

describe('an error sent as JSON', () => {
  const SENTENCE = 'Indexer is unavailable: https://other.test/api?apikey=0f1e2d3c'
  const answerOf = async (status: number, document: unknown) => {
    const fake = fakeIndexer({ releases: [{ title: TITLE }] })
    harness = indexerHarness({ 'idx.test': fake })
    const found = await harness.through(harness.indexer('idx.test').search({ text: TITLE }))
    if (!('ok' in found)) throw new Error(found.detail)
    harness.hosts['idx.test'] = () => Response.json(document, { status })
    const answer = await harness.through(harness.fetchRelease('idx.test', found.ok[0]!))
    if ('ok' in answer) throw new Error('it was taken')
    return answer
  }

  test.each<[number, string]>([
    [200, 'unreadable'],
    [400, 'refused'],
    [403, 'unreadable'],
    [404, 'unreadable'],
    [410, 'unreadable'],
    [429, 'limit'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ])('with status %d is shown, without keys and addresses', async (status, failure) => {
    for (const document of [{ message: SENTENCE }, { error: SENTENCE }]) {
      const answer = await answerOf(status, document)
      expect(answer.failure).toBe(failure as never)
      expect(answer.detail).toContain('Indexer is unavailable: https://other.test/…')
      expect(answer.detail).not.toContain('0f1e2d3c')
      harness.close()
    }
  })

  test.each<[number, object, string, string]>([
    [
      410,
      { description: 'NoGrabs left', status: 410 },
      'unreadable',
      `sent no usable file for ${TITLE} (NoGrabs left)`,
    ],
    [410, { status: 'error', code: 7 }, 'unreadable', `${TITLE} (it answered with an error, code 7)`],
    [200, { status: 'error', code: 7 }, 'unreadable', `${TITLE} (it answered with an error, code 7)`],
    [403, { error: 'Invalid API key' }, 'auth', 'rejected the API key (Invalid API key)'],
    [403, { error: 'Your account is suspended' }, 'auth', 'rejected the API key (Your account is suspended)'],
    [403, { error: 'Too many requests' }, 'limit', 'has reached its request limit (Too many requests)'],
    [429, { error: 'Wait' }, 'limit', 'has reached its request limit (Wait)'],
    [200, { status: 'error', code: 429 }, 'limit', 'has reached its request limit'],
    [500, { code: 500, message: 'Internal error' }, 'unavailable', 'has a server problem (Internal error)'],
    [503, { error: 'Down' }, 'unavailable', 'has a server problem (Down)'],
  ])('with status %d and %j is %s: %s', async (status, document, failure, words) => {
    const answer = await answerOf(status, document)
    expect(answer).toMatchObject({ failure: failure as 'auth', detail: expect.stringContaining(words) })
    expect(harness.row('idx.test').grabs_blocked_until !== null).toBe(failure === 'limit')
  })

  test('is a limit of the indexer if it says so', async () => {
    const answer = await answerOf(400, { error: 'Daily download limit reached' })
    expect(answer.failure).toBe('grab_limit')
    expect(answer.detail).toContain('Daily download limit reached')
    expect(harness.row('idx.test').grabs_blocked_until).not.toBeNull()
  })

  test('is about the key if it says so, in every wording', async () => {
    const answer = await answerOf(401, { error: 'The API key of Other is wrong, ask there' })
    expect(answer).toMatchObject({ failure: 'auth', detail: expect.stringContaining('The API key of Other is wrong, ask there') as never }) // biome-ignore format: one glance
  })

  test('with its own key does not repeat it', async () => {
    const fake = fakeIndexer()
    const answer = await answerOf(500, { error: `No answer for ${fake.key}` })
    expect(answer.detail).not.toContain(fake.key)
  })
})

describe('a link', () => {
  const HASH = 'cd'.repeat(20)
  const fetching = async (link: string, reply: () => Response = () => new Response(nzbOf(TITLE))) => {
    harness = indexerHarness({ 'idx.test': fakeIndexer({}) })
    harness.hosts['idx.test'] = reply
    harness.hosts['lan.nas'] = reply
    return harness.through(harness.fetchRelease('idx.test', offer(TITLE, { link })))
  }
  const moved = (to: string) => () => new Response(null, { status: 302, headers: { Location: to } })

  test.each<[string, (() => Response) | undefined, string, string, number]>([
    ['ftp://idx.test/1', undefined, 'refused', 'the link is not a web address', 0],
    ['nowhere', undefined, 'refused', 'the link is not a web address', 0],
    ['magnet:?dn=x', undefined, 'unreadable', `The magnet link of ${TITLE} contains no torrent hash.`, 0],
    ['http://lan.nas/1', undefined, 'refused', 'its link leads to lan.nas', 0],
    ['https://idx.test/1', moved('http://lan.nas/1'), 'refused', 'its link leads to lan.nas', 1],
    ['https://idx.test/1', moved('magnet:?dn=x'), 'unreadable', 'its magnet link names no torrent', 1],
    ['https://idx.test/1', () => new Response('magnet:?dn=x'), 'unreadable', `sent no usable file for ${TITLE} (its magnet link names no torrent)`, 1],
    ['https://idx.test/1', () => new Response('', { status: 404 }), 'unreadable', `sent no usable file for ${TITLE} (nothing found at this address)`, 1],
    ['https://idx.test/1', () => new Response('<html>Access denied</html>', { status: 403 }), 'unreadable', `sent no usable file for ${TITLE} (it returned a web page, status 403)`, 1],
    ['https://idx.test/1', () => new Response('', { status: 403 }), 'unreadable', `${TITLE} (its link no longer works, status 403)`, 1],
    ['https://idx.test/1', () => new Response('', { status: 410 }), 'unreadable', `${TITLE} (its link no longer works, status 410)`, 1],
    ['https://idx.test/1', () => new Response('<html>Forbidden</html>', { status: 403 }), 'unreadable', `${TITLE} (its link no longer works, status 403)`, 1],
    ['https://idx.test/1', () => new Response('<html>Gone. Log in</html>', { status: 410 }), 'unreadable', `sent no usable file for ${TITLE} (it returned a login page)`, 1],
    ['https://idx.test/1', () => new Response('<error code="900" description="Gone"/>', { status: 410 }), 'unreadable', `sent no usable file for ${TITLE} (Gone)`, 1],
    ['https://idx.test/1', () => new Response('', { status: 401 }), 'auth', 'rejected the API key', 1],
    ['https://idx.test/1', () => new Response('', { status: 429 }), 'limit', 'has reached its request limit', 1],
    ['https://idx.test/1', () => new Response('', { status: 500 }), 'unavailable', 'has a server problem', 1],
    ['https://idx.test/1', () => new Response('<html>Bad gateway</html>', { status: 502 }), 'unavailable', 'has a server problem', 1],
    ['https://idx.test/1', () => new Response('<error code="300" description="Gone"/>'), 'refused', 'rejected the request (Gone)', 1],
  ])('%s that answers with %p is %s: %s', async (link, reply, failure, words, asked) => {
    const answer = await fetching(link, reply)
    expect(answer).toMatchObject({ failure: failure as 'refused', detail: expect.stringContaining(words) })
    expect(harness.http.requests).toHaveLength(asked)
  }) // biome-ignore format: a row each

  test('is requested at the checked address, and so is its redirect', async () => {
    await fetching('https://files.test/1')
    expect(harness.http.addresses).toEqual([PUBLIC_ADDRESS])
    harness.close()
    const others: (() => Response)[] = [
      moved('https://idx.test/2'),
      moved('https://idx.test/3'),
      () => new Response(''),
    ]
    await fetching('https://idx.test/1', () => others.shift()!())
    expect(harness.http.addresses).toEqual([undefined, undefined, undefined])
  })

  test.each<[string, (() => Response) | undefined, string]>([
    [`magnet:?xt=urn:btih:${HASH}`, undefined, `magnet:?xt=urn:btih:${HASH}`],
    [`MAGNET:?xt=urn:btih:${HASH}`, undefined, `MAGNET:?xt=urn:btih:${HASH}`],
    [
      `magnet:?ws=http%3A%2F%2F10.0.0.1%2Fx&xt=urn:btih:${HASH}&dn=A b&xs=http://10.0.0.1/&as=x&x.pe=10.0.0.1:1&tr=udp%3A%2F%2Ft.example&tr.1=y&XL=3`,
      undefined,
      `magnet:?xt=urn:btih:${HASH}&dn=A%20b&tr=udp%3A%2F%2Ft.example&tr.1=y&XL=3`,
    ],
    [`magnet:?xt=urn:btih:${HASH}\nhttp://10.0.0.1/admin`, undefined, `magnet:?xt=urn:btih:${HASH}`],
    [
      `magnet:?xt=urn:btih:${HASH}&dn=x\r\nmagnet:?xt=urn:btih:${'ef'.repeat(20)}`,
      undefined,
      `magnet:?xt=urn:btih:${HASH}&dn=x`,
    ],
    [
      'https://idx.test/1',
      () => new Response(`magnet:?xt=urn:btih:${HASH}&ws=http://10.0.0.1/`),
      `magnet:?xt=urn:btih:${HASH}`,
    ],
    ['https://idx.test/1', () => new Response(` magnet:?xt=urn:btih:${HASH} x`), `magnet:?xt=urn:btih:${HASH}`],
  ])('%s is a magnet link', async (link, reply, magnet) => {
    const expected = { kind: 'magnet', name: TITLE, link: magnet, info_hash: HASH } as const
    expect(await fetching(link, reply)).toEqual({ ok: expected })
  })

  test('to an NZB with a password has the password, and one without has none', async () => {
    const plain = new TextDecoder().decode(nzbOf(TITLE))
    const locked = plain.replace('<file ', '<head><meta type="password">open sesame</meta></head><file ')
    const answer = await fetching('https://idx.test/1', () => new Response(locked))
    expect(answer).toMatchObject({ ok: { kind: 'nzb', password: 'open sesame' } })
    harness.close()
    const other = await fetching('https://idx.test/1', () => new Response(plain))
    expect('ok' in other && Object.keys(other.ok).sort()).toEqual(['bytes', 'kind', 'name'])
  })
})
