import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { t } from 'elysia'
import { type Client, type TestApp, testApp } from '../../testing/app'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { issueArt } from './art'
import { markIssuesListed } from './counts-store'
import * as issueSchema from './issue-schema'
import * as schema from './schema'

// One library for all reads of this file: no test changes it.
let app: TestApp
let reader: Client
beforeAll(async () => {
  app = await testApp()
  reader = app.reader
  const { db } = app
  makeSeries(db, {
    comic_id: '18705',
    name: 'Harbor Lights',
    year: 2015,
    publisher: 'Northgate',
    source: 'comicvine',
    volume: 1,
    location: '/comics/Harbor Lights (2015)',
  })
  makeIssues(db, '18705', [
    { issue_id: '301', number: '1', release_date: '2015-05-06', title: 'Low Tide' },
    { issue_id: '302', number: '2', release_date: '2015-06-03', intent: 'wanted', digital_date: '2015-06-03' },
    { issue_id: '303', number: '3', release_date: '2015-07-01', intent: 'skipped' },
    {
      issue_id: '310',
      number: '10',
      release_date: '2027-01-06',
      intent: 'wanted',
      image_url: 'https://img.example/10.jpg',
    },
    { issue_id: '901', number: '1', kind: 'annual', release_date: '2015-12-02', intent: 'wanted' },
  ])
  makeFile(db, {
    file_id: 'f1',
    path: '/comics/Harbor Lights (2015)/01.cbz',
    issues: ['301'],
    size: 36,
    modified_ms: 72,
  })
  makeSeries(db, {
    comic_id: 'tide',
    listed: true,
    name: 'The Tide',
    content_type: 'manga',
    year: 1999,
    publisher: 'Kestrel',
    added_at: '2026-02-02T00:00:00.000Z',
  })
  makeIssues(db, 'tide', [{ number: '12.5', release_date: '1999-01-01' }])
  makeFile(db, { path: '/manga/tide/12.5.cbz', issues: ['tide-12.5'] })
  makeSeries(db, { comic_id: 'empty', name: 'Copper & Wolves', status: 'paused', added_at: '2026-03-03T00:00:00.000Z' })
})
afterAll(() => app.close())

const ids = (rows: { ComicID: string }[]) => rows.map((row) => row.ComicID)
const get = <T>(path: string) => reader.json<T>(200, reader.get(path))
type Rows = schema.SeriesItem[]

