import { describe, expect, test } from 'bun:test'
import type { ComicInfo } from '../../base/formats/documents/comicinfo'
import type { MetronInfo, MetronSeries } from '../../base/formats/documents/metroninfo'
import { mergeComicInfo, metronAsComicInfo } from './metron'

/** MetronInfo of an issue in the words of ComicInfo. */
const comicInfo = (metron: object) =>
  metronAsComicInfo({ stories: [], credits: [], genres: [], tags: [], providerIds: {}, ...metron } as never)
const series = (more: Partial<MetronSeries> = {}) => ({ series: { name: 'Harbor Lights', ...more } })
const info = (more: Partial<ComicInfo>): ComicInfo => ({ providerIds: {}, ...more })

describe('MetronInfo in the words of ComicInfo', () => {
  test.each<[string, Partial<MetronInfo> | object, Partial<ComicInfo>]>([
    ['has the start year of the series after its name', series({ startYear: 2015 }), { series: 'Harbor Lights (2015)' }],
    ['has the name alone where no year is known', series(), { series: 'Harbor Lights' }],
    ['is dated by the day of sale', { storeDate: '2016-05-04', coverDate: '2016-07-01' }, { year: 2016, month: 5, day: 4 }],
    ['is dated by the cover where no day of sale is known', { coverDate: '2016-07-01' }, { year: 2016, month: 7, day: 1 }],
    ['has the name of its stories', { stories: [{ name: 'Low Tide' }, { name: 'Fog' }], collectionTitle: 'Tides' }, { title: 'Low Tide; Fog' }],
    ['has the name of the collection when it names no story', { collectionTitle: 'Tides' }, { title: 'Tides' }],
    ['has the code of the single issue', { upc: '76194130593600111', isbn: '9780306406157' }, { gtin: '76194130593600111' }],
    ['has the code of the book where there is no other', { isbn: '9780306406157' }, { gtin: '9780306406157' }],
    ['is of a publisher and its imprint', { publisher: { name: 'Northgate', imprint: { name: 'Pier' } } }, { publisher: 'Northgate', imprint: 'Pier' }],
    ['has what the series counts', series({ volume: 2, issueCount: 12, language: 'de', format: 'Limited Series' }), { series: 'Harbor Lights', volume: 2, count: 12, languageISO: 'de', format: 'Limited Series' }],
    ['has its rating, and each genre and tag once', { ageRating: 'Teen Plus', genres: [{ name: 'Horror' }, { name: 'Horror' }], tags: [{ name: 'Sea' }, { name: 'Fog, thick' }] }, { ageRating: 'Teen Plus', genre: ['Horror'], tags: ['Sea', 'Fog, thick'] }],
  ])('%s', (_, metron, expected) => expect(comicInfo(metron)).toEqual({ providerIds: {}, ...expected })) // biome-ignore format: a table

  test('has no fields that the document lacks', () => {
    expect(Object.keys(comicInfo({}))).toEqual(['providerIds'])
  })

  test('names writers with any writing credit, and nobody else', () => {
    const by = (name: string, ...roles: string[]) => ({ name, roles })
    const credits = [by('Ada', 'Writer'), by('Ben', 'Penciller', 'Story'), by('Cyd', 'Script'), by('Dee', 'Script Editor'), by('Eve', 'Ghost Writer')] // biome-ignore format: one row
    expect(comicInfo({ credits }).writer).toEqual(['Ada', 'Ben', 'Cyd'])
    expect(comicInfo({ credits: [by('Dee', 'Inker')] })).not.toHaveProperty('writer')
  })
})

describe('ComicInfo and MetronInfo of one file', () => {
  test('replace each other when one is missing', () => {
    const one = info({ series: 'Harbor Lights' })
    expect([mergeComicInfo(one, undefined), mergeComicInfo(undefined, one)]).toEqual([one, one])
    expect(mergeComicInfo(undefined, undefined)).toBeUndefined()
  })

  test('are read together, ComicInfo first', () => {
    const merged = mergeComicInfo(
      info({ series: 'Harbor Lights', number: undefined, providerIds: { comicvineIssue: '7' } }),
      info({ series: 'Lights', number: '4', providerIds: { comicvineIssue: '8', metronIssue: '9' } }),
    )
    expect(merged).toEqual({
      series: 'Harbor Lights',
      number: '4',
      providerIds: { comicvineIssue: '7', metronIssue: '9' },
    })
  })

  test('take the date from one of the two, never the day of one and the month of the other', () => {
    const metron = info({ year: 2016, month: 5, day: 4 })
    expect(mergeComicInfo(info({ year: 2015 }), metron)).toEqual({ providerIds: {}, year: 2015 })
    expect(mergeComicInfo(info({ year: 2015, month: 7 }), metron)).toEqual({ providerIds: {}, year: 2015, month: 7 })
    expect(mergeComicInfo(info({ number: '1' }), metron)).toMatchObject({ year: 2016, month: 5, day: 4 })
  })
})
