import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { timeline } from '../activity/tables'
import type { Database } from '../storage/database'
import { testDatabase } from '../testing/database'
import { makeSeries } from '../testing/make'
import { proposedRows } from '../testing/proposed-rows'
import type { InboxRow } from './inbox/store'
import { findScan, type ScanRow } from './store'
import { type SeriesStory, tellInbox, tellScan, tellScanEnd, tellSeries } from './timeline'

/** Each sentence of the timeline about scans and imports. */

const AT = '2026-11-22T00:00:00.000Z'
let db: Database
beforeEach(() => {
  db = testDatabase()
  proposedRows(db).scan()
})
afterEach(() => db.close())

const lines = () =>
  db.read.select().from(timeline).all().map((row) => [row.status, row.subject_type, row.subject_label, row.reason_code, row.reason_detail]) // biome-ignore format: one row
const scan = (change: Partial<ScanRow>): ScanRow => ({ ...findScan(db.read, 'scan')!, ...change })

describe('a scan', () => {
  test.each<[string, Partial<ScanRow>, newFiles: number[], quiet: string | undefined, detail: string]>([
    ['that found nothing new', { total_files: 2, series_found: 1 }, [0], undefined, '2 files in 1 series, nothing new.'],
    ['in which all is new', { total_files: 1, series_found: 1 }, [1], 'told', '1 file in 1 series, all new.'],
    ['in which some is new', { total_files: 1300, series_found: 40 }, [1000, 200, 0], 'told', '1,300 files in 40 series, 1,200 new in 2 series.'],
    ['in which one file moved', { total_files: 2, series_found: 2, moved_files: 1 }, [0], 'told', '2 files in 2 series, nothing new, 1 file moved.'],
    ['in which files are missing', { missing_files: 2 }, [0], 'told', '0 files in 0 series, nothing new, 2 files missing.'],
    ['with a problem', { errors: ['x'] }, [0], 'told', '0 files in 0 series, nothing new, 1 problem.'],
    ['with all of it', { moved_files: 2, missing_files: 1, errors: ['x', 'y'] }, [0], 'told', '0 files in 0 series, nothing new, 2 files moved, 1 file missing, 2 problems.'],
  ])('%s', (_, change, counts, quiet, detail) => {
    for (const [at, new_files] of counts.entries()) proposedRows(db).group(`s${at}`, [], { new_files })
    db.write((tx) => tellScan(tx, scan(change), { at: AT, quiet: true }))
    expect(lines()).toHaveLength(quiet ? 1 : 0)
    db.write((tx) => tellScan(tx, scan(change), { at: AT, quiet: false }))
    expect(lines().at(-1)).toEqual(['succeeded', 'run', 'Scan of comics', 'scanned', detail])
  }) // biome-ignore format: a table

  test('that was cancelled says so, and one that failed says why', () => {
    db.write((tx) => {
      tellScanEnd(tx, scan({ kind: 'manga' }), { at: AT, state: 'cancelled' })
      tellScanEnd(tx, scan({}), { at: AT, state: 'error', error: 'The disk is full.' })
    })
    expect(lines()).toEqual([
      ['cancelled', 'run', 'Scan of manga', 'scan_cancelled', null],
      ['failed', 'run', 'Scan of comics', 'scan_failed', 'The disk is full.'],
    ])
  })
})

describe('an import of a series', () => {
  const timelineLine = (more: Partial<SeriesStory>) => {
    const story = { comic_id: 'harbor', name: 'Harbor Lights', imported: 0, left: 0, errors: [], at: AT, key: 'k' }
    db.write((tx) => tellSeries(tx, { ...story, ...more }))
    return lines().map(([status, type, , code, detail]) => [status, type, code, detail])
  }
  beforeEach(() => void makeSeries(db))

  test.each<[string, Partial<SeriesStory>, (string | null)[][]]>([
    ['that came to nothing is not listed', {}, []],
    ['of one file', { imported: 1 }, [['succeeded', 'series', 'imported', '1 file imported.']]],
    ['of some of its files', { imported: 3, left: 1, errors: ['It is cut off.', 'x'] }, [['succeeded', 'series', 'imported', '3 files imported. 1 file not imported. It is cut off.']]],
    ['of some of its files, of which no reason is known', { imported: 3, left: 2 }, [['succeeded', 'series', 'imported', '3 files imported. 2 files not imported.']]],
    ['that failed', { left: 2, errors: ['It is cut off.', 'x'] }, [['failed', 'series', 'not_imported', 'It is cut off.']]],
    ['that failed, and is not in the library', { comic_id: 'none', left: 2, errors: ['It is cut off.'] }, [['failed', 'run', 'not_imported', 'It is cut off.']]],
  ])('%s', (_, more, is) => {
    expect(timelineLine(more)).toEqual(is)
  }) // biome-ignore format: a table
})

test('an import from the import folder is told by series, and what is not done yet is not', () => {
  makeSeries(db)
  const row = (comic_id: string | null, status: string, problem: string | null = null) =>
    ({ comic_id, status, problem, series_name: 'Lost' }) as InboxRow
  const rows = [
    row('harbor', 'Imported', 'The file in the import folder could not be removed.'),
    row('harbor', 'Failed', 'The disk is full.'),
    row('harbor', 'Importing'),
    row('harbor', 'Not Imported'),
    row(null, 'Failed', 'The series was removed.'),
  ]
  db.write((tx) => tellInbox(tx, rows, { at: AT, key: 'k' }))
  expect(lines().map(([status, type, label, , detail]) => [status, type, label, detail])).toEqual([
    ['succeeded', 'series', 'Harbor Lights', '1 file imported. 1 file not imported. The disk is full.'],
    ['failed', 'run', 'Lost', 'The series was removed.'],
  ])
})