describe('the list of series', () => {
  test('is a plain array in alphabetical order', async () => {
    expect(ids(await get<Rows>('/api/series'))).toEqual(['empty', '18705', 'tide'])
  })

  test('comes in pages when a limit is given, in either style', async () => {
    const first = await get<schema.SeriesListPage>('/api/series?limit=2')
    expect(ids(first.comics)).toEqual(['empty', '18705'])
    expect(first.pagination).toEqual({ total: 3, limit: 2, offset: 0, has_more: true })
    const second = await get<schema.SeriesListPage>('/api/series?page=2&per_page=2')
    expect(ids(second.comics)).toEqual(['tide'])
    expect(second.pagination).toEqual({ total: 3, limit: 2, offset: 2, has_more: false })
    expect((await get<schema.SeriesListPage>('/api/series?limit=2&offset=9')).comics).toEqual([])
  })

  test.each([
    ['q=harbour', []],
    ['q=HARBOR%20li', ['18705']],
    ['q=copper+and+wolves', ['empty']],
    ['q=', ['empty', '18705', 'tide']],
    ['content_type=manga', ['tide']],
    ['status=paused', ['empty']],
    ['publisher=Northgate', ['18705']],
    ['publisher=', ['empty']],
    ['progress=complete', ['tide']],
    ['progress=missing', ['18705']],
    ['progress=empty', ['empty']],
    ['progress=complete&content_type=comic', []],
    ['progress=unknown', []],
  ])('?%s leaves %p', async (query, expected) => {
    expect(ids(await get<Rows>(`/api/series?${query}`))).toEqual(expected)
    const paged = await get<schema.SeriesListPage>(`/api/series?${query}&limit=50`)
    expect(ids(paged.comics)).toEqual(expected)
    expect(paged.pagination.total).toBe(expected.length)
  })

  test.each([
    ['sort=title&order=desc', ['tide', '18705', 'empty']],
    ['sort=publisher', ['tide', '18705', 'empty']],
    ['sort=year', ['tide', '18705', 'empty']],
    ['sort=year&order=desc', ['18705', 'tide', 'empty']],
    ['sort=status', ['18705', 'tide', 'empty']],
    ['sort=progress', ['18705', 'tide', 'empty']],
    ['sort=added', ['empty', 'tide', '18705']],
    ['sort=added&order=asc', ['18705', 'tide', 'empty']],
    ['sort=latest', ['18705', 'tide', 'empty']],
  ])('?%s gives %p, with unknown values last', async (query, expected) => {
    expect(ids(await get<Rows>(`/api/series?${query}`))).toEqual(expected)
    expect(ids((await get<schema.SeriesListPage>(`/api/series?${query}&limit=50`)).comics)).toEqual(expected)
  })

  test.each([
    'limit=0',
    'limit=501',
    'limit=x',
    'offset=-1',
    'page=0',
    'sort=shoe',
    'order=up',
    'content_type=novel',
    'status=Loading',
    'progress=half',
    `q=${'x'.repeat(201)}`,
  ])('?%s is refused with 422', async (query) => {
    const { detail } = await reader.json<{ detail: unknown }>(422, reader.get(`/api/series?${query}`))
    expect(typeof detail).toBe('string')
  })

  test('counts a series with an unknown total neither as complete nor as missing issues', async () => {
    app.db.write((tx) => markIssuesListed(tx, 'tide', false))
    expect(ids(await get<Rows>('/api/series?progress=unknown'))).toEqual(['tide'])
    expect(ids(await get<Rows>('/api/series?progress=complete'))).toEqual([])
    const { progress } = await get<typeof schema.FacetsReply.static>('/api/series/facets')
    expect(progress).toMatchObject({ complete: 0, unknown: 1 })
    app.db.write((tx) => markIssuesListed(tx, 'tide', true))
  })

  test('counts the series that each filter would leave', async () => {
    expect(await get<schema.SeriesItem>('/api/series/facets')).toEqual({
      total: 3,
      publishers: [
        { publisher: 'Kestrel', count: 1 },
        { publisher: 'Northgate', count: 1 },
        { publisher: null, count: 1 },
      ],
      content_type: { comic: 2, manga: 1 },
      status: { active: 2, paused: 1 },
      progress: { complete: 1, missing: 1, empty: 1, unknown: 0 },
      read: { unread: 2, in_progress: 0, read: 0 },
      publication: { ongoing: 0, ended: 0 },
      unmatched: 2,
      favourite: 0,
      ratings: [],
      genres: [],
      decades: [
        { value: '2010', count: 1 },
        { value: '1990', count: 1 },
      ],
      book_types: [{ value: 'Print', count: 3 }],
      tags: [],
      collections: [],
    } as never)
  })
})

test('the columns of the table: size, unread issues, the next release and the rating, each sortable; and tags', async () => {
  const marks = { rating: 4, tags: ['noir', 'Lent'] }
  await app.reader.json(200, app.reader.patch('/api/series/empty/marks', marks))
  const rated = await get<schema.SeriesListPage>('/api/series?limit=3&sort=rating&order=desc')
  expect(ids(rated.comics)).toEqual(['empty', '18705', 'tide'])
  expect(rated.comics.map(({ Rating, Tags }) => [Rating, Tags])).toEqual([
    [4, ['Lent', 'noir']],
    [null, []],
    [null, []],
  ])
  await app.reader.json(200, app.reader.patch('/api/series/empty/marks', { rating: null, tags: [] }))
  const { comics } = await get<schema.SeriesListPage>('/api/series?limit=3&sort=size&order=desc')
  expect(ids(comics)).toEqual(['tide', '18705', 'empty'])
  expect(comics[1]).toMatchObject({ Size: 36, Files: 1, Unread: 1, NextDate: '2027-01-06', Publication: null })
  expect(comics[2]).toMatchObject({ Size: 0, Files: 0, Unread: 0, NextDate: null })
  const orders = ['unread', 'next', 'publication'].map(async (sort) => ids(await get<Rows>(`/api/series?sort=${sort}`)))
  expect(await Promise.all(orders)).toEqual([
    ['empty', '18705', 'tide'],
    ['18705', 'empty', 'tide'],
    ['empty', '18705', 'tide'],
  ])
})

