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
import { metadataHarness } from '../../../testing/metadata/metadata'
import type { SeriesRecord } from '../providers/provider'
import type { SearchBody } from '../schema'
import { Lookup } from './lookup'
import { MergedGroups, readResultGroups } from './result-groups'

/** Two providers: 250 series at the first, of which the second lists every tenth, and 30 of its own. */
let first: FakeProvider
let second: FakeProvider
let harness: ReturnType<typeof metadataHarness>
let config: Config
let lookup: Lookup
beforeEach(async () => {
  first = fakeProvider('comicvine', { searchSize: 100 })
  second = fakeProvider('metron', { searchSize: 20 })
  for (let at = 1; at <= 250; at++) {
    // Neither names nor years are in the order of the list.
    const facts = { name: `Harbor ${String((at * 37) % 251).padStart(3, '0')}`, year: 1900 + ((at * 13) % 97) }
    addProviderSeries(first, String(at), { facts, issues: at % 60 })
    if (at % 10 === 0)
      addProviderSeries(second, String(5000 + at), { facts, ids: { comicvine: String(at) }, issues: at % 60 })
  }
  for (let at = 1; at <= 30; at++)
    addProviderSeries(second, String(9000 + at), { facts: { name: `Harbor Tale ${at}` } })
  harness = metadataHarness([first, second])
  const ports = { files: systemFiles, random: systemRandom, publish: () => {} }
  config = new Config(ports, { text: '', args: {} })
  lookup = new Lookup({ ...harness, config, providers: harness.load.providers })
})
afterEach(() => harness.db.close())

const page = async (offset: number, limit: number, more: Partial<SearchBody> = {}) => {
  const { results, pagination } = await lookup.search({ name: 'harbor', limit, offset, ...more })
  return { ids: results.map(({ comicid }) => comicid), pagination: pagination! }
}
async function everyPage(limit: number, more: Partial<SearchBody> = {}) {
  const all: string[] = []
  for (let offset = 0; ; offset += limit) {
    const { ids, pagination } = await page(offset, limit, more)
    all.push(...ids)
    if (!pagination.has_more) return { all, pagination }
    expect(ids).toHaveLength(limit)
  }
}

test('pages of any size and any start are cut from one list', async () => {
  const { ids: whole } = await page(0, 100)
  expect((await page(2, 4)).ids).toEqual(whole.slice(2, 6))
  expect((await page(37, 11)).ids).toEqual(whole.slice(37, 48))
  expect((await page(2, 4)).pagination).toMatchObject({ limit: 4, offset: 2, returned: 4, has_more: true })
})

test('a request without a page gets fifty rows and no page fields', async () => {
  const { results, pagination } = await lookup.search({ name: 'harbor' })
  expect(results).toHaveLength(50)
  expect(pagination).toBeUndefined()
})

test('all pages together show every series once, and the last one counts them', async () => {
  const { all, pagination } = await everyPage(23)
  expect(new Set(all).size).toBe(280)
  expect(all).toHaveLength(280)
  expect(pagination).toMatchObject({ total: 280, has_more: false })
})

test('a sort is the same over all pages, and its total exact from the first', async () => {
  expect((await page(0, 20, { sort: 'name_asc' })).pagination.total).toBe(280)
  for (const sort of ['name_asc', 'year_desc', 'issues_desc'] as const) {
    const { all } = await everyPage(40, { sort })
    expect(new Set(all).size).toBe(280)
    const { results } = await lookup.search({ name: 'harbor', limit: 100, sort })
    expect(all.slice(0, 100)).toEqual(results.map(({ comicid }) => comicid))
  }
  const { all } = await everyPage(50, { sort: 'name_asc' })
  const names = all.map((id) => (first.series_.get(id) ?? second.series_.get(id.replace('metron-', '')))!.facts.name!)
  expect(names).toEqual(names.toSorted())
})

test('the first page costs each provider one request, and a page past the end is not endless', async () => {
  await page(0, 20)
  expect([first.requests, second.requests]).toEqual([['search harbor'], ['search harbor']])
  const { ids, pagination } = await page(9_000, 20)
  expect(ids).toEqual([])
  expect(pagination).toMatchObject({ total: 280, has_more: false })
  expect(first.requests.length).toBeLessThanOrEqual(1 + 10)
})

