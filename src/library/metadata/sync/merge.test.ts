import { expect, test } from 'bun:test'
import {
  effectiveIssue,
  effectiveSeries,
  filledFields,
  type KnownSeries,
  rankSources,
  type SourceFacts,
  withDetails,
  writersOf,
} from './merge'

const sourceFacts = (source: SourceFacts<KnownSeries>['source'], facts: KnownSeries): SourceFacts<KnownSeries> => ({
  source,
  facts,
})

test('the user wins over providers, and providers over files, field by field', () => {
  const merged = effectiveSeries([
    sourceFacts('file', { name: 'Harbor lights', publisher: 'NG', language: 'en' }),
    sourceFacts('metron', { name: 'Harbor Lights', year: 2012, publisher: 'Northgate' }),
    sourceFacts('comicvine', { name: 'Harbor Lights', year: 2013 }),
    sourceFacts('user', { year: 2014 }),
  ])
  expect(merged.facts).toEqual({ name: 'Harbor Lights', year: 2014, publisher: 'Northgate', language: 'en' })
  expect(merged.from).toEqual({ name: 'comicvine', year: 'user', publisher: 'metron', language: 'file' })
})

test('the order of the settings decides between providers', () => {
  const rows = [sourceFacts('comicvine', { year: 2013 }), sourceFacts('metron', { year: 2012 })]
  expect(effectiveSeries(rows, ['metron', 'comicvine']).facts.year).toBe(2012)
  expect(effectiveSeries(rows, ['anilist']).facts.year).toBe(2013)
})

test('null, an empty text and an empty list are not values', () => {
  const rows = [
    sourceFacts('comicvine', { description: '', aliases: [], publisher: undefined }),
    sourceFacts('file', { description: 'A port.', aliases: ['HL'], publisher: 'Northgate' }),
  ]
  expect(effectiveSeries(rows).facts).toEqual({ description: 'A port.', aliases: ['HL'], publisher: 'Northgate' })
})

test('ids of all sources are combined', () => {
  const rows = [
    sourceFacts('mangadex', { ids: { anilist: '7' } }),
    sourceFacts('anilist', { ids: { anilist: '7', myanimelist: '9' } }),
  ]
  expect(effectiveSeries(rows).facts.ids).toEqual({ anilist: '7', myanimelist: '9' })
})

test('issues merge the same way', () => {
  const rows = [
    { source: 'file' as const, facts: { title: 'low tide', page_count: 24 } },
    { source: 'comicvine' as const, facts: { title: 'Low Tide' } },
  ]
  expect(effectiveIssue(rows).facts).toEqual({ title: 'Low Tide', page_count: 24 })
})

test('a list of issues does not remove data from a single request', () => {
  const old = { title: 'Low', credits: [{ name: 'Ada Quill', roles: ['Writer'] }], characters: ['Mara'] }
  expect(withDetails(old, { title: 'Low Tide', characters: [] })).toEqual({ ...old, title: 'Low Tide' })
})

test('the writers are one line', () => {
  expect(writersOf({})).toBeNull()
  expect(writersOf({ credits: [{ name: 'Bo Reed', roles: ['Inker'] }] })).toBeNull()
  const credits = [
    { name: 'Ada Quill', roles: ['Writer', 'Editor'] },
    { name: 'Bo Reed', roles: ['Inker'] },
    { name: 'Cy Dune', roles: ['writer'] },
  ]
  expect(writersOf({ credits })).toBe('Ada Quill, Cy Dune')
})

test('of an id that two sources state differently, the preferred one is kept', () => {
  const rows = [
    sourceFacts('comicvine', { ids: { metron: '1' } }),
    sourceFacts('metron', { ids: { metron: '2', anilist: '3' } }),
    sourceFacts('user', { ids: { anilist: '4' } }),
  ]
  expect(effectiveSeries(rows).facts.ids).toEqual({ metron: '1', anilist: '4' })
})

test('zero and false are values, and later sources do not replace them', () => {
  const rows = [
    { source: 'comicvine' as const, facts: { page_count: 0 } },
    { source: 'file' as const, facts: { page_count: 24 } },
  ]
  expect(effectiveIssue(rows)).toEqual({ facts: { page_count: 0 }, from: { page_count: 'comicvine' } })
})

test('a list keeps its own values, and nothing is added from an empty single request', () => {
  const old = { characters: ['Mara'], genres: [], isbn: '', price: '3' }
  const list = { characters: ['Ivo'], genres: [], teams: [] }
  expect(withDetails(old, list)).toEqual({ ...list, price: '3' })
})

test('sources are in the order of the settings, unlisted ones after them', () => {
  const rows = (['file', 'comicvine', 'metron', 'user', 'mangadex'] as const).map((source) => ({ source }))
  const order = (names: Parameters<typeof rankSources>[1]) => rankSources(rows, names).map(({ source }) => source)
  expect(order(['mangadex', 'metron'])).toEqual(['user', 'mangadex', 'metron', 'comicvine', 'file'])
  expect(order([])).toEqual(['user', 'comicvine', 'metron', 'mangadex', 'file'])
})

test.each([
  [undefined, false],
  [null, false],
  ['', false],
  [[], false],
  [['HL'], true],
  [['HL', 'Lights'], true],
  [0, true],
  [false, true],
  ['Northgate', true],
])('%p fills a field: %p', (value, filled) => {
  expect(Object.keys(filledFields<{ said?: unknown }>({ said: value }))).toEqual(filled ? ['said'] : [])
})
