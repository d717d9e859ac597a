import { between } from '../platform/clock'
import type { Clock, Instant } from '../platform/ports'
import { Refusal } from '../refusal'
import { type FileRow, fileOf } from '../series/file-store'
import { findIssue } from '../series/store'
import type { Database, Tx } from '../storage/database'
import type { Contents } from './contents'
import { afterMark, afterPageView, isAccepted, type ReadingRecord } from './machine'
import { nextPace, type ReadingPace } from './page-pace'
import { progressRows, saveProgress } from './progress-row-store'
import { type Progress, progressFrom } from './progress-store'
import { fileOfIssue } from './source'
import { countReading } from './statistics'
import type { SittingReport } from './statistics-store'

/** An app that shows the first page sooner than this has only opened the issue. */
const OPENING_MS = 60_000
/** After a longer pause the issue counts as opened anew. */
const SITTING_MS = 600_000
/** Apps and issues that are remembered from page to page. */
const MOST_REMEMBERED = 500

/** The device an issue is read on. */
export interface ReadingDevice {
  /** The name that the user gave it. */
  name: string | null
  id: string | null
}

export interface PageReport {
  /** Counted from 0. */
  page: number
  /** Absent: the last page completes the issue. */
  completed?: boolean
  /** How far down the page, from 0 to 1. */
  share?: number
  device?: string
  device_id?: string
  /** The time according to the device; absent: now. */
  at?: Instant
  /** What Panelkeep's reader counted since the issue was opened. */
  sitting?: SittingReport
  /** The reader's time zone. */
  zone?: string
}

interface ReadingSession {
  began: Instant
  /** It started at the first page. */
  atFirst: boolean
  last: Instant
}

/** Reading progress of each issue, from any source: the reader page, KOReader, or pages that an app fetches. */
export class ReadingProgress {
  private readonly sessions = new Remembered<ReadingSession>()
  private readonly paces = new Remembered<ReadingPace>()

  constructor(private readonly deps: { db: Database; clock: Clock; contents: Contents }) {}

  /**
   * Stores a page view, unless newer progress exists; returns the progress that counts now. Throws Refusal 'missing'
   * without a file, 'invalid' for a page behind the last.
   */
  set(issueId: string, report: PageReport): Progress {
    const { db, clock } = this.deps
    const file = fileOfIssue(db.read, issueId)
    const { page_count } = file
    const { page } = report
    if (page >= page_count) {
      throw new Refusal('invalid', `There is no page ${page + 1}: the issue has ${page_count}.`)
    }
    const now = clock.now()
    // A device whose clock is ahead must not win for ever.
    const at = report.at === undefined || report.at > now ? now : report.at
    const isOpening = this.isOpening(issueId, report, now)
    return db.write((tx) => {
      const before = progressRows(tx, [issueId]).get(issueId)
      const view = { page, page_count, at, ...reported(report) }
      const isOld = report.at !== undefined && !isAccepted(before, view)
      const isKept = before !== undefined && (isOld || (isOpening && before.page > 0))
      const next = isKept ? undefined : afterPageView(before, view)
      const { comic_id } = findIssue(tx, issueId)!
      // Also of a report that newer progress outruns: it was read all the same.
      countReading(tx, { ...report, comic_id, before, next, page_count, at })
      if (!next) return progressFrom(issueId, before!)
      return this.save(tx, issueId, file, next, { name: report.device ?? null, id: report.device_id ?? null })
    })
  }

  /** Marks issues as read or unread; returns how many changed. Those without a file are left out. */
  markRead(issueIds: readonly string[], read: boolean): number {
    const { db, clock } = this.deps
    const at = clock.now()
    return db.write((tx) => {
      const rows = progressRows(tx, issueIds)
      return issueIds.filter((issueId) => {
        const before = rows.get(issueId)
        const file = fileOf(tx, issueId)
        if (!file || (!before && !read)) return false
        const next = afterMark(before, read, file.page_count, at)
        if (next === before) return false
        this.save(tx, issueId, file, next, { name: null, id: null })
        return true
      }).length
    })
  }

  /**
   * A page that an app fetched. Counts when it looks like reading: in order, at the pace of reading, three in a row.
   */
  pageFetched(issueId: string, page: number, device: ReadingDevice): void {
    const key = `${device.id} ${issueId}`
    const { pace, reads } = nextPace(this.paces.get(key), page, this.deps.clock.now())
    this.paces.set(key, pace)
    const isThere = page < (fileOf(this.deps.db.read, issueId)?.page_count ?? 0)
    if (reads && isThere) {
      this.set(issueId, {
        page,
        ...(device.name ? { device: device.name } : {}),
        ...(device.id ? { device_id: device.id } : {}),
      })
    }
  }

  /** Whether the device shows the first page only because it has just opened the issue. */
  private isOpening(issueId: string, { page, device_id, device }: PageReport, now: Instant): boolean {
    const key = `${device_id ?? device ?? ''} ${issueId}`
    const known = this.sessions.get(key)
    const sitting = known && between(known.last, now) < SITTING_MS ? known : { began: now, atFirst: page === 0 }
    this.sessions.set(key, { ...sitting, last: now })
    return page === 0 && sitting.atFirst && between(sitting.began, now) < OPENING_MS
  }

  private save(tx: Tx, issueId: string, file: FileRow, next: ReadingRecord, device: ReadingDevice): Progress {
    const row = {
      ...next,
      content_key: this.deps.contents.keyOf(file),
      issue_id: issueId,
      comic_id: findIssue(tx, issueId)!.comic_id,
      device: device.name,
      device_id: device.id,
    }
    saveProgress(tx, row)
    return progressFrom(issueId, { ...row, revision: 0 })
  }
}

const reported = ({ completed, share }: PageReport) => ({
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
