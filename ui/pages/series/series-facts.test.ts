import { describe, expect, test } from 'bun:test'
import { seriesFacts, yearsWords } from './series-facts'

const TODAY = '2026-11-21'
const dated = (...dates: (string | null)[]) => dates.map((releaseDate) => ({ releaseDate, issueDate: null }))

test.each<[dates: (string | null)[], year: string | null, words: string]>([
  [['2015-03-04', '2012-01-01', '2018-05'], null, '2012 to 2018'],
  [['2015-03-04'], '2012', '2012 to 2015'],
  [['2015-03-04'], '2015', '2015'],
  // Issues of a new edition, and issues that are not released yet.
  [['2010-01-01'], '2012', '2012'],
  [['2015-01-01', '2027-01-01'], null, '2015'],
  [['0000-00-00', null, 'soon'], null, ''],
  [[], '2012', '2012'],
])('issues of %j from %p ran %p', (dates, year, words) => {
  expect(yearsWords(dated(...dates), year, TODAY)).toBe(words)
})

test('an issue without a release date counts by its cover date', () => {
  expect(yearsWords([{ releaseDate: null, issueDate: '2016-01' }], '2012', TODAY)).toBe('2012 to 2016')
})

describe('the facts of a series', () => {
  const series = {
    ComicPublisher: 'Northgate',
    PublisherImprint: null,
    ComicVersion: null,
    ContentType: 'comic',
    ReadingDirection: 'ltr',
    ReadsDown: false,
    ComicYear: '2012',
  }
  const facts = (more: object = {}, about: object = {}) =>
    seriesFacts(
      { ...series, ...more } as never,
      { publication: null, end_year: null, ...about } as never,
      dated('2015-03-04'),
      TODAY,
    )

  test.each<[more: object, about: object, facts: string[]]>([
    [{}, {}, ['2012 to 2015', 'Northgate']],
    [{}, { end_year: 2018 }, ['2012 to 2018', 'Northgate']],
    [{}, { end_year: 2012 }, ['2012 to 2015', 'Northgate']],
    [{ PublisherImprint: 'Night Desk' }, {}, ['2012 to 2015', 'Northgate, Night Desk']],
    [{ PublisherImprint: 'Northgate' }, {}, ['2012 to 2015', 'Northgate']],
    [{ ComicPublisher: null }, {}, ['2012 to 2015']],
    [{ ComicVersion: 'v3' }, {}, ['2012 to 2015', 'Northgate', 'Volume 3']],
    [{ ComicVersion: 'vol 3' }, {}, ['2012 to 2015', 'Northgate']],
    // Uploads of chapters are no releases.
    [{ ContentType: 'manga' }, {}, ['2012', 'Northgate', 'Manga']],
    [{ ContentType: 'manga', ReadingDirection: 'rtl' }, {}, ['2012', 'Northgate', 'Manga, read from right to left']],
    [
      { ContentType: 'manga', ReadingDirection: 'rtl', ReadsDown: true },
      {},
      ['2012', 'Northgate', 'Manga, read downwards'],
    ],
    [{ ContentType: 'manga', ComicYear: null }, {}, ['2015', 'Northgate', 'Manga']],
  ])('%j %j are %j', (more, about, expected) => {
    expect(facts(more, about)).toEqual(expected)
  })

  test('of an ongoing series name only the first year', () => {
    expect(facts({}, { publication: 'ongoing', end_year: 2018 })[0]).toBe('Since 2012')
    expect(facts({ ComicYear: null }, { publication: 'ongoing' })[0]).toBe('Since 2015')
  })
})
