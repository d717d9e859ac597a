import { expect, test } from 'bun:test'
import type { Fulfillment, Intent } from '../../library/series/states'
import type { ArcIssue, ArcRow } from './store'
import { arcIssueItem, arcIssueStatusOf, arcSummary } from './wire'

const joined = (row: object, issue: object | null, file?: object, series: object | null = null) =>
  ({ row: { number: '7', candidates: [], ...row }, issue, series, file }) as unknown as ArcIssue

test.each<[Intent, Fulfillment, boolean, string]>([
  ['policy', 'missing', false, 'Added'],
  ['wanted', 'missing', false, 'Wanted'],
  ['skipped', 'missing', false, 'Skipped'],
  ['ignored', 'missing', false, 'Skipped'],
  ['policy', 'reserved', false, 'Snatched'],
  ['policy', 'snatched', false, 'Snatched'],
  ['wanted', 'failed', false, 'Wanted'],
  ['policy', 'downloaded', false, 'Added'],
  ['skipped', 'downloaded', false, 'Skipped'],
  ['wanted', 'downloaded', false, 'Wanted'],
  ['wanted', 'downloaded', true, 'Downloaded'],
  ['wanted', 'missing', true, 'Downloaded'],
  ['wanted', 'archived', true, 'Archived'],
  ['wanted', 'archived', false, 'Archived'],
])('an issue that is %s and %s, with a file: %p, is %s in an arc', (intent, fulfillment, hasFile, status) => {
  expect(arcIssueStatusOf(joined({ status: null }, { intent, fulfillment }, hasFile ? {} : undefined)) as string).toBe(
    status,
  )
})

test.each([
  [{ status: 'Read' }, { intent: 'wanted', fulfillment: 'missing' }, 'Read'],
  [{ status: 'Wanted' }, null, 'Wanted'],
  [{ status: null }, null, 'Added'],
])('a row of %o with the issue %o is %s', (row, issue, status) => {
  expect(arcIssueStatusOf(joined(row, issue)) as string).toBe(status)
})

test.each([
  [undefined, { Have: 0, Total: 0, percent: 0, SpanYears: null, Publisher: null }],
  [{ total: 3, have: 1, first: '2015', last: '2015', publishers: 1, publisher: 'Northgate' }, { percent: 33.3, SpanYears: '2015', Publisher: 'Northgate' }],
  [{ total: 3, have: 3, first: '2015', last: '2016', publishers: 2, publisher: 'Northgate' }, { percent: 100, SpanYears: '2015 - 2016', Publisher: null }],
] as const)('an arc with the counts %o says %o', (counts, summary) => {
  const arc = { arc_id: 'C0001', image_url: null, publisher: null } as ArcRow
  expect(arcSummary(arc, counts as never, null)).toMatchObject({ ...summary, CV_ArcID: null, ArcImage: null })
  expect(arcSummary({ ...arc, arc_id: '4050', publisher: 'Fern' }, counts as never, '/a.jpg')).toMatchObject({ CV_ArcID: '4050', Publisher: 'Fern', ArcImage: '/a.jpg' })
}) // biome-ignore format: a table

const around = { place: 3, progress: undefined, candidates: [] }
const ROW = { issue_arc_id: 'r', series: 'Listed', matched_by: 'name', reason: 'several', year: 2015, title: 'Listed title', issue_date: null } // biome-ignore format: one line
const ISSUE = { issue_id: 'i', kind: 'issue', unit: 'issue', number: '8', title: null, issue_date: null, release_date: '2016-02-02', intent: 'policy', fulfillment: 'missing', image_url: null } // biome-ignore format: one line

test.each([
  ['without an issue', null, null, { ComicID: null, ComicName: 'Listed', IssueNumber: '7', IssueID: null, IssueDate: '2015', IssueName: 'Listed title', label: '#7', matched_by: null, reason: 'several' }],
  ['whose series is not followed', ISSUE, { comic_id: 'c', name: 'Unfollowed', status: 'unfollowed', publisher: null }, { ComicID: null, ComicName: 'Unfollowed', IssueID: null, matched_by: null, reason: 'several' }],
  ['with an issue of the library', ISSUE, { comic_id: 'c', name: 'Library', status: 'active', publisher: 'Fern' }, { ComicID: 'c', ComicName: 'Library', IssueNumber: '8', IssueID: 'i', IssueDate: '2016-02-02', IssuePublisher: 'Fern', matched_by: 'name', reason: null }],
])('a row %s names what is known about it', (_what, issue, series, item) => {
  const row = { ...ROW, volume: null, book_type: null, status: null }
  expect(arcIssueItem(joined(row, issue, undefined, series), around)).toMatchObject({ ...item, ReadingOrder: 3, readable: false, Location: null, state: 'unread', percent: 0 } as never)
}) // biome-ignore format: a table

test.each([
  [{ completed: true, percent: 100 }, 'read', 100],
  [{ completed: false, percent: 40 }, 'reading', 40],
])('a row that was read so far (%o) is %s', (progress, state, percent) => {
  const item = arcIssueItem(joined({ ...ROW, status: null }, null), { ...around, progress: progress as never })
  expect([item.state, item.percent]).toEqual([state as never, percent])
})
