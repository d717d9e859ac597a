import { afterEach, describe, expect, test } from 'bun:test'
import { type FakeIndexer, type FakeIndexerOptions, fakeIndexer } from '../../../testing/fakes/indexer'
import { type IndexerHarness, indexerHarness } from '../../../testing/indexers/indexers'
import { categoriesFor } from './caps'
import type { IndexerAnswer } from './indexer'

let harness: IndexerHarness
afterEach(() => harness.close())

function open(options: FakeIndexerOptions = {}): FakeIndexer {
  const fake = fakeIndexer(options)
  harness = indexerHarness({ 'idx.test': fake })
  return fake
}
const idx = () => harness.indexer('idx.test')
function ok<T>(answer: IndexerAnswer<T>): T {
  if ('ok' in answer) return answer.ok
  throw new Error(answer.detail)
}
const search = async (text: string, limit?: number) =>
  ok(await harness.through(idx().search({ text, ...(limit === undefined ? {} : { limit }) })))
const many = (count: number) => Array.from({ length: count }, (_, at) => ({ title: `Harbor Lights ${count - at}` }))
const questions = () => harness.http.requests.map((line) => new URL(line.slice(4)).searchParams)

describe('a search', () => {
  test('is by words within the categories, with the key, and finds all matches', async () => {
    const fake = open({ releases: [{ title: 'Harbor Lights 007 (2016)' }, { title: 'Harbor Lights 008 (2016)' }] })
    expect((await search('Harbor Lights 007')).map(({ title }) => title)).toEqual(['Harbor Lights 007 (2016)'])
    expect(Object.fromEntries(questions()[1]!)).toEqual({
      t: 'search',
      q: 'Harbor Lights 007',
      cat: '7030',
      extended: '1',
      limit: '100',
      offset: '0',
      apikey: fake.key,
    })
  })

  test('requests page after page until there is enough, or a page is not full', async () => {
    open({ releases: many(25), page: 10 })
    expect(await search('Harbor Lights')).toHaveLength(25)
    expect(questions().map((each) => each.get('offset'))).toEqual([null, '0', '10', '20'])
    expect(await search('Harbor Lights', 15)).toHaveLength(20)
    expect(await search('Harbor Lights', 20)).toHaveLength(20)
    expect(await search('Harbor Lights', 10)).toHaveLength(10)
  })

  test('ends after five pages, and at once if the next one repeats the last', async () => {
    open({ releases: many(80), page: 10 })
    expect(await search('Harbor Lights')).toHaveLength(50)
    const { fetch } = fakeIndexer({ releases: many(10), page: 10 })
    harness.hosts['idx.test'] = (request) =>
      fetch(new Request(request.url.replace(/offset=\d+/, 'offset=0').replace(/apikey=\w+/, 'apikey=k3y0fTh1sF4ke')))
    const before = harness.http.requests.length
    expect(await search('Harbor Lights')).toHaveLength(10)
    expect(harness.http.requests.length - before).toBe(2)
  })

  test.each([
    ['counts pages', true, 25, ['0', '10', '1', '2'], 25],
    ['counts pages, with one full page', true, 10, ['0', '10', '1'], 10],
    ['counts releases, with one full page', false, 10, ['0', '10', '1'], 10],
    ['counts pages, with less than a page', true, 7, ['0'], 7],
  ])('of an indexer that %s finds all', async (_, countsPages, count, offsets, found) => {
    open({ releases: many(count), page: 10, countsPages })
    expect(await search('Harbor Lights')).toHaveLength(found)
    expect(questions().flatMap((each) => each.get('offset') ?? [])).toEqual(offsets)
  })

  test('keeps the pages before a failed one', async () => {
    const fake = open({ releases: many(25), page: 10 })
    await search('nothing')
    const answer = idx().search({ text: 'Harbor Lights' })
    await harness.clock.advance('2 s')
    fake.fail('status 503')
    expect(ok(await harness.through(answer))).toHaveLength(10)
    expect(harness.row('idx.test').failure).toBe('unavailable')
  })

  test('is by title if there is only a book search, and says so if there is none', async () => {
    const fake = open({ releases: many(1) })
    const caps = (searching: string) => `<caps><searching>${searching}</searching></caps>`
    const answers = (text: string) => {
      harness.hosts['idx.test'] = (request) =>
        request.url.includes('t=caps') ? new Response(text) : fake.fetch(request)
    }
    answers(caps('<search available="no"/><book-search available="yes" supportedParams="title,author"/>'))
    expect(await search('Harbor Lights')).toHaveLength(1)
    expect(questions().at(-1)!.get('title')).toBe('Harbor Lights')
    await harness.clock.advance('8 d')
    answers(caps('<search available="no"/><tv-search available="yes" supportedParams="q"/>'))
    expect(await harness.through(idx().search({ text: 'x' }))).toEqual({
      failure: 'unsupported',
      detail: 'Indexer A does not support text search.',
    })
  })

  test('of usenet limits the age of releases; of torrents it does not', async () => {
    open()
    await harness.through(idx().search({ text: 'x', most_days: 3500 }))
    expect(questions().at(-1)!.get('maxage')).toBe('3500')
    harness.close()
    open({ type: 'torznab' })
    await harness.through(idx().search({ text: 'x', most_days: 3500 }))
    expect(questions().at(-1)!.get('maxage')).toBeNull()
  })
})

