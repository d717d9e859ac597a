import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { PageSpan } from '../../base/http/paging'
import type { ReadHandle } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { type Snapshot, STEP_ROWS } from '../../base/storage/snapshot'
import {
  announced,
  hasAllReleased,
  isTotalUnknown,
  nextDate,
  rating,
  releasedTotal,
  unreadIssues,
} from './column-store'
import { type ShelfFacets, type ShelfFilter, shelfConditions, shelfFacets } from './filter-store'
import type { CoverChoice, SeriesProgress, SeriesSort } from './states'
import type { IssueRow, SeriesRow } from './store'
import { issues, series } from './tables'

export interface SeriesFilter extends ShelfFilter {
  /** Part of a match key. */
  key?: string
  /** Only these ids, from the search index. */
  ids?: readonly string[]
  content_type?: SeriesRow['content_type']
  status?: SeriesRow['status']
  /** Empty: series without a publisher. */
  publisher?: string
  /** `today` decides which issues are released. */
  progress?: { is: SeriesProgress; today: string }
}

/** Wanted issues beyond the announced ones are missing: such as a volume of a manga that is counted in chapters. */
function allOwned(today: string): SQL {
  return sql`${series.have} > 0 and ${hasAllReleased(today)} and (${series.wanted} = 0 or ${series.wanted} <= ${announced(today)})`
}

const PROGRESS = {
  empty: () => sql`${series.have} = 0`,
  missing: (today) => sql`${series.have} > 0 and not (${allOwned(today)})`,
  complete: (today) => sql`${series.total_known} and ${allOwned(today)}`,
  unknown: isTotalUnknown,
} as const satisfies Record<SeriesProgress, (today: string) => SQL>

/** `next` and `progress` depend on the day, `rating` on the caller. */
const SORTS = {
  title: undefined,
  publisher: sql`${series.publisher}`,
  year: sql`${series.year}`,
  status: sql`${series.status}`,
  added: sql`${series.added_at}`,
  latest: sql`${series.latest_date}`,
  size: sql`${series.size}`,
  publication: sql`${series.publication}`,
} as const satisfies Record<Exclude<SeriesSort, 'next' | 'progress' | 'rating' | 'unread'>, SQL | undefined>

function sortValue(sort: SeriesSort, today: string): SQL | undefined {
  if (sort === 'next') return nextDate(today)
  if (sort === 'progress') return sql`1.0 * ${series.have} / nullif(${releasedTotal(today)}, 0)`
  if (sort === 'unread') return unreadIssues()
  return sort === 'rating' ? rating() : SORTS[sort]
}

/** SQL condition: the series belongs to the library, and not only to story arcs. */
export const FOLLOWED = ne(series.status, 'unfollowed')

function matches(filter: SeriesFilter): SQL | undefined {
  const { key, ids, content_type, status, publisher, progress } = filter
  return and(
    key === undefined ? undefined : sql`instr(${series.match_key}, ${key}) > 0`,
    ids && sql`${series.comic_id} in (select value from json_each(${JSON.stringify(ids)}))`,
    content_type && eq(series.content_type, content_type),
    status ? eq(series.status, status) : FOLLOWED,
    publisher === undefined ? undefined : sql`${series.publisher} is ${publisher === '' ? null : publisher}`,
    progress && PROGRESS[progress.is](progress.today),
    ...shelfConditions(filter),
  )
}

export interface SeriesOrder {
  sort: SeriesSort
  descending: boolean
  /** Releases after this day count as next, and as announced. */
  today?: string
}

/** A page of series. Ties and series without a sort value are in alphabetical order; the latter always last. */
export function listSeries(
  db: ReadHandle,
  filter: SeriesFilter,
  order: SeriesOrder,
  { limit, offset }: PageSpan,
): SeriesRow[] {
  const page = seriesIds(db, filter, order).limit(limit).offset(offset).all()
  return seriesRowsOf(db, page)
}

/** Like `listSeries`, but the whole list, a step at a time. */
export function* stepSeries(at: Snapshot, filter: SeriesFilter, order: SeriesOrder): Generator<SeriesRow[]> {
  for (const ids of at.steps<SeriesId>(seriesIds(at.read, filter, order))) yield seriesRowsOf(at.read, ids)
}

type SeriesId = Pick<SeriesRow, 'comic_id'>

