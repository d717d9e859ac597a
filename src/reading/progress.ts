import { between } from '../platform/clock'
import type { Clock, Instant } from '../platform/ports'
import { Refusal } from '../refusal'
import { type FileRow, fileOf } from '../series/file-store'
import { findIssue } from '../series/store'
import type { Database, Tx } from '../storage/database'
import type { Contents } from './contents'
import { afterMark, afterPageView, counts, type ReadingRecord } from './machine'
import { nextPace, type Pace } from './page-pace'
import { progressRows, saveProgress } from './progress-row-store'
import { type Progress, progressFrom } from './progress-store'
import { fileOfIssue } from './source'

/** An app that opens at the first page has not turned back to it, so soon. */
const OPENING_MS = 60_000
/** Whoever was silent for longer opens the issue anew. */
const SITTING_MS = 600_000
/** Apps and issues that are remembered from page to page. */
const MOST_REMEMBERED = 500

/** What an issue is read on. */
export interface ReadingDevice {
  /** As people call it. */
  name: string | null
  id: string | null
}

export interface Report {
  /** From 0. */
  page: number
  /** Absent: the last page completes. */
  completed?: boolean
  device?: string
  device_id?: string
  /** When the device says it was; absent: now. */
  at?: Instant
}

interface Sitting {
  began: Instant
  /** It began at the first page. */
  atFirst: boolean
  last: Instant
}

/** How far each issue was read, whoever says so: the reader page, KOReader, or the pages that an app fetches. */
export class ReadingProgress {
  private readonly sittings = new Remembered<Sitting>()
  private readonly paces = new Remembered<Pace>()

  constructor(private readonly deps: { db: Database; clock: Clock; contents: Contents }) {}

  /**
   * Takes a page that was looked at, unless a newer word says otherwise; answers what counts now. Throws Refusal
   * 'missing' without a file, 'invalid' for a page behind the last.
   */
  set(issueId: string, report: Report): Progress {
    const { db, clock } = this.deps
    const file = fileOfIssue(db.read, issueId)
    const { page_count } = file
    const { page, completed } = report
    if (page >= page_count) {
      throw new Refusal('invalid', `There is no page ${page + 1}: the issue has ${page_count}.`)
    }
    const now = clock.now()
    // A device whose clock is ahead must not have the last word for ever.
    const at = report.at === undefined || report.at > now ? now : report.at
    const isOpening = this.isOpening(issueId, report, now)
    return db.write((tx) => {
      const before = progressRows(tx, [issueId]).get(issueId)
      const isOld = report.at !== undefined && !counts(before, { page, page_count, at, ...said(completed) })
      if (before && (isOld || (isOpening && before.page > 0))) return progressFrom(issueId, before)
      const next = afterPageView(before, { page, page_count, at, ...said(completed) })
      return this.save(tx, issueId, file, next, { name: report.device ?? null, id: report.device_id ?? null })
    })
  }

  /** Marks issues as read or unread; answers how many changed. Those without a file are left out. */
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

  /** A page that an app fetched. Counts when it looks like reading: in order, at the pace of reading, three in a row. */
  seen(issueId: string, page: number, device: ReadingDevice): void {
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

  /** Whether the device shows the first page only because it has just opened the issue there. */
  private isOpening(issueId: string, { page, device_id, device }: Report, now: Instant): boolean {
    const key = `${device_id ?? device ?? ''} ${issueId}`
    const known = this.sittings.get(key)
    const sitting = known && between(known.last, now) < SITTING_MS ? known : { began: now, atFirst: page === 0 }
    this.sittings.set(key, { ...sitting, last: now })
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

const said = (completed: boolean | undefined) => (completed === undefined ? {} : { completed })

/** Forgets what was used longest ago. */
class Remembered<V> {
  private readonly held = new Map<string, V>()

  get(key: string): V | undefined {
    return this.held.get(key)
  }

  set(key: string, value: V): void {
    this.held.delete(key)
    this.held.set(key, value)
    if (this.held.size > MOST_REMEMBERED) this.held.delete(this.held.keys().next().value as string)
  }
}
