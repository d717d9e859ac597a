import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import type { NamingSettings } from '../../../library/filing/naming'
import { findIssue, findSeries, issuesOf } from '../../../library/series/store'
import { testDatabase } from '../../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import { importInbox } from '../tables'
import { fileIssues } from './issues'
import { libraryPathParts } from './library-path'
import { findOrMakeSeries } from './new-series'
import type { InboxRow, NewInboxRow } from './store'
import { filedView, inboxView } from './wire'

/** What a file of the import folder becomes, and how the list shows it. */

const AT = '2026-11-21T08:00:00.000Z'
let db: Database
let made: number
beforeEach(() => {
  db = testDatabase()
  made = 0
})
afterEach(() => db.close())

const random = { id: () => `new-${++made}` }
function put(path: string, more: Partial<InboxRow> = {}): InboxRow {
  const facts = { size: 10, modified_ms: 1, content_type: 'comic', first_seen_at: AT } as const
  const about = {
    series_name: 'Harbor Lights',
    match_key: 'harborlights',
    kind: 'issue',
    unit: 'issue',
    number: '1',
    match_source: 'filename',
  }
  const row = { imp_id: path, path, ...facts, ...about, ...more } as NewInboxRow
  return db.write((tx) => tx.insert(importInbox).values(row).returning().get())
}

describe('the issues of a file', () => {
  const become = (more: Partial<InboxRow>) => {
    const found = db.write((tx) => fileIssues(tx, put(`/inbox/${made++}.cbz`, { comic_id: 'harbor', ...more }), AT, random))
    return found && [found.comic_id, found.issue_ids, found.made]
  } // biome-ignore format: one glance
  beforeEach(() => {
    makeSeries(db)
    makeIssues(db, 'harbor', ['1', '2'])
    makeSeries(db, { comic_id: 'kumo', name: 'Kumo Garden', content_type: 'manga' })
    makeIssues(db, 'kumo', ['1', { number: '1', unit: 'volume', issue_id: 'kumo-v1' }])
  })

  test.each<[string, Partial<InboxRow>, (string | string[])[] | undefined]>([
    ['the one with its number', { number: '2' }, ['harbor', ['harbor-2'], []]],
    ['the chosen one, under any number', { number: '9', issue_id: 'harbor-2' }, ['harbor', ['harbor-2'], []]],
    ['nothing if the chosen one is of another series', { issue_id: 'kumo-1' }, undefined],
    ['nothing if the chosen one is gone', { issue_id: 'gone' }, undefined],
    ['nothing if the series is gone', { comic_id: 'gone' }, undefined],
    ['nothing if no series was chosen', { comic_id: null }, undefined],
    ['a chapter of a manga, which is how its issues count', { comic_id: 'kumo' }, ['kumo', ['kumo-1'], []]],
    ['a volume of a manga', { comic_id: 'kumo', unit: 'volume' }, ['kumo', ['kumo-v1'], []]],
  ])('are %s', (_, more, is) => {
    expect(become(more)).toEqual(is)
  }) // biome-ignore format: a table

  test('are a separate volume when the file with that number is a single issue', () => {
    makeFile(db, { issues: ['harbor-2'], path: '/comics/Harbor Lights 002.cbz' })
    const [, ids, fresh] = become({ number: '2', unit: 'volume' }) as [string, string[], string[]]
    expect(ids).toEqual(fresh)
    expect(findIssue(db.read, ids[0]!)).toMatchObject({ unit: 'volume', number: '2' })
  })

  test("are new ones when the series lacks the number, with the file's metadata", () => {
    const [, ids, fresh] = become({ number: '2', number_end: '3', year: 2015, title: 'Dawn' }) as [string, string[], string[]]
    const [known, other] = ids as [string, string]
    expect(known).toBe('harbor-2')
    expect(fresh).toEqual([other])
    const issue = findIssue(db.read, other)
    expect(issue).toMatchObject({ number: '3', unit: 'issue', title: 'Dawn', release_date: null, issue_date: '2015', added_at: AT })
    const [, [dated]] = become({ number: '4', year: 2015, release_date: '2016-05' }) as [string, string[]]
    expect(findIssue(db.read, dated!)).toMatchObject({ release_date: '2016-05', issue_date: '2016-05' })
    const [, [bare]] = become({ number: '5' }) as [string, string[]]
    expect(findIssue(db.read, bare!)).toMatchObject({ release_date: null, issue_date: null })
    const [, [annual]] = become({ number: '1', kind: 'annual' }) as [string, string[]]
    expect([findIssue(db.read, annual!)?.kind, issuesOf(db.read, 'harbor').length]).toEqual(['annual', 6])
  }) // biome-ignore format: one glance
})

