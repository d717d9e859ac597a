import type { PageMove } from '../../base/formats/archives/page-order'
import type { Instant } from '../../base/platform/ports'
import type { ReadState } from './states'

/** The state machine of reading progress, without clock or database. */

/** Events of a reading: a page view, or a mark by the user. */
export const readingEvents = ['opened', 'turned', 'finished', 'again', 'marked_read', 'marked_unread'] as const
type ReadingEvent = (typeof readingEvents)[number]

/** The state after an event. A read issue stays read until it is read again or marked as unread. */
export const NEXT = {
  unread: {
    opened: 'unread',
    turned: 'reading',
    finished: 'read',
    again: 'reading',
    marked_read: 'read',
    marked_unread: 'unread',
  },
  reading: {
    opened: 'reading',
    turned: 'reading',
    finished: 'read',
    again: 'reading',
    marked_read: 'read',
    marked_unread: 'unread',
  },
  read: {
    opened: 'read',
    turned: 'read',
    finished: 'read',
    again: 'reading',
    marked_read: 'read',
    marked_unread: 'unread',
  },
} as const satisfies Record<ReadState, Record<ReadingEvent, ReadState>>

export interface ReadingRecord {
  page: number
  page_count: number
  /** How far down the page, from 0 to 1; null at the top. */
  share: number | null
  furthest: number
  completed: boolean
  again: number | null
  started_at: Instant
  read_at: Instant
  finished_at: Instant | null
  times_read: number
}

/** A view of one page. */
export interface PageView {
  page: number
  page_count: number
  /** The app's own report; absent: the last page completes the issue. */
  completed?: boolean
  /** The app says that reading began, which counts at the first page too. */
  begins?: boolean
  /** How far down the page; absent for apps that report only pages. */
  share?: number
  at: Instant
}

export function readStateOf({ completed, furthest }: Pick<ReadingRecord, 'completed' | 'furthest'>): ReadState {
  if (completed) return 'read'
  return furthest > 0 ? 'reading' : 'unread'
}

/** The share that was read, from 0 to 1. */
export function readShare({ completed, furthest, page, page_count }: Omit<ReadingRecord, 'again'>): number {
  if (completed) return 1
  return furthest === 0 || page_count === 0 ? 0 : Math.min(1, (page + 1) / page_count)
}

/** The largest difference: a better copy has other adverts; with a larger one the pages were split differently. */
const SAME_CUT = 0.1

/**
 * The page to continue at in a file of `pageCount` pages, which may have replaced the file that was read: the same
 * page, or the same share when the pages were split differently.
 */
export function pageIn({ page, page_count }: Pick<ReadingRecord, 'page' | 'page_count'>, pageCount: number): number {
  const isCutAlike = Math.abs(pageCount - page_count) <= Math.max(4, page_count * SAME_CUT)
  const there = isCutAlike || page_count === 0 ? page : Math.floor(((page + 1) / page_count) * pageCount) - 1
  return Math.max(0, Math.min(there, pageCount - 1))
}

/**
 * Whether a device's update is accepted: the newest wins. Of two with the same time, the later arrival may only move
 * forward, since devices repeat themselves; an older one changes nothing.
 */
export function isAccepted(
  before: Pick<ReadingRecord, 'read_at' | 'page' | 'completed' | 'share'> | undefined,
  view: PageView,
): boolean {
  if (!before || view.at > before.read_at) return true
  if (view.at < before.read_at) return false
  if (view.page === before.page && (view.share ?? 0) > (before.share ?? 0)) return true
  return view.page > before.page || (view.completed === true && !before.completed)
}

