import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { files, issueFiles, issues } from '../series/tables'
import { covers } from './tables'

type CoverRow = typeof covers.$inferSelect

const coverOfFile = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(covers)
    .where(eq(covers.file_id, sql.placeholder('file_id')))
    .prepare(),
)

export function findCover(db: ReadHandle, fileId: string): CoverRow | undefined {
  return coverOfFile(db).get({ file_id: fileId })
}

/** Does nothing when the file was deleted meanwhile. */
export function saveCover(tx: Tx, row: CoverRow): void {
  if (!tx.select({ id: files.file_id }).from(files).where(eq(files.file_id, row.file_id)).get()) return
  tx.insert(covers).values(row).onConflictDoUpdate({ target: covers.file_id, set: row }).run()
}

/** Issues of a series whose files have no cover yet, in reading order. */
export function issuesWithoutCover(db: ReadHandle, comicId: string, limit: number): string[] {
  const rows = db
    .selectDistinct({ issue_id: issues.issue_id, sort_key: issues.sort_key })
    .from(issues)
    .innerJoin(issueFiles, eq(issueFiles.issue_id, issues.issue_id))
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .leftJoin(covers, eq(covers.file_id, files.file_id))
    .where(
      and(eq(issues.comic_id, comicId), isNull(files.gone_at), isNull(covers.file_id), sql`${files.page_count} > 0`),
    )
    .orderBy(issues.sort_key, issues.issue_id)
    .limit(limit)
    .all()
  return rows.map(({ issue_id }) => issue_id)
}
