import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { findIssue, findSeries } from '../../../../library/series/store'
import type { TestApp } from '../../../../testing/app'
import { makeSeries } from '../../../../testing/make'
import { HARBOR, harborIssue, movedTable, movingHarness, START } from '../../../../testing/migration/moving'
import { findArc } from '../../../arcs/store'

let harness: Awaited<ReturnType<typeof movingHarness>>
let app: TestApp
beforeEach(async () => {
  harness = await movingHarness()
  app = harness.app
})
afterEach(() => app.close())

const rowOf = (id: string) => findIssue(app.db.read, id)

describe('rows', () => {
  test('of series: prefixes and blanks are removed, placeholders and rows without an id are left with a reason', async () => {
    const done = await harness.move({
      comics: [
        { ...HARBOR, ComicID: ' 4050-91273 ', ComicPublisher: 'Unknown', ComicYear: '0000' },
        { ...HARBOR, ComicName: 'Harbor Lights again' },
        { ComicID: 'G3719', ComicName: 'Old Import', Status: 'Paused' },
        { ComicID: '77', ComicName: 'Comic ID: 77', Status: 'Loading' },
        { ComicID: '78', ComicName: 'Fetch failed, try refreshing. (78)' },
        { ComicID: null, ComicName: 'Lost' },
        { ComicID: '79', ComicName: 'None' },
        { ComicID: '80', ComicName: 'None so Vile', ComicYear: 'None' },
      ],
      issues: [],
    })
    expect(movedTable(done, 'comics')).toMatchObject({ rows: 8, taken: 3, merged: 1, left: 4 })
    expect(findSeries(app.db.read, '91273')).toMatchObject({ name: 'Harbor Lights', year: null, publisher: null })
    expect(findSeries(app.db.read, 'G3719')).toMatchObject({ status: 'paused', source: 'local' })
    expect(findSeries(app.db.read, '80')).toMatchObject({ name: 'None so Vile', year: null })
  })

  test('of issues: the strongest of two rows counts, orphans are left, and odd values are read', async () => {
    const done = await harness.move({
      comics: [HARBOR],
      issues: [
        harborIssue('1', { Status: 'Wanted' }),
        harborIssue('1', { IssueID: '4000-101', Status: 'Downloaded' }),
        harborIssue('2', { Status: null, IssueDate: '0000-00-00', ReleaseDate: '2016-05-00' }),
        harborIssue('3', { Status: 'Archived', IssueDate: '2016-13-45', ReleaseDate: 'None' }),
        harborIssue('4', { Status: 'Ignored' }),
        harborIssue('5', { Status: 'Failed' }),
        harborIssue('½', { IssueID: '200' }),
        harborIssue('0.5', { IssueID: '201' }),
        harborIssue('9', { IssueID: null }),
        harborIssue('1', { IssueID: '300', ComicID: '404' }),
        harborIssue('1', { IssueID: '301', ComicID: null }),
      ],
    })
    expect(movedTable(done, 'issues')).toMatchObject({ rows: 11, taken: 8, merged: 1, left: 2 })
    expect(rowOf('101')).toMatchObject({ fulfillment: 'unknown', intent: 'policy' })
    expect(rowOf('102')).toMatchObject({
      intent: 'policy',
      fulfillment: 'missing',
      issue_date: null,
      release_date: '2016-05',
    })
    expect(rowOf('103')).toMatchObject({ fulfillment: 'archived', issue_date: null, release_date: null })
    expect(rowOf('104')?.intent).toBe('ignored')
    expect(rowOf('105')).toMatchObject({ intent: 'wanted', fulfillment: 'failed' })
    expect([rowOf('200')?.number, rowOf('201')?.number]).toEqual(['½', '0.5'])
    expect(findSeries(app.db.read, '91273')).toMatchObject({ total: 7, have: 1 })
  })

  test('with bytes that are not UTF-8 and with zero bytes are moved', async () => {
    const path = harness.source({ comics: [HARBOR], issues: [harborIssue('1', { IssueName: 'x' })] })
    const { Database } = await import('bun:sqlite')
    const raw = new Database(join(path, 'mylar.db'))
    raw.run(`UPDATE issues SET IssueName = CAST(x'4361666520ff20fe' AS TEXT)`)
    raw.run(`UPDATE comics SET ComicName = 'Harbor' || char(0) || ' Lights'`)
    raw.close()
    await app.reader.json(200, app.reader.post(START, { path }))
    await app.idle()
    expect((await harness.progress()).status).toBe('complete')
    expect(rowOf('101')?.title).toContain('Cafe')
    expect(movedTable(await harness.progress(), 'issues').notes).toEqual({ 'Text with unreadable characters': 1 })
    expect(findSeries(app.db.read, '91273')?.name).toBe('Harbor Lights')
  })

  test('of issues keep the date that the user edited, and no other', async () => {
    const dates = { ReleaseDate: '2016-05-04', IssueDate: '2016-07-01' }
    const done = await harness.move({
      comics: [HARBOR],
      issues: [
        harborIssue('1', { ...dates, IssueDate_Edit: '2016-01-01.s' }),
        harborIssue('2', { ...dates, IssueDate_Edit: '2016-01-01.c' }),
        harborIssue('3', { ...dates, IssueDate_Edit: '0000-00-00' }),
      ],
    })
    const kept = app.db.read.all(sql`select issue_id, source, facts from issue_sources order by issue_id`)
    expect(kept).toEqual([
      { issue_id: '101', source: 'user', facts: '{"release_date":"2016-05-04"}' },
      { issue_id: '102', source: 'user', facts: '{"issue_date":"2016-07-01"}' },
    ])
    expect(movedTable(done, 'issues').notes).toEqual({ 'Dates that you edited in Mylar, kept over every refresh': 2 })
  })

  test("of series keep the user's values over those of the service", async () => {
    await harness.move({
      comics: [
        {
          ...HARBOR,
          ComicPublished: 'June 1999 - October 2004',
          Description: '<p>From the service</p>',
          DescriptionEdit: 'My own words',
          Corrected_SeriesYear: '1999',
          Corrected_Type: 'TPB',
          AlternateSearch: 'Harbour Lights##Hafenlichter!!77',
          ComicVersion: 'v3',
        },
        {
          ComicID: '2',
          ComicName: 'Tin Weather',
          ComicPublished: '2026 - Present',
          ComicVersion: 'v2016',
          cv_removed: '2',
        },
      ],
      issues: [],
    })
    expect(findSeries(app.db.read, '91273')).toMatchObject({
      removed_upstream_at: null,
      year: 1999,
      end_year: 2004,
      publication: 'ended',
      book_type: 'TPB',
      description: 'My own words',
      aliases: ['Harbour Lights', 'Hafenlichter'],
      volume: 3,
    })
    expect(findSeries(app.db.read, '2')).toMatchObject({
      publication: 'ongoing',
      volume: null,
      removed_upstream_at: app.clock.now(),
    })
    const sources = app.db.read.all(sql`select comic_id, source, provider_id from series_sources order by 1, 2`)
    expect(sources).toEqual([
      { comic_id: '2', source: 'file', provider_id: null },
      { comic_id: '91273', source: 'comicvine', provider_id: '91273' },
      { comic_id: '91273', source: 'user', provider_id: null },
    ])
  })

  test('of annuals: two volumes with one number both stay, and removed ones stay removed', async () => {
    const annual = (IssueID: string, more: Record<string, string | number>) => ({
      ...harborIssue('1', { IssueID }),
      ReleaseComicID: '53001',
      Deleted: 0,
      ...more,
    })
    const done = await harness.move({
      comics: [HARBOR],
      issues: [harborIssue('1')],
      annuals: [
        annual('501', { IssueDate: '2012-06-01' }),
        annual('502', { IssueDate: '2014-06-01', ReleaseComicID: '74001' }),
        annual('503', { Issue_Number: '3', Deleted: 1 }),
        annual('101', { Issue_Number: '4' }),
      ],
    })
    expect(movedTable(done, 'annuals')).toMatchObject({ rows: 4, taken: 2, merged: 1, left: 1 })
    expect([rowOf('501'), rowOf('502')]).toMatchObject([
      { kind: 'annual', number: '1', comic_id: '91273' },
      { kind: 'annual', number: '1 (2014)', comic_id: '91273' },
    ])
    expect(rowOf('503')).toBeUndefined()
  })

  test('of arcs: colliding ids lose no row, and a removed one stays hidden', async () => {
    const row = (ReadingOrder: number, IssueID: string | null, more: Record<string, string | null> = {}) => ({
      StoryArcID: '56280',
      CV_ArcID: '56280',
      IssueArcID: '56280_1000',
      StoryArc: 'Low Tide',
      ReadingOrder,
      IssueID,
      ComicID: '91273',
      ComicName: 'Harbor Lights',
      IssueNumber: String(ReadingOrder),
      ...more,
    })
    const done = await harness.move({
      comics: [HARBOR],
      issues: [harborIssue('1'), harborIssue('2')],
      storyarcs: [
        row(1, '101'),
        row(2, '102'),
        row(3, null),
        row(4, '101'),
        row(5, '105', { Manual: 'deleted' }),
        row(1, '101'),
      ],
    })
    expect(movedTable(done, 'storyarcs')).toMatchObject({ rows: 6, taken: 5, merged: 1 })
    expect(findArc(app.db.read, '56280')).toMatchObject({ name: 'Low Tide', source: 'provider', ordered_by: 'user' })
    const rows = app.db.read.all<{ issue_id: string | null; hidden: number }>(
      sql`select issue_id, removed_at is not null as hidden from story_arc_issues where arc_id = '56280' order by position`,
    )
    expect(rows.map(({ issue_id, hidden }) => [issue_id, hidden])).toEqual([
      ['101', 0],
      ['102', 0],
      [null, 0],
      ['101', 0],
      [null, 1],
    ])
  })

  test('of the history: steps of one download are one item, and releases sent to a client wait for a decision', async () => {
    const step = (Status: string, Provider: string | null, DateAdded: string, IssueID = '101') => ({
      IssueID,
      ComicName: 'Harbor Lights',
      Issue_Number: '1',
      ComicID: '91273',
      Status,
      Provider,
      DateAdded,
    })
    await harness.move({
      comics: [HARBOR],
      issues: [
        harborIssue('1', { Status: 'Downloaded' }),
        harborIssue('2', { Status: 'Snatched' }),
        harborIssue('5', { Status: 'Snatched' }),
      ],
      snatched: [
        step('Snatched', 'DogNZB (newznab)', '2026-01-01 10:00:00'),
        step('Downloaded', null, '2026-01-01 10:10:00'),
        step('Post-Processed', null, '2026-01-01 10:11:00'),
        step('Snatched', 'Prowlarr (torznab)', '2026-02-01 10:00:00', '102'),
      ],
      nzblog: [{ IssueID: '102', NZBName: 'Harbor.Lights.002', PROVIDER: 'Prowlarr (torznab)', ID: 'x' }],
      failed: [
        {
          ID: 'a',
          Status: 'Failed',
          NZBName: 'Harbor.Lights.003.(2016)',
          IssueID: '103',
          Provider: 'DogNZB (newznab)',
        },
        { ID: 'b', Status: 'Retry', NZBName: 'Harbor.Lights.004', IssueID: '104' },
      ],
    })
    const items = app.db.read.all(
      sql`select entity_id, stage, indexer, title, updated_at from journal order by entity_id`,
    )
    expect(items).toEqual([
      {
        entity_id: '101',
        stage: 'post_processed',
        indexer: 'DogNZB',
        title: 'Harbor Lights #1',
        updated_at: '2026-01-01T10:11:00.000Z',
      },
      {
        entity_id: '102',
        stage: 'manual_review',
        indexer: 'Prowlarr',
        title: 'Harbor.Lights.002',
        updated_at: '2026-02-01T10:00:00.000Z',
      },
      // No row names a client.
      { entity_id: '105', stage: 'manual_review', indexer: '', title: 'Harbor Lights #5', updated_at: app.clock.now() },
    ])
    expect(app.db.read.all(sql`select title from blocklist`)).toEqual([{ title: 'Harbor.Lights.003.(2016)' }])
    const waiting = await app.reader.json<{ groups: unknown[] }>(200, app.reader.get('/api/attention'))
    expect(JSON.stringify(waiting)).toContain('Harbor.Lights.002')
  })

  test('of the library are never overwritten, and a second run adds nothing', async () => {
    makeSeries(app.db, { comic_id: '91273', name: 'My own name' })
    const tables = {
      comics: [HARBOR],
      issues: [harborIssue('1')],
      readlist: [{ IssueID: '101', ComicID: '91273', Status: 'Added' }],
    }
    expect(movedTable(await harness.move(tables), 'comics')).toMatchObject({ taken: 0, merged: 1 })
    const path = join(app.folder, 'mylar')
    await app.reader.json(200, app.reader.post(START, { path }))
    await app.idle()
    const again = await harness.progress()
    expect(again.tables.map(({ taken }) => taken).reduce((sum, n) => sum + n)).toBe(0)
    expect(findSeries(app.db.read, '91273')?.name).toBe('My own name')
  })

  test('that were not moved can be downloaded, each with its reason', async () => {
    await harness.move({
      comics: [HARBOR],
      issues: [harborIssue('1', { ComicID: '404', ComicName: '=cmd|x "quoted", name' })],
    })
    const reply = await app.reader.get('/api/system/migration/report')
    expect(reply.headers.get('content-type')).toContain('text/csv')
    const [head, line] = (await reply.text()).split('\r\n')
    expect(head).toBe('table,outcome,id,name,reason')
    expect(line).toBe(`issues,left,101,"'=cmd|x ""quoted"", name #1",Its series 404 is not in Mylar's list of series.`)
    const listed = await app.reader.json<{ rows: object[]; next: number | null }>(
      200,
      app.reader.get('/api/system/migration/omitted'),
    )
    expect(listed).toMatchObject({ rows: [{ table_name: 'issues', source_id: '101' }], next: null })
  })
})
