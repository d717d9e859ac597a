import { addTimelineRow, type NewTimelineRow } from '../activity/store'
import type { Instant } from '../platform/ports'
import { countWords, numberWords } from '../platform/words'
import type { ContentType } from '../series/states'
import { findSeries } from '../series/store'
import type { Tx } from '../storage/database'
import type { InboxRow } from './inbox/store'
import * as store from './store'

/** Timeline entries of scans and imports: one per scan and one per series, whatever the number of files. */

type Reason = NonNullable<NewTimelineRow['reason']>

const LABELS: Record<ContentType, string> = { comic: 'Scan of comics', manga: 'Scan of manga' }
const filesOf = (count: number) => countWords(count, 'file')
const seriesOf = (count: number) => countWords(count, 'series', 'series')

/** `quiet`: the scan was started automatically, so it is listed only when it found something. */
export function tellScan(tx: Tx, scan: store.ScanRow, { at, quiet }: { at: Instant; quiet: boolean }): void {
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
  tellRun(tx, scan, { at, status: 'succeeded', reason })
}

function newOf({ total_files }: store.ScanRow, files: number, series: number): string {
  if (files === 0) return 'nothing new'
  return files === total_files ? 'all new' : `${numberWords(files)} new in ${seriesOf(series)}`
}

export function tellScanEnd(
  tx: Tx,
  scan: store.ScanRow,
  { at, state, error }: { at: Instant; state: 'cancelled' | 'error'; error?: string },
): void {
  if (state === 'cancelled') tellRun(tx, scan, { at, status: 'cancelled', reason: { code: 'scan_cancelled' } })
  else tellRun(tx, scan, { at, status: 'failed', reason: { code: 'scan_failed', detail: error } })
}

function tellRun(
  tx: Tx,
  { scan_id, kind }: store.ScanRow,
  row: Pick<NewTimelineRow, 'at' | 'status' | 'reason'>,
): void {
  const subject = { type: 'run', id: scan_id, label: LABELS[kind] } as const
  addTimelineRow(tx, { ...row, activity: 'import', subject, release_key: `scan-${scan_id}` })
}

export interface SeriesStory {
  comic_id: string
  name: string
  imported: number
  /** How many were not, and why: the first sentence is shown. */
  left: number
  errors: readonly string[]
  at: Instant
  /** What the files came by. */
  key: string
}

/** Result of an import for one series. */
export function tellSeries(tx: Tx, { comic_id, name, imported, left, errors, at, key }: SeriesStory): void {
  if (imported === 0 && errors.length === 0) return
  const others = left > 0 ? ` ${filesOf(left)} not imported. ${errors[0] ?? ''}`.trimEnd() : ''
  const reason: Reason =
    imported > 0
      ? { code: 'imported', detail: `${filesOf(imported)} imported.${others}` }
      : { code: 'not_imported', detail: errors[0] }
  const status = imported > 0 ? 'succeeded' : 'failed'
  // A series that is not in the library has no page.
  const type = findSeries(tx, comic_id) ? 'series' : 'run'
  const subject = { type, id: type === 'series' ? comic_id : `${key} ${comic_id}`, label: name } as const
  addTimelineRow(tx, { at, activity: 'import', status, subject, reason, release_key: key })
}

/** Result of an import from the import folder, series by series. */
export function tellInbox(tx: Tx, rows: readonly InboxRow[], { at, key }: { at: Instant; key: string }): void {
  const ended = rows.filter(({ status }) => status === 'Imported' || status === 'Failed')
  for (const [comic_id, own] of Map.groupBy(ended, (row) => row.comic_id ?? '')) {
    const imported = own.filter(({ status }) => status === 'Imported').length
    const errors = own.flatMap(({ status, problem }) => (status === 'Failed' ? [problem ?? ''] : []))
    const name = findSeries(tx, comic_id)?.name ?? own[0]!.series_name
    tellSeries(tx, { comic_id, name, imported, left: errors.length, errors, at, key })
  }
}
