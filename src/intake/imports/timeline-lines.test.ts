import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { timeline } from '../../base/activity/tables'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { proposedRows } from '../../testing/imports/proposed-rows'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import type { InboxRow } from './inbox/store'
import { findScan, type ScanRow } from './store'
import {
  MOST_ISSUE_ROWS,
  recordInboxImport,
  recordScan,
  recordScanEnd,
  recordSeriesImport,
  type SeriesImportSummary,
} from './timeline'

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
    ['in which everything is new', { total_files: 1, series_found: 1 }, [1], 'told', '1 file in 1 series, all new.'],
    ['in which some are new', { total_files: 1300, series_found: 40 }, [1000, 200, 0], 'told', '1,300 files in 40 series, 1,200 new in 2 series.'],
    ['in which one file moved', { total_files: 2, series_found: 2, moved_files: 1 }, [0], 'told', '2 files in 2 series, nothing new, 1 file moved.'],
    ['in which files are missing', { missing_files: 2 }, [0], 'told', '0 files in 0 series, nothing new, 2 files missing.'],
    ['with a problem', { errors: ['x'] }, [0], 'told', '0 files in 0 series, nothing new, 1 problem.'],
    ['with everything together', { moved_files: 2, missing_files: 1, errors: ['x', 'y'] }, [0], 'told', '0 files in 0 series, nothing new, 2 files moved, 1 file missing, 2 problems.'],
  ])('%s', (_, change, counts, quiet, detail) => {
    for (const [at, new_files] of counts.entries()) proposedRows(db).group(`s${at}`, [], { new_files })
    db.write((tx) => recordScan(tx, scan(change), { at: AT, quiet: true }))
    expect(lines()).toHaveLength(quiet ? 1 : 0)
    db.write((tx) => recordScan(tx, scan(change), { at: AT, quiet: false }))
    expect(lines().at(-1)).toEqual(['succeeded', 'run', 'Scan of comics', 'scanned', detail])
  }) // biome-ignore format: a table

  test('that was cancelled says so, and one that failed says why', () => {
    db.write((tx) => {
      recordScanEnd(tx, scan({ kind: 'manga' }), { at: AT, state: 'cancelled' })
      recordScanEnd(tx, scan({}), { at: AT, state: 'error', error: 'The disk is full.' })
    })
    expect(lines()).toEqual([
      ['started', 'run', 'Scan of manga', 'scan_cancelled', null],
      ['started', 'run', 'Scan of comics', 'scan_failed', 'The disk is full.'],
    ])
  })
})

describe('an import of a series', () => {
  const timelineLine = (more: Partial<SeriesImportSummary>) => {
    const story = { comic_id: 'harbor', name: 'Harbor Lights', imported: 0, left: 0, errors: [], at: AT }
    db.write((tx) => recordSeriesImport(tx, { ...story, ...more }))
    return lines().map(([status, type, , code, detail]) => [status, type, code, detail])
  }
  beforeEach(() => void makeSeries(db))
  const BEGUN = ['started', 'series', null, null]

  test.each<[string, Partial<SeriesImportSummary>, (string | null)[][]]>([
    ['without a result is not listed', {}, []],
    ['of one file', { imported: 1 }, [['succeeded', 'series', 'imported', '1 file imported.']]],
    ['of some of its files', { imported: 3, left: 1, errors: ['It is cut off.', 'x'] }, [['succeeded', 'series', 'imported', '3 files imported. 1 file not imported. It is cut off.']]],
    ['of some of its files, without a known reason', { imported: 3, left: 2 }, [['succeeded', 'series', 'imported', '3 files imported. 2 files not imported.']]],
    ['that failed', { left: 2, errors: ['It is cut off.', 'x'] }, [BEGUN, ['failed', 'series', 'not_imported', 'It is cut off.']]],
    ['that failed, and is not in the library', { comic_id: 'none', left: 2, errors: ['It is cut off.'] }, [BEGUN, ['failed', 'series', 'not_imported', 'It is cut off.']]],
  ])('%s', (_, more, is) => {
    expect(timelineLine(more)).toEqual(is)
  }) // biome-ignore format: a table
})

