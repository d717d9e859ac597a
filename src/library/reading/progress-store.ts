import { eq, sql } from 'drizzle-orm'
import type { PageSpan } from '../../base/http/paging'
import { callerId } from '../../base/platform/caller'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { findIssue } from '../series/store'
import { pageIn, readShare, readStateOf } from './machine'
import { type ProgressRow, progressRows } from './progress-row-store'
import {
  countNext,
  countUnderWay,
  issuesInOrder,
  seriesOnDeck,
  seriesReadingRows,
  seriesUnderWay,
} from './series-reading-store'
import { readingProgress } from './tables'

export interface StoredProgress {
  issue_id: string
  /** The page last viewed, from 0. */
  page: number
  page_count: number
  completed: boolean
  /** From 0 to 1. */
  percent: number
  started_at: Instant
  read_at: Instant
  finished_at: Instant | null
  /** The name of the device. */
  device: string | null
}

/** An issue to continue. */
export interface IssueInProgress {
  issue_id: string
  comic_id: string
  progress: StoredProgress
}

/** The next issue of a series. */
export interface OnDeck {
  issue_id: string
  comic_id: string
  /** The issue that was read last. */
  after_issue_id: string
}

// Single issues

/** Undefined for an unread issue. */
export function issueProgress(db: ReadHandle, issueId: string): StoredProgress | undefined {
  return progressOfIssues(db, [issueId]).get(issueId)
}

/** Progress of issues that are being read or were read; others are left out. */
export function progressOfIssues(db: ReadHandle, issueIds: readonly string[]): Map<string, StoredProgress> {
  const found = new Map<string, StoredProgress>()
  for (const [issueId, row] of progressRows(db, issueIds)) {
    if (readStateOf(row) !== 'unread') found.set(issueId, progressFrom(issueId, row))
  }
  return found
}

/**
 * The position within a page at which reading stopped; null at the top of a page, after the issue was read, and in a
 * different file whose pages were split differently.
 */
export function issuePlace(db: ReadHandle, issueId: string, pageCount: number): { page: number; share: number } | null {
  const row = progressRows(db, [issueId]).get(issueId)
  if (!row || row.share === null || row.completed || pageIn(row, pageCount) !== row.page) return null
  return { page: row.page, share: row.share }
}

export function progressFrom(issueId: string, row: Omit<ProgressRow, 'user_id' | 'revision'>): StoredProgress {
  const { page, page_count, completed, started_at, read_at, finished_at, device } = row
  const times = { started_at, read_at, finished_at }
  return { issue_id: issueId, page, page_count, completed, percent: readShare(row), ...times, device }
}

const newestRevision = preparedQuery((db: ReadHandle) =>
  db
    .select({ revision: sql<number | null>`max(${readingProgress.revision})` })
    .from(readingProgress)
    .where(eq(readingProgress.user_id, sql.placeholder('user_id')))
    .prepare(),
)

/** Changes with any progress of the caller. */
export function progressVersion(db: ReadHandle): string {
  return String(newestRevision(db).get({ user_id: callerId() })?.revision ?? 0)
}

// Lists

/** Started and unfinished issues, last read first, one per series. */
export function continueReading(db: ReadHandle, span: PageSpan): IssueInProgress[] {
  const rows = seriesUnderWay(db, span)
  const progress = progressOfIssues(
    db,
    rows.map((row) => row.issue_id),
  )
  return rows.map((row) => ({ ...row, progress: progress.get(row.issue_id)! }))
}

export function countContinue(db: ReadHandle): number {
  return countUnderWay(db)
}

/** Which of the issues are in the list of `continueReading`. */
export function currentIssues(db: ReadHandle, issueIds: readonly string[]): Set<string> {
  const comics = new Set(issueIds.flatMap((id) => findIssue(db, id)?.comic_id ?? []))
  const current = new Set(seriesReadingRows(db, [...comics]).map(({ current_issue_id }) => current_issue_id))
  return new Set(issueIds.filter((id) => current.has(id)))
}

/** How many issues of each series were read and are being read; series without progress are left out. */
export function readCounts(
  db: ReadHandle,
  comicIds: readonly string[],
): Map<string, { read: number; reading: number }> {
  return new Map(seriesReadingRows(db, comicIds).map(({ comic_id, read, reading }) => [comic_id, { read, reading }]))
}

/** The next issue of series in which none is being read, last read series first. */
export function onDeck(db: ReadHandle, span: PageSpan): OnDeck[] {
  return seriesOnDeck(db, span)
}

export function countOnDeck(db: ReadHandle): number {
  return countNext(db)
}

/** The readable issues before and after this one, in the reading order of its series. */
export function neighbours(db: ReadHandle, issueId: string): { previous?: string; next?: string } {
  const issue = findIssue(db, issueId)
  if (!issue) return {}
  const order = issuesInOrder(db, issue.comic_id)
  const at = order.findIndex(({ issue_id }) => issue_id === issueId)
  return {
    previous: order.slice(0, at).findLast(({ readable }) => readable)?.issue_id,
    next: order.slice(at + 1).find(({ readable }) => readable)?.issue_id,
  }
}
