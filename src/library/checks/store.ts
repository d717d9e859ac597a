import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import type { FileRow } from '../series/file-store'
import { files, issueFiles, issues } from '../series/tables'
import type { FileCheck } from './file-check'
import { fileChecks } from './tables'

/** Increase when more is read from directories: then all files are read again in the background. */
const READING = 1

const is = sql.placeholder

const put = preparedQuery((tx: Tx) =>
  tx
    .insert(fileChecks)
    .values({
      file_id: is('file_id'),
      size: is('size'),
      modified_ms: is('modified_ms'),
      reading: READING,
      page_digest: is('page_digest'),
      page_bytes: is('page_bytes'),
      missing_pages: is('missing_pages'),
      problem: is('problem'),
    })
    .onConflictDoUpdate({
      target: fileChecks.file_id,
      set: {
        size: sql`excluded.size`,
        modified_ms: sql`excluded.modified_ms`,
        reading: READING,
        page_digest: sql`excluded.page_digest`,
        page_bytes: sql`excluded.page_bytes`,
        missing_pages: sql`excluded.missing_pages`,
        problem: sql`excluded.problem`,
      },
    })
    .prepare(),
)

type CheckedFile = Pick<FileRow, 'file_id' | 'size' | 'modified_ms'>

/** Stores what the directory of a file showed, or why the file cannot be opened. */
export function saveFileCheck(tx: Tx, file: CheckedFile, check: FileCheck | { problem: string }): void {
  const { file_id, size, modified_ms } = file
  const none = { page_digest: null, page_bytes: 0, missing_pages: null, problem: null }
  put(tx).run({ file_id, size, modified_ms, ...none, ...check })
}

const current = preparedQuery((tx: Tx) =>
  tx
    .select({ file_id: files.file_id, size: files.size, modified_ms: files.modified_ms })
    .from(files)
    .where(eq(files.file_id, is('file_id')))
    .prepare(),
)

/** Stores the check of a file whose row was written in the same transaction; does nothing without one. */
export function saveCheckOf(tx: Tx, fileId: string, check: FileCheck | undefined): void {
  const file = check && current(tx).get({ file_id: fileId })
  if (file) saveFileCheck(tx, file, check)
}

const unchecked = preparedQuery((db: ReadHandle) =>
  db
    .selectDistinct({
      file_id: files.file_id,
      path: files.path,
      size: files.size,
      modified_ms: files.modified_ms,
      format: files.format,
    })
    .from(issues)
    .innerJoin(issueFiles, eq(issueFiles.issue_id, issues.issue_id))
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .leftJoin(fileChecks, eq(fileChecks.file_id, files.file_id))
    .where(
      and(
        eq(issues.comic_id, is('comic_id')),
        isNull(files.gone_at),
        sql`(${fileChecks.reading} is not ${READING} or ${fileChecks.size} <> ${files.size}
          or ${fileChecks.modified_ms} <> ${files.modified_ms})`,
      ),
    )
    .prepare(),
)

export type UncheckedFile = Pick<FileRow, 'file_id' | 'path' | 'size' | 'modified_ms' | 'format'>

/** The files of the series on disk whose directories were not read since they last changed. */
export function uncheckedFilesOf(db: ReadHandle, comicId: string): UncheckedFile[] {
  return unchecked(db).all({ comic_id: comicId })
}