describe('the name in the library', () => {
  const naming: NamingSettings = {
    folder_format: '$Series',
    file_format: '$Series $Issue ($Year) $Title',
    replace_spaces: false,
    replace_char: '.',
    zero_level_n: '00x',
    lowercase_filenames: false,
  }
  const called = (more: Partial<InboxRow>) =>
    libraryPathParts(db.read, put('/inbox/scan.CBZ', more), findSeries(db.read, 'harbor')!, naming).join('/')
  beforeEach(() => {
    makeSeries(db, { year: 2015 })
    makeIssues(db, 'harbor', [{ number: '2', title: 'Dusk', release_date: '2016-05-01' }])
  })

  test.each<[string, Partial<InboxRow>, string]>([
    ['an issue that the library has', { number: '2', title: 'x', year: 1999 }, 'Harbor Lights 002 (2016) Dusk.cbz'],
    ['the chosen issue', { number: '9', issue_id: 'harbor-2' }, 'Harbor Lights 002 (2016) Dusk.cbz'],
    ['an issue that the library lacks, by its date', { number: '3', title: 'Dawn', year: 1999, release_date: '2017-01' }, 'Harbor Lights 003 (2017) Dawn.cbz'],
    ['an issue that the library lacks, by its year', { number: '3', title: 'Dawn', year: 1999 }, 'Harbor Lights 003 (1999) Dawn.cbz'],
    ['a chosen issue that is gone, by its number', { number: '3', title: 'Dawn', issue_id: 'gone', year: 1999 }, 'Harbor Lights 003 (1999) Dawn.cbz'],
  ])('is that of %s', (_, more, name) => {
    expect(called(more)).toBe(name)
  }) // biome-ignore format: a table
})

describe('a new series', () => {
  const wanted = { name: 'Harbor Lights', year: 2015, content_type: 'comic' } as const
  const make = (more: object = {}, rows: Pick<InboxRow, 'volume'>[] = []) =>
    db.write((tx) => findOrMakeSeries(tx, { ...wanted, ...more }, rows as InboxRow[], AT))

  test('is the existing one with the same name, year and kind', () => {
    makeSeries(db, { comic_id: 'other', year: 1987 })
    makeSeries(db, { comic_id: 'manga', year: 2015, content_type: 'manga' })
    const { series, made } = make()
    expect([made, series.name, series.source, series.reading_direction]).toEqual([true, 'Harbor Lights', 'local', 'ltr'])
    expect(make()).toMatchObject({ made: false, series: { comic_id: series.comic_id } })
    expect(make({ year: 1987 })).toMatchObject({ made: false, series: { comic_id: 'other' } })
    expect(make({ content_type: 'manga' })).toMatchObject({ made: false, series: { comic_id: 'manga' } })
    expect(make({ content_type: 'manga', year: null }).series).toMatchObject({ reading_direction: 'rtl', year: null })
  }) // biome-ignore format: one glance

  test.each<[string, number | null, number | null, boolean]>([
    ['with another volume than its files', 1, 2, true],
    ['with the volume of its files', 2, 2, false],
    ['without a volume', null, 2, false],
    ['with a volume when its files have none', 2, null, false],
  ])('is created when one of the name exists that is %s: %p, %p', (_, there, said, isMade) => {
    makeSeries(db, { comic_id: 'there', year: 2015, volume: there })
    const { made, series } = make({}, [{ volume: said }])
    expect([made, series.comic_id === 'there']).toEqual([isMade, !isMade])
    if (isMade) expect(make({}, [{ volume: said }])).toEqual({ made: false, series })
  })

  test('is refused when two existing ones match', () => {
    for (const id of ['one', 'two']) makeSeries(db, { comic_id: id, year: 2015 })
    expect(() => make()).toThrow('Your library has 2 series called Harbor Lights (2015). Choose one of them.')
    makeSeries(db, { comic_id: 'three', year: 2015, volume: 3 })
    expect(make({}, [{ volume: 3 }])).toMatchObject({ made: false, series: { comic_id: 'three' } })
    for (const id of ['old', 'older']) makeSeries(db, { comic_id: id, year: null, name: 'Tin Sea' })
    expect(() => make({ name: 'Tin Sea', year: null })).toThrow('2 series called Tin Sea. Choose one')
  })

  test.each<[string, (number | null)[], number | null]>([
    ['all of its files say', [2, 2], 2],
    ['no file says', [null, null], null],
    ['its files do not agree about', [2, 3], null],
    ['some of its files say', [2, null], null],
    ['there are no files to say', [], null],
  ])('has the volume that %s', (_, volumes, volume) => {
    expect(make({}, volumes.map((each) => ({ volume: each }))).series.volume).toBe(volume)
  }) // biome-ignore format: one glance

  test('gets a unique id when a renamed series has that id', () => {
    const { series } = make()
    db.close()
    db = testDatabase()
    makeSeries(db, { comic_id: series.comic_id, name: 'Port Lamps' })
    expect(make().series.comic_id).not.toBe(series.comic_id)
  })
})

