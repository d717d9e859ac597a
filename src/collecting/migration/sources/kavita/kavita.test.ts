import { afterEach, describe, expect, test } from 'bun:test'
import { ForeignFixture, sampleDatabases, sampleRows } from '../../../../testing/migration/moved-databases'
import { kavitaFiles, kavitaIssues } from './kavita-chapters'
import { kavitaBookmarks, kavitaLeft, kavitaLists, kavitaProgress, kavitaRatings } from './kavita-reading'
import { kavitaRoots, kavitaSeries } from './kavita-series'
import { kavitaUsers } from './kavita-users'

const YEAR = 2026
let fixture: ForeignFixture
afterEach(() => fixture?.close())

describe.skipIf(!sampleDatabases)('the sample of Kavita of 2026', () => {
  const open = () => {
    fixture = ForeignFixture.sample('kavita')
    return fixture.database
  }
  const expected = () => sampleRows('kavita')

  test('has its libraries, its series and their ids', () => {
    const db = open()
    const { counts, series, libraries } = expected()
    expect([...kavitaRoots(db)].map(({ path }) => [path])).toEqual(
      libraries.map(({ roots }: { roots: string[] }) => roots),
    )
    const rows = [...kavitaSeries(db)]
    expect(rows).toHaveLength(counts.series)
    for (const wanted of series) {
      const row = rows.find(({ folder }) => folder === wanted.folder)!
      const [name, year] = /^(.*) \((\d{4})\)$/.exec(wanted.name)?.slice(1) ?? [wanted.name, null]
      expect(row).toMatchObject({ name, ...(year ? { year: Number(year) } : {}) })
      expect(row.content_type).toBe(wanted.library === 'Manga' ? 'manga' : 'comic')
      expect(row.ids.comicvine ?? null).toBe(wanted.comicvine_id)
      expect(row.ids.anilist ?? null).toBe(wanted.anilist_id === null ? null : String(wanted.anilist_id))
      expect(row.ids.myanimelist ?? null).toBe(wanted.mal_id === null ? null : String(wanted.mal_id))
      expect(row.locked.includes('description')).toBe(wanted.summary_locked)
    }
  })

  test('has its chapters, each with its number, its date and its pages', () => {
    const db = open()
    const { counts, issues, files } = expected()
    const byPath = new Map([...kavitaFiles(db, YEAR)].map((file) => [file.path, file]))
    const rows = new Map([...kavitaIssues(db, YEAR)].map((issue) => [issue.id, issue]))
    expect(byPath.size).toBe(counts.files)
    // One file holds two issues.
    expect(rows.size).toBe(counts.chapters + 1)
    for (const wanted of issues) {
      const file = byPath.get(wanted.path)!
      const issue = rows.get(file.issue_ids[0]!)!
      expect(issue.number).toBe(wanted.special ? 'SP01' : wanted.number)
      expect([issue.facts.title ?? null, issue.facts.release_date]).toEqual([wanted.title, wanted.release_date])
      expect(file.pages).toBe(wanted.pages)
    }
    for (const wanted of files)
      expect(byPath.get(wanted.path)).toMatchObject({
        size: wanted.size,
        digest: wanted.koreader?.toLowerCase() ?? null,
      })
    const units = new Map([...rows.values()].map(({ id, unit, number }) => [id, `${unit} ${number}`]))
    const unitOf = (path: string) => units.get(byPath.get(path)!.issue_ids[0]!)
    expect(unitOf('/manga/Mothlight Academy/Mothlight Academy v02.cbz')).toBe('volume 2')
    expect(unitOf('/manga/Paper Tiger Letters/Paper Tiger Letters c002.cbz')).toBe('chapter 2')
  })

  test('has the progress of its user: pages behind the reader, and the full count when all were read', () => {
    const db = open()
    const { counts, progress } = expected()
    const paths = new Map([...kavitaFiles(db, YEAR)].map(({ path, issue_ids }) => [issue_ids[0], path]))
    const users = new Map([...kavitaUsers(db)].map(({ id, name }) => [id, name]))
    const rows = [...kavitaProgress(db)]
    expect(rows).toHaveLength(counts.progress)
    expect(rows.filter(({ completed }) => completed)).toHaveLength(counts.completed)
    for (const wanted of progress) {
      const row = rows.find(({ issue_id }) => paths.get(issue_id) === wanted.path)!
      expect(users.get(row.user_id)).toBe(wanted.user)
      expect(row.page + 1).toBe(wanted.last_page ?? 1)
      expect([row.pages, row.completed]).toEqual([wanted.pages, wanted.completed])
      expect(row.at?.slice(0, 19)).toBe(wanted.read_at.slice(0, 19))
    }
  })

  test('has its lists, its collections, a bookmark, and the rows that are left behind', () => {
    const db = open()
    const { counts, lists } = expected()
    const items = new Map<string, string>()
    for (const { path, issue_ids } of kavitaFiles(db, YEAR)) items.set(`list ${issue_ids[0]}`, path)
    for (const row of db.rows('series', ['id', 'name'])) items.set(`collection ${row.id}`, String(row.name))
    const users = new Map([...kavitaUsers(db)].map(({ id, name }) => [id, name]))
    const rows = [...kavitaLists(db)].map(({ name, kind, user_id, shared, ordered, items: ids }) => ({
      name,
      kind: kind === 'list' ? 'reading list' : kind,
      owner: users.get(user_id ?? ''),
      promoted: shared,
      ordered,
      items: ids.map((id) => items.get(`${kind} ${id}`)),
    }))
    expect(rows).toEqual(lists)
    expect([...kavitaBookmarks(db)]).toHaveLength(counts.bookmarks)
    const left = [...kavitaLeft(db)].map(({ table }) => table)
    expect([...kavitaRatings(db)]).toHaveLength(counts.ratings)
    expect(left.filter((table) => table === 'AppUserWantToRead')).toHaveLength(counts.want_to_read)
  })

  test('yields no key, token or password', () => {
    const db = open()
    const all = [kavitaRoots, kavitaSeries, kavitaUsers, kavitaProgress, kavitaBookmarks, kavitaLists, kavitaLeft]
    const text = JSON.stringify([
      ...all.map((read) => [...read(db)]),
      [...kavitaIssues(db, YEAR), ...kavitaFiles(db, YEAR)],
    ])
    for (const secret of ['00000000-0000-4000', 'AQAAAA']) expect(text).not.toContain(secret)
  })
})

