import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { IssueRow } from '../../library/series/store'
import { type TestApp, testApp } from '../../testing/app'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import type { ReleasesReply, UpcomingRow, WeeklyRow } from './schema'

let app: TestApp
beforeEach(async () => {
  app = await testApp()
})
afterEach(() => app.close())

const get = <T>(path: string, status = 200) => app.reader.json<T>(status, app.reader.get(path))
const weekly = (query = '') => get<WeeklyRow[]>(`/api/weekly${query}`)
const issue = (number: string, release_date: string, more: Partial<IssueRow> = {}) => ({
  number,
  release_date,
  ...more,
})

/** The clock of the tests is at Saturday, 2026-11-21: the week began on the 15th. */
function harbor(): void {
  makeSeries(app.db, { year: 2015, publisher: 'Northgate' })
  const [, , owned] = makeIssues(app.db, 'harbor', [
    issue('12', '2026-11-14'),
    issue('13', '2026-11-15', { intent: 'wanted' }),
    issue('14', '2026-11-18', { intent: 'wanted' }),
    issue('15', '2026-11-21', { intent: 'skipped' }),
    issue('16', '2026-11-22', { intent: 'wanted' }),
    issue('17', '2026-11', { intent: 'wanted' }),
  ])
  makeFile(app.db, { issues: [owned as string] })
}

describe('the weekly list', () => {
  test('is the week from Sunday to Saturday around today, in the columns of older tools', async () => {
    harbor()
    const rows = await weekly()
    expect(rows[0]).toEqual({
      COMIC: 'Harbor Lights',
      ISSUE: '13',
      PUBLISHER: 'Northgate',
      SHIPDATE: '2026-11-15',
      STATUS: 'Wanted',
      ComicID: 'harbor',
      IssueID: 'harbor-13',
      rowid: 1,
    })
    expect(rows.map(({ ISSUE, STATUS }) => [ISSUE, STATUS])).toEqual([
      ['13', 'Wanted'],
      ['14', 'Downloaded'],
      ['15', 'Skipped'],
    ])
  })

  test('is another week by its number, where week 0 is the last week of the previous year', async () => {
    makeSeries(app.db)
    makeIssues(app.db, 'harbor', [issue('1', '2026-12-30'), issue('2', '2027-01-02'), issue('3', '2027-01-03')])
    const numbers = async (query: string) => (await weekly(query)).map(({ ISSUE }) => ISSUE)
    expect(await numbers('?week=52&year=2026')).toEqual(['1', '2'])
    expect(await numbers('?week=0&year=2027')).toEqual(['1', '2'])
    expect(await numbers('?week=1&year=2027')).toEqual(['3'])
    expect(await numbers('?week=53&year=2026')).toEqual(['3'])
    expect(await numbers('?week=52')).toEqual(['1', '2'])
  })

  test('is empty when nothing is released, and says what is wrong with a number', async () => {
    expect(await weekly()).toEqual([])
    for (const query of ['?week=54', '?week=-1', '?week=soon', '?year=99', '?week=1.5']) {
      const { detail } = await get<{ detail: string }>(`/api/weekly${query}`, 422)
      expect(detail).toMatch(/week|year/)
    }
  })

  test('has issues of unfollowed series when the settings say so', async () => {
    makeSeries(app.db, { status: 'unfollowed' })
    makeIssues(app.db, 'harbor', [issue('5', '2026-11-18', { intent: 'wanted' })])
    expect(await weekly()).toEqual([])
    await app.reader.put('/api/config', { upcoming_storyarcs: true })
    expect((await weekly()).map(({ ISSUE }) => ISSUE)).toEqual(['5'])
  })

  test('leaves out annuals when the settings do', async () => {
    makeSeries(app.db)
    makeIssues(app.db, 'harbor', [issue('1', '2026-11-18', { kind: 'annual' }), issue('5', '2026-11-18')])
    expect((await weekly()).map(({ ISSUE }) => ISSUE)).toEqual(['5', '1'])
    await app.reader.put('/api/config', { annuals_on: false })
    expect((await weekly()).map(({ ISSUE }) => ISSUE)).toEqual(['5'])
  })

  test.each([
    ['wanted', 'missing', 'Wanted'],
    ['policy', 'missing', 'Skipped'],
    ['skipped', 'missing', 'Skipped'],
    ['ignored', 'missing', 'Ignored'],
    ['wanted', 'reserved', 'Snatched'],
    ['wanted', 'snatched', 'Snatched'],
    ['wanted', 'downloaded', 'Downloaded'],
    ['wanted', 'archived', 'Archived'],
    ['wanted', 'covered', 'Archived'],
    ['wanted', 'failed', 'Incomplete'],
  ] as const)('says of an issue that is %s and %s: %s', async (intent, fulfillment, word) => {
    makeSeries(app.db)
    makeIssues(app.db, 'harbor', [issue('1', '2026-11-18', { intent, fulfillment })])
    expect((await weekly()).map(({ STATUS }) => STATUS)).toEqual([word])
  })
})