/** Only ids are sorted; whole rows are fetched for the page or step only. */
function seriesIds(db: ReadHandle, filter: SeriesFilter, { sort, descending, today = '' }: SeriesOrder) {
  const by = sortValue(sort, today)
  const order =
    by === undefined
      ? descending
        ? [desc(series.sort_name), desc(series.comic_id)]
        : [series.sort_name, series.comic_id]
      : [sql`${by} ${sql.raw(descending ? 'desc' : 'asc')} nulls last`, series.sort_name, series.comic_id]
  return db
    .select({ comic_id: series.comic_id })
    .from(series)
    .where(matches(filter))
    .orderBy(...order)
}

/** Raw SQLite rows: at 5,000 series that takes a third of the time of mapping each column. */
export function seriesRowsOf(db: ReadHandle, ids: readonly SeriesId[]): SeriesRow[] {
  const rows = db.all<SeriesRow>(
    sql`select * from ${series} where ${series.comic_id} in
      (select value from json_each(${JSON.stringify(ids.map(({ comic_id }) => comic_id))}))`,
  )
  for (const row of rows) {
    row.content_type_chosen = Boolean(row.content_type_chosen)
    row.age_rating_chosen = Boolean(row.age_rating_chosen)
    row.allow_packs = Boolean(row.allow_packs)
    row.ignore_type = Boolean(row.ignore_type)
    row.want_new = Boolean(row.want_new)
    row.listed = Boolean(row.listed)
    row.total_known = Boolean(row.total_known)
    row.aliases = listIn(row.aliases)
    row.genres = listIn(row.genres)
    if (typeof row.cover_choice === 'string') row.cover_choice = JSON.parse(row.cover_choice) as CoverChoice
  }
  const found = new Map(rows.map((row) => [row.comic_id, row]))
  return ids.flatMap(({ comic_id }) => found.get(comic_id) ?? [])
}

/** Few series have such a list, so few are parsed. */
function listIn(text: unknown): string[] | null {
  return typeof text === 'string' ? (JSON.parse(text) as string[]) : null
}

export function countSeriesIn(db: ReadHandle, filter: SeriesFilter): number {
  return db.select({ count: sql<number>`count(*)` }).from(series).where(matches(filter)).get()!.count
}

/** How many names begin with each character, in alphabetical order. */
export function countLetters(db: ReadHandle, filter: SeriesFilter): { first: string; count: number }[] {
  const first = sql<string>`upper(substr(${series.sort_name}, 1, 1))`
  return db
    .select({ first, count: sql<number>`count(*)` })
    .from(series)
    .where(matches(filter))
    .groupBy(first)
    .orderBy(sql`min(${series.sort_name})`)
    .all()
}

export interface ListFacets extends ShelfFacets {
  total: number
  publishers: { publisher: string | null; count: number }[]
  content_type: { comic: number; manga: number }
  status: { active: number; paused: number }
  progress: Record<SeriesProgress, number>
}

