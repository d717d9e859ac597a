import { eq, isNull, sql } from 'drizzle-orm'
import type { ReadHandle } from '../../../base/storage/database'
import { documentDigests } from '../../../library/reading/tables'
import { ALL_PAGES } from '../../../library/series/file-store'
import { files, issueFiles, issues } from '../../../library/series/tables'
import { movingFiles, movingFolders } from '../tables'

/** A file of the library. */
export interface FileInLibrary {
  /** Null for a file that an earlier move named and that is not found yet. */
  file_id: string | null
  path: string
  size: number
  page_count: number
  /** KOReader's digest of the content, if it was computed. */
  digest: string | null
  issues: { issue_id: string; comic_id: string }[]
}

/** All files of the library that are on disk, with their issues. */
export function filesInLibrary(db: ReadHandle): FileInLibrary[] {
  const rows = db
    .select({
      file_id: files.file_id,
      path: files.path,
      size: files.size,
      page_count: ALL_PAGES,
      digest: documentDigests.document,
      issue_id: issues.issue_id,
      comic_id: issues.comic_id,
    })
    .from(files)
    .innerJoin(issueFiles, eq(issueFiles.file_id, files.file_id))
    .innerJoin(issues, eq(issues.issue_id, issueFiles.issue_id))
    .leftJoin(
      documentDigests,
      sql`${documentDigests.file_id} = ${files.file_id} and ${documentDigests.method} = 'content'
        and ${documentDigests.size} = ${files.size} and ${documentDigests.modified_ms} = ${files.modified_ms}`,
    )
    .where(isNull(files.gone_at))
    .orderBy(files.file_id, issues.sort_key)
    .all()
  const found = new Map<string, FileInLibrary>()
  for (const { issue_id, comic_id, ...file } of rows) {
    const known = found.get(file.file_id)
    if (known) known.issues.push({ issue_id, comic_id })
    else found.set(file.file_id, { ...file, issues: [{ issue_id, comic_id }] })
  }
  return [...found.values()]
}

interface ExpectedFile {
  /** Absolute path, or a file name alone. */
  path: string
  /** The first folder of its series. */
  folder: string | null
  issue_id: string
  comic_id: string
}

/** Files that other runs named for issues of the library and that are not found yet. */
export function filesExpectedByOthers(db: ReadHandle, runId: string): ExpectedFile[] {
  return db
    .select({
      path: movingFiles.path,
      issue_id: issues.issue_id,
      comic_id: issues.comic_id,
      folder: sql<string | null>`json_extract(${movingFolders.paths}, '$[0]')`,
    })
    .from(movingFiles)
    .innerJoin(issues, eq(issues.issue_id, movingFiles.issue_id))
    .leftJoin(
      movingFolders,
      sql`${movingFolders.run_id} = ${movingFiles.run_id} and ${movingFolders.comic_id} = ${movingFiles.comic_id}`,
    )
    .where(sql`${movingFiles.run_id} <> ${runId} and ${movingFiles.state} <> 'found' and ${movingFiles.path} <> ''`)
    .orderBy(movingFiles.sought_id)
    .all()
}
