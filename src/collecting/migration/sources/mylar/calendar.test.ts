import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { HARBOR, harborIssue, movedTable, movingHarness } from '../../../../testing/migration/moving'

let harness: Awaited<ReturnType<typeof movingHarness>>
beforeEach(async () => {
  harness = await movingHarness()
})
afterEach(() => harness.app.close())

const rows = (query: ReturnType<typeof sql>) => harness.app.db.read.all(query)

test("releases become rows of the calendar, with the user's choices", async () => {
  const done = await harness.move({
    comics: [HARBOR],
    issues: [harborIssue('1')],
    weekly: [
      {
        SHIPDATE: '2026-10-21',
        COMIC: 'Harbor Lights',
        ISSUE: '1',
        IssueID: '101',
        ComicID: '91273',
        STATUS: 'Skipped',
      },
      { SHIPDATE: '2026-10-21', COMIC: 'Tin Weather', ISSUE: 'NA', STATUS: 'Wanted' },
      { SHIPDATE: '0000-00-00', COMIC: 'No Day', ISSUE: '1', STATUS: 'Skipped' },
    ],
    upcoming: [
      { ComicID: '91273', ComicName: 'Harbor Lights', IssueNumber: '2', IssueDate: '2026-11-04', Status: 'Wanted' },
      { ComicID: '91273', ComicName: 'Harbor Lights', IssueNumber: '3', IssueDate: 'None', Status: 'Skipped' },
    ],
    futureupcoming: [
      { ComicName: 'Low Tide', IssueNumber: '1', IssueDate: 'October 21, 2015', Status: 'Wanted' },
      { ComicName: 'Low Tide', IssueNumber: '2', IssueDate: null, weeknumber: '48', year: '2026', Status: 'Wanted' },
      { ComicName: 'Low Tide', IssueNumber: '3', Status: 'Wanted' },
    ],
  })
  expect(['weekly', 'upcoming', 'futureupcoming'].map((name) => movedTable(done, name))).toMatchObject([
    { rows: 3, taken: 2, left: 1 },
    { rows: 2, taken: 1, left: 1 },
    { rows: 3, taken: 2, left: 1 },
  ])
  expect(rows(sql`select day, series, kind, number, want, issue_id from weekly_releases order by day, series`)).toEqual(
    [
      { day: '2015-10-21', series: 'Low Tide', kind: 'issue', number: '1', want: 1, issue_id: null },
      { day: '2026-10-21', series: 'Harbor Lights', kind: 'issue', number: '1', want: 0, issue_id: '101' },
      { day: '2026-10-21', series: 'Tin Weather', kind: 'issue', number: '', want: 1, issue_id: null },
      { day: '2026-11-04', series: 'Harbor Lights', kind: 'issue', number: '2', want: 1, issue_id: null },
      { day: '2026-12-02', series: 'Low Tide', kind: 'issue', number: '2', want: 1, issue_id: null },
    ],
  )
})

test('direct downloads are moved; a running one is failed and can be started again', async () => {
  const done = await harness.move({
    comics: [HARBOR],
    issues: [harborIssue('1')],
    ddl_info: [
      {
        ID: '1',
        series: 'Harbor Lights',
        issueid: '101',
        status: 'Completed',
        filename: 'a.cbz',
        remote_filesize: '500',
      },
      { ID: '2', series: 'Harbor Lights', status: 'Downloading', link: 'https://files.example/b', pack: '1' },
      { ID: '3', series: 'Harbor Lights', status: 'Failed', link: 'https://files.example/c' },
      { ID: null, series: 'Lost', status: 'Queued' },
    ],
  })
  expect(movedTable(done, 'ddl_info')).toMatchObject({
    rows: 4,
    taken: 3,
    left: 1,
    notes: { 'Downloads that were running: they have failed here': 1 },
  })
  expect(rows(sql`select ddl_id, status, issue_id, size, pack, error from ddl_items`)).toEqual([
    { ddl_id: '1', status: 'Completed', issue_id: '101', size: 500, pack: 0, error: null },
    { ddl_id: '2', status: 'Failed', issue_id: null, size: null, pack: 1, error: expect.any(String) },
    { ddl_id: '3', status: 'Failed', issue_id: null, size: null, pack: 0, error: 'It failed in Mylar.' },
  ])
})

test('tables that are not moved are reported row by row, and no link of a feed is shown', async () => {
  const done = await harness.move({
    comics: [HARBOR],
    issues: [],
    rssdb: [{ Title: 'Harbor Lights 001', Link: 'https://indexer.example/?apikey=k3y' }],
    ref32p: [{ ComicID: '91273', ID: '7', Series: 'Harbor Lights' }],
    oneoffhistory: [{ ComicName: 'Tin Weather', IssueNumber: '4', IssueID: '900001' }],
    jobhistory: [{ JobName: 'RSS Feeds' }],
  })
  expect(done.omitted).toBe(4)
  const report = await (await harness.app.reader.get('/api/system/migration/report')).text()
  expect(report).toContain('rssdb,left,,Harbor Lights 001,')
  expect(report).toContain('oneoffhistory,left,900001,Tin Weather #4,')
  expect(report).not.toContain('k3y')
})
