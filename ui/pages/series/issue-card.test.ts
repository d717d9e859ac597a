import { afterEach, describe, expect, test } from 'bun:test'
import { currentUser } from '../../state/user'
import { groupsOf, toWant } from './groups'
import { CARD_FILTERS, type IssueFields, issueCard, ownCard, type Show } from './issue-card'
import {
  gapCountWords,
  gapWords,
  haveOf,
  listedFacts,
  type SeriesHave,
  seriesFacts,
  stateWords,
  yearsWords,
} from './series-facts'
import { readSeriesView, seriesAddress } from './series-view'
import type { WireDetail, WireIssue, WireSeries } from './wire'

const fields: IssueFields = {
  id: '301',
  name: null,
  number: '3',
  unit: 'issue',
  annual: false,
  volumeNumber: null,
  imageURL: null,
  releaseDate: '2015-05-06',
  issueDate: '2015-07-01',
  displayState: 'Missing',
  acquisitionIntent: 'policy',
  owned: false,
  missing: true,
  future: false,
  pageCount: null,
  fileSize: null,
  format: null,
  location: null,
}
const card = (change: Partial<IssueFields>) => issueCard({ ...fields, ...change })

describe('the missing issues of a manga that can be wanted', () => {
  const volume = (number: string, displayState: IssueFields['displayState']) =>
    card({ unit: 'volume', number, displayState, owned: displayState === 'Downloaded' })
  const chapter = (number: string, volumeNumber: string | null) => card({ unit: 'chapter', number, volumeNumber })
  const labels = (cards: Parameters<typeof toWant>[0], unit: string) => toWant(cards, unit).map(({ label }) => label)

  test('are volumes without their chapters, and chapters without a volume', () => {
    const cards = [volume('1', 'Missing'), chapter('1', '1'), chapter('2', '2'), chapter('3', null)]
    expect(labels(cards, 'volume')).toEqual(['Volume 1', 'Chapter 2', 'Chapter 3'])
    expect(labels([volume('1', 'Downloaded'), ...cards.slice(1)], 'volume')).toEqual(['Chapter 2', 'Chapter 3'])
    expect(labels([volume('1', 'Skipped'), ...cards.slice(1)], 'volume')).toEqual([
      'Chapter 1',
      'Chapter 2',
      'Chapter 3',
    ])
  })

  test('are chapters if the series is counted in chapters, unless their volume is wanted', () => {
    const rest = [chapter('1', '1'), chapter('2', null)]
    expect(labels([volume('1', 'Missing'), ...rest], 'chapter')).toEqual(['Chapter 1', 'Chapter 2'])
    expect(labels([volume('1', 'Wanted'), ...rest], 'chapter')).toEqual(['Chapter 2'])
    expect(labels([volume('2', 'Missing'), ...rest], 'chapter')).toEqual(['Volume 2', 'Chapter 1', 'Chapter 2'])
  })
})

describe('the filters of issues', () => {
  test('separate announced issues from missing ones', () => {
    const cards = [card({ number: '1' }), card({ number: '2', future: true }), card({ number: '3', missing: false })]
    const shown = (show: Show) => cards.filter(CARD_FILTERS[show]).map(({ number }) => number)
    expect(shown('missing')).toEqual(['1'])
    expect(shown('announced')).toEqual(['2'])
    cards.push(card({ number: '4', displayState: 'Ignored', acquisitionIntent: 'ignored' }))
    expect(shown('missing')).toEqual(['1'])
    expect(shown('')).toHaveLength(4)
  })

  test('list ignored issues apart, announced ones too', () => {
    const ignored = { displayState: 'Ignored', acquisitionIntent: 'ignored' } as const
    const cards = [
      card({ number: '1' }),
      card({ number: '2', ...ignored }),
      card({ number: '3', ...ignored, future: true }),
      card({ number: '4', future: true }),
      card({ number: '5', owned: true, missing: false, acquisitionIntent: 'ignored' }),
    ]
    const shown = (show: Show) => cards.filter(CARD_FILTERS[show]).map(({ number }) => number)
    expect((['owned', 'missing', 'announced', 'ignored'] as const).map(shown)).toEqual([
      ['5'],
      ['1'],
      ['4'],
      ['2', '3'],
    ])
  })
})