/** The tables of 0.6 that this test needs. */
const EARLY = [
  'CREATE TABLE Library (Id INTEGER PRIMARY KEY, Name TEXT, Type INTEGER)',
  'CREATE TABLE FolderPath (Id INTEGER PRIMARY KEY, LibraryId INTEGER, Path TEXT)',
  'CREATE TABLE Series (Id INTEGER PRIMARY KEY, Name TEXT, SortName TEXT, LibraryId INTEGER, FolderPath TEXT)',
  'CREATE TABLE SeriesMetadata (Id INTEGER PRIMARY KEY, SeriesId INTEGER, Summary TEXT, PublicationStatus INTEGER)',
  'CREATE TABLE Volume (Id INTEGER PRIMARY KEY, SeriesId INTEGER, Name TEXT, Number INTEGER)',
  'CREATE TABLE Chapter (Id INTEGER PRIMARY KEY, VolumeId INTEGER, Range TEXT, Number TEXT, IsSpecial INTEGER, Pages INTEGER)',
  'CREATE TABLE MangaFile (Id INTEGER PRIMARY KEY, ChapterId INTEGER, FilePath TEXT, Pages INTEGER)',
  'CREATE TABLE AppUserProgresses (Id INTEGER PRIMARY KEY, AppUserId INTEGER, ChapterId INTEGER, PagesRead INTEGER, Created TEXT, LastModified TEXT)',
  'CREATE TABLE CollectionTag (Id INTEGER PRIMARY KEY, Title TEXT, Promoted INTEGER)',
  'CREATE TABLE CollectionTagSeriesMetadata (CollectionTagsId INTEGER, SeriesMetadatasId INTEGER)',
  'CREATE TABLE Person (Id INTEGER PRIMARY KEY, Name TEXT, Role INTEGER)',
  'CREATE TABLE PersonSeriesMetadata (PeopleId INTEGER, SeriesMetadatasId INTEGER)',
  `INSERT INTO Library VALUES (1, 'Manga', 0)`,
  `INSERT INTO FolderPath VALUES (1, 1, 'D:\\manga')`,
  `INSERT INTO Series VALUES (3, 'Low Tide', 'Low Tide', 1, 'D:\\manga\\Low Tide')`,
  `INSERT INTO SeriesMetadata VALUES (9, 3, 'Old lamps.', 2)`,
  'INSERT INTO Volume VALUES (4, 3, 0, 0), (5, 3, 2, 2)',
  `INSERT INTO Chapter VALUES (10, 4, '7', '7', 0, 20), (11, 5, '0', '0', 0, 190), (12, 4, 'Low Tide SP02', '0', 1, 12), (13, 5, '8.5', '8.5', 0, 20)`,
  `INSERT INTO MangaFile VALUES (1, 10, 'D:\\manga\\Low Tide\\Low Tide c007.cbz', 20), (2, 11, 'D:\\manga\\Low Tide\\Low Tide v02.cbz', 190),
    (3, 12, 'D:\\manga\\Low Tide\\Low Tide SP02.cbz', 12), (4, 13, 'D:\\manga\\Low Tide\\Low Tide v02 c008.5.cbz', 20)`,
]