describe('upcoming', () => {
  const upcoming = (query = '') => get<UpcomingRow[]>(`/api/upcoming${query}`)

  test('are the wanted issues of this week, on request also the owned ones', async () => {
    harbor()
    expect(await upcoming()).toEqual([
      {
        ComicName: 'Harbor Lights',
        IssueNumber: '13',
        ComicID: 'harbor',
        IssueID: 'harbor-13',
        IssueDate: '2026-11-15',
        Status: 'Wanted',
        DisplayComicName: 'Harbor Lights (2015)',
        kind: 'issue',
        unit: 'issue',
      },
    ])
    const all = await upcoming('?include_downloaded_issues=true')
    expect(all.map(({ IssueNumber, Status }) => [IssueNumber, Status])).toEqual([
      ['13', 'Wanted'],
      ['14', 'Downloaded'],
    ])
    await get('/api/upcoming?include_downloaded_issues=perhaps', 422)
  })

  test("are those of the reader's week, which may begin on another day", async () => {
    harbor()
    const numbers = async (query: string) => (await upcoming(query)).map(({ IssueNumber }) => IssueNumber)
    expect(await numbers('?first_weekday=0')).toEqual(['13'])
    // The week from Monday, the 16th, begins after the Sunday of one release and has that of the other.
    expect(await numbers('?first_weekday=1')).toEqual(['16'])
    await get('/api/upcoming?first_weekday=7', 422)
  })
})

describe('the list of the page', () => {
  const releases = (query = '') => get<ReleasesReply>(`/api/releases${query}`)

  test('is this week, by day, with number ones marked', async () => {
    harbor()
    makeSeries(app.db, { comic_id: 'amber', name: 'Amber Garden', year: 2026 })
    makeIssues(app.db, 'amber', [issue('1', '2026-11-18')])
    const { first, last, today, ...list } = await releases()
    expect({ first, last, today }).toEqual({ first: '2026-11-15', last: '2026-11-21', today: '2026-11-21' })
    expect(list.releases.map(({ day, series, number, is_first }) => [day, series, number, is_first])).toEqual([
      ['2026-11-15', 'Harbor Lights', '13', false],
      ['2026-11-18', 'Amber Garden', '1', true],
      ['2026-11-18', 'Harbor Lights', '14', false],
      ['2026-11-21', 'Harbor Lights', '15', false],
    ])
    expect(list.releases[2]).toMatchObject({ owned: true, sources: [], is_announced: false })
  })

  test('is a month in whole weeks at most', async () => {
    harbor()
    expect((await releases('?first=2026-11-01&last=2026-12-05')).releases).toHaveLength(5)
    expect((await releases('?first=2026-11-22')).releases.map(({ number }) => number)).toEqual(['16'])
    expect((await releases('?last=2026-11-22')).releases.map(({ number }) => number)).toEqual(['16'])
    await releases('?first=2026-11-01&last=2026-12-12')
    await get('/api/releases?first=2026-11-01&last=2026-12-13', 400)
    await get('/api/releases?first=2026-11-02&last=2026-11-01', 400)
    await get('/api/releases?first=2026-02-30', 422)
  })
})
