import { eq, type SQL, sql } from 'drizzle-orm'
import type { ReadHandle } from '../../../base/storage/database'
import { files, issueFiles, issues, series } from '../../../library/series/tables'
import { isSearched, type Searchable, searchableOn, WANTED_CONDITION } from '../wanted/store'

/** Issues that a migration or an older program recorded as downloaded, without a file. */
export const UNVERIFIED_CONDITION = sql`${issues.fulfillment} = 'unknown'`

/** Series whose issues the user reviews: `wanted` ones would be searched for, `unverified` ones have no file. */
export type ReviewFilter = 'wanted' | 'unverified' | 'all'

const UNVERIFIED_SERIES = sql`${series.comic_id} in (select ${issues.comic_id} from ${issues} where ${UNVERIFIED_CONDITION})`

const CONDITIONS: Record<ReviewFilter, SQL> = {
  wanted: sql`${series.wanted} > 0`,
  unverified: UNVERIFIED_SERIES,
  all: sql`(${series.wanted} > 0 or ${UNVERIFIED_SERIES})`,
}

const reviewed = {
  comic_id: series.comic_id,
  name: series.name,
  year: series.year,
  content_type: series.content_type,
  status: series.status,
}
export type ReviewedSeries = Pick<typeof series.$inferSelect, keyof typeof reviewed>

/** Ordered by name. */
export function listReviewed(
  db: ReadHandle,
  filter: ReviewFilter,
  span: { limit: number; offset: number },
): ReviewedSeries[] {
  return db
    .select(reviewed)
    .from(series)
    .where(CONDITIONS[filter])
    .orderBy(series.sort_name, series.comic_id)
    .limit(span.limit)
    .offset(span.offset)
    .all()
}

export function countReviewed(db: ReadHandle, filter: ReviewFilter): number {
  return db.select({ count: sql<number>`count(*)` }).from(series).where(CONDITIONS[filter]).get()!.count
}

/**
 * Counts for the whole library. Wanted issues are counted with each series; an index covers the others, except hidden
 * annuals.
 */
export function countAll(
  db: ReadHandle,
  { today, annuals, arcs }: Searchable,
): { wanted: number; will_search: number; unverified: number } {
  const sums = db
    .select({
      wanted: sql<number>`coalesce(sum(${series.wanted}), 0)`,
      active: sql<number>`coalesce(sum(${series.wanted}) filter (where ${isSearched(arcs)}), 0)`,
    })
    .from(series)
    .get()!
  const wantedWhere = (condition: SQL) =>
    db
      .select({ count: sql<number>`count(*)` })
      .from(issues)
      .innerJoin(series, eq(series.comic_id, issues.comic_id))
      .where(sql`${WANTED_CONDITION} and ${isSearched(arcs)} and ${condition}`)
      .get()!.count
  const undated = sql`${issues.release_date} is null and coalesce(${issues.digital_date}, ${issues.issue_date})`
  const later = wantedWhere(sql`${issues.release_date} > ${today}`) + wantedWhere(sql`${undated} > ${today}`)
  const out = sql`coalesce(${issues.release_date}, ${issues.digital_date}, ${issues.issue_date}, '') <= ${today}`
  const hidden = annuals ? 0 : wantedWhere(sql`${issues.kind} = 'annual' and ${out}`)
  const unverified = db.select({ count: sql<number>`count(*)` }).from(issues).where(UNVERIFIED_CONDITION).get()!.count
  return { wanted: sums.wanted, will_search: sums.active - later - hidden, unverified }
}

export interface SeriesCounts {
  /** Wanted, missing, released, and not in a paused series. */
  will_search: number
  /** Wanted and missing, whenever they are searched for. */
  wanted: number
  unverified: number
  /** In the library, without issues recorded as downloaded whose file is unverified. */
  owned: number
  in_flight: number
  failed: number
  total: number
}