describe('the list', () => {
  const view = (page: object = {}) => inboxView(db.read, { limit: 10, offset: 0, ignored: false, ...page })

  test("shows a file with its facts, and the library's file of its issue", () => {
    makeSeries(db)
    makeIssues(db, 'harbor', ['1', '2'])
    makeFile(db, { path: '/comics/1.cbz', issues: ['harbor-1'] })
    put('C:\\inbox\\a.cbz', { suggested_issue_id: 'harbor-1', number: '1', number_end: '2', ignored: true, year: 2015 })
    put('/inbox/b.cbz', { suggested_issue_id: 'harbor-2', number: '' })
    put('/inbox/c.cbz')
    const files = view({ ignored: true }).imports[0]!.files
    expect(files.map(({ ComicFilename, IssueNumber, number_end, already, IgnoreFile, ComicYear }) => [ComicFilename, IssueNumber, number_end, already, IgnoreFile, ComicYear])).toEqual([
      ['b.cbz', null, null, null, 0, null],
      ['c.cbz', '1', null, null, 0, null],
      ['a.cbz', '1', '2', { path: '/comics/1.cbz' }, 1, '2015'],
    ])
  }) // biome-ignore format: one glance

  test('shows a group as the series with the best match, and the confidence of its files', () => {
    put('/inbox/a.cbz', { volume: 2, year: 2011, confidence: null, comic_id: 'harbor' })
    put('/inbox/b.cbz', { volume: 2, year: 2015, confidence: 81, suggested_comic_id: 'harbor', suggested_name: 'Harbor Lights', comic_id: 'harbor', status: 'Failed' })
    put('/inbox/c.cbz', { volume: 2, year: 2016, confidence: 80, suggested_comic_id: 'other', comic_id: 'harbor' })
    expect(view().imports).toMatchObject([
      { ComicName: 'Harbor Lights', Volume: '2', ComicYear: '2015', FileCount: 3, Status: 'Failed', ComicID: 'harbor', MatchConfidence: 81, SuggestedComicID: 'harbor', SuggestedComicName: 'Harbor Lights' },
    ])
  }) // biome-ignore format: one glance

  test('shows a group without any sure match as such', () => {
    put('/inbox/a.cbz', { year: 2011, comic_id: 'harbor' })
    put('/inbox/b.cbz', { comic_id: 'other' })
    const none = { MatchConfidence: null, SuggestedComicID: null, ComicID: null, Status: 'Not Imported' }
    expect(view().imports).toMatchObject([{ ...none, ComicYear: '2011' }])
    put('/inbox/0.cbz', { confidence: 50 })
    expect(view().imports[0]).toMatchObject({ ComicYear: null, MatchConfidence: 50 })
  })

  test('has more until its last group', () => {
    for (const key of ['a', 'b', 'c']) put(`/inbox/${key}.cbz`, { match_key: key })
    const paged = (limit: number, offset: number) => view({ limit, offset }).pagination
    expect(paged(2, 0)).toEqual({ total: 3, limit: 2, offset: 0, has_more: true })
    expect(paged(2, 1)).toMatchObject({ has_more: false })
    expect(paged(3, 0)).toMatchObject({ has_more: false })
  })

  test('of imported files names the series of each', () => {
    makeSeries(db)
    put('/inbox/a.cbz', { status: 'Imported', comic_id: 'harbor', target: '/comics/1.cbz', imported_at: '2026-11-23' })
    put('/inbox/b.cbz', { status: 'Imported', comic_id: 'gone', imported_at: '2026-11-22' })
    put('/inbox/c.cbz', { status: 'Imported', comic_id: null, imported_at: '2026-11-21' })
    expect(filedView(db.read).files.map(({ name, comic_name }) => [name, comic_name])).toEqual([
      ['a.cbz', 'Harbor Lights'],
      ['b.cbz', null],
      ['c.cbz', null],
    ])
  })
})
