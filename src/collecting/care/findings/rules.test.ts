import { describe, expect, test } from 'bun:test'
import type { CheckedFile, SeriesFacts } from './facts-store'
import { findingsOf, rightPath } from './rules'

const file = (change: Partial<CheckedFile> = {}): CheckedFile => ({
  file_id: 'f1',
  path: '/comics/Harbor/1.cbz',
  size: 20_000_000,
  format: 'cbz',
  pages: 24,
  added_at: '2026-01-02T03:04:05.000Z',
  page_bytes: 20_000_000,
  missing_pages: null,
  problem: null,
  language: null,
  sort_key: 'n1',
  date: '2015-05',
  ...change,
})
const facts = (change: Partial<SeriesFacts> = {}): SeriesFacts => ({
  comic_id: 'harbor',
  files: [file()],
  same_numbers: [],
  gaps: [],
  ...change,
})
const found = (change: Partial<SeriesFacts>) => findingsOf(facts(change)).map(({ kind, detail }) => [kind, detail])
const others = ['a', 'b', 'c', 'd'].map((file_id) => file({ file_id }))

describe('a file', () => {
  test('that is whole and usual is not listed', () => {
    expect(found({})).toEqual([])
  })

  test.each<[string, Partial<CheckedFile>, string, string]>([
    ['cannot be opened', { problem: 'The ZIP is cut off.' }, 'unreadable', 'The ZIP is cut off.'],
    ['skips pages', { missing_pages: '3–4' }, 'missing_pages', 'The page names skip 3–4.'],
    ['has a wrong extension', { format: 'cbr' }, 'wrong_extension', 'The file is a RAR archive, despite its name.'],
    ['has no page', { pages: 0 }, 'no_cover', 'No page can be shown.'],
    ['has few pages', { pages: 3 }, 'very_small', 'Only 3 pages; other files of the series have about 24.'],
    ['has tiny pages', { size: 200_000 }, 'very_small', '24 pages in only 0.2 MB.'],
  ])('that %s is listed', (_, change, kind, detail) => {
    expect(found({ files: [file(change), ...others] })).toEqual([[kind, detail]])
  })

  test.each<[string, Partial<CheckedFile>, Partial<CheckedFile>]>([
    ['with four pages', { pages: 4 }, {}],
    ['with few pages in a series of short ones', { pages: 3 }, { pages: 11 }],
    ['with 20 KB for each page', { size: 24 * 20_000 }, {}],
  ])('%s is usual', (_, change, other) => {
    expect(found({ files: [file(change), ...others.map((each) => ({ ...each, ...other }))] })).toEqual([])
  })

  test('with few pages is listed in a series whose usual file has twelve', () => {
    const files = [3, 3, 12, 12, 30].map((pages, at) => file({ file_id: `${at}`, pages }))
    expect(found({ files }).map(([, detail]) => detail)).toEqual(
      Array(2).fill('Only 3 pages; other files of the series have about 12.'),
    )
  })

  test('that cannot be opened has no other fault', () => {
    const change = { problem: 'The ZIP is cut off.', size: 200_000 }
    for (const pages of [0, 2, 24])
      expect(found({ files: [file({ ...change, pages }), ...others] })).toEqual([['unreadable', 'The ZIP is cut off.']])
  })

  test('is named with its place in the series, and a fault of the series with none', () => {
    const all = findingsOf(facts({ files: [file({ missing_pages: '3' })], gaps: ['2'] }))
    expect(all).toMatchObject([
      { kind: 'missing_pages', subject: 'f1', file_id: 'f1', number_key: 'n1' },
      { kind: 'gaps', subject: 'harbor', file_id: null, number_key: '' },
    ])
  })

  test('of a PDF with small pages is usual', () => {
    expect(found({ files: [file({ path: '/comics/1.pdf', format: 'pdf', size: 200_000 })] })).toEqual([])
  })
})

describe('a series', () => {
  test('in two languages is listed, and one in two spellings of a language is not', () => {
    const files = ['en', 'en-US', 'fr', null].map((language, at) => file({ file_id: `${at}`, language }))
    expect(found({ files })).toEqual([['languages', 'English: 2 files, French: 1 file.']])
    expect(found({ files: files.slice(0, 2) })).toEqual([])
    const french = ['en', 'fr', 'fr'].map((language, at) => file({ file_id: `${at}`, language }))
    expect(found({ files: french })[0]![1]).toBe('French: 2 files, English: 1 file.')
  })

  test('with a number twice is listed', () => {
    expect(found({ same_numbers: ['1'] })).toEqual([['same_number', 'Two issues have the same number: 1.']])
  })

  test('with gaps names them', () => {
    expect(found({ gaps: ['3'] })).toEqual([['gaps', 'Issue 3 is missing.']])
    const twelve = Array.from({ length: 12 }, (_, at) => `${at + 1}`)
    expect(found({ gaps: twelve })[0]![1]).toBe('Issues 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 are missing.')
    const many = Array.from({ length: 14 }, (_, at) => `${at + 1}`)
    expect(found({ gaps: many })[0]![1]).toBe('Issues 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 2 more are missing.')
  })
})

test('the right path has the extension of the content', () => {
  expect(rightPath('/comics/a.b/1.cbz', 'cbr')).toBe('/comics/a.b/1.cbr')
})
