import { and, desc, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { files, issueFiles, issues, series } from '../series/tables'

const is = sql.placeholder

export const recentFiles = (db: ReadHandle) =>
  db
    .select({ file_id: files.file_id, added_at: files.added_at })
    .from(files)
    .where(isNull(files.gone_at))
    .orderBy(desc(files.added_at), desc(files.file_id))

const newestIssues = preparedQuery((db: ReadHandle) => {
  // The limit comes before the join, otherwise SQLite sorts all files with an issue.
  const newest = recentFiles(db).limit(is('limit')).as('newest')
  return db
    .select({ issue_id: issueFiles.issue_id })
    .from(newest)
    .innerJoin(issueFiles, eq(issueFiles.file_id, newest.file_id))
    .orderBy(desc(newest.added_at), desc(newest.file_id), issueFiles.issue_id)
    .prepare()
})

/** Ids of the issues with the newest files, newest first, each once. At most `limit`. */
export function recentIssues(db: ReadHandle, limit: number): string[] {
  // Twice as many files: some are second copies of an issue, and some have no issue.
  const rows = newestIssues(db).all({ limit: limit * 2 })
  return [...new Set(rows.map(({ issue_id }) => issue_id))].slice(0, limit)
}

const newestSeries = preparedQuery((db: ReadHandle) =>
  db
    .select({ comic_id: series.comic_id, name: series.name, files_at: sql<string>`${series.files_at}` })
    .from(series)
    .where(isNotNull(series.files_at))
    .orderBy(desc(series.files_at), series.comic_id)
    .limit(is('limit'))
    .prepare(),
)

/** Series by the time of their newest file, the latest first. */
export const recentSeries = (db: ReadHandle, limit: number) => newestSeries(db).all({ limit })

const addedIssues = preparedQuery((db: ReadHandle) =>
  db
    .selectDistinct({
      issue_id: issues.issue_id,
      kind: issues.kind,
      unit: issues.unit,
      number: issues.number,
      title: issues.title,
      sort_key: issues.sort_key,
    })
    .from(issues)
    .innerJoin(issueFiles, eq(issueFiles.issue_id, issues.issue_id))
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .where(and(eq(issues.comic_id, is('comic_id')), isNull(files.gone_at), gte(files.added_at, sql`${is('since')}`)))
    .orderBy(desc(issues.kind), issues.unit, issues.sort_key)
    .prepare(),
)

/** The issues of a series with files that were added since then, in reading order, annuals last. */
export const issuesAddedSince = (db: ReadHandle, comicId: string, since: Instant) =>
  addedIssues(db).all({ comic_id: comicId, since })
