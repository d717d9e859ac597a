import { describe, expect, test } from 'bun:test'
import { parseComicInfo } from '../../base/formats/documents/comicinfo'
import { comicBookInfoFacts, opfFacts, pdfFacts } from './book-facts'
import { arcsOf, comicInfoFacts } from './comicinfo-facts'
import { pdfText } from './comment-info'
import { boundedDetails, detailRemarks, mergeDetails } from './file-details'

test.each([
  [undefined, undefined, undefined],
  ['Tides', undefined, [{ name: 'Tides' }]],
  ['Tides', '3', [{ name: 'Tides', number: '3' }]],
  [
    'Tides, War',
    '3, 1',
    [
      { name: 'Tides', number: '3' },
      { name: 'War', number: '1' },
    ],
  ],
  ['Tides, War', undefined, [{ name: 'Tides' }, { name: 'War' }]],
  ['Truth, Justice', '3', [{ name: 'Truth, Justice', number: '3' }]],
  ['A, B, C', '1, 2', [{ name: 'A' }, { name: 'B' }, { name: 'C' }]],
  ['Tides, War', ', 2', [{ name: 'Tides' }, { name: 'War', number: '2' }]],
])('the arcs %j with the numbers %j are %j', (names, numbers, arcs) => {
  expect(arcsOf(names, numbers)).toEqual(arcs as never)
})

describe('ComicInfo', () => {
  test('names each person once, with all roles', () => {
    const info = parseComicInfo('<ComicInfo><Writer>Ada, Bo</Writer><CoverArtist>Ada</CoverArtist></ComicInfo>')
    expect(comicInfoFacts(info).credits).toEqual([
      { name: 'Ada', roles: ['Writer', 'CoverArtist'] },
      { name: 'Bo', roles: ['Writer'] },
    ])
  })

  test('that states nothing has no facts', () => {
    expect(comicInfoFacts(parseComicInfo('<ComicInfo><Pages><Page Image="0"/></Pages></ComicInfo>'))).toEqual({})
  })

  test('marks only pages that are more than a story page', () => {
    const pages = '<Page Image="0" Type="Story"/><Page Image="1" DoublePage="true"/><Page Image="2" Type="Letters"/>'
    const info = parseComicInfo(`<ComicInfo><Pages>${pages}</Pages></ComicInfo>`)
    expect(comicInfoFacts(info).page_marks).toEqual([
      { page: 1, double: true },
      { page: 2, type: 'Letters' },
    ])
  })
})

test.each([
  [
    { title: 'The Lamp', subject: 'Two keepers.' },
    { title: 'The Lamp', summary: 'Two keepers.' },
  ],
  [{ title: 'Harbor Lights 003' }, {}],
  [{ title: 'scan 12.docx' }, {}],
  [{ title: 'Microsoft Word - lamp' }, {}],
  [{ title: 'C:\\lamp' }, {}],
])('a PDF with %j has the texts %j', (info, text) => {
  expect(pdfText(info, 'Harbor Lights 003 (2015).pdf')).toEqual(text)
})

test.each([
  [{ author: 'Ada Moss; Bo Rask' }, ['Ada Moss', 'Bo Rask']],
  [{ author: 'Ada Moss, Bo Rask' }, ['Ada Moss', 'Bo Rask']],
  [{ author: 'Moss, Ada' }, ['Moss, Ada']],
  [{ author: 'Administrator' }, undefined],
  [{}, undefined],
])('a PDF by %j has the writers %j', (info, names) => {
  expect(pdfFacts(info).credits?.map(({ name }) => name)).toEqual(names as never)
})

test('books name roles in codes and in words', () => {
  const credits = [
    { name: 'Ada', role: 'aut' },
    { name: 'Bo', role: 'ILL' },
    { name: 'calibre', role: 'bkp' },
    { name: 'Liv', role: undefined },
  ]
  const opf = { authors: [], credits, subjects: ['Crime', 'Crime'], rightToLeft: true } as never
  expect(opfFacts(opf)).toEqual({
    credits: [
      { name: 'Ada', roles: ['Writer'] },
      { name: 'Bo', roles: ['Artist'] },
      { name: 'Liv', roles: ['Writer'] },
    ],
    genres: ['Crime'],
    manga: 'YesAndRightToLeft',
  })
  expect(comicBookInfoFacts({ credits: [{ name: 'Bo', role: 'Cover' }], language: 'English' })).toEqual({
    credits: [{ name: 'Bo', roles: ['CoverArtist'] }],
    language: 'en',
  })
})

test('the first document that states a field counts, and limits are reported', () => {
  expect(mergeDetails([{ genres: ['A'] }, { genres: ['B'], teams: ['C'] }])).toEqual({ genres: ['A'], teams: ['C'] })
  const details = {
    characters: Array.from({ length: 300 }, (_, at) => `c${at}`),
    review: 'x'.repeat(20_000),
    links: ['https://a.example', `https://b.example/${'x'.repeat(2000)}`],
  }
  const kept = boundedDetails(details)
  expect([kept.characters?.length, kept.review?.length, kept.links]).toEqual([200, 10_000, ['https://a.example']])
  expect(detailRemarks(details)).toEqual(['Only the first 200 of 300 characters were kept', 'The review was shortened'])
})
