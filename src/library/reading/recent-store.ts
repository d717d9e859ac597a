import { desc, eq, isNull, sql } from 'drizzle-orm'
import type { ReadHandle } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { files, issueFiles } from '../series/tables'

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
