import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Config } from '../../../base/config/config'
import { systemFiles } from '../../../base/platform/files'
import { systemRandom } from '../../../base/platform/random'
import {
  addProviderSeries,
  type FakeProvider,
  fakeProvider,
  fakeProviders,
} from '../../../testing/fakes/metadata-provider'
import { makeSeries } from '../../../testing/make'
import { metadataHarness } from '../../../testing/metadata/metadata'
import type { SeriesFacts, SeriesQuery } from '../providers/provider'
import type { SearchBody } from '../schema'
import { Lookup } from './lookup'

let comicvine: FakeProvider
let metron: FakeProvider
let mangadex: FakeProvider
let harness: ReturnType<typeof metadataHarness>
/** The parameters of each request for a list. */
let queries: SeriesQuery[]
beforeEach(() => {
  queries = []
  comicvine = fakeProvider('comicvine', { searchSize: 10 })
  metron = fakeProvider('metron', { searchSize: 10 })
  mangadex = fakeProvider('mangadex')
  for (const fake of [comicvine, metron, mangadex]) {
    const { search } = fake
    fake.search = (query) => {
      queries.push(query)
      return search(query)
    }
  }
  harness = metadataHarness([comicvine, metron, mangadex])
})
afterEach(() => harness.db.close())

const lookupAmong = (fakes: FakeProvider[], ignored_publishers = '') => {
  const ports = { files: systemFiles, random: systemRandom, publish: () => {} }
  const config = new Config(ports, { text: '', args: { ignored_publishers } })
  return new Lookup({ ...harness, config, providers: fakeProviders(...fakes) })
}
const search = (body: SearchBody, ignored?: string) => lookupAmong([comicvine, metron, mangadex], ignored).search(body)
const ids = async (body: SearchBody, ignored?: string) =>
  (await search(body, ignored)).results.map(({ comicid }) => comicid)
const refusalOf = (answer: Promise<unknown>) => answer.catch((refusal: unknown) => refusal)
const add = (fake: FakeProvider, id: string, facts: SeriesFacts, more: Parameters<typeof addProviderSeries>[2] = {}) =>
  addProviderSeries(fake, id, { issues: 6, ...more, facts })

describe('the searched kind', () => {
  test.each([
    [{ name: ' Harbor Lights (2012) ' }, { name: 'Harbor Lights', year: 2012, content_type: 'comic', sort: 'relevance' }],
    [{ name: ' Harbor Lights ' }, { name: 'Harbor Lights', content_type: 'comic', sort: 'relevance' }],
    [{ name: 'Harbor (Lights)' }, { name: 'Harbor (Lights)', content_type: 'comic', sort: 'relevance' }],
    [{ name: '(2012)' }, { name: '(2012)', content_type: 'comic', sort: 'relevance' }],
    [{ name: '300' }, { name: '300', content_type: 'comic', sort: 'relevance' }],
    [{ name: 'harbor', sort: 'year_asc' as const }, { name: 'harbor', content_type: 'comic', sort: 'relevance' }],
    [{ name: 'harbor', content_type: 'manga' as const }, { name: 'harbor', content_type: 'manga', sort: 'relevance' }],
    [{ name: 'harbor', content_type: 'manga' as const, sort: 'latest' as const }, { name: 'harbor', content_type: 'manga', sort: 'latest' }],
    [{ name: 'harbor', content_type: 'manga' as const, sort: 'follows' as const }, { name: 'harbor', content_type: 'manga', sort: 'follows' }],
  ])('for %j is %j', async (body, query) => {
    expect(await search(body)).toEqual({ results: [] })
    const asked = queries.map(({ limit: _limit, offset: _offset, ...rest }) => rest)
    expect<object[]>(asked).toEqual(query.content_type === 'manga' ? [query] : [query, query])
    expect(mangadex.requests).toHaveLength(query.content_type === 'manga' ? 1 : 0)
  }) // biome-ignore format: one row a case

  test('is manga on the manga page, whatever the request says', async () => {
    await lookupAmong([comicvine, mangadex]).search({ name: 'harbor', content_type: 'comic' }, 'manga')
    expect([comicvine.requests, mangadex.requests]).toEqual([[], ['search harbor']])
  })
})

describe('a search is refused', () => {
  test.each([
    ['without a name', {}, 'name is required.'],
    ['with a blank name', { name: '  ' }, 'name is required.'],
    ['for comics in the order of manga', { name: 'x', sort: 'follows' as const }, 'Comics cannot be sorted by follows. Use relevance, name, year or issues.'],
  ])('%s', async (_says, body, detail) => {
    expect(await refusalOf(search(body))).toMatchObject({ kind: 'invalid', detail })
    expect(queries).toEqual([])
  }) // biome-ignore format: one row a case

  test.each([
    ['comic', 'No metadata source for comics is set up. Set one up in Settings, Metadata.'],
    ['manga', 'No metadata source for manga is set up. Set one up in Settings, Metadata.'],
  ] as const)('when no provider has %s', async (content_type, detail) => {
    const [other, one] = content_type === 'comic' ? [mangadex, metron] : [metron, mangadex]
    const body = { name: 'clouds', content_type }
    expect(await refusalOf(lookupAmong([other]).search(body))).toMatchObject({
      kind: 'invalid',
      detail,
      extra: { code: 'provider_not_configured', error: detail },
    })
    expect(await lookupAmong([one]).search(body)).toEqual({ results: [] })
  })
})