const number = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`

const progressNumbers = (today: string) => ({
  complete: number(PROGRESS.complete(today)),
  missing: number(PROGRESS.missing(today)),
  empty: number(PROGRESS.empty()),
  unknown: number(PROGRESS.unknown(today)),
})

/** How many series the list shows for each progress. */
export function countByProgress(db: ReadHandle, today: string): Record<SeriesProgress, number> {
  return db.select(progressNumbers(today)).from(series).where(FOLLOWED).get()!
}

/** How many series each filter would leave today. */
export function listFacets(db: ReadHandle, today: string): ListFacets {
  const row = db
    .select({
      total: sql<number>`count(*)`,
      comic: number(eq(series.content_type, 'comic')),
      manga: number(eq(series.content_type, 'manga')),
      active: number(eq(series.status, 'active')),
      paused: number(eq(series.status, 'paused')),
      ...progressNumbers(today),
    })
    .from(series)
    .where(FOLLOWED)
    .get()!
  const publishers = db
    .select({ publisher: series.publisher, count: sql<number>`count(*)` })
    .from(series)
    .where(FOLLOWED)
    .groupBy(series.publisher)
    .orderBy(sql`${series.publisher} nulls last`)
    .all()
  const { total, comic, manga, active, paused, ...progress } = row
  return {
    total,
    publishers,
    content_type: { comic, manga },
    status: { active, paused },
    progress,
    ...shelfFacets(db, FOLLOWED),
  }
}

/** Written out, because SQLite uses the partial index only then. */
const WANTED = sql`${issues.intent} = 'wanted' and ${issues.fulfillment} = 'missing'`
const NO_ANNUAL = sql`${issues.kind} <> 'annual'`
const NEWEST_FIRST = [desc(issues.release_date), desc(issues.issue_id)]

const wantedIssue = {
  issue_id: issues.issue_id,
  comic_id: issues.comic_id,
  kind: issues.kind,
  unit: issues.unit,
  number: issues.number,
  title: issues.title,
  release_date: issues.release_date,
  issue_date: issues.issue_date,
  digital_date: issues.digital_date,
  intent: issues.intent,
  fulfillment: issues.fulfillment,
  file_format: issues.file_format,
  added_at: issues.added_at,
}
const wantedSeries = {
  name: series.name,
  year: series.year,
  volume: series.volume,
  book_type: series.book_type,
  publisher: series.publisher,
  imprint: series.imprint,
  content_type: series.content_type,
  status: series.status,
}

/** The columns that a list of wanted issues shows; most of a row is not read. */
export interface WantedRow {
  issue: Pick<IssueRow, keyof typeof wantedIssue>
  series: Pick<SeriesRow, keyof typeof wantedSeries>
}

/** Filters by series name, and says whether annuals are included. */
export interface WantedFilter {
  key: string | undefined
  annuals: boolean
}

export type WantedId = Pick<IssueRow, 'issue_id'>

/** Issues and annuals that are wanted and missing, by release date, latest first; those without a date last. */
export function listWanted(
  db: ReadHandle,
  which: WantedFilter,
  span: PageSpan,
  counts = countWanted(db, which),
): { rows: WantedRow[]; total: number } {
  if (counts.total === 0) return { rows: [], total: 0 }
  const page = wantedIds(db, which, counts, span.offset + span.limit)
    .limit(span.limit)
    .offset(span.offset)
    .all()
  return { rows: wantedOf(db, page), total: counts.total }
}

/** Like `listWanted`, but the whole list, a step at a time. */
export function* stepWanted(at: Snapshot, which: WantedFilter): Generator<WantedRow[]> {
  const ids = wantedIds(at.read, which, countWanted(at.read, which), STEP_ROWS)
  for (const step of at.steps<WantedId>(ids)) yield wantedOf(at.read, step)
}

/** In list order; `end` limits the rows read at once. */
function wantedIds(db: ReadHandle, { key, annuals }: WantedFilter, { total, of }: WantedCounts, end: number) {
  return db
    .select({ issue_id: issues.issue_id })
    .from(issues)
    .where(
      and(
        WANTED,
        annuals ? undefined : NO_ANNUAL,
        key === undefined ? undefined : named(key, end * of < total * total),
      ),
    )
    .orderBy(...NEWEST_FIRST)
}

const wantedById = preparedQuery((db: ReadHandle) =>
  db
    .select({ issue: wantedIssue, series: wantedSeries })
    .from(issues)
    .innerJoin(series, eq(series.comic_id, issues.comic_id))
    .where(sql`${issues.issue_id} in (select value from json_each(${sql.placeholder('ids')}))`)
    .prepare(),
)

/** The wanted issues with these ids, in their order. */
export function wantedOf(db: ReadHandle, ids: readonly WantedId[]): WantedRow[] {
  const rows = wantedById(db).all({ ids: JSON.stringify(ids.map(({ issue_id }) => issue_id)) })
  const found = new Map(rows.map((row) => [row.issue.issue_id, row]))
  return ids.flatMap(({ issue_id }) => found.get(issue_id) ?? [])
}

export interface WantedCounts {
  total: number
  /** Whatever the names. */
  of: number
}

export const countWanted = (db: ReadHandle, { key, annuals }: WantedFilter): WantedCounts =>
  annuals ? wantedCounts(db, key) : wantedIssueCounts(db, key)

/** From issues: the counts of each series include its annuals. */
function wantedIssueCounts(db: ReadHandle, key: string | undefined): WantedCounts {
  const holds = key === undefined ? sql`1` : sql`instr(${series.match_key}, ${key}) > 0`
  return db
    .select({ total: sql<number>`count(*) filter (where ${holds})`, of: sql<number>`count(*)` })
    .from(issues)
    .innerJoin(series, eq(series.comic_id, issues.comic_id))
    .where(and(WANTED, NO_ANNUAL))
    .get()!
}

/** The number of wanted issues in series with that name, and the number of those series. */
function wantedCounts(db: ReadHandle, key: string | undefined): WantedCounts {
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
 * Many matching names: `walk` the wanted issues by date until the page is full. Few: sort the wanted issues of these
 * series. The plus sign keeps SQLite from choosing, since it does not know which of them reads fewer rows.
 */
function named(key: string, walk: boolean): SQL {
  const ids = sql`(select ${series.comic_id} from ${series}
    where instr(${series.match_key}, ${key}) > 0 and ${series.wanted} > 0)`
  return walk ? sql`+${issues.comic_id} in ${ids}` : sql`${issues.comic_id} in ${ids}`
}
