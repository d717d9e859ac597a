import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { normalNumber, sortKey } from '../../base/names/numbers'
import { matchKey, sortName } from '../../base/names/titles'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { everyColumn, wholeRow } from '../../base/storage/whole-row'
import { yearsOf } from './age-ratings'
import { recount } from './counts-store'
import { HAS_FILE } from './file-store'
import type { Fulfillment, Intent } from './states'
import { files, issueFiles, issues, series } from './tables'

export type SeriesRow = typeof series.$inferSelect
export type IssueRow = typeof issues.$inferSelect

type SeriesInsert = typeof series.$inferInsert
type IssueInsert = typeof issues.$inferInsert
/** Columns that `recount` writes. */
type Counted =
  | 'total'
  | 'have'
  | 'readable'
  | 'wanted'
  | 'latest_issue_id'
  | 'latest_number'
  | 'latest_date'
  | 'cover_issue_id'
  | 'cover_version'
  | 'files_at'
  | 'file_count'
  | 'size'
/** Columns that follow from others. */
type Derived = 'sort_name' | 'match_key' | 'age_rating' | 'age_years' | 'updated_at'
export type NewSeriesRow = Omit<SeriesInsert, Counted | Derived>
export type NewIssueRow = Omit<IssueInsert, 'sort_key' | 'updated_at'>
/** Fields of a series that the user can change. */
export type SeriesChange = Partial<
  Pick<
    SeriesRow,
    | 'status'
    | 'content_type'
    | 'content_type_chosen'
    | 'allow_packs'
    | 'ignore_type'
    | 'bare_number_mode'
    | 'monitor_mode'
    | 'reading_direction'
  >
>

const is = sql.placeholder

// Series

const addSeries = preparedQuery((tx: Tx) => tx.insert(series).values(everyColumn(series)).prepare())

/** Sort name and match key follow from the names, and the rating from the stated one. Throws when the id is taken. */
export function insertSeries(tx: Tx, row: NewSeriesRow): void {
  const { name, sort_title, stated_age_rating: age_rating = null, added_at } = row
  const keys = { sort_name: sortName(sort_title ?? name), match_key: matchKey(name), updated_at: added_at }
  addSeries(tx).run(wholeRow(series, { ...row, ...keys, age_rating, age_years: yearsOf(age_rating) }))
  tx.emit({ type: 'library.changed' })
}

const seriesById = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(series)
    .where(eq(series.comic_id, is('comic_id')))
    .prepare(),
)

export function findSeries(db: ReadHandle, comicId: string): SeriesRow | undefined {
  return seriesById(db).get({ comic_id: comicId })
}

const seriesByIds = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(series)
    .where(sql`${series.comic_id} in (select value from json_each(${is('ids')}))`)
    .prepare(),
)

/** Series by their ids; unknown ones are left out. */
export function findSeveralSeries(db: ReadHandle, comicIds: readonly string[]): Map<string, SeriesRow> {
  const rows = seriesByIds(db).all({ ids: JSON.stringify(comicIds) })
  return new Map(rows.map((row) => [row.comic_id, row]))
}

const seriesByKey = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(series)
    .where(and(eq(series.match_key, is('key')), ne(series.status, sql`'unfollowed'`)))
    .orderBy(series.sort_name, series.comic_id)
    .prepare(),
)

/** Series of the library whose names have the same match key, in alphabetical order. */
export function seriesNamed(db: ReadHandle, name: string): SeriesRow[] {
  return seriesByKey(db).all({ key: matchKey(name) })
}

/** Undefined when the series does not exist. */
export function changeSeries(tx: Tx, comicId: string, change: SeriesChange, at: Instant): SeriesRow | undefined {
  const row = tx
    .update(series)
    .set({ ...change, updated_at: at })
    .where(eq(series.comic_id, comicId))
    .returning()
    .get()
  if (row) tx.emit({ type: 'series.changed', comic_id: comicId })
  return row
}

