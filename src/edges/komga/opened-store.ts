import { sql } from 'drizzle-orm'
import { callerId } from '../../base/platform/caller'
import type { ReadHandle } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { readingProgress } from '../../library/reading/tables'
import { files, issueFiles, issues, series } from '../../library/series/tables'
import { LISTED, READABLE } from './condition-store'

const is = sql.placeholder

/** A row of progress. */
export type RevisedProgress = Pick<
  typeof readingProgress.$inferSelect,
  'issue_id' | 'content_key' | 'completed' | 'furthest' | 'read_at' | 'revision'
>

const revisedRows = preparedQuery((db: ReadHandle) => {
  const { issue_id, content_key, completed, furthest, read_at, revision } = readingProgress
  return db
    .select({ issue_id, content_key, completed, furthest, read_at, revision })
    .from(readingProgress)
    .where(sql`${readingProgress.user_id} = ${is('user_id')} and ${revision} > ${is('after')}`)
    .orderBy(revision)
    .limit(is('limit'))
    .prepare()
})

/** The caller's progress that changed after a revision, in order. */
export const revisedProgress = (db: ReadHandle, after: number, limit: number): RevisedProgress[] =>
  revisedRows(db).all({ user_id: callerId(), after, limit })

const isListed = sql`${series.comic_id} = ${issues.comic_id} and ${READABLE} and ${LISTED}`

const bookRows = preparedQuery((db: ReadHandle) => {
  const asked = sql`json_each(${is('asked')}) as asked`
  const withFile = (key: typeof files.content_hash | typeof files.file_id) =>
    db
      .select({ asked: sql<string>`asked.value`, issue_id: issues.issue_id })
      .from(asked)
      .crossJoin(files)
      .crossJoin(issueFiles)
      .crossJoin(issues)
      .crossJoin(series)
      .where(sql`${key} = asked.value and ${issueFiles.file_id} = ${files.file_id}
        and ${issues.issue_id} = ${issueFiles.issue_id} and ${isListed}`)
      .prepare()
  const itself = db
    .select({ asked: sql<string>`asked.value`, issue_id: issues.issue_id })
    .from(asked)
    .crossJoin(issues)
    .crossJoin(series)
    .where(sql`${issues.issue_id} = asked.value and ${isListed}`)
    .prepare()
  return { itself, byHash: withFile(files.content_hash), byFile: withFile(files.file_id) }
})

/**
 * The books that these rows are about: the issues as which the content was read, and those that have the same content
 * as a file. In the order of the rows.
 */
export function booksOfProgress(db: ReadHandle, rows: readonly RevisedProgress[]): [string, RevisedProgress][] {
  const { itself, byHash, byFile } = bookRows(db)
  const keys = { asked: JSON.stringify(rows.map(({ content_key }) => content_key)) }
  const own = itself.all({ asked: JSON.stringify(rows.map(({ issue_id }) => issue_id)) })
  const ids = Map.groupBy([...own, ...byHash.all(keys), ...byFile.all(keys)], ({ asked }) => asked)
  return rows.flatMap((row) => {
    const found = [...(ids.get(row.issue_id ?? '') ?? []), ...(ids.get(row.content_key) ?? [])]
    return [...new Set(found.map(({ issue_id }) => issue_id))].map((id): [string, RevisedProgress] => [id, row])
  })
}
