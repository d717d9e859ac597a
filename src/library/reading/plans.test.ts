import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { makePlanReader } from '../../testing/harness/query-plans'
import { makeLibrary } from '../../testing/make'
import { bookmarksOf, rekeyBookmarks, removeBookmark, saveBookmark } from './bookmark-store'
import { moveReadingState } from './content-change-store'
import { lastReportOf, saveReport } from './device-report-store'
import { readersOfDocument, saveSynced, syncedDocument } from './kosync-store'
import { readLately } from './lately'
import { afterMark } from './machine'
import { nextKeys, rekeyProgress, relinkProgress, saveProgress } from './progress-row-store'
import * as store from './progress-store'
import { refreshSeriesReading, seriesBeside, seriesSharing } from './series-reading-store'
import * as statistics from './statistics-store'
import { hasReadingView, readingViewOf, saveView } from './view-store'

/** The reading of one user costs the same however many others there are. */

// A small library: query plans do not depend on the size while nothing has been analyzed.
let db: Database
let plans: ReturnType<typeof makePlanReader>
beforeEach(() => {
  db = testDatabase()
  plans = makePlanReader(db)
  makeLibrary(db, { series: 3, issuesPerSeries: 3 })
})
afterEach(() => db.close())

const AT = '2026-11-01T00:00:00.000Z'
const PAGE = { limit: 50, offset: 0 }
const row = { ...afterMark(undefined, true, 24, AT), content_key: 'h', issue_id: 's1-1', comic_id: 's1', device: null, device_id: null } // biome-ignore format: one line
const document = { document: 'd', progress: '1', percentage: 0, device: 'Kobo', device_id: null, synced_at: AT, key_device_id: 'k' } // biome-ignore format: one line
const report = { device: 'Kobo', issue_id: 's1-1', said_at: AT, counted_at: AT, received_at: AT }
const mark = { content_key: 'h', page: 1, issue_id: 's1-1', note: null, created_at: AT }

/** Whole tables of all users; deleting what is too old reads an index by time. */
const WHOLE =
  /^SCAN (reading_progress|newest|newer|series_reading|bookmarks|removed_bookmarks|reading_views|synced_documents|reading_sittings|reading_days|device_reports|reading_totals|reading_zone)\b/

test.each<[string, () => unknown]>([
  ['places', () => store.progressOfIssues(db.read, ['s1-1', 's1-2'])],
  ['version', () => store.progressVersion(db.read)],
  ['started issues', () => [store.continueReading(db.read, PAGE), store.countContinue(db.read)]],
  ['next issues', () => [store.onDeck(db.read, PAGE), store.countOnDeck(db.read)]],
  ['counts of series', () => store.readCounts(db.read, ['s1', 's2'])],
  ['what was read lately', () => readLately(db.read, 'ann')],
  ['bookmarks', () => bookmarksOf(db.read, 's1-1')],
  ['layout', () => [readingViewOf(db.read, 's1'), hasReadingView(db.read, 's1')]],
  ['documents', () => [syncedDocument(db.read, 'd'), readersOfDocument(db.read, 'd')]],
  ['reports of devices', () => lastReportOf(db.read, 'Kobo', 's1-1')],
  [
    'statistics',
    () => [
      statistics.readingTotal(db.read),
      statistics.readSeriesTotals(db.read, PAGE),
      statistics.readingDaysFrom(db.read, '2026-11-01'),
      statistics.firstReadingDay(db.read),
      statistics.streakUntil(db.read, '2026-11-01'),
      statistics.lastZone(db.read),
    ],
  ],
  ['a report', () => db.write((tx) => [saveProgress(tx, row), saveReport(tx, report)])],
  [
    'counting a report',
    () =>
      db.write((tx) => {
        statistics.countSitting(tx, { sitting_id: 's', pages: 1, seconds: 1 }, AT)
        const read = { pages: 1, issues: 0, seconds: 1 }
        statistics.addReading(tx, { day: '2026-11-01', comic_id: 's1', name: 'Harbor' }, read)
        statistics.saveZone(tx, 'UTC')
      }),
  ],
  ['a bookmark', () => db.write((tx) => [saveBookmark(tx, mark), removeBookmark(tx, 's1-1', 1, mark.created_at)])],
  ['a layout', () => db.write((tx) => [saveView(tx, 's1', { layout: 'strip' }), saveView(tx, 's1', {})])],
  ['a document', () => db.write((tx) => saveSynced(tx, document, 0))],
  ['a change of a series', () => db.write((tx) => seriesBeside(tx, 's1').map((id) => refreshSeriesReading(tx, id)))],
  ['series with the same content', () => seriesSharing(db.read, ['s1-1'])],
  ['a new hash', () => db.write((tx) => [rekeyProgress(tx, 'h', 'i'), rekeyBookmarks(tx, 'h', 'i')])],
  ['a rewritten file', () => db.write((tx) => moveReadingState(tx, 'f-s1-1', { content_hash: 'new', page_count: 24 }))],
  ['places of a series that was imported again', () => db.write((tx) => relinkProgress(tx, 's1'))],
  ['a step of matching all places', () => db.write((tx) => relinkProgress(tx, nextKeys(tx, '', 9)))],
])('%s: no query reads the rows of all users', (_name, work) => {
  const steps = plans(work)
  expect(steps).not.toBeEmpty()
  expect(steps.filter((step) => WHOLE.test(step))).toEqual([])
})
