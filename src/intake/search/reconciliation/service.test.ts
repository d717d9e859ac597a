import { beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import type { SeriesStatus } from '../../../library/series/states'
import type { NewIssueRow } from '../../../library/series/store'
import { testDatabase } from '../../../testing/database'
import { fakeClock } from '../../../testing/fakes/clock'
import { makeRunCounter } from '../../../testing/harness/statement-runs'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import { SearchReview } from './service'

let db: Database
let searched: { annuals: boolean; arcs: boolean }
let review: SearchReview
let runsOf: ReturnType<typeof makeRunCounter>
beforeEach(() => {
  db = testDatabase()
  runsOf = makeRunCounter(db)
  searched = { annuals: true, arcs: true }
  const gate = { read: () => ({ state: 'open', reason: null, reconciliation: { state: 'ready' } }) }
  review = new SearchReview({ db, clock: fakeClock(), gate: gate as never, searched: () => searched })
})

type Issue = Partial<NewIssueRow>
const OUT = { intent: 'wanted', release_date: '2015-06-03' } as const
const make = (status: SeriesStatus, ...issues: Issue[]) => {
  makeSeries(db, { status })
  makeIssues(db, 'harbor', issues.map((issue, at) => ({ number: String(at + 1), ...issue }))) // biome-ignore format: one row
}

test.each<[string, SeriesStatus, Issue, Partial<typeof searched>, string | undefined, number]>([
  ['out', 'active', OUT, {}, 'will_search', 1],
  ['out today', 'active', { ...OUT, release_date: '2026-11-21' }, {}, 'will_search', 1],
  ['out tomorrow', 'active', { ...OUT, release_date: '2026-11-22' }, {}, 'not_out_yet', 0],
  ['without a date', 'active', { ...OUT, release_date: null }, {}, 'no_date', 1],
  ['of a paused series', 'paused', OUT, {}, 'series_paused', 0],
  ['of a story arc', 'unfollowed', OUT, {}, 'will_search', 1],
  ['of an excluded story arc', 'unfollowed', OUT, { arcs: false }, 'only_in_arcs', 0],
  ['released, while story arcs are excluded', 'active', OUT, { arcs: false }, 'will_search', 1],
  ['an annual', 'active', { ...OUT, kind: 'annual' }, {}, 'will_search', 1],
  [
    'an annual, while annuals are hidden',
    'active',
    { ...OUT, kind: 'annual' },
    { annuals: false },
    'annuals_hidden',
    0,
  ],
  ['released, while annuals are hidden', 'active', OUT, { annuals: false }, 'will_search', 1],
  ['recorded as downloaded without a file', 'active', { ...OUT, fulfillment: 'unknown' }, {}, 'no_file_found', 0],
  ['here', 'active', { ...OUT, fulfillment: 'downloaded' }, {}, undefined, 0],
])('an issue that is %s is reviewed as such', (_, status, issue, settings, reason, count) => {
  make(status, issue)
  Object.assign(searched, settings)
  expect(review.issues('harbor', {}).issues.map((each) => each.reason)).toEqual((reason ? [reason] : []) as never)
  const { totals, series } = review.list({})
  expect([totals.will_search, series[0]?.will_search ?? 0]).toEqual([count, count])
})

test.each([
  ['all', ['clouds', 'harbor']],
  [undefined, ['clouds', 'harbor']],
  ['wanted', ['harbor']],
  ['unverified', ['clouds']],
] as const)('the filter %p shows and counts the series %j', (filter, expected) => {
  make('active', OUT)
  makeSeries(db, { comic_id: 'clouds', name: 'Clouds' })
  makeIssues(db, 'clouds', [{ number: '1', fulfillment: 'unknown' }])
  makeSeries(db, { comic_id: 'lantern', name: 'Copper Lantern' })
  makeIssues(db, 'lantern', [{ number: '1', fulfillment: 'downloaded' }])
  const { series, totals, pagination } = review.list(filter ? { filter } : {})
  expect(series.map(({ comic_id }) => comic_id)).toEqual([...expected])
  expect([totals.series, pagination.total]).toEqual([expected.length, expected.length])
  expect(totals).toMatchObject({ wanted: 1, unverified: 1 })
})

test('a page has fifty series, or fifty issues', () => {
  make('active', ...Array.from({ length: 51 }, () => OUT))
  for (let n = 0; n < 50; n++) {
    makeSeries(db, { comic_id: `s${n}`, name: `Clouds ${n}` })
    makeIssues(db, `s${n}`, [{ number: '1', ...OUT }])
  }
  const [series, issues] = [review.list({}), review.issues('harbor', {})]
  expect([series.series.length, series.pagination.total]).toEqual([50, 51])
  expect([issues.issues.length, issues.pagination.total]).toEqual([50, 51])
})

test('files are shown with their own issue, existing ones before missing ones, and counted with their series', () => {
  make('active', OUT, OUT)
  makeSeries(db, { comic_id: 'clouds', name: 'Clouds' })
  makeIssues(db, 'clouds', [{ number: '1', ...OUT }])
  for (const path of ['/library/a.cbz', '/library/z.cbz']) makeFile(db, { issues: ['harbor-1'], path, size: 10 })
  makeFile(db, { issues: ['clouds-1'], path: '/library/clouds.cbz', size: 7 })
  db.write((tx) => {
    tx.run("update files set gone_at = '2026-11-20T08:00:00.000Z' where path = '/library/z.cbz'" as never)
    tx.run("update issues set fulfillment = 'missing'" as never)
    tx.run('update series set wanted = 1' as never)
  })
  expect(review.issues('harbor', {}).issues.map(({ file }) => file)).toEqual([
    { path: '/library/a.cbz', size: 10, gone_at: null },
    null,
  ])
  expect(review.list({}).series.map(({ disk }) => disk)).toEqual([
    { files: 1, bytes: 7, gone: 0 },
    { files: 1, bytes: 10, gone: 1 },
  ])
})

test('for an unknown series nothing is shown', () => {
  expect(() => review.issues('none', {})).toThrow('Series none is not in the library.')
})

test('the whole library is counted again only after something was written', async () => {
  make('active', OUT)
  const [first, second] = [await runsOf(() => review.list({})), await runsOf(() => review.list({}))]
  expect(second).toBeLessThanOrEqual(first - 5)
  const before = review.list({}).totals.wanted
  makeSeries(db, { comic_id: 'later', name: 'Later' })
  makeIssues(db, 'later', [{ number: '1', ...OUT }])
  expect(review.list({}).totals.wanted).toBe(before + 1)
})