/** Removes the series, its issues, and the rows of files that belong to no other series. Files stay on disk. */
export function deleteSeries(tx: Tx, comicId: string): boolean {
  const linked = sql`select ${issueFiles.file_id} from ${issueFiles} join ${issues} using (issue_id)`
  tx.delete(files)
    .where(
      sql`${files.file_id} in (${linked} where ${issues.comic_id} = ${comicId}) and not exists (select 1 from ${issueFiles}
        join ${issues} using (issue_id) where ${issueFiles.file_id} = ${files.file_id} and ${issues.comic_id} <> ${comicId})`,
    )
    .run()
  const removed = tx.delete(series).where(eq(series.comic_id, comicId)).returning({ id: series.comic_id }).get()
  if (removed) tx.emit({ type: 'library.changed' })
  return removed !== undefined
}

// Issues

const addIssue = preparedQuery((tx: Tx) =>
  tx
    .insert(issues)
    .values({
      issue_id: is('issue_id'),
      comic_id: is('comic_id'),
      kind: is('kind'),
      unit: is('unit'),
      number: is('number'),
      sort_key: is('sort_key'),
      title: is('title'),
      release_date: is('release_date'),
      issue_date: is('issue_date'),
      digital_date: is('digital_date'),
      intent: is('intent'),
      fulfillment: is('fulfillment'),
      volume_number: is('volume_number'),
      image_url: is('image_url'),
      writer: is('writer'),
      summary: is('summary'),
      age_rating: is('age_rating'),
      announced_by: is('announced_by'),
      added_at: is('added_at'),
      updated_at: is('added_at'),
    })
    .prepare(),
)

const DEFAULTS = {
  title: null,
  release_date: null,
  issue_date: null,
  digital_date: null,
  intent: 'policy',
  fulfillment: 'missing',
  volume_number: null,
  image_url: null,
  writer: null,
  summary: null,
  age_rating: null,
  announced_by: null,
} as const satisfies Partial<NewIssueRow>

/**
 * Removes the padding of the number and derives the sort key. Throws when the id, or the number among its kind and
 * unit, is taken. Call `recount` when the series is complete.
 */
export function insertIssue(tx: Tx, row: NewIssueRow): void {
  const number = normalNumber(row.number)
  addIssue(tx).run({ ...DEFAULTS, ...row, number, sort_key: sortKey(number) })
}

const issueById = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(issues)
    .where(eq(issues.issue_id, is('issue_id')))
    .prepare(),
)

export function findIssue(db: ReadHandle, issueId: string): IssueRow | undefined {
  return issueById(db).get({ issue_id: issueId })
}

const issuesById = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(issues)
    .where(sql`${issues.issue_id} in (select value from json_each(${is('ids')}))`)
    .prepare(),
)

/** Issues by their ids; unknown ones are left out. */
export function findIssues(db: ReadHandle, issueIds: readonly string[]): Map<string, IssueRow> {
  const rows = issuesById(db).all({ ids: JSON.stringify(issueIds) })
  return new Map(rows.map((row) => [row.issue_id, row]))
}

const issuesBySeries = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(issues)
    .where(eq(issues.comic_id, is('comic_id')))
    .orderBy(desc(issues.kind), issues.sort_key, issues.unit)
    .prepare(),
)

/** Issues in the order of their numbers, then annuals. */
export function issuesOf(db: ReadHandle, comicId: string): IssueRow[] {
  return issuesBySeries(db).all({ comic_id: comicId })
}

const removeIssue = preparedQuery((tx: Tx) =>
  tx
    .delete(issues)
    .where(eq(issues.issue_id, is('issue_id')))
    .returning({ comic_id: issues.comic_id })
    .prepare(),
)

/** Moves an issue to another series, which must not have its number. Call `recount` for both. */
export function setSeriesOfIssue(tx: Tx, issueId: string, comicId: string): void {
  tx.update(issues).set({ comic_id: comicId }).where(eq(issues.issue_id, issueId)).run()
}

