import { describe, expect, test } from 'bun:test'
import { parseComicInfo } from '../../base/formats/documents/comicinfo'
import { writeComicInfo } from '../../base/formats/documents/comicinfo-writer'
import { parseMetronInfo } from '../../base/formats/documents/metroninfo'
import { writeMetronInfo } from '../../base/formats/documents/metroninfo-writer'
import { comicInfoOf, metronInfoOf, type SheetOptions, type TagSources } from './sheet'

const OPTIONS: SheetOptions = { volume: true, startYearAsVolume: true, notes: 'Issue ID' }

const series = {
  comic_id: '18705',
  name: 'Harbor Lights',
  sort_name: 'Harbor Lights',
  content_type: 'comic',
  year: 2015,
  volume: 2,
  publisher: 'Northgate',
  imprint: null,
  book_type: 'Print',
  language: 'en',
  reading_direction: 'ltr',
  aliases: ['Havnelys'],
  stated_age_rating: 'Teen',
  genres: ['Drama'],
  source: 'comicvine',
  counted_in: 'issue',
}
const issue = {
  issue_id: '31',
  kind: 'issue',
  unit: 'issue',
  number: '3',
  volume_number: null,
  title: 'The Lamp',
  release_date: '2015-05-06',
  issue_date: '2015-07-01',
  digital_date: null,
  summary: 'Two keepers.',
  writer: 'Ada Moss, Tom Vik',
}

interface Some {
  series?: Partial<Record<keyof typeof series, unknown>>
  issue?: Partial<Record<keyof typeof issue, unknown>>
  issueFacts?: TagSources['issueFacts']
  seriesFacts?: TagSources['seriesFacts']
  links?: TagSources['links']
  total?: number
}

const known = ({ series: s, issue: i, ...more }: Some = {}): TagSources => ({
  series: { ...series, ...s } as unknown as TagSources['series'],
  issue: { ...issue, ...i } as unknown as TagSources['issue'],
  seriesFacts: {},
  issueFacts: {},
  from: { series: {}, issue: {} },
  links: [{ provider: 'comicvine', issue_id: '31', series_id: '18705' }],
  pages: 24,
  cover: 1,
  ...more,
})

const manga = { content_type: 'manga', reading_direction: 'rtl', book_type: 'Manga' }