describe('a series named by its id', () => {
  test('is requested from its provider only, and shown even if its publisher is ignored', async () => {
    add(metron, '55', { name: 'Harbor Lights', publisher: 'Northgate' })
    expect(await ids({ name: ' metron-55 ' }, 'northgate')).toEqual(['metron-55'])
    expect([comicvine.requests, metron.requests]).toEqual([[], ['series 55']])
  })

  test('has the fields of a page', async () => {
    add(metron, '55', { name: 'Harbor Lights' })
    const { pagination } = await search({ name: 'metron-55', limit: 20 })
    expect(pagination).toEqual({ total: 1, limit: 20, offset: 0, returned: 1, has_more: false })
  })

  test('is not found when its provider does not list it, or fails', async () => {
    expect(await search({ name: 'metron-55' })).toEqual({ results: [] })
    metron.failures = [{ failure: 'limit', detail: 'Later.' }]
    expect(await search({ name: 'metron-55' })).toEqual({
      results: [],
      provider_failures: [{ provider: 'metron', failure: 'limit', detail: 'Later.' }],
    })
  })
})

describe('a row', () => {
  const rowOf = async (name: string) => (await search({ name })).results[0]!

  test('shows that the series is in the library, whichever provider it is linked to', async () => {
    add(metron, '55', { name: 'Harbor Lights' })
    harness.adding.add('metron-55', { monitor: 'none' })
    await harness.operations.idle()
    add(comicvine, '9', { name: 'Harbor Lights' })
    expect(await rowOf('harbor')).toMatchObject({
      metadata_source: 'comicvine',
      also_at: ['metron'],
      comicid: 'metron-55',
      in_library: true,
      haveit: { comicid: 'metron-55', status: 'Active' },
      operation_id: null,
    })
  })

  test.each([
    ['active', 'Active'],
    ['paused', 'Paused'],
    ['loading', 'Loading'],
    ['unfollowed', 'Paused'],
  ] as const)('of a series that is %s shows %s', async (status, word) => {
    makeSeries(harness.db, { comic_id: '9', name: 'Harbor Lights', status })
    add(comicvine, '9', { name: 'Harbor Lights' })
    expect((await rowOf('harbor')).haveit).toEqual({ comicid: '9', status: word })
  })

  test('names the work that adds it, also under the id of another provider', async () => {
    add(comicvine, '9', { name: 'Harbor Lights' })
    add(metron, '55', { name: 'Harbor Lights' })
    expect(await rowOf('harbor')).toMatchObject({ in_library: false, haveit: 'No', operation_id: null })
    const { operation_id } = harness.adding.add('metron-55', {})
    expect(await rowOf('harbor')).toMatchObject({ metadata_source: 'comicvine', also_at: ['metron'], operation_id })
    await harness.operations.idle()
  })

  test('counts the years of a continuing series up to the current one', async () => {
    add(comicvine, '9', { name: 'Harbor Lights', year: 2024 })
    expect((await rowOf('harbor')).seriesrange).toEqual(['2024', '2025', '2026'])
  })
})

describe('ignored publishers', () => {
  test('hide a row when any provider names one, and never one without a publisher', async () => {
    add(comicvine, '1', { name: 'Harbor Lights' })
    add(metron, '55', { name: 'Harbor Lights', publisher: 'KESTREL ' })
    add(metron, '56', { name: 'Harbor Nights' })
    expect(await ids({ name: 'harbor' })).toEqual(['1', 'metron-56'])
    expect(await ids({ name: 'harbor' }, 'Nobody, , Kestrel')).toEqual(['metron-56'])
  })

  test('do not count for a further page', async () => {
    for (let at = 1; at <= 20; at++)
      add(comicvine, String(at), { name: `Harbor ${at}`, publisher: at > 10 ? 'Kestrel' : 'Northgate' })
    const page = async (ignored: string) => (await search({ name: 'harbor', limit: 10 }, ignored)).pagination
    expect(await page('')).toMatchObject({ total: 20, has_more: true })
    expect(await page('kestrel')).toMatchObject({ total: 10, has_more: false })
  })
})

describe('a sort', () => {
  beforeEach(() => {
    add(comicvine, '1', { name: 'Harbor Echo', year: undefined, issue_count: 4 })
    add(comicvine, '2', { name: 'Harbor Delta', year: 2012, issue_count: undefined })
    add(comicvine, '3', { name: 'harbor alpha', year: 2020, issue_count: 9 })
    add(comicvine, '4', { name: 'Harbor Bravo', year: 2012, issue_count: 2 })
    add(comicvine, '5', { name: 'Harbor Carol', year: undefined, issue_count: 4 })
    add(comicvine, '6', { name: 'Harbor Foxtrot', year: 2001, issue_count: 12 })
  })

  test.each([
    [undefined, '1 2 3 4 5 6'],
    ['relevance', '1 2 3 4 5 6'],
    ['name_asc', '3 4 5 2 1 6'],
    ['title', '3 4 5 2 1 6'],
    ['name_desc', '6 1 2 5 4 3'],
    ['year_asc', '6 2 4 3 1 5'],
    ['year_desc', '3 2 4 6 1 5'],
    ['year', '3 2 4 6 1 5'],
    ['issues_asc', '4 1 5 3 6 2'],
    ['issues_desc', '6 3 1 5 4 2'],
  ] as const)('by %s puts unknown values last and keeps the order of equal ones', async (sort, order) => {
    expect((await ids({ name: 'harbor', sort })).join(' ')).toBe(order)
  })
})