test('an import is added for a new series, and refreshed for any other', () => {
  makeSeries(db)
  const story = { comic_id: 'harbor', name: 'Harbor Lights', imported: 1, left: 0, errors: [], at: AT }
  db.write((tx) => {
    recordSeriesImport(tx, { ...story, isNew: true })
    recordSeriesImport(tx, story)
    recordSeriesImport(tx, { ...story, comic_id: 'none', imported: 0, errors: ['It is cut off.'] })
  })
  const rows = db.read.select().from(timeline).all()
  expect(rows.map(({ activity, parent_series_id }) => [activity, parent_series_id])).toEqual([
    ['add', 'harbor'],
    ['refresh', 'harbor'],
    ['add', null],
    ['add', null],
  ])
})

describe('an import from the import folder', () => {
  const row = (imp_id: string, more: Partial<InboxRow>) =>
    ({
      imp_id,
      comic_id: 'harbor',
      issue_id: null,
      target: null,
      problem: null,
      series_name: 'Lost',
      ...more,
    }) as InboxRow
  const told = (rows: InboxRow[]) => {
    db.write((tx) => recordInboxImport(tx, rows, { at: AT, key: 'k' }))
    return db.read
      .select()
      .from(timeline)
      .all()
      .map((each) => [`${each.activity}.${each.status}`, each.subject_label, each.reason_detail])
  }
  /** The file of the issue is in the library. */
  const imported = (number: number) => {
    const path = `/library/${number}.cbz`
    makeFile(db, { issues: [`harbor-${number}`], path })
    return row(`f${number}`, { status: 'Imported', target: path })
  }
  beforeEach(() => {
    makeSeries(db)
    makeIssues(
      db,
      'harbor',
      Array.from({ length: MOST_ISSUE_ROWS + 1 }, (_, at) => at + 1),
    )
  })

  test('is reported by issue; open files are not', () => {
    const rows = [
      imported(1),
      row('f2', { status: 'Failed', issue_id: 'harbor-2', problem: 'The disk is full.' }),
      row('f3', { status: 'Importing', issue_id: 'harbor-3' }),
      row('f4', { status: 'Not Imported', issue_id: 'harbor-4' }),
    ]
    expect(told(rows)).toEqual([
      ['import.succeeded', 'Harbor Lights #1', null],
      ['import.failed', 'Harbor Lights #2', 'The disk is full.'],
    ])
    const keys = db.read.select().from(timeline).all().map(({ release_key }) => release_key) // biome-ignore format: one line
    expect(keys).toEqual(['k|f1', 'k|f2'])
  })

  test('of no known issue is reported by series', () => {
    const rows = [
      row('f1', { status: 'Failed', problem: 'The disk is full.' }),
      row('f2', { status: 'Failed', comic_id: 'gone', issue_id: 'gone-1', problem: 'The series was removed.' }),
      row('f3', { status: 'Failed', comic_id: null, problem: 'The series was removed.' }),
    ]
    expect(told(rows)).toEqual([
      ['refresh.started', 'Harbor Lights', null],
      ['refresh.failed', 'Harbor Lights', 'The disk is full.'],
      ['add.started', 'Lost', null],
      ['add.failed', 'Lost', 'The series was removed.'],
      ['add.started', 'Lost', null],
      ['add.failed', 'Lost', 'The series was removed.'],
    ])
  })

  test('of many issues is one line for the series', () => {
    const rows = Array.from({ length: MOST_ISSUE_ROWS + 1 }, (_, at) => imported(at + 1))
    expect(told(rows.slice(1))).toHaveLength(MOST_ISSUE_ROWS)
    expect(told(rows).slice(MOST_ISSUE_ROWS)).toEqual([['refresh.succeeded', 'Harbor Lights', '21 files imported.']])
  })
})