describe('the page of a series', () => {
  test('has its issues from the highest number down, annuals separate, and their counts', async () => {
    const detail = await get<schema.SeriesDetail>('/api/series/18705')
    expect(detail.comic).toHaveLength(1)
    expect(detail.comic[0]).toMatchObject({ ComicID: '18705', ComicName: 'Harbor Lights', Total: 5, Have: 1 })
    expect(detail.issues.map((issue) => issue.number)).toEqual(['10', '3', '2', '1'])
    expect(detail.annuals.map((issue) => issue.id)).toEqual(['901'])
    expect(detail.summary).toEqual({
      total: 5,
      issues: 4,
      annuals: 1,
      owned: 1,
      covered: 0,
      physicalOwned: 1,
      archived: 0,
      inFlight: 0,
      missing: 4,
      monitored: 4,
      wanted: 3,
      skipped: 1,
      ignored: 0,
      failed: 0,
      unknown: 0,
      future: 1,
      eligible: 2,
      deferred: 1,
      completionPercent: 20,
    })
    const url = 'https://comicvine.gamespot.com/volume/4050-18705/'
    expect(detail.providerLinks).toEqual([{ provider: 'comicvine', label: 'ComicVine', url }])
  })

  test('shows for each issue whether it is wanted, whether it is owned, and by which rule', async () => {
    const { issues } = await get<schema.SeriesDetail>('/api/series/18705')
    expect(issues.find((issue) => issue.id === '302')).toEqual({
      id: '302',
      comicId: '18705',
      comicName: 'Harbor Lights',
      name: null,
      imageURL: null,
      number: '2',
      unit: 'issue',
      chapterNumber: null,
      volumeNumber: null,
      annual: false,
      releaseDate: '2015-06-03',
      issueDate: null,
      digitalDate: '2015-06-03',
      status: 'Wanted',
      legacyStatus: 'Wanted',
      rawAcquisitionIntent: 'wanted',
      acquisitionIntent: 'wanted',
      intentExplicit: true,
      fulfillment: 'missing',
      fulfillmentEvidence: 'none',
      displayState: 'Wanted',
      eligible: true,
      eligibilityReason: 'eligible',
      eligibilityDate: '2015-06-03',
      eligibilityDateSource: 'releaseDate',
      eligibility: { eligible: true, reason: 'eligible', date: '2015-06-03', source: 'releaseDate' },
      owned: false,
      covered: false,
      physicalOwned: false,
      archived: false,
      inFlight: false,
      missing: true,
      monitored: true,
      future: false,
      deferred: false,
      location: null,
      fileId: null,
      pageCount: null,
      fileSize: null,
      format: null,
    })
    expect(issues.find((issue) => issue.id === '301')).toMatchObject({
      imageURL: '/api/covers/issues/301?v=10-20',
      displayState: 'Downloaded',
      fulfillmentEvidence: 'verified_location',
      location: '/comics/Harbor Lights (2015)/01.cbz',
      fileId: 'f1',
      pageCount: 24,
      fileSize: 36,
      format: 'cbz',
    })
    expect(issues.find((issue) => issue.id === '310')?.imageURL).toBe(issueArt('310', 'https://img.example/10.jpg'))
  })

  test('of a manga names chapters', async () => {
    const { issues } = await get<schema.SeriesDetail>('/api/series/tide')
    expect(issues[0]).toMatchObject({ number: '12.5', unit: 'chapter', chapterNumber: '12.5', volumeNumber: null })
  })

  test('without issues is empty and owns nothing', async () => {
    const { issues, summary } = await get<schema.SeriesDetail>('/api/series/empty')
    expect(issues).toEqual([])
    expect(summary).toMatchObject({ total: 0, completionPercent: 0 })
  })

  test('that is unknown is 404 with a sentence', async () => {
    const { detail } = await reader.json(404, reader.get('/api/series/99999'))
    expect(detail).toBe('There is no series 99999 in the library.')
  })
})