test('a database of 0.6 has loose chapters and specials in volume 0, and paths with backslashes', () => {
  fixture = ForeignFixture.of(...EARLY)
  const db = fixture.database
  const rows = [...kavitaIssues(db, YEAR)].map(({ id, unit, number, volume_number }) => [
    id,
    unit,
    number,
    volume_number,
  ])
  expect(rows).toEqual([
    ['10', 'chapter', '7', null],
    ['11', 'volume', '2', null],
    ['12', 'chapter', 'SP02', null],
    ['13', 'chapter', '8.5', '2'],
  ])
  expect([...kavitaFiles(db, YEAR)][0]!.path).toBe('D:/manga/Low Tide/Low Tide c007.cbz')
  expect([...kavitaSeries(db)]).toMatchObject([{ folder: 'D:/manga/Low Tide', facts: { publication: 'ended' } }])
})

test('collections of the server, publishers with a role and local times are read when a version has no others', () => {
  fixture = ForeignFixture.of(
    ...EARLY,
    `INSERT INTO CollectionTag VALUES (1, 'Sea', 1)`,
    'INSERT INTO CollectionTagSeriesMetadata VALUES (1, 9)',
    `INSERT INTO Person VALUES (1, 'Tern Street', 10), (2, 'Ann', 3)`,
    'INSERT INTO PersonSeriesMetadata VALUES (2, 9), (1, 9)',
    `INSERT INTO AppUserProgresses VALUES (1, 1, 10, 5, '2022-01-01 10:00:00', '2022-01-02 10:00:00.1234567'),
      (2, 1, 11, 190, '2022-01-01 10:00:00', '0001-01-01 00:00:00'), (3, 1, 99, 3, NULL, NULL)`,
  )
  const db = fixture.database
  expect([...kavitaLists(db)]).toEqual([
    { id: '1', name: 'Sea', kind: 'collection', user_id: null, shared: true, ordered: false, items: ['3'] },
  ])
  expect([...kavitaSeries(db)][0]!.facts.publisher).toBe('Tern Street')
  expect([...kavitaProgress(db)].map(({ page, pages, completed, at }) => [page, pages, completed, at])).toEqual([
    [5, 20, false, '2022-01-02T10:00:00.123Z'],
    [189, 190, true, '2022-01-01T10:00:00.000Z'],
    [0, 0, false, null],
  ])
})

test.each([
  [0, 0, [0, false]],
  [0, 2, [19, true]],
  [6, 2, [6, false]],
  [20, 1, [19, true]],
])('%p turned pages and %p whole readings are %p', (read, reads, wanted) => {
  fixture = ForeignFixture.of(
    ...EARLY,
    'ALTER TABLE AppUserProgresses ADD COLUMN TotalReads INTEGER',
    `INSERT INTO AppUserProgresses VALUES (1, 1, 10, ${read}, NULL, NULL, ${reads})`,
  )
  expect([...kavitaProgress(fixture.database)]).toMatchObject([{ times_read: reads }])
  expect([...kavitaProgress(fixture.database)].map(({ page, completed }) => [page, completed])).toEqual([wanted as never]) // biome-ignore format: one line
})

test('ratings are stars of their user, without withdrawn ones, and reviews are left behind', () => {
  fixture = ForeignFixture.of(
    ...EARLY,
    'CREATE TABLE AppUserRating (Id INTEGER, AppUserId INTEGER, SeriesId INTEGER, Rating REAL, HasBeenRated INTEGER, Review TEXT)',
    `INSERT INTO AppUserRating VALUES (1, 7, 3, 3.5, 1, 'Good lamps.'), (2, 7, 3, 0, 0, NULL)`,
  )
  expect([...kavitaRatings(fixture.database)]).toEqual([{ id: '1', user_id: '7', series_id: '3', stars: 3.5 }])
  expect([...kavitaLeft(fixture.database)]).toMatchObject([{ table: 'AppUserRating', label: 'Review of Low Tide' }])
})

test('zeros are numbers in newer versions, where loose chapters have a number of their own', () => {
  fixture = ForeignFixture.of(
    ...EARLY,
    'ALTER TABLE Chapter ADD COLUMN MinNumber REAL',
    'ALTER TABLE Volume ADD COLUMN MinNumber REAL',
    'ALTER TABLE Volume ADD COLUMN MaxNumber REAL',
    'UPDATE Volume SET MinNumber = CASE Id WHEN 4 THEN -100000 ELSE 0 END, MaxNumber = 0',
    'UPDATE Chapter SET MinNumber = CASE Id WHEN 11 THEN -100000 ELSE Number END',
    `INSERT INTO Chapter VALUES (14, 4, '0', '0', 0, 20, 0)`,
    'INSERT INTO Volume VALUES (6, 3, 3, 3, 3, 5)',
    `INSERT INTO Chapter VALUES (15, 6, '-100000', '-100000', 0, 400, -100000)`,
  )
  const rows = [...kavitaIssues(fixture.database, YEAR)].map(({ id, unit, number }) => `${id} ${unit} ${number}`)
  expect(rows).toEqual([
    '10 chapter 7',
    '11 volume 0',
    '12 chapter SP02',
    '13 chapter 8.5',
    '14 chapter 0',
    '15 volume 3',
    '15+1 volume 4',
    '15+2 volume 5',
  ])
})