describe('an issue', () => {
  test('is named by the unit of its number', () => {
    expect(card({}).label).toBe('#3')
    expect(card({ unit: 'chapter', number: '12.5' }).label).toBe('Chapter 12.5')
    expect(card({ unit: 'volume' }).label).toBe('Volume 3')
    expect(card({ annual: true }).label).toBe('Annual #3')
    expect(card({ number: '' }).label).toBe('One-shot')
  })

  test('that is unread is marked if the user has started the series', () => {
    const here = { ...fields, owned: true, location: '/comics/3.cbz', pageCount: 24 }
    const reading = { state: 'read', page: 23, percent: 1, read_at: '2026-11-20T20:00:00.000Z' } as const
    expect(issueCard(here).fresh).toBe(false)
    expect(issueCard(here, { 300: reading }).fresh).toBe(true)
    expect(issueCard(here, { 301: reading }).fresh).toBe(false)
  })

  test('shows its state in words', () => {
    expect(card({}).word).toBe('Missing')
    expect(card({ displayState: 'Snatched', missing: false }).word).toBe('In progress')
    expect(card({ displayState: 'Failed' })).toMatchObject({ state: 'attention', word: 'Download failed' })
  })

  test('that is not released shows its date, and is left out when all are wanted', () => {
    expect(card({ future: true })).toMatchObject({ word: 'Releases 6 May 2015', open: false })
    expect(card({ future: true, displayState: 'Wanted' }).word).toBe('Wanted, releases 6 May 2015')
    expect(card({ future: true, releaseDate: null, issueDate: null }).word).toBe('Missing')
    expect(card({}).open).toBe(true)
    expect(card({ displayState: 'Skipped' }).open).toBe(false)
  })

  test('with a file shows the facts of the file', () => {
    const here = card({
      displayState: 'Downloaded',
      owned: true,
      missing: false,
      pageCount: 1,
      fileSize: 48_211_003,
      format: 'cbz',
    })
    expect(here).toMatchObject({ pages: '1 page', file: 'CBZ, 48 MB', state: 'have' })
  })
})

describe('groups', () => {
  const chapter = (number: string, volumeNumber: string | null, owned = false) =>
    card({ unit: 'chapter', number, volumeNumber, owned, displayState: owned ? 'Downloaded' : 'Missing' })

  test('comics have no headings', () => {
    expect(groupsOf([card({}), card({ number: '4' })])).toMatchObject([{ title: '', cards: [{}, {}] }])
  })

  test('chapters are grouped under their volumes, the volume first, and new chapters in a group of their own', () => {
    const volume = card({ unit: 'volume', number: '1', owned: true, displayState: 'Downloaded' })
    const groups = groupsOf([volume, chapter('1', '1', true), chapter('2', '1'), chapter('3', null)])
    expect(groups.map(({ title, detail, owned }) => [title, detail, owned])).toEqual([
      ['Volume 1', 'Chapters 1 to 2', 2],
      ['Not in a volume yet', 'Chapter 3', 0],
    ])
  })

  test('show the range of chapters in ascending order in a reversed list', () => {
    expect(groupsOf([chapter('9', '1'), chapter('8', '1')])[0]?.detail).toBe('Chapters 8 to 9')
  })

  test('are sorted by volume, newest first in a reversed list', () => {
    const cards = [chapter('30', null), chapter('9', '2'), chapter('1', '1'), chapter('20', '10')]
    const titles = (down: boolean) => groupsOf(cards, down).map(({ title }) => title)
    expect(titles(false)).toEqual(['Volume 1', 'Volume 2', 'Volume 10', 'Not in a volume yet'])
    expect(titles(true)).toEqual(['Not in a volume yet', 'Volume 10', 'Volume 2', 'Volume 1'])
  })

  test('manga without volumes has no headings', () => {
    expect(groupsOf([chapter('1', null), chapter('2', null)])).toHaveLength(1)
    expect(groupsOf([])).toMatchObject([{ cards: [] }])
  })
})

const TODAY = '2026-11-22'