test('annuals are hidden everywhere while the settings say so, and come back after', async () => {
  await app.config.save({ annuals_on: false })
  const detail = await get<schema.SeriesDetail>('/api/series/18705')
  expect([detail.issues.length, detail.annuals, detail.summary.total, detail.summary.annuals]).toEqual([4, [], 4, 0])
  expect(await get<issueSchema.WantedReply>('/api/wanted')).toMatchObject({ issues: [{}, {}], annuals: [] })
  const page = await get<issueSchema.WantedReply>('/api/wanted?limit=2&q=harbor')
  expect(page.issues.map((row) => row.IssueID)).toEqual(['310', '302'])
  expect(page.pagination).toEqual({ total: 2, limit: 2, offset: 0, has_more: false })
  await app.config.save({ annuals_on: true })
  expect((await get<schema.SeriesDetail>('/api/series/18705')).annuals).toHaveLength(1)
})

describe('the wanted list', () => {
  test('lists issues and annuals separately, latest first', async () => {
    const wanted = await get<issueSchema.WantedReply>('/api/wanted')
    expect(wanted.issues.map((row) => row.IssueID)).toEqual(['310', '302'])
    expect(wanted.annuals.map((row) => row.IssueID)).toEqual(['901'])
    expect(wanted.pagination).toBeUndefined()
    expect(wanted.issues[1]).toEqual({
      ComicName: 'Harbor Lights',
      ComicYear: '2015',
      ComicVersion: 'v1',
      BookType: 'Print',
      ComicPublisher: 'Northgate',
      PublisherImprint: null,
      Issue_Number: '2',
      IssueName: null,
      ReleaseDate: '2015-06-03',
      IssueDate: null,
      DigitalDate: '2015-06-03',
      Status: 'Wanted',
      ComicID: '18705',
      IssueID: '302',
      DateAdded: '2026-01-02',
      acquisition: null,
      unit: 'issue',
      ContentType: 'comic',
      Monitored: true,
    })
    expect(wanted.annuals[0]).toMatchObject({ SeriesName: 'Harbor Lights', SeriesComicID: '18705' })
  })

  test('comes in pages with both', async () => {
    const first = await get<issueSchema.WantedReply>('/api/wanted?limit=2')
    expect([...first.issues, ...first.annuals].map((row) => row.IssueID)).toEqual(['310', '901'])
    expect(first.pagination).toEqual({ total: 3, limit: 2, offset: 0, has_more: true })
    const second = await get<issueSchema.WantedReply>('/api/wanted?page=2&per_page=2')
    expect(second.issues.map((row) => row.IssueID)).toEqual(['302'])
    expect(second.pagination).toEqual({ total: 3, limit: 2, offset: 2, has_more: false })
  })

  test('can be filtered by released or announced, by comics or manga, and sorted', async () => {
    const ids = async (query: string) => {
      const { issues, annuals, pagination } = await get<issueSchema.WantedReply>(`/api/wanted?limit=50&${query}`)
      return [...issues, ...annuals, { IssueID: pagination?.total }].map(({ IssueID }) => IssueID)
    }
    const [missing, upcoming] = [await ids('when=missing'), await ids('when=upcoming')]
    expect([...missing.slice(0, -1), ...upcoming.slice(0, -1)].sort()).toEqual(['302', '310', '901'])
    expect(missing).toContain('302')
    expect(await ids('kind=manga')).toEqual([0])
    expect(await ids('kind=comic&q=harbor')).toHaveLength(4)
    const oldest = await ids('sort=oldest&when=missing')
    expect(oldest.slice(0, -1).filter((id) => id !== '901')).toEqual(
      missing
        .slice(0, -1)
        .filter((id) => id !== '901')
        .toReversed(),
    )
    expect((await ids('sort=series')).at(-1)).toBe(3)
    for (const bad of ['when=never', 'kind=book', 'sort=size'])
      expect((await app.reader.get(`/api/wanted?limit=5&${bad}`)).status).toBe(422)
  })

  test('can be searched by series name', async () => {
    const found = await get<issueSchema.WantedReply>('/api/wanted?limit=50&q=bor%20lig')
    expect(found.pagination?.total).toBe(3)
    const none = await get<issueSchema.WantedReply>('/api/wanted?limit=50&q=tide')
    expect(none).toEqual({ issues: [], annuals: [], pagination: { total: 0, limit: 50, offset: 0, has_more: false } })
  })

  test('refuses a bad query with 422', async () => {
    await reader.json(422, reader.get('/api/wanted?limit=0'))
    await reader.json(422, reader.get(`/api/wanted?q=${'x'.repeat(201)}`))
  })
})

