import { beforeEach, describe, expect, test } from 'bun:test'
import { Config } from '../../../base/config/config'
import { systemFiles } from '../../../base/platform/files'
import { systemRandom } from '../../../base/platform/random'
import { type FakeProvider, fakeProvider, fakeProviders } from '../../../testing/fakes/metadata-provider'
import type { ArcRecord } from '../providers/provider-arcs'
import type { SearchBody } from '../schema'
import { ArcSearch } from './arc-search'

let comicvine: FakeProvider
let metron: FakeProvider
/** Ids of the arcs of the library. */
let here: Set<string>
beforeEach(() => {
  comicvine = fakeProvider('comicvine')
  metron = fakeProvider('metron')
  here = new Set()
})

const config = (ignored_publishers = '') =>
  new Config(
    { files: systemFiles, random: systemRandom, publish: () => {} },
    { text: '', args: { ignored_publishers } },
  )
const searchAmong = (fakes: Parameters<typeof fakeProviders>, ignored?: string) =>
  new ArcSearch({ config: config(ignored), providers: fakeProviders(...fakes), hasArc: (id) => here.has(id) })
const search = (body: SearchBody, ignored?: string) => searchAmong([comicvine, metron], ignored).search(body)
const ids = async (body: SearchBody, ignored?: string) =>
  (await search(body, ignored)).results.map(({ comicid }) => comicid)

function addArc(
  of: FakeProvider,
  provider_id: string,
  name: string,
  more: Partial<ArcRecord> = {},
  publisher?: string,
) {
  const facts = { name, ...(publisher === undefined ? {} : { publisher }) }
  of.arcs_.set(provider_id, {
    record: { provider: of.name, provider_id, ordered: of.name === 'metron', ...more, facts },
    issues: [],
  })
}

describe('the order of story arcs', () => {
  beforeEach(() => {
    addArc(comicvine, '1', 'Zenith of a Harbor Night')
    addArc(comicvine, '2', 'Harbor Night')
    addArc(comicvine, '3', 'A Harbor Night Falls')
    addArc(metron, '4', 'Last Harbor Night')
    addArc(metron, '5', 'Harbor Night')
    addArc(metron, '6', 'Dark Harbor Night')
  })
  const RANKED = ['metron-5', '2', 'metron-4', 'metron-6', '1', '3']
  const BY_NAME = ['metron-6', 'metron-5', '2', '3', 'metron-4', '1']

  test.each([
    ['says nothing', undefined, RANKED],
    ['is relevance', 'relevance', RANKED],
    ['is one that arcs do not have', 'year_asc', RANKED],
    ['is the title', 'title', BY_NAME],
    ['is the name', 'name_asc', BY_NAME],
    ['is the name backwards', 'name_desc', ['1', 'metron-4', '3', 'metron-5', '2', 'metron-6']],
  ] as const)('follows the sort, which %s', async (_says, sort, order) => {
    expect(await ids({ name: ' harbor night ', sort })).toEqual([...order])
  })
})

describe('a page of story arcs', () => {
  beforeEach(() => {
    for (let at = 1; at <= 60; at++) addArc(metron, String(at), `Clouds ${at}`)
  })
  const ofRows = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `metron-${from + at + 1}`)

  test('has fifty rows without page fields by default', async () => {
    const reply = await search({ name: 'clouds' })
    expect(reply.results.map(({ comicid }) => comicid)).toEqual(ofRows(0, 50))
    expect(Object.keys(reply)).toEqual(['results'])
    expect(await ids({ name: 'clouds', offset: 5 })).toEqual(ofRows(5, 55))
  })

  test('is cut from all results', async () => {
    const { results, pagination } = await search({ name: 'clouds', limit: 20, offset: 50 })
    expect(results.map(({ comicid }) => comicid)).toEqual(ofRows(50, 60))
    expect(pagination).toEqual({ total: 60, limit: 20, offset: 50, returned: 10, has_more: false })
    expect(await ids({ name: 'clouds', limit: 3 })).toEqual(ofRows(0, 3))
  })
})