test('only a limited part of an endless list is fetched', async () => {
  const endless = fakeProvider('comicvine', { searchSize: 10 })
  endless.search = async ({ offset, limit }) => {
    endless.requests.push(`${offset}`)
    const series = Array.from({ length: limit }, (_, at) => {
      const id = String(offset + at)
      return { provider: 'comicvine' as const, provider_id: id, facts: { name: `Harbor ${id}`, year: 2000 }, ids: {} }
    })
    return { ok: { series, total: 1_000_000 } }
  }
  const providers = fakeProviders(endless)
  lookup = new Lookup({ ...harness, config, providers })
  expect((await everyPage(20)).all).toHaveLength(100)
  endless.requests.length = 0
  expect((await page(0, 20, { sort: 'year_asc' })).pagination).toMatchObject({ total: 30, has_more: true })
  expect(endless.requests).toEqual(['0', '10', '20'])
})

test('a provider that fails midway is named, and its earlier rows stay', async () => {
  first.failures = [undefined, { failure: 'limit', detail: 'Too many questions.' }]
  const { results, pagination, provider_failures } = await lookup.search({ name: 'harbor', limit: 100, offset: 90 })
  expect(provider_failures).toMatchObject([{ provider: 'comicvine', failure: 'limit' }])
  expect(pagination).toMatchObject({ total: 100 + 30 + 15, has_more: false, returned: results.length })
})

test('series of ignored publishers are on no page and in no total', async () => {
  for (const id of ['1', '2', '3']) first.series_.get(id)!.facts.publisher = 'Nobody'
  await config.save({ ignored_publishers: 'nobody' })
  expect((await everyPage(50)).pagination.total).toBe(277)
})

test.each([
  [{ type: 'film' }, 'type must be comic or story_arc.'],
  [{ mode: 'want' }, 'This search finds series: mode must be series.'],
  [{ issue: '12' }, 'This search finds series by name. Leave issue empty.'],
  [{ sort: 'latest' as const }, 'Comics cannot be sorted by latest. Use relevance, name, year or issues.'],
])('an unsupported request is refused: %p', async (query, sentence) => {
  expect(lookup.search({ name: 'harbor', ...query })).rejects.toThrow(sentence)
  await lookup.search({ name: 'harbor', type: 'comic', mode: 'series', issue: null, sort: 'relevance' })
})

describe('the rows of several providers', () => {
  const record = (id: string, facts: SeriesRecord['facts'], ids: SeriesRecord['ids'] = {}): SeriesRecord => {
    const [provider, provider_id] = id.split(' ') as [SeriesRecord['provider'], string]
    return { provider, provider_id, facts: { year: 2012, issue_count: 6, ...facts }, ids }
  }
  const merged = (name: string, blocks: SeriesRecord[][], hides = (_row: SeriesRecord[]) => false) => {
    const rows = new MergedGroups(name, hides)
    for (const block of blocks) rows.add(block)
    return rows.rows.map((row) => row.map(({ provider, provider_id }) => `${provider} ${provider_id}`).join(' + '))
  }
  const harbor = { name: 'Harbor Lights' }
  const cv = record('comicvine 1', harbor)
  const other = record('comicvine 2', { name: 'Copper Lantern' })

  test.each([
    ['the very name comes first', [[other, cv]], ['comicvine 1', 'comicvine 2']],
    ['the very name comes first in no later block', [[other], [record('comicvine 3', { name: 'Clouds' }), cv]], ['comicvine 2', 'comicvine 3', 'comicvine 1']],
    ['one series is one row', [[cv, record('metron 5', harbor)]], ['comicvine 1 + metron 5']],
    ['one series is one row in a later block too', [[cv, other], [record('metron 5', harbor)]], ['comicvine 1 + metron 5', 'comicvine 2']],
    ['another name may be shared', [[cv, record('metron 5', { name: 'Port', aliases: ['Harbor Lights'] })]], ['comicvine 1 + metron 5']],
    ['an id may be shared', [[record('metron 5', { name: 'Port' }, { comicvine: '1' }), cv]], ['metron 5 + comicvine 1']],
    ['a third provider finds its row by what the second shares', [[cv, record('metron 5', harbor, { myanimelist: '9' }), record('anilist 7', { ...harbor, year: 2013 }, { myanimelist: '9' })]], ['comicvine 1 + metron 5 + anilist 7']],
    ['one of another year is another row', [[cv, record('metron 5', { ...harbor, year: 2019 })]], ['comicvine 1', 'metron 5']],
    ['two of one provider stay two', [[cv, record('comicvine 3', harbor)]], ['comicvine 1', 'comicvine 3']],
    ['two of one provider stay two beside a third', [[cv, record('metron 5', harbor), record('metron 6', harbor)]], ['comicvine 1 + metron 5', 'metron 6']],
    ['what comes again is there once', [[cv, cv], [other, cv]], ['comicvine 1', 'comicvine 2']],
    ['a series without a name is a row', [[record('comicvine 1', {}), record('metron 5', {})]], ['comicvine 1', 'metron 5']],
  ] satisfies [string, SeriesRecord[][], string[]][])('%s', (_says, blocks, rows) => {
    expect(merged('Harbor Lights', blocks)).toEqual(rows)
  }) // biome-ignore format: one row a case

  test('a hidden row hides the same series, and no other', () => {
    const hides = (row: SeriesRecord[]) => row.some(({ provider_id }) => provider_id === '1')
    expect(merged('Clouds', [[cv, other], [record('metron 5', harbor)]], hides)).toEqual(['comicvine 2'])
  })
})

