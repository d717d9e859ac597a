import { desc, sql } from 'drizzle-orm'
import type { Instant } from '../platform/ports'
import { HAS_FILE } from '../series/file-store'
import { findIssue } from '../series/store'
import { files, issueFiles, issues } from '../series/tables'
import type { Reader } from '../storage/database'
import { prepared } from '../storage/prepared'
import { percentOf, stateOf } from './machine'
import { type ProgressRow, progressRows } from './progress-row-store'
import { inOrder, nextIn, type OnDeck, seriesRead, statesIn } from './series-reading-store'
import { readingProgress } from './tables'

export interface Progress {
  issue_id: string
  /** The page last looked at, from 0. */
  page: number
  page_count: number
  completed: boolean
  /** From 0 to 1. */
  percent: number
  started_at: Instant
  read_at: Instant
  finished_at: Instant | null
  /** What it was read on, as people call it. */
  device: string | null
}

export interface Span {
  limit: number
  offset: number
}

/** An issue to go on with. */
export interface Started {
  issue_id: string
  comic_id: string
  progress: Progress
}

const is = sql.placeholder

// Single issues

/** Undefined for an issue that is unread. */
export function progressOf(db: Reader, issueId: string): Progress | undefined {
  return progressOfIssues(db, [issueId]).get(issueId)
}

/** Of the issues that are being read or were read; the others are left out. */
export function progressOfIssues(db: Reader, issueIds: readonly string[]): Map<string, Progress> {
  const found = new Map<string, Progress>()
  for (const [issueId, row] of progressRows(db, issueIds)) {
    if (stateOf(row) !== 'unread') found.set(issueId, progressFrom(issueId, row))
  }
  return found
}

export function progressFrom(issueId: string, row: ProgressRow): Progress {
  const { page, page_count, completed, started_at, read_at, finished_at, device } = row
  const times = { started_at, read_at, finished_at }
  return { issue_id: issueId, page, page_count, completed, percent: percentOf(row), ...times, device }
}

const newestRevision = prepared((db: Reader) =>
  db
    .select({ revision: sql<number | null>`max(${readingProgress.revision})` })
    .from(readingProgress)
    .prepare(),
)

/** Another one whenever any progress changed. */
export function progressVersion(db: Reader): string {
  return String(newestRevision(db).get()?.revision ?? 0)
}

// Lists

/** The issue that a row is shown as: what it was read as or, after a new import, what holds its content. */
const SHOWN_AS = sql`coalesce(${readingProgress.issue_id}, (select ${issueFiles.issue_id} from ${files}
  join ${issueFiles} using (file_id) where ${files.content_hash} = ${readingProgress.content_key} and ${files.gone_at} is null limit 1))`

const underWay = prepared((db: Reader) =>
  db
    .select({ content_key: readingProgress.content_key, issue_id: issues.issue_id, comic_id: issues.comic_id })
    .from(readingProgress)
    // A cross join keeps SQLite from beginning with the issues.
    .crossJoin(issues)
    .where(
      sql`${readingProgress.completed} = 0 and ${readingProgress.furthest} > 0 and ${issues.issue_id} = ${SHOWN_AS} and ${HAS_FILE}`,
    )
    .orderBy(desc(readingProgress.read_at))
    .limit(is('limit'))
    .offset(is('offset'))
    .prepare(),
)

const BATCH = 50

/** Issues that were begun and have a file, one of each series, what was read last first. */
function* allUnderWay(db: Reader): Generator<Started> {
  const seen = new Set<string>()
  for (let offset = 0; ; offset += BATCH) {
    const rows = underWay(db).all({ limit: BATCH, offset })
    const newest = progressRows(
      db,
      rows.map((row) => row.issue_id),
    )
    for (const { content_key, issue_id, comic_id } of rows) {
      const row = newest.get(issue_id)
      // An older reading of an issue whose file was replaced, or a series that stands further up.
      if (row?.content_key !== content_key || seen.has(comic_id)) continue
      seen.add(comic_id)
      yield { issue_id, comic_id, progress: progressFrom(issue_id, row) }
    }
    if (rows.length < BATCH) return
  }
}

/** Issues that were begun and not completed, newest reading first, one of each series. */
export function continueReading(db: Reader, span: Span): Started[] {
  return taken(allUnderWay(db), span)
}

export function countContinue(db: Reader): number {
  return [...allUnderWay(db)].length
}

/** How many issues of each series were read and are being read; series without are left out. */
export function readCounts(db: Reader, comicIds: readonly string[]): Map<string, { read: number; reading: number }> {
  const counts = new Map<string, { read: number; reading: number }>()
  for (const { comic_id, state } of statesIn(db, comicIds)) {
    if (state !== 'read' && state !== 'reading') continue
    const count = counts.get(comic_id) ?? { read: 0, reading: 0 }
    count[state] += 1
    counts.set(comic_id, count)
  }
  return counts
}

function* allOnDeck(db: Reader): Generator<OnDeck> {
  for (const comic_id of seriesRead(db)) {
    const next = nextIn(db, comic_id)
    if (next) yield next
  }
}

/** What comes next in series of which nothing is under way, the series that was read last first. */
export function onDeck(db: Reader, span: Span): OnDeck[] {
  return taken(allOnDeck(db), span)
}

export function countOnDeck(db: Reader): number {
  return [...allOnDeck(db)].length
}

/** The issues that can be read before and after this one, in the reading order of its series. */
export function neighbours(db: Reader, issueId: string): { previous?: string; next?: string } {
  const issue = findIssue(db, issueId)
  if (!issue) return {}
  const order = inOrder(db, issue.comic_id)
  const at = order.findIndex(({ issue_id }) => issue_id === issueId)
  return {
    previous: order.slice(0, at).findLast(({ readable }) => readable)?.issue_id,
    next: order.slice(at + 1).find(({ readable }) => readable)?.issue_id,
  }
}

function taken<T>(rows: Iterable<T>, { limit, offset }: Span): T[] {
  return Iterator.from(rows).drop(offset).take(limit).toArray()
}
