import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { ReadHandle } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import { isAnnounced } from '../../../library/series/column-store'
import { FOLLOWED, listWanted } from '../../../library/series/list-store'
import { files, issueFiles, issues, series } from '../../../library/series/tables'

/** Issues as the tools list them. Lists stop at their limit; none reads all issues. */

const is = sql.placeholder

const columns = {
  issue_id: issues.issue_id,
  comic_id: issues.comic_id,
  kind: issues.kind,
  unit: issues.unit,
  number: issues.number,
  title: issues.title,
  release_date: issues.release_date,
  digital_date: issues.digital_date,
  issue_date: issues.issue_date,
  intent: issues.intent,
  fulfillment: issues.fulfillment,
  series: series.name,
  series_status: series.status,
}

export type ToolIssue = {
  [K in keyof typeof columns]: (typeof columns)[K]['_']['notNull'] extends true
    ? (typeof columns)[K]['_']['data']
    : (typeof columns)[K]['_']['data'] | null
}

export interface IssuePage {
  rows: ToolIssue[]
  total: number
  /** There are more than `total`; counting them would read all issues. */
  isMore?: boolean
}

const byId = preparedQuery((db: ReadHandle) =>
  db
    .select(columns)
    .from(issues)
    .innerJoin(series, eq(series.comic_id, issues.comic_id))
    .where(sql`${issues.issue_id} in (select value from json_each(${is('ids')}))`)
    .prepare(),
)

/** The issues with these ids, in their order; unknown ones are left out. */
export function listedIssues(db: ReadHandle, ids: readonly string[]): ToolIssue[] {
  const found = new Map(
    byId(db)
      .all({ ids: JSON.stringify(ids) })
      .map((row) => [row.issue_id, row]),
  )
  return ids.flatMap((id) => found.get(id) ?? [])
}

// Issues of one series

const ABSENT = sql`${issues.fulfillment} in ('missing', 'failed', 'unknown') and ${issues.intent} <> 'ignored'`
const PARTS = {
  all: () => sql`1`,
  missing: (today) => sql`${ABSENT} and not ${isAnnounced(today)}`,
  announced: (today) => sql`${ABSENT} and ${isAnnounced(today)}`,
  wanted: () => sql`${issues.fulfillment} = 'missing' and ${issues.intent} = 'wanted'`,
  owned: () => sql`${issues.fulfillment} in ('downloaded', 'archived')`,
} as const satisfies Record<string, (today: string) => SQL>

export type SeriesPart = keyof typeof PARTS

/** Issues of a series in the order of their numbers, annuals last. */
export function toolIssuesOfSeries(
  db: ReadHandle,
  { comicId, part, today }: { comicId: string; part: SeriesPart; today: string },
  limit: number,
): IssuePage {
  const of = sql`${issues.comic_id} = ${comicId} and ${PARTS[part](today)}`
  const rows = db
    .select(columns)
    .from(issues)
    .innerJoin(series, eq(series.comic_id, issues.comic_id))
    .where(of)
    .orderBy(desc(issues.kind), issues.sort_key, issues.unit)
    .limit(limit)
    .all()
  const counted = () => db.select({ count: sql<number>`count(*)` }).from(issues).where(of).get()!.count
  return { rows, total: rows.length < limit ? rows.length : counted() }
}

/** Issues of a series with this printed number, in any unit. */
export function toolIssuesNumbered(db: ReadHandle, comicId: string, number: string): ToolIssue[] {
  return db
    .select(columns)
    .from(issues)
    .innerJoin(series, eq(series.comic_id, issues.comic_id))
    .where(sql`${issues.comic_id} = ${comicId} and ${issues.number} = ${number}`)
    .orderBy(desc(issues.kind), desc(issues.unit))
    .all()
}

// By state

/** Rows that are counted; beyond them a list only says that there are more. */
const MOST_COUNTED = 1000

/** Written out, so that SQLite uses the partial index. */
const RARE = sql`(${issues.fulfillment} not in ('missing', 'downloaded') or ${issues.intent} in ('skipped', 'ignored'))`

const RARE_STATES = {
  Skipped: sql`${issues.fulfillment} in ('missing', 'failed') and ${issues.intent} = 'skipped'`,
  Ignored: sql`${issues.fulfillment} in ('missing', 'failed') and ${issues.intent} = 'ignored'`,
  Snatched: sql`${issues.fulfillment} in ('reserved', 'snatched')`,
  Archived: sql`${issues.fulfillment} = 'archived'`,
  Covered: sql`${issues.fulfillment} = 'covered'`,
  Failed: sql`${issues.fulfillment} = 'failed' and ${issues.intent} in ('policy', 'wanted')`,
  Unknown: sql`${issues.fulfillment} = 'unknown'`,
} as const satisfies Record<string, SQL>

export type ListedState = keyof typeof RARE_STATES | 'Wanted' | 'Missing' | 'Downloaded'

/** Issues in a state, latest release first; missing ones by series, downloaded ones by date added. */
export function issuesInState(
  db: ReadHandle,
  { state, today }: { state: ListedState; today: string },
  limit: number,
): IssuePage {
  if (state === 'Wanted') {
    const { rows, total } = listWanted(db, { key: undefined, annuals: true }, { limit, offset: 0 })
    return { rows: listedIssues(db, rows.map(({ issue }) => issue.issue_id)), total } // biome-ignore format: one line
  }
  const ids =
    state === 'Missing'
      ? missingIds(db, today)
      : state === 'Downloaded'
        ? addedIds(db)
        : rareIds(db, RARE_STATES[state])
  const found = [...new Set(ids.map(({ issue_id }) => issue_id))]
  const isMore = found.length > MOST_COUNTED
  return { rows: listedIssues(db, found.slice(0, limit)), total: Math.min(found.length, MOST_COUNTED), isMore }
}

const rareIds = (db: ReadHandle, state: SQL) =>
  db
    .select({ issue_id: issues.issue_id })
    .from(issues)
    .where(sql`${RARE} and ${state}`)
    .orderBy(desc(issues.release_date), desc(issues.issue_id))
    .limit(MOST_COUNTED + 1)
    .all()

/** Ids of missing issues that are released. Only series with fewer owned and wanted issues than their total are read. */
const missingIds = (db: ReadHandle, today: string) =>
  db
    .select({ issue_id: issues.issue_id })
    .from(series)
    .crossJoin(issues)
    .where(
      sql`${FOLLOWED} and ${series.have} + ${series.wanted} < ${series.total} and ${issues.comic_id} = ${series.comic_id}
        and ${issues.fulfillment} = 'missing' and ${issues.intent} = 'policy'
        and not ${isAnnounced(today)}`,
    )
    .orderBy(series.sort_name, series.comic_id, desc(issues.kind), issues.sort_key)
    .limit(MOST_COUNTED + 1)
    .all()

const addedIds = (db: ReadHandle) => newestIssues(db, MOST_COUNTED + 1)

// Files

export interface AddedIssue {
  issue_id: string
  path: string
  added_at: string
}

/** Issues of the files that were added last, newest first. */
export function newestIssues(db: ReadHandle, limit: number): AddedIssue[] {
  return (
    db
      .select({ issue_id: issueFiles.issue_id, path: files.path, added_at: files.added_at })
      .from(files)
      // A cross join keeps SQLite from starting with the links.
      .crossJoin(issueFiles)
      .where(sql`${issueFiles.file_id} = ${files.file_id} and ${files.gone_at} is null`)
      .orderBy(desc(files.added_at), desc(files.file_id))
      .limit(limit)
      .all()
  )
}