/** What the automatic search would do with the issues of these series. */
export function countsOfSeries(
  db: ReadHandle,
  comicIds: readonly string[],
  searchable: Searchable,
): Map<string, SeriesCounts> {
  const when = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`
  const rows = db
    .select({
      comic_id: issues.comic_id,
      will_search: when(searchableOn(searchable)),
      wanted: when(WANTED_CONDITION),
      unverified: when(UNVERIFIED_CONDITION),
      owned: when(sql`${issues.fulfillment} in ('downloaded', 'archived', 'covered')`),
      in_flight: when(sql`${issues.fulfillment} in ('reserved', 'snatched')`),
      failed: when(sql`${issues.fulfillment} = 'failed'`),
      total: sql<number>`count(*)`,
    })
    .from(issues)
    .innerJoin(series, eq(series.comic_id, issues.comic_id))
    .where(sql`${issues.comic_id} in (select value from json_each(${JSON.stringify(comicIds)}))`)
    .groupBy(issues.comic_id)
    .all()
  return new Map(rows.map(({ comic_id, ...counts }) => [comic_id, counts]))
}

export interface DiskCounts {
  files: number
  bytes: number
  /** Files that a scan no longer found. */
  gone: number
}

/** Files of these series that the last scans found. */
export function diskOfSeries(db: ReadHandle, comicIds: readonly string[]): Map<string, DiskCounts> {
  const rows = db.all<DiskCounts & { comic_id: string }>(sql`
    select comic_id, count(*) filter (where gone_at is null) as files,
      coalesce(sum(size) filter (where gone_at is null), 0) as bytes, count(gone_at) as gone
    from (select distinct ${issues.comic_id} as comic_id, ${files.file_id}, ${files.size}, ${files.gone_at}
      from ${issues} join ${issueFiles} on ${issueFiles.issue_id} = ${issues.issue_id}
        join ${files} on ${files.file_id} = ${issueFiles.file_id}
      where ${issues.comic_id} in (select value from json_each(${JSON.stringify(comicIds)})))
    group by comic_id`)
  return new Map(rows.map(({ comic_id, ...counts }) => [comic_id, counts]))
}

const issueColumns = {
  issue_id: issues.issue_id,
  kind: issues.kind,
  unit: issues.unit,
  number: issues.number,
  title: issues.title,
  intent: issues.intent,
  fulfillment: issues.fulfillment,
  release_date: issues.release_date,
  digital_date: issues.digital_date,
  issue_date: issues.issue_date,
}
export type ReviewedIssue = Pick<typeof issues.$inferSelect, keyof typeof issueColumns>

const reviewedOf = (comicId: string) =>
  sql`${issues.comic_id} = ${comicId} and ((${WANTED_CONDITION}) or ${UNVERIFIED_CONDITION})`

/** The wanted and unverified issues of a series, in reading order. */
export function issuesToReview(
  db: ReadHandle,
  comicId: string,
  span: { limit: number; offset: number },
): ReviewedIssue[] {
  return db
    .select(issueColumns)
    .from(issues)
    .where(reviewedOf(comicId))
    .orderBy(issues.kind, issues.sort_key, issues.issue_id)
    .limit(span.limit)
    .offset(span.offset)
    .all()
}

export function countIssuesToReview(db: ReadHandle, comicId: string): number {
  return db.select({ count: sql<number>`count(*)` }).from(issues).where(reviewedOf(comicId)).get()!.count
}

export interface ReviewedFile {
  issue_id: string
  path: string
  size: number
  gone_at: string | null
}

/** Files of these issues; missing files come last. */
export function reviewedFilesOf(db: ReadHandle, issueIds: readonly string[]): Map<string, ReviewedFile> {
  const rows = db
    .select({ issue_id: issueFiles.issue_id, path: files.path, size: files.size, gone_at: files.gone_at })
    .from(issueFiles)
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .where(sql`${issueFiles.issue_id} in (select value from json_each(${JSON.stringify(issueIds)}))`)
    .orderBy(sql`${files.gone_at} is null`, files.path)
    .all()
  return new Map(rows.map((row) => [row.issue_id, row]))
}
