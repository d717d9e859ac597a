import { allPages, PageMove, pageOrder } from '../../base/formats/archives/page-order'
import { callerId } from '../../base/platform/caller'
import { between } from '../../base/platform/clock'
import type { Clock, Instant } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database, Tx } from '../../base/storage/database'
import { type FileRow, fileOf } from '../series/file-store'
import { findIssue } from '../series/store'
import type { Contents } from './contents'
import { countedTime } from './device-clock'
import { lastReportOf, saveReport } from './device-report-store'
import { afterMark, afterPageView, isAccepted, pageIn, type ReadingRecord, readStateOf } from './machine'
import { nextPace, type ReadingPace } from './page-pace'
import { progressRows, saveProgress } from './progress-row-store'
import { progressFrom, type StoredProgress } from './progress-store'
import { fileOfIssue } from './source'
import { countReading } from './statistics'
import type { SittingReport } from './statistics-store'

/** An app that shows the first page sooner than this has only opened the issue. */
const OPENING_MS = 60_000
/** After a longer pause the issue counts as opened again. */
const SITTING_MS = 600_000
/** Apps and issues that are remembered between pages. */
const MOST_REMEMBERED = 500

/** The device an issue is read on. */
interface ReadingDevice {
  /** The name that the user gave it. */
  name: string | null
  id: string | null
}

interface PageReport {
  /** Counted from 0. */
  page: number
  /** How many pages the reader counted, which may show an older copy of the issue; absent: as many as now. */
  page_count?: number
  /** Absent: the last page completes the issue. */
  completed?: boolean
  /** The app says that reading began, which counts at the first page too. */
  begins?: boolean
  /** How far down the page, from 0 to 1. */
  share?: number
  device?: string
  device_id?: string
  /** Distinguishes devices with the same id or name; absent: the sitting, the id or the name. */
  reporter?: string
  /** The time of reading by the device's clock; absent: now. */
  at?: Instant
  /** The current time by the device's clock. */
  now?: Instant
  /** What Panelkeep's reader has counted since the issue was opened. */
  sitting?: SittingReport
  /** The reader's time zone. */
  zone?: string
}

/** The progress that counts after a report. */
interface StoredReport extends StoredProgress {
  /** When the reported page was read, by this machine's clock. */
  counted_at: Instant
}

interface ReadingSession {
  began: Instant
  /** The reading started at the first page. */
  atFirst: boolean
  last: Instant
}

/** The caller's reading progress of each issue, from any source: the reader page, KOReader, or pages that an app fetches. */
export class ReadingProgress {
  private readonly sessions = new Remembered<ReadingSession>()
  private readonly paces = new Remembered<ReadingPace>()

  constructor(private readonly deps: { db: Database; clock: Clock; contents: Contents }) {}

  /**
   * Stores a page view, unless newer progress exists; returns the progress that now counts. Throws Refusal 'missing'
   * without a file, 'invalid' for a page past the last or an impossible time.
   */
  set(issueId: string, sent: PageReport): StoredReport {
    const { db, clock } = this.deps
    const file = fileOfIssue(db.read, issueId)
    const { page_count } = file
    const report = inPagesOf(file, sent)
    const { page } = report
    if (page >= page_count) {
      throw new Refusal('invalid', `There is no page ${page + 1}: the issue has ${page_count}.`)
    }
    const now = clock.now()
    // Panelkeep's reader reports nothing until a page is turned.
    const isOpening = report.sitting === undefined && this.isOpening(issueId, report, now)
    return db.write((tx) => {
      const at = timeOf(tx, issueId, report, now)
      const before = progressRows(tx, [issueId]).get(issueId)
      const view = { page, page_count, at, ...reported(report) }
      const isOld = report.at !== undefined && !isAccepted(before, view)
      const isKept = before !== undefined && (isOld || (isOpening && before.page > 0))
      const next = isKept ? undefined : afterPageView(before, view)
      const { comic_id } = findIssue(tx, issueId)!
      // Counted even when newer progress exists: the pages were read.
      countReading(tx, { ...report, comic_id, before, next, page_count, at })
      const device = { name: report.device ?? null, id: report.device_id ?? null }
      const kept = next ? this.save(tx, issueId, file, next, device) : progressFrom(issueId, before!)
      return { ...kept, counted_at: at }
    })
  }

  /** Marks issues as read or unread; returns how many changed. Issues without a file are left out. */
  markRead(issueIds: readonly string[], read: boolean): number {
    const { db, clock } = this.deps
    const at = clock.now()
    return db.write((tx) => {
      const rows = progressRows(tx, issueIds)
      return issueIds.filter((issueId) => {
        const before = rows.get(issueId)
        // Not by `tx`, which also finds what the caller may not see.
        const file = fileOf(db.read, issueId)
        if (!file) return false
        const next = afterMark(before, read, file.page_count, at)
        if (next === before) return false
        this.save(tx, issueId, file, next, { name: null, id: null })
        // The mark of an unread issue is stored as well: a device's older report does not replace it.
        return read || (before !== undefined && readStateOf(before) !== 'unread')
      }).length
    })
  }