test('ignored publishers are left out, arcs without a publisher are not', async () => {
  addArc(comicvine, '1', 'Clouds', {}, 'Northgate')
  addArc(comicvine, '2', 'Clouds', {}, 'KESTREL ')
  addArc(comicvine, '3', 'Clouds')
  expect(await ids({ name: 'clouds' })).toEqual(['1', '2', '3'])
  expect(await ids({ name: 'clouds' }, 'Nobody, , kestrel')).toEqual(['1', '3'])
})

test('a row says whether the arc is in the library', async () => {
  addArc(comicvine, '1', 'Clouds')
  addArc(metron, '1', 'Clouds')
  here.add('metron-1')
  const { results } = await search({ name: 'clouds' })
  expect(results.map((row) => [row.comicid, row.in_library, row.haveit])).toEqual([
    ['metron-1', true, { comicid: 'metron-1', status: 'Active' }],
    ['1', false, 'No'],
  ])
})

test("a provider that fails is named beside the others' results", async () => {
  addArc(metron, '1', 'Clouds')
  comicvine.failures = [{ failure: 'limit', detail: 'Later.' }]
  const { results, provider_failures } = await search({ name: 'clouds' })
  expect(results.map(({ comicid }) => comicid)).toEqual(['metron-1'])
  expect(provider_failures).toEqual([{ provider: 'comicvine', failure: 'limit', detail: 'Later.' }])
})

describe('an arc named by its id or its address', () => {
  beforeEach(() => {
    addArc(comicvine, '7', 'Clouds')
    addArc(metron, '7', 'Copper Lantern')
  })

  test.each([
    ['4045-7', ['7'], ['arc 7'], []],
    ['https://comicvine.gamespot.com/clouds/4045-7/', ['7'], ['arc 7'], []],
    [' metron-7 ', ['metron-7'], [], ['arc 7']],
    ['metron-8', [], [], ['arc 8']],
    ['7', [], ['search arcs 7'], ['search arcs 7']],
  ])('%p queries only its provider', async (name, found, ofComicvine, ofMetron) => {
    expect(await ids({ name })).toEqual(found)
    expect([comicvine.requests, metron.requests]).toEqual([ofComicvine, ofMetron])
  })

  test('is not found when its provider fails, and the failure is named', async () => {
    metron.failures = [{ failure: 'auth', detail: 'No.' }]
    const { results, provider_failures } = await search({ name: 'metron-7' })
    expect([results, provider_failures?.map(({ provider }) => provider)]).toEqual([[], ['metron']])
  })
})

describe('a search for story arcs is refused', () => {
  const refused = (fakes: Parameters<typeof fakeProviders>, body: SearchBody) =>
    searchAmong(fakes, '')
      .search(body)
      .catch((refusal: unknown) => refusal)

  test.each([
    ['without a name', {}, 'name is required.'],
    ['with a blank name', { name: '  ' }, 'name is required.'],
    ['for manga', { name: 'clouds', content_type: 'manga' as const }, 'Story arcs are available for comics only: content_type must be comic.'],
  ])('%s', async (_says, body, detail) => {
    expect(await refused([comicvine], body)).toMatchObject({ kind: 'invalid', detail })
    expect(comicvine.requests).toEqual([])
  }) // biome-ignore format: one row a case

  test('when no provider of comics supports them', async () => {
    const { arcs: _arcs, ...without } = fakeProvider('metron')
    const refusal = { kind: 'invalid', extra: { code: 'provider_not_configured' } }
    for (const fakes of [[], [without], [fakeProvider('mangadex')]])
      expect(await refused(fakes, { name: 'clouds' })).toMatchObject(refusal)
    expect(await refused([metron], { name: '4045-7' })).toMatchObject(refusal)
    expect(await refused([metron, without], { name: 'clouds', content_type: 'comic' })).toEqual({ results: [] })
  })
})
