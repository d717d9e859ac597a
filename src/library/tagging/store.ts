import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
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

/**
 * Without files that are byte for byte another file of the same issue: the one that the library had before is the
 * original, else the first by path.
 */
export function withoutCopies(db: ReadHandle, fileIds: readonly string[]): string[] {
  const ids = sql`(select value from json_each(${JSON.stringify(fileIds)}))`
  const other = alias(files, 'other')
  const ofOther = alias(issueFiles, 'of_other')
  const isBefore = sql`(${other.file_id} not in ${ids} or ${other.path} < ${files.path})`
  const copies = db
    .selectDistinct({ file_id: files.file_id })
    .from(files)
    .innerJoin(issueFiles, eq(issueFiles.file_id, files.file_id))
    .innerJoin(ofOther, eq(ofOther.issue_id, issueFiles.issue_id))
    .innerJoin(other, and(eq(other.file_id, ofOther.file_id), ne(other.file_id, files.file_id)))
    .where(
      and(sql`${files.file_id} in ${ids}`, eq(other.content_hash, files.content_hash), isNull(other.gone_at), isBefore),
    )
    .all()
  const left = new Set(copies.map(({ file_id }) => file_id))
  return fileIds.filter((id) => !left.has(id))
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