/** The record after a page view. */
export function afterPageView(before: ReadingRecord | undefined, view: PageView): ReadingRecord {
  const { page, page_count, at } = view
  const state = before ? readStateOf(before) : 'unread'
  const again = state === 'read' ? readAgain(before?.again ?? null, view) : null
  const event = eventOf(state, view, again)
  const share = shareAfter(before, view)
  const base = before ?? fresh(view)
  const next = NEXT[state][event]
  if (next === 'read') {
    const isNew = state !== 'read' || (event === 'finished' && again !== null)
    return {
      ...base,
      page,
      page_count,
      share,
      furthest: page_count - 1,
      completed: true,
      again: event === 'finished' ? null : again,
      read_at: at,
      finished_at: isNew ? at : base.finished_at,
      times_read: base.times_read + (isNew ? 1 : 0),
    }
  }
  const begins = state !== 'reading'
  return {
    ...base,
    page,
    page_count,
    share,
    // Begun at the first page is further than not begun.
    furthest: Math.max(begins ? 0 : base.furthest, page, view.begins ? 1 : 0),
    completed: false,
    again: null,
    started_at: begins ? at : base.started_at,
    read_at: at,
    finished_at: state === 'read' ? null : base.finished_at,
  }
}

/** The record after the user marked the issue as read or unread. */
export function afterMark(
  before: ReadingRecord | undefined,
  read: boolean,
  page_count: number,
  at: Instant,
): ReadingRecord {
  const last = Math.max(0, page_count - 1)
  const base = before ?? fresh({ page: 0, page_count, at })
  const was = before ? readStateOf(before) : 'unread'
  const next = NEXT[was][read ? 'marked_read' : 'marked_unread']
  // Marked again, an unread issue stays unread when a device sends an older report.
  if (next === was) return read ? base : { ...base, read_at: at }
  return {
    ...base,
    page: read ? last : 0,
    page_count,
    share: null,
    furthest: read ? last : 0,
    completed: read,
    again: null,
    read_at: at,
    finished_at: read ? at : null,
    times_read: base.times_read + (read ? 1 : 0),
  }
}

/** The record when readers count the pages in another way. What was read stays read, and a started issue started. */
export function moveRecord(
  record: ReadingRecord,
  move: PageMove,
): Pick<ReadingRecord, 'page' | 'page_count' | 'share' | 'furthest' | 'again'> {
  const page_count = record.page_count + move.to.shown - move.from.shown
  const { page, share, furthest, again } = record
  if (readStateOf(record) === 'unread') return { page, page_count, share, furthest, again }
  return {
    page: move.shownPlace(page),
    page_count,
    share: move.place(page) < move.to.shown ? share : null,
    furthest: record.completed ? page_count - 1 : Math.max(1, move.furthestPlace(furthest)),
    again: again === null ? null : move.furthestPlace(again),
  }
}

function fresh({ page, page_count, at }: PageView): ReadingRecord {
  const empty = { completed: false, share: null, again: null, finished_at: null, times_read: 0 }
  return { ...empty, page, page_count, furthest: 0, started_at: at, read_at: at }
}

/** An app that reports only pages does not change the known position within the page. */
function shareAfter(before: ReadingRecord | undefined, { page, page_count, share }: PageView): number | null {
  if (share !== undefined) return share === 0 ? null : share
  return before?.page === page && before.page_count === page_count ? before.share : null
}

function eventOf(
  state: ReadState,
  { page, page_count, completed, begins }: PageView,
  again: number | null,
): ReadingEvent {
  if (completed ?? page >= page_count - 1) return 'finished'
  if (state === 'read') return completed === false || isHalfRead(again, page_count) ? 'again' : 'turned'
  return page > 0 || begins ? 'turned' : 'opened'
}

/** Pages are turned in ones and twos, and one request may get lost. */
const STEP = 3

/** The furthest page of a second reading: it begins at the first pages and advances in steps; a jump ends it. */
function readAgain(so: number | null, { page }: PageView): number | null {
  if (page <= 1) return Math.max(so ?? 0, page)
  if (so === null || page > so + STEP) return null
  return Math.max(so, page)
}

/** Viewing only the first page never completes an issue, however short. */
function isHalfRead(again: number | null, pageCount: number): boolean {
  return again !== null && again >= Math.max(1, Math.ceil(pageCount / 2) - 1)
}
