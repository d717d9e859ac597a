import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { normalNumber, sortKey } from '../../base/names/numbers'
import { matchKey, sortName } from '../../base/names/titles'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { rateSeries } from './rating-store'
import { findSeries, type IssueRow, type SeriesRow } from './store'
import { files, issueFiles, issues, series } from './tables'

/** The metadata fields of series and issues, as in their rows. */

export type SeriesDescription = Partial<
  Pick<
    SeriesRow,
    | 'name'
    | 'sort_title'
    | 'aliases'
    | 'year'
    | 'end_year'
    | 'publisher'
    | 'imprint'
    | 'volume'
    | 'book_type'
    | 'description'
    | 'language'
    | 'publication'
    | 'stated_age_rating'
    | 'age_rating_chosen'
    | 'genres'
    | 'image_url'
    | 'source'
    | 'status'
    | 'want_new'
    | 'location'
    | 'removed_upstream_at'
    | 'reading_direction'
  >
>

/**
 * Writes the fields that differ; false when none did or the series does not exist. Sort name and match key follow the
 * names, and the rating follows what is stated.
 */
export function describeSeries(tx: Tx, comicId: string, description: SeriesDescription, at: Instant): boolean {
  const row = findSeries(tx, comicId)
  const change = row && changedFields(row, description)
  if (!change) return false
  const { name, sort_title } = { ...row, ...change }
  const isRenamed = 'name' in change || 'sort_title' in change
  const keys = isRenamed ? { sort_name: sortName(sort_title ?? name), match_key: matchKey(name) } : {}
  tx.update(series)
    .set({ ...change, ...keys, updated_at: at })
    .where(eq(series.comic_id, comicId))
    .run()
  if ('stated_age_rating' in change || 'age_rating_chosen' in change) rateSeries(tx, comicId)
  tx.emit({ type: 'series.changed', comic_id: comicId })
  return true
}

export type IssueDescription = Partial<
  Pick<
    IssueRow,
    | 'volume_number'
    | 'title'
    | 'release_date'
    | 'issue_date'
    | 'digital_date'
    | 'summary'
    | 'image_url'
    | 'writer'
    | 'age_rating'
    | 'announced_by'
  >
>

/**
 * Writes the fields that differ from `row`; false when none did. Emits no event for the issue: the caller calls
 * `recount` or emits it.
 */
export function describeIssue(tx: Tx, row: IssueRow, description: IssueDescription, at: Instant): boolean {
  const change = changedFields(row, description)
  if (!change) return false
  tx.update(issues)
    .set({ ...change, updated_at: at })
    .where(eq(issues.issue_id, row.issue_id))
    .run()
  if ('age_rating' in change) rateSeries(tx, row.comic_id)
  return true
}

/** Undefined when nothing differs. Lists and texts are compared by value. */
function changedFields<T extends object>(row: T, description: Partial<T>): Partial<T> | undefined {
  const differs = Object.entries(description).filter(([field, value]) => {
    const old = row[field as keyof T]
    return old !== value && JSON.stringify(old) !== JSON.stringify(value)
  })
  return differs.length > 0 ? (Object.fromEntries(differs) as Partial<T>) : undefined
}

interface NumberChange {
  issue_id: string
  number: string
}

/**
 * Changes the numbers of issues of one series. The new numbers must be free or belong to issues of the same call, which
 * may swap numbers.
 */
export function renumberIssues(tx: Tx, moves: readonly NumberChange[], at: Instant): void {
  // Temporary numbers first: a number is unique in its series at every moment.
  for (const { issue_id } of moves) setNumber(tx, issue_id, `\u0000${issue_id}`, at)
  for (const { issue_id, number } of moves) setNumber(tx, issue_id, normalNumber(number), at)
}

const numbering = preparedQuery((tx: Tx) =>
  tx
    .update(issues)
    .set({
      number: sql`${sql.placeholder('number')}`,
      sort_key: sql`${sql.placeholder('sort_key')}`,
      updated_at: sql`${sql.placeholder('at')}`,
    })
    .where(eq(issues.issue_id, sql.placeholder('issue_id')))
    .prepare(),
)

function setNumber(tx: Tx, issue_id: string, number: string, at: Instant): void {
  numbering(tx).run({ issue_id, number, sort_key: sortKey(number), at })
}

/** Issues of the series without a file and without a choice of the user (wanted or skipped). */
export function untouchedIssues(db: ReadHandle, comicId: string): string[] {
  return db
    .select({ issue_id: issues.issue_id })
    .from(issues)
    .leftJoin(issueFiles, eq(issueFiles.issue_id, issues.issue_id))
    .where(
      and(
        eq(issues.comic_id, comicId),
        eq(issues.intent, 'policy'),
        eq(issues.fulfillment, 'missing'),
        isNull(issueFiles.file_id),
      ),
    )
    .all()
    .map(({ issue_id }) => issue_id)
}

const numberTaken = preparedQuery((db: ReadHandle) =>
  db
    .select({ issue_id: issues.issue_id })
    .from(issues)
    .where(
      and(
        eq(issues.comic_id, sql.placeholder('comic_id')),
        eq(issues.kind, sql.placeholder('kind')),
        eq(issues.unit, sql.placeholder('unit')),
        eq(issues.sort_key, sql.placeholder('sort_key')),
        ne(issues.issue_id, sql.placeholder('but')),
      ),
    )
    .limit(1)
    .prepare(),
)

/** Whether an issue of the series other than `but` has the number, in any spelling. */
export function hasNumber(
  db: ReadHandle,
  { comic_id, kind, unit, number }: Pick<IssueRow, 'comic_id' | 'kind' | 'unit' | 'number'>,
  but = '',
): boolean {
  return numberHolder(db, { comic_id, kind, unit, number }, but) !== undefined
}

/** The issue of the series other than `but` that has the number, in any spelling. */
export function numberHolder(
  db: ReadHandle,
  { comic_id, kind, unit, number }: Pick<IssueRow, 'comic_id' | 'kind' | 'unit' | 'number'>,
  but = '',
): string | undefined {
  const sort_key = sortKey(normalNumber(number))
  return numberTaken(db).get({ comic_id, kind, unit, sort_key, but })?.issue_id
}

/** All files of an issue, including missing ones. */
export function everyFileOf(db: ReadHandle, issueId: string) {
  return db
    .select({ file: files })
    .from(issueFiles)
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .where(eq(issueFiles.issue_id, issueId))
    .orderBy(files.path)
    .all()
    .map(({ file }) => file)
}
