import { and, type Column, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../storage/database'
import type { Progress, SeriesSort } from './states'
import type { IssueRow, SeriesRow } from './store'
import { issues, series } from './tables'

export interface SeriesFilter {
  /** Part of a match key. */
  key?: string
  content_type?: SeriesRow['content_type']
  status?: SeriesRow['status']
  /** Empty: series that name no publisher. */
  publisher?: string
  progress?: Progress
}

export interface Span {
  limit: number
  offset: number
}

const PROGRESS = {
  empty: sql`${series.have} = 0`,
  missing: sql`${series.have} > 0 and ${series.have} < ${series.total}`,
  complete: sql`${series.have} > 0 and ${series.have} >= ${series.total}`,
} as const satisfies Record<Progress, SQL>

const SORTS = {
  title: undefined,
  publisher: sql`${series.publisher}`,
  year: sql`${series.year}`,
  status: sql`${series.status}`,
  progress: sql`case when ${series.total} > 0 then 1.0 * ${series.have} / ${series.total} end`,
  added: sql`${series.added_at}`,
  latest: sql`${series.latest_date}`,
} as const satisfies Record<SeriesSort, SQL | undefined>

function matches(filter: SeriesFilter): SQL | undefined {
  const { key, content_type, status, publisher, progress } = filter
  return and(
    key === undefined ? undefined : sql`instr(${series.match_key}, ${key}) > 0`,
    content_type && eq(series.content_type, content_type),
    status && eq(series.status, status),
    publisher === undefined ? undefined : sql`${series.publisher} is ${publisher === '' ? null : publisher}`,
    progress && PROGRESS[progress],
  )
}

/** Ties, and what the sort knows nothing of, come in shelf order; the latter always last. */
export function listSeries(
  db: Reader,
  filter: SeriesFilter,
  { sort, descending }: { sort: SeriesSort; descending: boolean },
  span?: Span,
): SeriesRow[] {
  const by = SORTS[sort]
  const order =
    by === undefined
      ? descending
        ? [desc(series.sort_name), desc(series.comic_id)]
        : [series.sort_name, series.comic_id]
      : [sql`${by} ${sql.raw(descending ? 'desc' : 'asc')} nulls last`, series.sort_name, series.comic_id]
  if (!span) return all(db, filter, order)
  // Sorts ids alone and fetches whole rows for the page only.
  const page = db
    .select({ comic_id: series.comic_id })
    .from(series)
    .where(matches(filter))
    .orderBy(...order)
    .limit(span.limit)
    .offset(span.offset)
    .as('page')
  return db
    .select(getTableColumns(series))
    .from(page)
    .innerJoin(series, eq(series.comic_id, page.comic_id))
    .orderBy(...order)
    .all()
}

/** All rows as SQLite gives them: at 5,000 series that takes a third of the time of mapping each column. */
function all(db: Reader, filter: SeriesFilter, order: (SQL | Column)[]): SeriesRow[] {
  const query = sql`select * from ${series} where ${matches(filter) ?? sql`1`} order by ${sql.join(order, sql`, `)}`
  const rows = db.all<SeriesRow>(query)
  for (const row of rows) {
    row.content_type_chosen = Boolean(row.content_type_chosen)
    row.allow_packs = Boolean(row.allow_packs)
    row.ignore_type = Boolean(row.ignore_type)
    row.want_new = Boolean(row.want_new)
    row.aliases = listIn(row.aliases)
    row.genres = listIn(row.genres)
  }
  return rows
}

/** Few series have one, so few are parsed. */
function listIn(text: unknown): string[] | null {
  return typeof text === 'string' ? (JSON.parse(text) as string[]) : null
}

export function countSeries(db: Reader, filter: SeriesFilter): number {
  return db.select({ count: sql<number>`count(*)` }).from(series).where(matches(filter)).get()!.count
}

export interface Facets {
  total: number
  publishers: { publisher: string | null; count: number }[]
  content_type: { comic: number; manga: number }
  status: { active: number; paused: number }
  progress: Record<Progress, number>
}

/** How many series each filter would leave. */
export function facets(db: Reader): Facets {
  const number = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`
  const row = db
    .select({
      total: sql<number>`count(*)`,
      comic: number(eq(series.content_type, 'comic')),
      manga: number(eq(series.content_type, 'manga')),
      active: number(eq(series.status, 'active')),
      paused: number(eq(series.status, 'paused')),
      complete: number(PROGRESS.complete),
      missing: number(PROGRESS.missing),
      empty: number(PROGRESS.empty),
    })
    .from(series)
    .get()!
  const publishers = db
    .select({ publisher: series.publisher, count: sql<number>`count(*)` })
    .from(series)
    .groupBy(series.publisher)
    .orderBy(sql`${series.publisher} nulls last`)
    .all()
  const { total, comic, manga, active, paused, ...progress } = row
  return { total, publishers, content_type: { comic, manga }, status: { active, paused }, progress }
}

/** Written out, for only then does SQLite use the partial index. */
const WANTED = sql`${issues.intent} = 'wanted' and ${issues.fulfillment} = 'missing'`
const NEWEST_FIRST = [desc(issues.release_date), desc(issues.issue_id)]

export interface WantedRow {
  issue: IssueRow
  series: SeriesRow
}

/** Issues and annuals that are wanted and missing, by date of release, latest first, those without a date last. */
export function listWanted(db: Reader, key: string | undefined, span?: Span): { rows: WantedRow[]; total: number } {
  const { total, of } = wantedCounts(db, key)
  if (total === 0) return { rows: [], total }
  const end = span ? span.offset + span.limit : total
  const ordered = db
    .select({ issue_id: issues.issue_id })
    .from(issues)
    .where(and(WANTED, key === undefined ? undefined : named(key, (end * of) / total < total)))
    .orderBy(...NEWEST_FIRST)
  const page = (span ? ordered.limit(span.limit).offset(span.offset) : ordered).as('page')
  const rows = db
    .select({ issue: issues, series })
    .from(page)
    .innerJoin(issues, eq(issues.issue_id, page.issue_id))
    .innerJoin(series, eq(series.comic_id, issues.comic_id))
    .orderBy(...NEWEST_FIRST)
    .all()
  return { rows, total }
}

/** How many are wanted among the series with that name, and of how many. */
function wantedCounts(db: Reader, key: string | undefined) {
  const holds = key === undefined ? sql`1` : sql`instr(${series.match_key}, ${key}) > 0`
  return db
    .select({
      total: sql<number>`coalesce(sum(${series.wanted}) filter (where ${holds}), 0)`,
      of: sql<number>`coalesce(sum(${series.wanted}), 0)`,
    })
    .from(series)
    .get()!
}

/**
 * Many names: `walk` what is wanted by date until the page is full. Few: sort what is wanted of these series. The plus
 * sign keeps SQLite from choosing, since it does not know which meets fewer rows.
 */
function named(key: string, walk: boolean): SQL {
  const ids = sql`(select ${series.comic_id} from ${series} where instr(${series.match_key}, ${key}) > 0 and ${series.wanted} > 0)`
  return walk ? sql`+${issues.comic_id} in ${ids}` : sql`${issues.comic_id} in ${ids}`
}