describe('ComicInfo', () => {
  test('has the series, the issue and the cover page', () => {
    expect(comicInfoOf(known(), OPTIONS)).toEqual({
      title: 'The Lamp',
      series: 'Harbor Lights',
      number: '3',
      volume: 2015,
      summary: 'Two keepers.',
      notes: 'Tagged with Panelkeep. [Issue ID 31] urn:comicvine:issue:31 urn:comicvine:volume:18705',
      year: 2015,
      month: 7,
      day: 1,
      writer: ['Ada Moss', 'Tom Vik'],
      publisher: 'Northgate',
      genre: ['Drama'],
      web: ['https://comicvine.gamespot.com/issue/4000-31/', 'https://comicvine.gamespot.com/volume/4050-18705/'],
      pageCount: 24,
      languageISO: 'en',
      manga: 'No',
      ageRating: 'Teen',
      pages: [{ image: 1, type: 'FrontCover' }],
    })
  })

  const credits = [
    { name: 'Ada Moss', roles: ['Writer', 'CoverArtist'] },
    { name: 'Bo Rask', roles: ['Artist', 'Lighting'] },
    { name: 'Ida Lund', roles: ['Colorist', 'Color Flats'] },
    { name: 'Ona Vey', roles: ['Letterer'] },
    { name: 'Per Holm', roles: ['Group Editor'] },
    { name: 'Liv Aune', roles: ['Translator'] },
  ]
  const arcs = [
    { name: 'Tides, Part', number: '2' },
    { name: 'Storms', number: '1' },
  ]
  const cases: [string, Some, Partial<SheetOptions>, Record<string, unknown>][] = [
    ['the ordinal of the run', {}, { startYearAsVolume: false }, { volume: 2 }],
    ['no volume', {}, { volume: false }, { volume: undefined }],
    ['an annual', { issue: { kind: 'annual', number: '1' } }, {}, { format: 'Annual', number: '1', count: undefined }],
    ['a book', { series: { book_type: 'TPB' } }, {}, { format: 'TPB' }],
    ['a one-shot', { series: { book_type: 'One-Shot' }, issue: { number: '' } }, {}, { format: 'One-Shot', number: undefined }],
    ['how many regular issues there are', { total: 8, seriesFacts: { issue_count: 11 } }, {}, { count: 8 }],
    ['no total that only a provider states', { seriesFacts: { issue_count: 11 } }, {}, { count: undefined }],
    ['a volume of a manga', { series: manga, issue: { unit: 'volume', number: '3' } }, {}, { volume: 3, number: undefined, manga: 'YesAndRightToLeft', format: undefined }],
    ['a chapter of a manga', { series: { ...manga, reading_direction: 'ltr' }, issue: { unit: 'chapter', number: '12.5', volume_number: '3' } }, {}, { volume: 3, number: '12.5', manga: 'Yes' }],
    ['authors of a manga', { series: manga, issue: { writer: null }, seriesFacts: { authors: ['Sato Rei'] } }, {}, { writer: ['Sato Rei'] }],
    ['all people who made it', { issueFacts: { credits } }, {}, { writer: ['Ada Moss'], coverArtist: ['Ada Moss'], penciller: ['Bo Rask'], inker: ['Bo Rask'], colorist: ['Ida Lund'], letterer: ['Ona Vey'], editor: ['Per Holm'], translator: ['Liv Aune'] }],
    ['arcs', { issueFacts: { arcs } }, {}, { alternateSeries: 'Tides, Part', alternateNumber: '2', storyArc: 'Tides Part, Storms', storyArcNumber: '2, 1' }],
    ['arcs without places', { issueFacts: { arcs: [{ name: 'Tides' }] } }, {}, { storyArc: 'Tides', storyArcNumber: undefined }],
    ['a month alone', { issue: { issue_date: '2015-07', release_date: null } }, {}, { year: 2015, month: 7, day: undefined }],
    ['barcodes and ratings', { issueFacts: { upc: '761941341927', age_rating: 'Teen Plus' } }, {}, { gtin: '761941341927', ageRating: 'MA15+' }],
    ['a rating without a counterpart', { issueFacts: { age_rating: 'Nobody knows' } }, {}, { ageRating: undefined }],
    ['the other form of notes', {}, { notes: 'CVDB' }, { notes: 'Tagged with Panelkeep. [CVDB31] urn:comicvine:issue:31 urn:comicvine:volume:18705' }],
    ['no provider data for a local series', { links: [] }, {}, { notes: 'Tagged with Panelkeep.', web: undefined }],
  ] // biome-ignore format: one glance

  test.each(cases)('has %s', (_, some, options, expected) => {
    expect(comicInfoOf(known(some), { ...OPTIONS, ...options })).toMatchObject(
      Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== undefined)),
    )
    for (const [key, value] of Object.entries(expected))
      if (value === undefined) expect(comicInfoOf(known(some), { ...OPTIONS, ...options })).not.toHaveProperty(key)
  })

  test('keeps the notes, addresses and pages of others, and replaces our line', () => {
    const kept = parseComicInfo(
      '<ComicInfo><Notes>Tagged with ComicTagger 1.6 using info from Comic Vine [Issue ID 999]\nTagged with Panelkeep. [Issue ID 7]\nMine</Notes>' +
        '<Web>https://mine.example/a https://comicvine.gamespot.com/old/4000-999/</Web>' +
        '<Pages><Page Image="4" Type="FrontCover"/></Pages></ComicInfo>',
    )
    const fields = comicInfoOf(known(), OPTIONS, kept)
    expect(fields.notes?.split('\n')).toEqual([
      'Tagged with Panelkeep. [Issue ID 31] urn:comicvine:issue:31 urn:comicvine:volume:18705',
      'Tagged with ComicTagger 1.6 using info from Comic Vine [Issue ID 999]',
      'Mine',
    ])
    expect(fields.web?.at(-1)).toBe('https://mine.example/a')
    expect(fields.web?.length).toBe(3)
    expect(fields.pages).toBeUndefined()
    expect(comicInfoOf(known(), OPTIONS, parseComicInfo(writeComicInfo(fields)))).toMatchObject({ notes: fields.notes })
  })
})