/** Returns the series that had the issue. Call `recount`. */
export function deleteIssue(tx: Tx, issueId: string): string | undefined {
  return removeIssue(tx).get({ issue_id: issueId })?.comic_id
}

/** A wanted issue that failed, is unproven or was archived counts as missing again. */
export function setIntent(tx: Tx, issueId: string, intent: Intent, at: Instant): IssueRow | undefined {
  const again = sql`case when ${issues.fulfillment} in ('failed', 'unknown', 'archived') and not ${HAS_FILE}
    then 'missing' else ${issues.fulfillment} end`
  const row = tx
    .update(issues)
    .set({ intent, updated_at: at, ...(intent === 'wanted' ? { fulfillment: again } : {}) })
    .where(eq(issues.issue_id, issueId))
    .returning()
    .get()
  if (!row) return undefined
  tx.emit({ type: 'issue.changed', issue_id: issueId, comic_id: row.comic_id })
  recount(tx, row.comic_id)
  return row
}

/** Sets several issues to wanted, failed ones as missing; each series is recounted once. */
export function wantIssues(tx: Tx, issueIds: readonly string[], at: Instant): void {
  const rows = tx
    .update(issues)
    .set({
      intent: 'wanted',
      updated_at: at,
      fulfillment: sql`case ${issues.fulfillment} when 'failed' then 'missing' else ${issues.fulfillment} end`,
    })
    .where(sql`${issues.issue_id} in (select value from json_each(${JSON.stringify(issueIds)}))`)
    .returning({ issue_id: issues.issue_id, comic_id: issues.comic_id })
    .all()
  for (const row of rows) tx.emit({ type: 'issue.changed', ...row })
  for (const comicId of new Set(rows.map(({ comic_id }) => comic_id))) recount(tx, comicId)
}

/** Fulfillments for which a release may be grabbed: not owned, or ownership unproven. */
const GRABBABLE = ['missing', 'failed', 'unknown'] as const satisfies Fulfillment[]

/** Reserves these issues for a grab. Returns the ones that were reserved; the others stay unchanged. */
export function reserveIssues(tx: Tx, issueIds: readonly string[], at: Instant): IssueRow[] {
  return setFulfillment(tx, issueIds, GRABBABLE, 'reserved', at)
}

/** Marks reserved issues as sent to a download client. */
export function snatchIssues(tx: Tx, issueIds: readonly string[], at: Instant): IssueRow[] {
  return setFulfillment(tx, issueIds, ['reserved'], 'snatched', at)
}

/** Marks issues as missing again after their grab failed. */
export function releaseIssues(tx: Tx, issueIds: readonly string[], at: Instant): IssueRow[] {
  return setFulfillment(tx, issueIds, ['reserved', 'snatched'], 'missing', at)
}

/**
 * When the grab of one issue delivers another one, that issue is reserved or snatched instead, unless it has a file.
 */
export function passGrab(tx: Tx, from: IssueRow, toId: string, at: Instant): void {
  const { fulfillment } = from
  if (fulfillment !== 'reserved' && fulfillment !== 'snatched') return
  setFulfillment(tx, [toId], GRABBABLE, fulfillment, at)
}

function setFulfillment(
  tx: Tx,
  ids: readonly string[],
  from: readonly Fulfillment[],
  to: Fulfillment,
  at: Instant,
): IssueRow[] {
  const rows = tx
    .update(issues)
    .set({ fulfillment: to, updated_at: at })
    .where(and(inArray(issues.issue_id, [...ids]), inArray(issues.fulfillment, [...from]), sql`not ${HAS_FILE}`))
    .returning()
    .all()
  for (const { issue_id, comic_id } of rows) tx.emit({ type: 'issue.changed', issue_id, comic_id })
  for (const comicId of new Set(rows.map(({ comic_id }) => comic_id))) recount(tx, comicId)
  return rows
}
