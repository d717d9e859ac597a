import { expect, test } from 'bun:test'
import { testDatabase } from '../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { wantedRow } from './issue-wire'
import { providerLink } from './links'
import { wantedOf } from './list-store'
import { findSeries } from './store'
import { comicRow, ownedPercent, recentStatus, seriesItem, watchRow } from './wire'

const NOW = '2026-11-21T08:00:00.000Z'

function library() {
  const db = testDatabase()
  return { db, row: () => findSeries(db.read, 'harbor')! }
}

test.each([
  [null, 'Unknown'],
  ['2026-11-25', 'Continuing'],
  ['2026-09-28', 'Continuing'],
  ['2026-09-27', 'Ended'],
  ['2026-10', 'Continuing'],
  ['2026', 'Ended'],
  ['2015-05-06', 'Ended'],
  ['0000-00-00', 'Unknown'],
])('a series whose latest issue is from %p is %s', (latest, status) => {
  expect(recentStatus(latest, NOW) as string).toBe(status)
})

test.each([
  [0, 0, 0],
  [0, 12, 0],
  [9, 12, 75],
  [1, 3, 33.3],
  [12, 12, 100],
  [13, 12, 101],
])('%d of %d are %d percent', (have, total, percent) => {
  expect(ownedPercent({ have, total })).toBe(percent)
})

// The columns that older tools read, in any order.
const COMICS = `ComicID ComicName ComicSortName ComicYear DateAdded Status IncludeExtras Have Total ComicImage FirstImageSize
  ComicPublisher PublisherImprint ComicLocation ComicPublished NewPublish LatestIssue intLatestIssue LatestDate Description
  DescriptionEdit QUALalt_vers QUALtype QUALscanner QUALquality LastUpdated AlternateSearch UseFuzzy ComicVersion SortOrder
  DetailURL ForceContinuing ComicName_Filesafe AlternateFileName ComicImageURL ComicImageALTURL DynamicComicName AllowPacks Type
  Corrected_SeriesYear Corrected_Type TorrentID_32P LatestIssueID Collects IgnoreType AgeRating FilesUpdated seriesjsonPresent
  dirlocked cv_removed not_updated_db ContentType ReadingDirection MetadataSource ExternalID MangaDexID MalID BareNumberMode
  MonitorMode ContentKindSetBy`
// Columns for our own pages.
const OWN = ['CountedIn', 'Followed', 'TotalKnown', 'ReadsDown']

test('a full row has every column that older tools read', () => {
  const { db, row } = library()
  makeSeries(db)
  expect(Object.keys(comicRow(row())).sort()).toEqual([...COMICS.split(/\s+/), ...OWN].sort())
})

test('a series in the list has strings, flags and dates in the form of older tools', () => {
  const { db, row } = library()
  makeSeries(db, {
    name: 'The Harbor Lights',
    year: 2015,
    publisher: 'Northgate',
    allow_packs: true,
    ignore_type: true,
  })
  makeIssues(db, 'harbor', [1, { number: '2', release_date: '2015-06-03' }])
  makeFile(db, { issues: ['harbor-1'], size: 36, modified_ms: 72 })
  expect(seriesItem(row())).toEqual({
    ComicID: 'harbor',
    ComicName: 'The Harbor Lights',
    ComicSortName: 'harbor lights',
    ComicImage: '/api/covers/series/harbor?v=10-20-harbor-1',
    Status: 'Active',
    Followed: true,
    ComicPublisher: 'Northgate',
    ComicYear: '2015',
    LatestIssue: '2',
    LatestDate: '2015-06-03',
    Total: 2,
    Have: 1,
    CountedIn: 'issue',
    TotalKnown: false,
    DetailURL: null,
    ContentType: 'comic',
    ComicLocation: null,
    LastUpdated: '2026-01-02 03:04:05',
    DateAdded: '2026-01-02',
    AllowPacks: '1',
    IgnoreType: 1,
    BareNumberMode: 'auto',
    MonitorMode: 'blended',
    MetadataSource: 'local',
    ReadingDirection: 'ltr',
    ReadsDown: false,
  })
})

test('an empty series has no cover, no latest issue and a question mark for its total', () => {
  const { db, row } = library()
  makeSeries(db, { comic_id: 'harbor' })
  expect(seriesItem(row())).toMatchObject({ ComicImage: null, LatestIssue: null, ComicYear: null })
  expect(watchRow(row(), NOW)).toMatchObject({ totalissues: '?', percent: 0, recentstatus: 'Unknown' })
})

test('numbers that are not integers keep their older sort value', () => {
  const { db, row } = library()
  makeSeries(db, { volume: 3 })
  makeIssues(db, 'harbor', ['1', '27AU'])
  expect(comicRow(row())).toMatchObject({ LatestIssue: '27AU', intLatestIssue: 27214, ComicVersion: 'v3' })
})

test.each([
  ['comicvine', '18705', 'https://comicvine.gamespot.com/volume/4050-18705/'],
  ['metron', 'metron-12', 'https://metron.cloud/series/12/'],
  ['metron', '18705', 'https://comicvine.gamespot.com/volume/4050-18705/'],
  ['anilist', 'al-7', 'https://anilist.co/manga/7'],
  ['mal', 'mal-7', 'https://myanimelist.net/manga/7'],
  [
    'mangadex',
    'md-0f6b1c6e-0000-4000-8000-000000000001',
    'https://mangadex.org/title/0f6b1c6e-0000-4000-8000-000000000001',
  ],
  ['local', 'local-1', undefined],
  ['comicvine', 'md-1', undefined],
])('a series of %s with the id %s is shown at %p', (source, comic_id, url) => {
  const { db } = library()
  makeSeries(db, { comic_id, source })
  expect(providerLink(findSeries(db.read, comic_id)!)?.url).toBe(url as string)
})

test('provider ids are in their own columns without their prefix', () => {
  const { db } = library()
  makeSeries(db, { comic_id: 'mal-7', source: 'mal' })
  expect(comicRow(findSeries(db.read, 'mal-7')!)).toMatchObject({ ExternalID: '7', MalID: '7', MangaDexID: null })
})

test.each([
  ['active', true],
  ['paused', false],
] as const)('a wanted issue of a series that is %s is monitored: %p', (status, monitored) => {
  const { db } = library()
  makeSeries(db, { status })
  const [issue_id] = makeIssues(db, 'harbor', [{ number: '1', intent: 'wanted' }])
  const [facts] = wantedOf(db.read, [{ issue_id: issue_id! }])
  expect(wantedRow(facts!, null).Monitored).toBe(monitored)
})