const UUID = 'a96676e5-8ae2-425e-b549-7f15dd34a6d8'
describe('ids', () => {
  const cases: [string, TagSources['links'], object][] = [
    ['of Comic Vine', [{ provider: 'comicvine', issue_id: '31', series_id: '5' }], { comicvineIssue: '31', comicvineVolume: '5' }],
    ['of Metron', [{ provider: 'metron', issue_id: '31', series_id: '5' }], { metronIssue: '31', metronSeries: '5' }],
    ['of both', [{ provider: 'comicvine', issue_id: '31' }, { provider: 'metron', issue_id: '7' }], { comicvineIssue: '31', metronIssue: '7' }],
    ['of MangaDex', [{ provider: 'mangadex', issue_id: UUID, series_id: UUID }], { mangadexChapter: UUID, mangadexTitle: UUID }],
    ['of AniList', [{ provider: 'anilist', series_id: '30002' }], { anilist: '30002' }],
  ] // biome-ignore format: one glance

  test.each(cases)('%s are parsed by our own reader', (_, links, expected) => {
    const stale = '<ComicInfo><Notes>Tagged with ComicTagger using info from Comic Vine</Notes></ComicInfo>'
    const fields = comicInfoOf(known({ links }), OPTIONS, parseComicInfo(stale))
    expect(parseComicInfo(writeComicInfo(fields, stale)).providerIds as object).toEqual(expected)
  })
})

test('MetronInfo has the same metadata in its own terms', () => {
  const some: Some = {
    issueFacts: {
      credits: [{ name: 'Ada Moss', roles: ['Writer', 'CoverArtist', 'Lighting'] }],
      arcs: [{ name: 'Tides', number: '2' }],
      price: '3.99 USD',
      isbn: '9781234567897',
      age_rating: 'Mature 17+',
    },
    links: [
      { provider: 'comicvine', issue_id: '31', series_id: '18705' },
      { provider: 'metron', issue_id: '7' },
    ],
  }
  const info = parseMetronInfo(writeMetronInfo(metronInfoOf(known(some))))
  expect(info).toMatchObject({
    ids: [
      { source: 'Comic Vine', id: '31' },
      { source: 'Metron', id: '7' },
    ],
    series: { name: 'Harbor Lights', id: '18705', startYear: 2015, volume: 2, language: 'en' },
    number: '3',
    stories: [{ name: 'The Lamp' }],
    coverDate: '2015-07-01',
    storeDate: '2015-05-06',
    arcs: [{ name: 'Tides', number: 2 }],
    credits: [{ name: 'Ada Moss', roles: ['Writer', 'Cover', 'Other'] }],
    prices: [{ country: 'US', price: 3.99 }],
    isbn: '9781234567897',
    ageRating: 'Mature',
    providerIds: { comicvineIssue: '31', metronIssue: '7', comicvineVolume: '18705' },
  })
  const volume = metronInfoOf(known({ series: manga, issue: { unit: 'volume', number: '4' } }))
  expect([volume.mangaVolume, volume.number]).toEqual(['4', undefined])
})

test('MetronInfo has the total in the unit of the series, and none for annuals', () => {
  const countOf = (some: Some) => metronInfoOf(known({ total: 8, ...some })).series.issueCount
  expect(countOf({})).toBe(8)
  expect(countOf({ issue: { kind: 'annual', number: '1' } })).toBeUndefined()
  const chapters = { ...manga, counted_in: 'chapter' }
  expect(countOf({ series: chapters, issue: { unit: 'chapter' } })).toBe(8)
  expect(countOf({ series: chapters, issue: { unit: 'volume' } })).toBeUndefined()
})
