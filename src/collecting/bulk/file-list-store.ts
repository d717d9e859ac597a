import { and, eq, isNull } from 'drizzle-orm'
import type { ReadHandle } from '../../base/storage/database'
import { files, issueFiles, issues } from '../../library/series/tables'

/** Files on disk with issues of the series. */
export function filesOfSeries(db: ReadHandle, comicId: string): { file_id: string; path: string }[] {
  return db
    .selectDistinct({ file_id: files.file_id, path: files.path })
    .from(issues)
    .innerJoin(issueFiles, eq(issueFiles.issue_id, issues.issue_id))
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .where(and(eq(issues.comic_id, comicId), isNull(files.gone_at)))
    .all()
}

/** Issues that may be searched for. */
export function wantedIssuesOfSeries(db: ReadHandle, comicId: string): string[] {
  const wanted = and(eq(issues.comic_id, comicId), eq(issues.intent, 'wanted'), eq(issues.fulfillment, 'missing'))
  return db
    .select({ issue_id: issues.issue_id })
    .from(issues)
    .where(wanted)
    .all()
    .map(({ issue_id }) => issue_id)
}
