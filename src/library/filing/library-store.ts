import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ReadHandle } from '../../base/storage/database'
import type { FileRow } from '../series/file-store'
import type { IssueRow } from '../series/store'
import { files, issueFiles, issues } from '../series/tables'

/** An existing file of a series, with its issues. */
export interface FileWithIssues {
  file: FileRow
  issues: IssueRow[]
  /** The file contains issues of another series too. */
  isShared: boolean
}

/** In the order of the files' first issues. */
export function filesWithIssues(db: ReadHandle, comicId: string): FileWithIssues[] {
  const isShared = sql<number>`exists (select 1 from ${issueFiles} as links join ${issues} as held using (issue_id)
    where links.file_id = ${files.file_id} and held.comic_id <> ${comicId})`
  const rows = db
    .select({ file: files, issue: issues, isShared })
    .from(issues)
    .innerJoin(issueFiles, eq(issueFiles.issue_id, issues.issue_id))
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .where(and(eq(issues.comic_id, comicId), isNull(files.gone_at)))
    .orderBy(issues.kind, issues.sort_key, files.path)
    .all()
  const own = new Map<string, FileWithIssues>()
  for (const row of rows) {
    const known = own.get(row.file.file_id)
    if (known) known.issues.push(row.issue)
    else own.set(row.file.file_id, { file: row.file, issues: [row.issue], isShared: row.isShared === 1 })
  }
  return [...own.values()]
}
