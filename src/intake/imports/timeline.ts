import { addTimelineRow, type NewTimelineRow } from '../../base/activity/store'
import type { Instant } from '../../base/platform/ports'
import { countWords, numberWords } from '../../base/platform/words'
import type { Tx } from '../../base/storage/database'
import { fileAt, issuesIn } from '../../library/series/file-store'
import { issueTitle } from '../../library/series/issue-title'
import type { ContentType } from '../../library/series/states'
import { findIssue, findSeries } from '../../library/series/store'
import type { InboxRow } from './inbox/store'
import * as store from './store'

/** Timeline entries of scans and imports: one per scan, and one per series or per issue. */

type Reason = NonNullable<NewTimelineRow['reason']>

/** Imports from the import folder with more issues than this get one row for their series. */
export const MOST_ISSUE_ROWS = 20

const LABELS: Record<ContentType, string> = { comic: 'Scan of comics', manga: 'Scan of manga' }
const filesOf = (count: number) => countWords(count, 'file')
const seriesOf = (count: number) => countWords(count, 'series', 'series')

/** `quiet`: the scan was started automatically, so it is listed only when it found something. */
export function recordScan(tx: Tx, scan: store.ScanRow, { at, quiet }: { at: Instant; quiet: boolean }): void {
  const { files, series } = store.countNew(tx, scan.scan_id)
  const { moved_files, missing_files, errors } = scan
  if (quiet && files + moved_files + missing_files + errors.length === 0) return
  const detail = [
    `${filesOf(scan.total_files)} in ${seriesOf(scan.series_found)}`,
    newOf(scan, files, series),
    moved_files > 0 ? `${filesOf(moved_files)} moved` : '',
    missing_files > 0 ? `${filesOf(missing_files)} missing` : '',
    errors.length > 0 ? countWords(errors.length, 'problem') : '',
  ]
  const reason = { code: 'scanned', detail: `${detail.filter(Boolean).join(', ')}.` }
  addScanRow(tx, scan, { at, status: 'succeeded', reason })
}

function newOf({ total_files }: store.ScanRow, files: number, series: number): string {
  if (files === 0) return 'nothing new'
  return files === total_files ? 'all new' : `${numberWords(files)} new in ${seriesOf(series)}`
}

export function recordScanEnd(
  tx: Tx,
  scan: store.ScanRow,
  { at, state, error }: { at: Instant; state: 'cancelled' | 'error'; error?: string },
): void {
  const reason = state === 'cancelled' ? { code: 'scan_cancelled' } : { code: 'scan_failed', detail: error }
  addScanRow(tx, scan, { at, status: 'started', reason })
}

function addScanRow(
  tx: Tx,
  { scan_id, kind }: store.ScanRow,
  row: Pick<NewTimelineRow, 'at' | 'reason'> & { status: 'started' | 'succeeded' },
): void {
  const subject = { type: 'run', id: scan_id, label: LABELS[kind] } as const
  addTimelineRow(tx, { ...row, activity: 'search', subject })
}

export interface SeriesImportSummary {
  comic_id: string
  name: string
  imported: number
  /** Number of files that were not imported, and why: the first sentence is shown. */
  left: number
  errors: readonly string[]
  at: Instant
  /** The import created the series. */
  isNew?: boolean
}

/** Result of an import for one series. */
export function recordSeriesImport(
  tx: Tx,
  { comic_id, name, imported, left, errors, at, isNew = false }: SeriesImportSummary,
): void {
  if (imported === 0 && errors.length === 0) return
  const others = left > 0 ? ` ${filesOf(left)} not imported. ${errors[0] ?? ''}`.trimEnd() : ''
  const reason: Reason =
    imported > 0
      ? { code: 'imported', detail: `${filesOf(imported)} imported.${others}` }
      : { code: 'not_imported', detail: errors[0] }
  const status = imported > 0 ? 'succeeded' : 'failed'
  const isThere = findSeries(tx, comic_id) !== undefined
  const activity = isNew || !isThere ? 'add' : 'refresh'
  const subject = { type: 'series', id: comic_id, label: name } as const
  addTimelineRow(tx, { at, activity, status, subject, reason, comic_id: isThere ? comic_id : null })
}

/** Recorded as a refresh, since `cancelled` is only for issues. The series may have been removed with the import. */
export function recordImportUndo(tx: Tx, { comic_id, name }: { comic_id: string; name: string }, at: Instant): void {
  const subject = { type: 'series', id: comic_id, label: name } as const
  const reason = { code: 'import_undone', detail: 'The import was undone.' }
  const link = findSeries(tx, comic_id) ? comic_id : null
  addTimelineRow(tx, { at, activity: 'refresh', status: 'succeeded', subject, reason, comic_id: link })
}

/**
 * Result of an import from the import folder: by issue, or by series for many files and for files without a known
 * issue.
 */
export function recordInboxImport(tx: Tx, rows: readonly InboxRow[], { at, key }: { at: Instant; key: string }): void {
  const ended = rows.filter(({ status }) => status === 'Imported' || status === 'Failed')
  for (const [comic_id, all] of Map.groupBy(ended, (row) => row.comic_id ?? row.imp_id)) {
    const issues = all.map((row) => [row, issuesOf(tx, row)] as const)
    const isShort = issues.flatMap(([, found]) => found).length <= MOST_ISSUE_ROWS
    for (const [row, found] of isShort ? issues : [])
      for (const id of found) recordIssueImport(tx, id, row, { at, key })
    const own = isShort ? issues.flatMap(([row, found]) => (found.length > 0 ? [] : [row])) : all
    const imported = own.filter(({ status }) => status === 'Imported').length
    if (own.length === 0) continue
    const errors = own.flatMap(({ status, problem }) => (status === 'Failed' ? [problem ?? ''] : []))
    const name = findSeries(tx, comic_id)?.name ?? own[0]!.series_name
    recordSeriesImport(tx, { comic_id, name, imported, left: errors.length, errors, at })
  }
}

/** The issues of the imported file, or the issue that was chosen for it. */
function issuesOf(tx: Tx, { target, issue_id, status }: InboxRow): string[] {
  const file = status === 'Imported' && target !== null ? fileAt(tx, target) : undefined
  const known = file ? issuesIn(tx, file.file_id).map((issue) => issue.issue_id) : issue_id === null ? [] : [issue_id]
  return known.filter((id) => findIssue(tx, id) !== undefined)
}

function recordIssueImport(
  tx: Tx,
  id: string,
  { status, problem, imp_id }: InboxRow,
  { at, key }: { at: Instant; key: string },
): void {
  const issue = findIssue(tx, id)!
  const { kind: type, comic_id } = issue
  const subject = { type, id, label: issueTitle(findSeries(tx, comic_id)?.name ?? '', issue) }
  const about = { at, activity: 'import', subject, comic_id, release_key: `${key}|${imp_id}` } as const
  if (status === 'Imported') addTimelineRow(tx, { ...about, status: 'succeeded' })
  else addTimelineRow(tx, { ...about, status: 'failed', reason: { code: 'not_imported', detail: problem ?? '' } })
}