describe('the blocks of a list', () => {
  const rowsOf = (fakes: FakeProvider[], upTo: number, mostBlocks = 3) =>
    readResultGroups(fakes, { name: 'harbor', content_type: 'comic' }, { upTo, mostBlocks, hides: () => false })
  const listing = (name: 'comicvine' | 'metron', searchSize: number, count: number) => {
    const fake = fakeProvider(name, { searchSize })
    for (let at = 1; at <= count; at++) addProviderSeries(fake, String(at), { facts: { name: `Harbor ${name} ${at}` } })
    return fake
  }

  test.each([
    ['no more than are needed', 10, 100, 1],
    ['another for one row more', 11, 100, 2],
    ['an offset past the last row', 50, 20, 2],
    ['another for the only row left', 50, 21, 3],
    ['no more than are allowed', 50, 100, 3],
    ['one where nothing is found', 50, 0, 1],
  ])('are %s', async (_says, upTo, count, blocks) => {
    const fake = listing('comicvine', 10, count)
    const { rows, total } = await rowsOf([fake], upTo)
    expect(fake.requests).toHaveLength(blocks)
    expect([rows.length, total]).toEqual([Math.min(count, blocks * 10), Math.min(count, 30)])
  })

  test('end when a service lists less than it states', async () => {
    const fake = listing('comicvine', 10, 10)
    const { search } = fake
    fake.search = async (query) => {
      const answer = await search(query)
      return 'ok' in answer ? { ok: { ...answer.ok, total: 1000 } } : answer
    }
    expect(await rowsOf([fake], 50)).toMatchObject({ total: 10 })
    expect(fake.requests).toEqual(['search harbor', 'search harbor from 10'])
  })

  test('of a finished list are not requested while another continues', async () => {
    const [long, short] = [listing('comicvine', 10, 30), listing('metron', 10, 4)]
    const { rows, total } = await rowsOf([long, short], 50)
    expect(short.requests).toEqual(['search harbor'])
    expect(long.requests).toEqual(['search harbor', 'search harbor from 10', 'search harbor from 20'])
    expect([rows.length, total]).toEqual([34, 34])
    const firstOfEach = rows.slice(0, 6).map(([{ provider, provider_id }]) => `${provider} ${provider_id}`)
    expect(firstOfEach).toEqual(['comicvine 1', 'metron 1', 'comicvine 2', 'metron 2', 'comicvine 3', 'metron 3'])
  })

  test('that fail end only the list of their provider', async () => {
    const [good, bad] = [listing('comicvine', 10, 20), listing('metron', 10, 30)]
    bad.failures = [undefined, { failure: 'limit', detail: 'Later.', until: '2026-11-21T09:00:00.000Z' }]
    const { rows, total, failures } = await rowsOf([good, bad], 100)
    expect([rows.length, total]).toEqual([30, 30])
    expect(failures).toEqual([
      { provider: 'metron', failure: 'limit', detail: 'Later.', until: '2026-11-21T09:00:00.000Z' },
    ])
    expect(bad.requests).toHaveLength(2)
  })
})
