import { expect, test } from 'bun:test'
import { type SeriesFields, seriesCard } from './series-card'

const row: SeriesFields = {
  ComicID: '1',
  ComicName: 'Harbor Lights',
  ComicImage: null,
  Status: 'Active',
  ComicPublisher: null,
  ComicYear: '2015',
  LatestIssue: null,
  LatestDate: null,
  DateAdded: '2026-11-01',
  Total: 60,
  Have: 54,
  Announced: 0,
  CountedIn: 'issue',
  TotalKnown: true,
  ContentType: 'comic',
  Size: 2_592_000_000,
  Unread: 50,
  NextDate: '2026-12-09',
  Publication: 'ongoing',
  Rating: 4,
  Tags: ['lent', 'noir'],
}
const wordsOf = (change: Partial<SeriesFields>) => {
  const { words, short, spoken, whole, share } = seriesCard({ ...row, ...change })
  return [words, short, spoken, whole, share === undefined ? 'no line' : Math.round(share * 100)]
}

test('a card shows its count with its unit', () => {
  expect(wordsOf({})).toEqual(['54 of 60', '54 of 60', '54 of 60 issues', false, 90])
  expect(wordsOf({ Have: 60 })).toEqual(['60 of 60', '60 of 60', '60 of 60 issues', true, 100])
  const manga = { ContentType: 'manga', CountedIn: 'volume', Have: 9, Total: 12 } as const
  expect(wordsOf(manga)).toEqual(['9 of 12 volumes', '9 of 12 volumes', '9 of 12 volumes', false, 75])
})

test('a card does not count announced issues as missing', () => {
  expect(wordsOf({ Announced: 6 })).toEqual(['54 of 54', '54 of 54', '54 of 54 issues', true, 100])
  expect(wordsOf({ Announced: 2 }).slice(0, 3)).toEqual(['54 of 58', '54 of 58', '54 of 58 issues'])
  expect(wordsOf({ Have: 0, Total: 2, Announced: 2 })).toEqual([
    '2 announced',
    '2 announced',
    '2 announced',
    false,
    'no line',
  ])
})

test('a card with an unknown total is not complete', () => {
  const open = { Have: 30, Total: 30, TotalKnown: false }
  expect(wordsOf(open)).toEqual(['30 issues, total unknown', '30 issues', '30 issues, total unknown', false, 'no line'])
  const chapters = { ...open, ContentType: 'manga', CountedIn: 'chapter' } as const
  expect(wordsOf(chapters).slice(0, 2)).toEqual(['30 chapters, total unknown', '30 chapters'])
  expect(wordsOf({ ...open, Have: 29 }).slice(0, 2)).toEqual(['29 of 30', '29 of 30'])
  expect(wordsOf({ Have: 0, Total: 0, TotalKnown: false })[0]).toBe('No issues')
})

test('a card shows size, unread issues, status and the next release', () => {
  expect(seriesCard(row)).toMatchObject({
    size: '2.6 GB',
    unread: '50',
    next: '9 Dec 2026',
    status: 'Ongoing',
    monitored: 'Yes',
    rating: 4,
    tags: 'lent, noir',
  })
  const bare = seriesCard({
    ...row,
    Size: 0,
    Unread: 0,
    NextDate: null,
    Publication: null,
    Status: 'Paused',
    Rating: null,
    Tags: [],
  })
  expect(bare).toMatchObject({ size: '', unread: '', next: '', status: '', monitored: 'No', rating: 0, tags: '' })
})