describe('an indexer', () => {
  /** The reply to `t=caps`, and the reply to a search: by default an empty list. */
  const answers = (caps: string, page = '') => {
    open()
    harness.hosts['idx.test'] = ({ url }) => new Response(url.includes('t=caps') ? `<caps>${caps}</caps>` : `<rss><channel>${page}</channel></rss>`) // biome-ignore format: one glance
  }
  const item = (n: number) =>
    `<item><title>Tide ${n}</title><guid>g${n}</guid><link>https://idx.test/get?k=k3y0fTh1sF4ke&amp;n=${n}</link></item>`
  const asked = () => Object.fromEntries([...questions().at(-1)!].filter(([name]) => name !== 'apikey' && name !== 'extended')) // biome-ignore format: one glance
  const PAGES = { limit: '100', offset: '0' }

  test.each<[caps: string, Record<string, string>]>([
    ['<limits max="200"/>', { t: 'search', q: 'x', cat: '7030', ...PAGES }],
    ['<limits max="100"/>', { t: 'search', q: 'x', cat: '7030', ...PAGES }],
    ['<limits max="50"/>', { t: 'search', q: 'x', cat: '7030', ...PAGES, limit: '50' }],
    ['<searching><search/><book-search supportedParams="q"/></searching>', { t: 'search', q: 'x', cat: '7030', ...PAGES }],
    ['<searching><book-search supportedParams="title,q"/></searching>', { t: 'book', q: 'x', cat: '7030', ...PAGES }],
    ['<searching><book-search supportedParams="author,title"/></searching>', { t: 'book', title: 'x', cat: '7030', ...PAGES }],
  ])('with %s gets the query %j', async (caps, params) => {
    answers(caps)
    await search('x')
    expect(asked()).toEqual(params)
  }) // biome-ignore format: a row each

  test.each<[object, Record<string, string>]>([
    [{ categories: [] }, { t: 'search', q: 'x', ...PAGES }],
    [{ rss_uid: '12' }, { t: 'search', q: 'x', cat: '7030', i: '12', ...PAGES }],
    [{ rss_uid: '' }, { t: 'search', q: 'x', cat: '7030', ...PAGES }],
  ])('that is saved with %j gets the query %j', async (change, params) => {
    answers('')
    harness.set('idx.test', change)
    await search('x')
    expect(asked()).toEqual(params)
  })

  test.each([
    [undefined, undefined],
    [0, undefined],
    [-1, undefined],
    [1, '1'],
  ])('gets a query for releases of %p days with %p', async (days, maxage) => {
    answers('')
    await harness.through(idx().search({ text: 'x', ...(days === undefined ? {} : { most_days: days }) }))
    expect(asked().maxage).toBe(maxage as never)
  })

  test('without a text search returns its newest releases', async () => {
    answers('<searching><tv-search supportedParams="q"/></searching>', item(1))
    expect(ok(await harness.through(idx().feed()))).toHaveLength(1)
    expect(asked()).toEqual({ t: 'search', cat: '7030', ...PAGES })
  })

  test('without known capabilities is not searched', async () => {
    open({ failure: 'status 503' })
    expect(await harness.through(idx().search({ text: 'x' }))).toMatchObject({ failure: 'unavailable' })
    expect(harness.http.requests).toHaveLength(1)
    expect(harness.row('idx.test')).toMatchObject({ caps: null, caps_at: null })
  })

  test('that fails on its first page has failed', async () => {
    open()
    await search('x')
    harness.hosts['idx.test'] = () => new Response('', { status: 503 })
    expect(await harness.through(idx().search({ text: 'x' }))).toMatchObject({ failure: 'unavailable' })
  })

  test('with broken releases on a full page is asked for the next page', async () => {
    const asks = (count: number) => {
      answers('<limits max="3"/>', `${item(1)}${item(2)}${'<item><title>no link</title></item>'.repeat(count)}`)
      return search('x').then((found) => [found.length, questions().length - 1])
    }
    expect(await asks(0)).toEqual([2, 1])
    harness.close()
    // The second page repeats the first, so it is the last.
    expect(await asks(1)).toEqual([2, 2])
  })

  test('loses no release if several share a guid, the page of their series', async () => {
    const shared = (n: number) =>
      `<item><title>Tide ${n}</title><guid>https://idx.test/details/tide</guid><link>/get?n=${n}</link></item>`
    answers('', [1, 2, 3].map(shared).join(''))
    expect((await search('x')).map(({ title, link }) => [title, link])).toEqual([
      ['Tide 1', 'https://idx.test/get?n=1'],
      ['Tide 2', 'https://idx.test/get?n=2'],
      ['Tide 3', 'https://idx.test/get?n=3'],
    ])
  })

  test('says how many items were unusable', async () => {
    answers('', `${item(1)}${'<item><title>no link</title></item>'.repeat(12)}`)
    const answer = await harness.through(idx().search({ text: 'x' }))
    expect(answer).toMatchObject({ ok: [{ title: 'Tide 1' }], left_out: '12 items had no usable link' })
  })

  test('with its key in links shows them without', async () => {
    answers('', item(1))
    expect((await search('x'))[0]?.link).toMatch(/^https:\/\/idx\.test\/get\?k=\{key:[\da-f]{12}\}&n=1$/)
  })

  test('that reports used-up limits with a page gets no more requests', async () => {
    answers('', `<newznab:limits xmlns:newznab="x" apiCurrent="5" apiMax="5"/>${item(1)}`)
    await search('x')
    expect(harness.row('idx.test').failure).toBe('limit')
  })

  test('shows a release that is on two pages once', async () => {
    open()
    let page = 0
    harness.hosts['idx.test'] = ({ url }) => {
      if (url.includes('t=caps')) return new Response('<caps><limits max="2"/></caps>')
      page++
      return new Response(`<rss><channel>${item(page)}${item(page + 1)}</channel></rss>`)
    }
    expect((await search('x')).map(({ guid }) => guid)).toEqual(['g1', 'g2', 'g3', 'g4', 'g5', 'g6'])
  })
})