describe('the head of a series', () => {
  test('shows its first and last year', () => {
    const dated = (releaseDate: string | null) => ({ releaseDate, issueDate: null })
    expect(yearsWords([dated('2018-02-01'), dated('2012-05-06'), dated(null)], null, TODAY)).toBe('2012 to 2018')
    expect(yearsWords([dated('2012-05-06')], '2012', TODAY)).toBe('2012')
    expect(yearsWords([dated('0000-00-00')], '1999', TODAY)).toBe('1999')
    expect(yearsWords([], null, TODAY)).toBe('')
  })

  test('prefers the year of the series over those of its issues, and leaves out future ones', () => {
    const dated = (releaseDate: string) => ({ releaseDate, issueDate: null })
    const issues = [dated('2024-02-01'), dated('2027-01-05')]
    expect(yearsWords(issues, '2019', TODAY)).toBe('2019 to 2024')
    expect(yearsWords([dated('2018-12-01')], '2019', TODAY)).toBe('2019')
    const named = {
      ComicPublisher: null,
      PublisherImprint: null,
      ComicVersion: null,
      ReadingDirection: 'ltr',
      ReadsDown: false,
    }
    const manga = { ...named, ContentType: 'manga', ComicYear: '2019' } as const
    const about = { publication: null, end_year: null }
    expect(seriesFacts(manga, about, issues, TODAY)[0]).toBe('2019')
    expect(seriesFacts(manga, { publication: 'ongoing', end_year: null }, issues, TODAY)[0]).toBe('Since 2019')
  })

  test('leaves out unknown facts', () => {
    const nothing = { publication: null, end_year: null }
    const bare = {
      ComicPublisher: null,
      PublisherImprint: null,
      ComicVersion: null,
      ContentType: 'comic',
      ReadingDirection: 'ltr',
      ReadsDown: false,
      ComicYear: null,
    } as const
    expect(seriesFacts(bare, nothing, [], TODAY)).toEqual([])
    const manga = {
      ...bare,
      ComicPublisher: 'Kitsune',
      PublisherImprint: 'Fox Den',
      ComicVersion: 'v2',
      ContentType: 'manga',
      ReadingDirection: 'rtl',
      ReadsDown: false,
    } as const
    expect(seriesFacts(manga, { publication: 'hiatus', end_year: null }, [], TODAY)).toEqual([
      'Kitsune, Fox Den',
      'Volume 2',
      'On hiatus',
      'Manga, read from right to left',
    ])
    expect(seriesFacts({ ...manga, ReadsDown: true }, nothing, [], TODAY).at(-1)).toBe('Manga, read downwards')
  })

  test('shows whether it has ended', () => {
    const series = {
      ComicPublisher: 'Northgate',
      PublisherImprint: 'Northgate',
      ComicVersion: null,
      ContentType: 'comic',
      ReadingDirection: 'ltr',
      ReadsDown: false,
      ComicYear: '2012',
    } as const
    const about = { publication: 'ended', end_year: 2018 }
    expect(seriesFacts(series, about, [{ releaseDate: '2012-05-06', issueDate: null }], TODAY)).toEqual([
      '2012 to 2018',
      'Northgate',
      'Ended',
    ])
  })

  test('counts owned issues and those in progress', () => {
    const none = { wanted: 0, inFlight: 0, failed: 0 }
    const of = (Have: number, Total: number, more: Partial<SeriesHave> = {}): SeriesHave => ({
      Have,
      Total,
      Announced: 0,
      CountedIn: 'issue',
      TotalKnown: true,
      ContentType: 'comic',
      Ignored: 0,
      ...more,
    })
    const volumes = { CountedIn: 'volume', ContentType: 'manga' } as const
    expect(stateWords(of(54, 60), { wanted: 4, inFlight: 1, failed: 1 })).toEqual([
      '54 of 60',
      '4 wanted',
      '1 in progress',
      '1 failed',
    ])
    expect(stateWords(of(12, 12), none)).toEqual(['All 12 owned'])
    expect(stateWords(of(15, 15, volumes), none)).toEqual(['All 15 volumes owned'])
    expect(stateWords(of(9, 12, volumes), none)).toEqual(['9 of 12 volumes'])
    expect(stateWords(of(15, 15, volumes), { ...none, wanted: 2 })).toEqual(['15 of 15 volumes', '2 wanted'])
    expect(stateWords(of(30, 30, { TotalKnown: false }), none)).toEqual(['30 issues, total unknown'])
    expect(stateWords(of(1, 1, { TotalKnown: false }), none)).toEqual(['1 issue, total unknown'])
    expect(stateWords(of(3, 3, { TotalKnown: false, ContentType: 'manga' }), none)).toEqual([
      '3 volumes and chapters, total unknown',
    ])
    expect(stateWords(of(64, 68, { Announced: 2 }), none)).toEqual(['64 of 66', '2 announced'])
    expect(stateWords(of(64, 66, { Announced: 2 }), { ...none, wanted: 2 })).toEqual([
      'All 64 owned',
      '2 announced',
      '2 wanted',
    ])
    expect(stateWords(of(0, 2, { Announced: 2 }), none)).toEqual(['2 announced'])
    expect(stateWords(of(0, 0), none)).toEqual(['No issues listed yet'])
  })
})

