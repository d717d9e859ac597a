import { desc, sql } from 'drizzle-orm'
import type { Instant } from '../platform/ports'
import { HAS_FILE } from '../series/file-store'
import { findIssue } from '../series/store'
import { files, issueFiles, issues } from '../series/tables'
import type { Reader } from '../storage/database'
import { prepared } from '../storage/prepared'
import { percentOf, stateOf } from './machine'
import { type ProgressRow, progressRows } from './progress-row-store'
import type { ReadState } from './states'
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

/** The issue that comes next in a series. */
export interface OnDeck {
  issue_id: string
  comic_id: string
  /** The one that was read last. */
  after_issue_id: string
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

/** Of an issue, the same as `stateOf` says of its newest row; null for one that nobody ever opened. */
const STATE = sql<ReadState | null>`(
  select case when completed then 'read' when furthest > 0 then 'reading' else 'unread' end from ${readingProgress} as own
  where own.issue_id = ${issues.issue_id} or own.content_key in (
    select ${files.content_hash} from ${issueFiles} join ${files} using (file_id) where ${issueFiles.issue_id} = ${issues.issue_id})
  order by own.read_at desc, own.revision desc limit 1)`

const countsBySeries = prepared((db: Reader) => {
  const touched = db
    .selectDistinct({ issue_id: sql`touched.issue_id`.as('touched_issue') })
    .from(
      sql`(select ${readingProgress.issue_id} as issue_id from json_each(${is('ids')}) as asked
          join ${readingProgress} on ${readingProgress.comic_id} = asked.value
        union select ${issueFiles.issue_id} from json_each(${is('ids')}) as asked
          cross join ${readingProgress} cross join ${files} cross join ${issueFiles}
          where ${readingProgress.comic_id} = asked.value and ${files.content_hash} = ${readingProgress.content_key}
            and ${issueFiles.file_id} = ${files.file_id}) as touched`,
    )
    .as('t')
  return db
    .select({ comic_id: issues.comic_id, state: STATE.as('state') })
    .from(touched)
    .crossJoin(issues)
    .where(
      sql`${issues.issue_id} = ${touched.issue_id} and ${issues.comic_id} in (select value from json_each(${is('ids')}))`,
    )
    .prepare()
})

/** How many issues of each series were read and are being read; series without are left out. */
export function readCounts(db: Reader, comicIds: readonly string[]): Map<string, { read: number; reading: number }> {
  const counts = new Map<string, { read: number; reading: number }>()
  for (const { comic_id, state } of countsBySeries(db).all({ ids: JSON.stringify(comicIds) })) {
    if (state !== 'read' && state !== 'reading') continue
    const count = counts.get(comic_id) ?? { read: 0, reading: 0 }
    count[state] += 1
    counts.set(comic_id, count)
  }
  return counts
}

const seriesRead = prepared((db: Reader) =>
  db
    .select({ comic_id: sql<string>`${readingProgress.comic_id}` })
    .from(readingProgress)
    .where(sql`${readingProgress.comic_id} is not null`)
    .groupBy(readingProgress.comic_id)
    .orderBy(sql`max(${readingProgress.read_at}) desc`)
    .prepare(),
)

/** Volumes before the chapters that they may hold again, annuals last. */
const READING_ORDER = [desc(issues.kind), desc(issues.unit), issues.sort_key, issues.issue_id]

const inOrder = prepared((db: Reader) =>
  db
    .select({ issue_id: issues.issue_id, has_file: sql<number>`${HAS_FILE}` })
    .from(issues)
    .where(sql`${issues.comic_id} = ${is('comic_id')}`)
    .orderBy(...READING_ORDER)
    .prepare(),
)

/** Not an older reading of an issue whose file was replaced since. */
const IS_NEWEST = sql`not exists (select 1 from ${readingProgress} as later
  where later.issue_id = ${readingProgress.issue_id} and later.revision > ${readingProgress.revision})`
const inSeries = sql`${readingProgress.comic_id} = ${is('comic_id')}`

const busyIn = prepared((db: Reader) =>
  db
    .select({ issue_id: readingProgress.issue_id })
    .from(readingProgress)
    .where(sql`${inSeries} and ${readingProgress.completed} = 0 and ${readingProgress.furthest} > 0 and ${IS_NEWEST}`)
    .limit(1)
    .prepare(),
)

/** Of issues that were marked together, all have the same time: then the last of them in order. */
const lastReadIn = prepared((db: Reader) =>
  db
    .select({ issue_id: issues.issue_id, kind: issues.kind, unit: issues.unit, sort_key: issues.sort_key })
    .from(readingProgress)
    .crossJoin(issues)
    .where(
      sql`${inSeries} and ${readingProgress.completed} = 1 and ${issues.issue_id} = ${readingProgress.issue_id} and ${IS_NEWEST}`,
    )
    .orderBy(desc(readingProgress.read_at), issues.kind, issues.unit, desc(issues.sort_key))
    .limit(1)
    .prepare(),
)

const IS_UNREAD = sql`${HAS_FILE} and coalesce(${STATE}, 'unread') <> 'read'`
const sameKind = sql`${issues.comic_id} = ${is('comic_id')} and ${issues.kind} = ${is('kind')}`

/** Among the same numbers: these lie in an index in their order, so it looks at one or two and not at the whole series. */
const nextNumber = prepared((db: Reader) =>
  db
    .select({ issue_id: issues.issue_id })
    .from(issues)
    .where(
      sql`${sameKind} and ${issues.sort_key} > ${is('sort_key')} and ${issues.unit} = ${is('unit')} and ${IS_UNREAD}`,
    )
    .orderBy(issues.sort_key)
    .limit(1)
    .prepare(),
)

/** Chapters after the volumes, annuals after the issues. */
const firstOfRest = prepared((db: Reader) =>
  db
    .select({ issue_id: issues.issue_id })
    .from(issues)
    .where(
      sql`((${sameKind} and ${issues.unit} < ${is('unit')})
        or (${issues.comic_id} = ${is('comic_id')} and ${issues.kind} < ${is('kind')})) and ${IS_UNREAD}`,
    )
    .orderBy(...READING_ORDER)
    .limit(1)
    .prepare(),
)

/** The first issue that can be read and was not, after the one that was read last. */
function nextIn(db: Reader, comicId: string): OnDeck | undefined {
  if (busyIn(db).get({ comic_id: comicId })) return undefined
  const last = lastReadIn(db).get({ comic_id: comicId })
  const place = { comic_id: comicId, ...last }
  const next = last && (nextNumber(db).get(place) ?? firstOfRest(db).get(place))
  return next && { issue_id: next.issue_id, comic_id: comicId, after_issue_id: last.issue_id }
}

function* allOnDeck(db: Reader): Generator<OnDeck> {
  for (const { comic_id } of seriesRead(db).all()) {
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
  const order = inOrder(db).all({ comic_id: issue.comic_id })
  const at = order.findIndex(({ issue_id }) => issue_id === issueId)
  const readable = ({ has_file }: { has_file: number }) => has_file === 1
  return {
    previous: order.slice(0, at).findLast(readable)?.issue_id,
    next: order.slice(at + 1).find(readable)?.issue_id,
  }
}

function taken<T>(rows: Iterable<T>, { limit, offset }: Span): T[] {
  return Iterator.from(rows).drop(offset).take(limit).toArray()
}
