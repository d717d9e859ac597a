import type { ImportProgress } from '../../base/events/types'
import { between, isWithin } from '../../base/platform/clock'
import type { Clock, Instant } from '../../base/platform/ports'
import type { Database, Tx } from '../../base/storage/database'
import type { Tools } from '../../base/work/operations'
import type { ParsedFile } from '../../library/recognition/service'
import { cacheFiles, type FileToCache } from './scan/cache-store'
import type { ScanPayload } from './scan/scanner'
import * as store from './store'
import type { ReadFacts } from './tables'
import { recordScan, recordScanEnd } from './timeline'

interface Deps {
  db: Database
  clock: Clock
  scan: ScanPayload
  tools: Pick<Tools, 'signal' | 'report'>
}

const BATCH = 200
/** Shortest time between two progress reports: often enough to look alive, seldom enough to cost nothing. */
const PULSE_MS = 200
const MOST_ERRORS = 200

/** Stores the files of a scan in batches and reports progress. Stores nothing after the scan was cancelled. */
export class ScanProgress {
  private readonly rows: store.ScannedRow[] = []
  private readonly read: FileToCache[] = []
  private readonly errors: string[] = []
  private readonly names = new Set<string>()
  private files = 0
  private processed = 0
  private current: string | null = null
  private lost = false
  private flushedAt: Instant
  private reportedAt: Instant | undefined

  constructor(private readonly deps: Deps) {
    this.flushedAt = deps.clock.now()
    this.flush()
  }

  get scan(): ScanPayload {
    return this.deps.scan
  }

  /** Whether the scan was cancelled, or the process ends. */
  get stopped(): boolean {
    return this.lost || this.deps.tools.signal.aborted
  }

  /** Adds a sentence about a folder or file that could not be read. */
  fail(sentence: string): void {
    if (this.errors.length < MOST_ERRORS) this.errors.push(sentence)
  }

  /** Adds a file that the walk found but does not read: it is listed, and not counted. */
  leaveOut(row: store.ScannedRow): void {
    this.rows.push(row)
    this.flushWhenDue()
  }

  total(files: number): void {
    this.files = files
    this.flushWhenDue()
  }

  /** The file is not a comic after all. */
  skip(): void {
    this.files -= 1
    this.flushWhenDue()
  }

  /** `read`: facts that were read from the file just now, to be cached. */
  add(row: store.ScannedRow, parsed: ParsedFile | undefined, read?: ReadFacts): void {
    this.processed += 1
    this.rows.push(row)
    const { path, size, modified_ms, content_hash } = row
    if (read && content_hash)
      this.read.push({ path, kind: this.scan.kind, size, modified_ms, content_hash, facts: read })
    if (parsed) {
      this.names.add(parsed.key)
      this.current = parsed.series
    }
    this.flushWhenDue()
  }

  flush(): void {
    const { clock, scan } = this.deps
    const rows = this.rows.splice(0)
    const read = this.read.splice(0)
    this.flushedAt = clock.now()
    const due = this.reportedAt === undefined || between(this.reportedAt, this.flushedAt) >= PULSE_MS
    this.write((tx) => {
      store.insertFiles(tx, rows)
      cacheFiles(tx, read)
      const change = { ...this.counts(), series_found: this.names.size, errors: this.errors }
      const row = store.changeScan(tx, scan.scan_id, 'scanning', change)
      if (row && due) tx.emit({ type: 'import.progress', ...progressEvent(row) })
    })
    if (!due || this.stopped) return
    this.reportedAt = this.flushedAt
    this.deps.tools.report(this.files === 0 ? 0 : this.processed / this.files)
  }

  /** False, without writing, when the scan was cancelled. */
  write(work: (tx: Tx) => void): boolean {
    const { db, scan } = this.deps
    if (this.stopped) return false
    return db.write((tx) => {
      this.lost = store.findScan(tx, scan.scan_id)?.state !== 'scanning'
      if (!this.lost) work(tx)
      return !this.lost
    })
  }

  finish(series: number): void {
    const { clock, scan } = this.deps
    this.write((tx) => {
      const ends = { series_found: series, current_series: null, errors: this.errors }
      const change = { ...this.counts(), ...ends }
      const ended = { state: 'completed', finished_at: clock.now() } as const
      const row = store.changeScan(tx, scan.scan_id, 'scanning', { ...change, ...ended })
      if (!row) return
      tx.emit({ type: 'import.progress', ...progressEvent(row) })
      recordScan(tx, row, { at: ended.finished_at, quiet: scan.quiet ?? false })
    })
  }

  private flushWhenDue(): void {
    const { clock } = this.deps
    if (this.rows.length >= BATCH || !isWithin(this.flushedAt, clock.now(), PULSE_MS)) this.flush()
  }

  private counts() {
    return { total_files: this.files, processed_files: this.processed, current_series: this.current }
  }
}

/** Ends a scan as failed or cancelled. */
export function endScan(
  { db, clock }: { db: Database; clock: Clock },
  { scan_id }: ScanPayload,
  state: 'cancelled' | 'error',
  error?: string,
): void {
  db.write((tx) => {
    const errors = [...(store.findScan(tx, scan_id)?.errors ?? []), ...(error ? [error] : [])]
    const at = clock.now()
    const row = store.changeScan(tx, scan_id, 'scanning', { state, current_series: null, finished_at: at, errors })
    if (!row) return
    tx.emit({ type: 'import.progress', ...progressEvent(row) })
    recordScanEnd(tx, row, { at, state, error })
  })
}

export function progressEvent(scan: store.ScanRow): ImportProgress {
  const { kind, state, total_files, processed_files, series_found, current_series } = scan
  return { kind, status: state, total_files, processed_files, series_found, current_series }
}