describe('a reader', () => {
  afterEach(() => {
    currentUser.value = null
  })
  const fieldsOf: Record<string, Partial<IssueFields>> = {
    wanted: { displayState: 'Wanted', acquisitionIntent: 'wanted' },
    downloading: { displayState: 'Snatched', missing: false },
    ignored: { displayState: 'Ignored', acquisitionIntent: 'ignored' },
    announced: { future: true, releaseDate: '2099-01-01' },
    owned: { displayState: 'Downloaded', owned: true, missing: false },
  }

  test('finds each issue in the filter of its word', () => {
    currentUser.value = { sees: 'reader' } as never
    const cards = Object.entries(fieldsOf).map(([name, change]) => ownCard({ ...fields, ...change, name }))
    const shown = (show: Show) => cards.filter(CARD_FILTERS[show]).map(({ name, word }) => `${name}: ${word}`)
    expect(shown('missing')).toEqual(['wanted: Missing', 'downloading: Missing'])
    expect(shown('announced')).toEqual(['announced: Releases 1 Jan 2099'])
    expect(shown('ignored')).toEqual(['ignored: Ignored'])
    expect(shown('owned')).toEqual(['owned: In the library'])
    expect(shown('wanted')).toEqual([])
  })
})

test.each([
  [[], ''],
  [[18], 'Issue 18 seems to be missing.'],
  [[18, 27], '2 issues seem to be missing: 18 and 27.'],
  [[1, 2, 3, 4, 5, 6, 7], '7 issues seem to be missing: 1, 2, 3, 4, 5, 6 and 7.'],
  [[1, 2, 3, 4, 5, 6, 7, 8], '8 issues seem to be missing: 1, 2, 3, 4, 5, 6 and 2 more.'],
])('gaps %j are worded: %s', (gaps, words) => {
  expect(gapWords({ gaps, volume_gaps: [], chapter_gaps: [] })).toBe(words)
})

describe('a series with ignored issues', () => {
  const ignored = { missing: true, acquisitionIntent: 'ignored', unit: 'issue', future: false } as WireIssue
  const of = (issues: WireIssue[], CountedIn: string) => {
    const series = { Have: 5, Total: 5, CountedIn, TotalKnown: true, ContentType: 'comic' } as WireSeries
    const about = { announced: 0 } as WireDetail['about']
    return stateWords(haveOf({ comic: [series], about, issues, annuals: [] }), { wanted: 0, inFlight: 0, failed: 0 })
  }

  test('is complete when all other issues are owned', () => {
    expect(of([ignored, ignored, ignored], 'issue')).toEqual(['All 5 owned', '3 ignored'])
    expect(of([{ ...ignored, future: true }], 'issue')).toEqual(['All 5 owned', '1 ignored'])
    expect(of([{ ...ignored, missing: false }], 'issue')).toEqual(['All 5 owned'])
  })

  test('lists all of them once every issue of the total is a row, which the ignored ones are not part of', () => {
    const detail = (rows: WireIssue[], Total: number) =>
      ({ comic: [{ Total, TotalKnown: true, CountedIn: 'issue' }], about: {}, issues: rows, annuals: [] }) as unknown as WireDetail // biome-ignore format: one line
    const plain = { ...ignored, acquisitionIntent: 'policy' } as WireIssue
    expect(listedFacts(detail([plain, ignored, ignored], 1)).known).toBe(true)
    expect(listedFacts(detail([plain, ignored, ignored], 3)).known).toBe(false)
  })

  test('counts those in its unit only', () => {
    const [volume, chapter] = [{ ...ignored, unit: 'volume' } as const, { ...ignored, unit: 'chapter' } as const]
    expect(of([volume, chapter, chapter], 'volume')).toEqual(['All 5 volumes owned', '1 ignored'])
    expect(of([volume, chapter, chapter], 'chapter')).toEqual(['All 5 chapters owned', '2 ignored'])
  })
})

test('gaps of manga are worded in their units', () => {
  const about = { gaps: [], volume_gaps: [3], chapter_gaps: [31, 32] }
  expect(gapWords(about)).toBe('Volume 3 seems to be missing. 2 chapters seem to be missing: 31 and 32.')
  expect(gapCountWords(about)).toBe('1 volume and 2 chapters')
})

test('the address of a series keeps its layout, its filter and its order', () => {
  const view = { look: 'rows', show: 'missing', down: true } as const
  const address = seriesAddress('/library/1', view)
  expect(address).toBe('/library/1?view=rows&show=missing&order=desc')
  expect(readSeriesView(Object.fromEntries(new URL(address, 'http://house').searchParams))).toEqual(view)
  expect(seriesAddress('/library/1', readSeriesView({ show: 'nonsense' }))).toBe('/library/1')
})