describe('the five routes of the API key', () => {
  const keyed = () => ({ 'X-Api-Key': app.config.credential('apiKey') })

  test('accept the key and a session, and refuse a wrong key', async () => {
    for (const path of [
      '/api/watchlist',
      '/api/comics',
      '/api/comic/18705',
      '/api/comic/18705/issues',
      '/api/comic/18705/issue/301',
    ]) {
      const byKey = await app.guest.json(200, app.guest.get(path, keyed()))
      expect(byKey).toEqual(await get(path))
      expect((await app.guest.get(path)).status).toBe(401)
      expect((await reader.get(path, { 'X-Api-Key': 'wrong' })).status).toBe(401)
    }
  })

  test('the watch list shows the progress of each series', async () => {
    const rows = await get<schema.WatchRow[]>('/api/watchlist')
    expect(ids(rows)).toEqual(['empty', '18705', 'tide'])
    expect(rows[1]).toMatchObject({
      totalissues: 5,
      haveissues: 1,
      percent: 20,
      recentstatus: 'Continuing',
      LatestIssue: '10',
    })
    expect(rows[0]).toMatchObject({ totalissues: '?', percent: 0, Status: 'Paused' })
    expect(rows[2]).toMatchObject({ percent: 100, recentstatus: 'Ended', IntLatestIssue: 12500 })
  })

  test('all comics are one list, one comic is a list of one', async () => {
    const all = await get<schema.ComicRow[]>('/api/comics')
    expect(ids(all)).toEqual(['empty', '18705', 'tide'])
    expect(await get<schema.ComicRow[]>('/api/comic/18705')).toEqual([all[1]!])
    expect(all[1]).toMatchObject({ ExternalID: '18705', LatestIssueID: '310', ComicVersion: 'v1', UseFuzzy: null })
  })

  test('an unknown comic is 404 with both names of the error field', async () => {
    const error = 'There is no series unknown in the library.'
    expect(await reader.json(404, reader.get('/api/comic/unknown'))).toEqual({ detail: error, error })
  })

  test('its issues are ordered by number, files by their bare names', async () => {
    const rows = await get<issueSchema.LegacyIssueRow[]>('/api/comic/18705/issues')
    expect(rows.map((row) => row.IssueID)).toEqual(['301', '302', '303', '310'])
    expect(rows.map((row) => row.Status)).toEqual(['Downloaded', 'Wanted', 'Skipped', 'Wanted'])
    expect(rows[0]).toMatchObject({
      Location: '01.cbz',
      ComicSize: '36',
      Int_IssueNumber: 1000,
      AcquisitionIntent: 'policy',
    })
    expect(await get<unknown[]>('/api/comic/unknown/issues')).toEqual([])
  })

  test('one issue is a list of one, and an empty list when it belongs to another series', async () => {
    const rows = await get<issueSchema.LegacyIssueRow[]>('/api/comic/tide/issue/tide-12.5')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ IssueID: 'tide-12.5', ChapterNumber: '12.5', Int_IssueNumber: 12500 })
    expect(await get<unknown[]>('/api/comic/18705/issue/tide-12.5')).toEqual([])
    expect(await get<unknown[]>('/api/comic/18705/issue/0')).toEqual([])
  })
})

// These replies are too long to be checked on every request, so they are checked here.
test.each<[string, TSchema]>([
  ['/api/series', t.Array(schema.SeriesListItem)],
  ['/api/series?limit=2', schema.SeriesListPage],
  ['/api/series/18705', schema.SeriesDetail],
  ['/api/watchlist', t.Array(schema.WatchRow)],
  ['/api/comics', t.Array(schema.ComicRow)],
  ['/api/comic/18705/issues', t.Array(issueSchema.LegacyIssueRow)],
])('%s matches its schema', async (path, shape) => {
  const body = await get(path)
  expect([...Value.Errors(strict(shape), body)].map(({ path: at, message }) => `${at} ${message}`)).toEqual([])
})

/** The same schema, but a field that it does not name is an error too. */
function strict(shape: TSchema): TSchema {
  const { properties, items, anyOf } = shape
  const each = (shapes: Record<string, TSchema>) =>
    Object.fromEntries(Object.entries(shapes).map(([key, value]) => [key, strict(value)]))
  return {
    ...shape,
    ...(properties ? { properties: each(properties), additionalProperties: false } : {}),
    ...(items ? { items: strict(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(strict) } : {}),
  }
}