  /** A page that an app fetched. Counts when the fetches look like reading: in order, at the pace of reading. */
  pageFetched(issueId: string, fetched: number, device: ReadingDevice): void {
    const key = `${callerId()} ${device.id} ${issueId}`
    const pageCount = fileOf(this.deps.db.read, issueId)?.page_count ?? 0
    const { pace, read: page } = nextPace(this.paces.get(key), fetched, this.deps.clock.now(), pageCount)
    this.paces.set(key, pace)
    if (page !== undefined && page < pageCount) {
      this.set(issueId, {
        page,
        ...(device.name ? { device: device.name } : {}),
        ...(device.id ? { device_id: device.id } : {}),
      })
    }
  }

  /** Whether the device shows the first page only because it has just opened the issue. */
  private isOpening(issueId: string, report: PageReport, now: Instant): boolean {
    const { page } = report
    const key = `${callerId()} ${reportersOf(report)[0] ?? ''} ${issueId}`
    const known = this.sessions.get(key)
    const sitting = known && between(known.last, now) < SITTING_MS ? known : { began: now, atFirst: page === 0 }
    this.sessions.set(key, { ...sitting, last: now })
    return page === 0 && sitting.atFirst && between(sitting.began, now) < OPENING_MS
  }

  private save(tx: Tx, issueId: string, file: FileRow, next: ReadingRecord, device: ReadingDevice): StoredProgress {
    const row = {
      ...next,
      content_key: this.deps.contents.keyOf(file),
      issue_id: issueId,
      comic_id: findIssue(tx, issueId)!.comic_id,
      device: device.name,
      device_id: device.id,
    }
    saveProgress(tx, row)
    return progressFrom(issueId, row)
  }
}

/**
 * The report in the pages that are counted now: of a copy that was made before pages were hidden, or before another file
 * replaced it.
 */
function inPagesOf(file: FileRow, report: PageReport): PageReport {
  const { page, page_count: counted = file.page_count, share, ...rest } = report
  if (counted === file.page_count || page >= counted) return report
  const completed = report.completed ?? page === counted - 1
  if (file.hidden_pages && counted === allPages(file).page_count) {
    const move = new PageMove(pageOrder(counted, []), pageOrder(counted, file.hidden_pages.pages))
    const there = move.shownPlace(page)
    const isShown = move.place(page) === there
    return {
      ...rest,
      page: there,
      ...(completed ? { completed } : {}),
      ...(isShown && share !== undefined ? { share } : {}),
    }
  }
  const near = pageIn({ page, page_count: counted }, file.page_count)
  // A page before the last one does not complete a shorter file.
  if (!completed) return { ...rest, page: Math.max(0, Math.min(near, file.page_count - 2)) }
  return { ...rest, page: file.page_count - 1, completed }
}

/** Two phones may share a name, but two sittings never share an id: the most reliable comes first. */
const reportersOf = ({ reporter, sitting, device_id, device }: PageReport): string[] =>
  (reporter === undefined ? [sitting?.sitting_id, device_id ?? device] : [reporter]).filter((id) => id !== undefined)

/** When the page was read, by this machine's clock; the report is stored for judging the device's next one. */
function timeOf(tx: Tx, issueId: string, report: PageReport, now: Instant): Instant {
  const reporters = reportersOf(report)
  // A report with the device's time corrects itself. Without it the device is also judged by its reports of other
  // sittings.
  const asked = report.now === undefined ? reporters : reporters.slice(0, 1)
  const [last] = asked.flatMap((device) => lastReportOf(tx, device, issueId) ?? [])
  const counted_at = countedTime(report, reporters.length === 0 ? null : last, now)
  for (const device of reporters)
    saveReport(tx, { device, issue_id: issueId, said_at: report.at ?? now, counted_at, received_at: now })
  return counted_at
}

const reported = ({ completed, begins, share }: PageReport) => ({
  ...(begins === undefined ? {} : { begins }),
  ...(completed === undefined ? {} : { completed }),
  ...(share === undefined ? {} : { share }),
})

/** A map that drops the least recently used entry. */
class Remembered<V> {
  private readonly entries = new Map<string, V>()

  get(key: string): V | undefined {
    return this.entries.get(key)
  }

  set(key: string, value: V): void {
    this.entries.delete(key)
    this.entries.set(key, value)
    if (this.entries.size > MOST_REMEMBERED) this.entries.delete(this.entries.keys().next().value as string)
  }
}
