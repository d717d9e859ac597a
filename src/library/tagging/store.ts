import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ReadHandle } from '../../base/storage/database'
import { files, issueFiles, issues } from '../series/tables'

/** Read only: the journal writes the rows of changed files. */

/** The present files of these issues, each once, in the order of the issue numbers. */
export function filesToTag(db: ReadHandle, issueIds: readonly string[]): { file_id: string; issue_id: string }[] {
  const seen = new Map<string, string>()
  for (let from = 0; from < issueIds.length; from += 500) {
    const rows = db
      .select({ file_id: files.file_id, issue_id: issues.issue_id })
      .from(issues)
      .innerJoin(issueFiles, eq(issueFiles.issue_id, issues.issue_id))
      .innerJoin(files, eq(files.file_id, issueFiles.file_id))
      .where(and(inArray(issues.issue_id, issueIds.slice(from, from + 500)), isNull(files.gone_at)))
      .orderBy(sql`${issues.kind} desc`, issues.sort_key, files.path)
      .all()
    for (const { file_id, issue_id } of rows) if (!seen.has(file_id)) seen.set(file_id, issue_id)
  }
  return [...seen].map(([file_id, issue_id]) => ({ file_id, issue_id }))
}

/** The issues of a file, in the order of their numbers. */
export function issuesInFile(db: ReadHandle, fileId: string): string[] {
  return db
    .select({ issue_id: issues.issue_id })
    .from(issueFiles)
    .innerJoin(issues, eq(issues.issue_id, issueFiles.issue_id))
    .where(eq(issueFiles.file_id, fileId))
    .orderBy(issues.comic_id, sql`${issues.kind} desc`, issues.sort_key)
    .all()
    .map(({ issue_id }) => issue_id)
}