test('its capabilities are requested again after exactly a week', async () => {
  const fake = open()
  harness.set('idx.test', { caps: { title: 'x', limits: { max: 100, default: 100 }, searching: { search: ['q'] }, categories: [] } }) // biome-ignore format: one glance
  const asks = async (days: number) => {
    harness.set('idx.test', { caps_at: new Date(Date.parse(harness.clock.now()) - days * 86_400_000).toISOString() })
    fake.requests.length = 0
    await harness.through(idx().caps())
    return fake.requests
  }
  expect(await asks(6.9)).toEqual([])
  expect(await asks(7.1)).toEqual(['caps'])
  harness.set('idx.test', { caps: null })
  expect(await asks(1)).toEqual(['caps'])
})

test('its capabilities are fetched once a week', async () => {
  const fake = open()
  await search('a')
  await search('b')
  expect(fake.requests).toEqual(['caps', 'search a', 'search b'])
  await harness.clock.advance('8 d')
  await search('c')
  expect(fake.requests.slice(3)).toEqual(['caps', 'search c'])
})

test('a feed is read back to the last seen release', async () => {
  const fake = open({ releases: many(45), page: 10 })
  harness.set('idx.test', { feed_guid: 'harbor-lights-22' })
  expect(ok(await harness.through(idx().feed()))).toHaveLength(30)
  expect(fake.requests).toEqual(['caps', 'search', 'search', 'search'])
  harness.set('idx.test', { feed_guid: null })
  expect(ok(await harness.through(idx().feed()))).toHaveLength(10)
})

test.each([
  [[7030], [7000, 7030], '7030'],
  [[7030, 7020], [7000, 7030], '7030'],
  [[7030], [7000], '7030'],
  [[7030, 8020], [7000, 8020], '8020'],
  [[7030], [2000], '7030'],
  [[7030, 8020], [], '7030,8020'],
  [[100_030], [100_030, 7030], '100030'],
])('for %j it is asked, if it has %j, for %s', (chosen, has, expected) => {
  const categories = has.map((id) => ({ id, name: '', sub: [] }))
  expect(categoriesFor(chosen, { title: '', limits: { max: 1, default: 1 }, searching: {}, categories })).toBe(expected)
})

describe.each(['plain', 'prowlarr', 'jackett'] as const)('a torrent over %s', (dialect) => {
  test('is parsed and downloaded', async () => {
    open({ type: 'torznab', dialect, releases: [{ title: 'Harbor Lights 007', seeders: 4, peers: 6 }] })
    const [offer] = await search('Harbor Lights')
    expect(offer).toMatchObject({ protocol: 'torrent', seeders: 4, leechers: 2, size: 40_000_000 })
    const fetched = ok(await harness.through(harness.fetchRelease('idx.test', offer!)))
    expect(fetched.kind).toBe(dialect === 'jackett' ? 'magnet' : 'torrent')
    expect('info_hash' in fetched && fetched.info_hash).toMatch(/^[\da-f]{40}$/)
  })
})
