import { expect, test } from 'bun:test'
import type { SeriesFacts, SeriesRecord } from '../providers/provider'
import type { ArcRecord } from '../providers/provider-arcs'
import { arcSearchRow, searchRow } from './lookup-wire'

const record = (facts: SeriesFacts = {}, more: Partial<SeriesRecord> = {}): SeriesRecord => ({
  provider: 'comicvine',
  provider_id: '7',
  ids: {},
  facts,
  ...more,
})
const row = (facts: SeriesFacts = {}, more: Partial<SeriesRecord> = {}) =>
  searchRow({ records: [record(facts, more)] }, 2026)

test('a series with little metadata is a row too', () => {
  expect(row()).toMatchObject({
    name: '7',
    comicyear: null,
    comicid: '7',
    url: null,
    issues: null,
    publisher: null,
    description: null,
    deck: null,
    type: null,
    haveit: 'No',
    volume: null,
    imprint: null,
    seriesrange: [],
    in_library: false,
    content_type: 'comic',
    status: null,
    content_rating: null,
    alt_titles: [],
    reading_direction: 'ltr',
    external_id: '7',
    mal_id: null,
    cv_comicid: '7',
    also_at: [],
    operation_id: null,
  })
})

test('a series of the library has its id and its status from there', () => {
  const here = { comicid: 'mine', status: 'Active' }
  const found = searchRow({ records: [record()], here, operation_id: 'op' }, 2026)
  expect(found).toMatchObject({ comicid: 'mine', haveit: here, in_library: true, operation_id: 'op' })
})

test('other providers with the series are named, with its ids there', () => {
  const other = record({}, { provider: 'metron', provider_id: '9' })
  const found = searchRow(
    { records: [record({}, { provider: 'anilist', ids: { myanimelist: '5', comicvine: '6' } }), other] },
    2026,
  )
  expect(found).toMatchObject({ also_at: ['metron'], mal_id: '5', cv_comicid: '6', metadata_source: 'anilist' })
})

test.each([
  ['comicvine', 'comic', 'ltr'],
  ['metron', 'comic', 'ltr'],
  ['mangadex', 'manga', 'rtl'],
  ['anilist', 'manga', 'rtl'],
] as const)('of %s it is %s by default, read %s', (provider, content_type, reading_direction) => {
  expect(row({}, { provider })).toMatchObject({ content_type, reading_direction })
})

test('the publisher of manga is its creator when none is named', () => {
  const authors = ['Rin', 'Sato']
  expect(row({ content_type: 'manga', authors }).publisher).toBe('Rin, Sato')
  expect(row({ content_type: 'manga', authors, publisher: 'North' }).publisher).toBe('North')
  expect(row({ content_type: 'comic', authors }).publisher).toBeNull()
})

test('manga that has ended is completed, a comic is ended', () => {
  expect(row({ content_type: 'manga', publication: 'ended' }).status).toBe('completed')
  expect(row({ content_type: 'comic', publication: 'ended' }).status).toBe('ended')
  expect(row({ content_type: 'manga', publication: 'ongoing' }).status).toBe('ongoing')
})

test.each([
  [{ year: 2024 }, ['2024', '2025', '2026']],
  [{ year: 2012, end_year: 2013 }, ['2012', '2013']],
  [{ year: 2012, end_year: 2012 }, ['2012']],
  [{ year: 2030 }, ['2030']],
  [{ end_year: 2013 }, []],
])('was published %j in %j', (facts, years) => expect(row(facts).seriesrange).toEqual(years))

test('a span of years is limited', () => expect(row({ year: 1, end_year: 9999 }).seriesrange).toHaveLength(151))

test('the first sentence replaces the description, as much as fits', () => {
  expect(row({ description: 'One. Two.' }).deck).toBe('One.')
  expect(row({ description: 'Really? Yes.' }).deck).toBe('Really?')
  expect(row({ description: 'x'.repeat(200) }).deck).toBe('x'.repeat(200))
  expect(row({ description: `${'x'.repeat(198)} yz` }).deck).toBe(`${'x'.repeat(198)}…`)
  expect(row({ description: '' }).deck).toBeNull()
})

test('one picture replaces the other', () => {
  const large = 'https://comicvine.gamespot.com/a/large.jpg'
  const small = 'https://comicvine.gamespot.com/a/small.jpg'
  const [both, one, other] = [
    row({ image_url: large }, { thumb_url: small }),
    row({ image_url: large }),
    row({}, { thumb_url: small }),
  ]
  expect(both.comicimage).toContain('large')
  expect(both.comicthumb).toContain('small')
  expect(one.comicthumb).toBe(one.comicimage)
  expect(other.comicimage).toBe(other.comicthumb)
})

test('a field set by a provider is shown unchanged', () => {
  const facts = { name: 'Clouds', publisher: 'Northgate', aliases: ['Wolken'], reading_direction: 'rtl' as const }
  const more = { provider: 'metron' as const, ids: { comicvine: '6' } }
  expect(row({ ...facts, issue_count: 0, volume: 2 }, more)).toMatchObject({
    name: 'Clouds',
    comicid: 'metron-7',
    publisher: 'Northgate',
    alt_titles: ['Wolken'],
    reading_direction: 'rtl',
    issues: '0',
    volume: '2',
    cv_comicid: '6',
  })
  expect(row({}, { provider: 'metron' }).cv_comicid).toBeNull()
  expect(row({}, { ids: { comicvine: '6' } }).cv_comicid).toBe('7')
})

test('a story arc has the fields of a series', () => {
  const arc = (more: Partial<ArcRecord> = {}): ArcRecord => ({
    provider: 'comicvine',
    provider_id: '12',
    ordered: false,
    facts: { name: 'Clouds' },
    ...more,
  })
  expect(arcSearchRow(arc(), false)).toMatchObject({
    name: 'Clouds',
    comicid: '12',
    cvarcid: '12',
    external_id: '12',
    issues: null,
    comicimage: null,
    publisher: null,
    deck: null,
    haveit: 'No',
    in_library: false,
    seriesrange: [],
    alt_titles: [],
    also_at: [],
    ordered: false,
  })
  const facts = { name: 'Clouds', issue_count: 0, description: 'One. Two.' }
  expect(arcSearchRow(arc({ provider: 'metron', ordered: true, facts }), true)).toMatchObject({
    comicid: 'metron-12',
    cvarcid: null,
    issues: '0',
    deck: 'One.',
    haveit: { comicid: 'metron-12', status: 'Active' },
    in_library: true,
    ordered: true,
  })
})
