import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import type { FileRow } from '../../../library/series/file-store'
import { files, issueFiles, issues, series } from '../../../library/series/tables'
import { fileStatements, sidecarStatements } from '../tables'
import type { SidecarStatement } from './sidecars'
import type { FileStatement } from './statement'

/** Increase when more is read from files: then all files are read again in the background (`metadata-pass.ts`). */
const READING = 2

const is = sql.placeholder

const statementOfFile = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(fileStatements)
    .where(eq(fileStatements.file_id, is('file_id')))
    .prepare(),
)

/** The metadata in the file when it was last read. */
export function findStatement(db: ReadHandle, fileId: string): FileStatement | undefined {
  return statementOfFile(db).get({ file_id: fileId })?.stated
}

const putStatement = preparedQuery((tx: Tx) =>
  tx
    .insert(fileStatements)
    .values({ file_id: is('file_id'), stated: is('stated'), reading: READING })
    .onConflictDoUpdate({ target: fileStatements.file_id, set: { stated: sql`excluded.stated`, reading: READING } })
    .prepare(),
)

/** The file counts as read by this version. */
export function saveStatement(tx: Tx, fileId: string, stated: FileStatement): void {
  putStatement(tx).run({ file_id: fileId, stated })
}

/** Forgets the metadata of a file that was replaced without reading the new one. */
export function forgetStatement(tx: Tx, fileId: string): void {
  tx.delete(fileStatements).where(eq(fileStatements.file_id, fileId)).run()
}

const seriesAfter = preparedQuery((db: ReadHandle) =>
  db
    .select({ comic_id: series.comic_id })
    .from(series)
    .where(gt(series.comic_id, is('after')))
    .orderBy(series.comic_id)
    .limit(1)
    .prepare(),
)

/** The next series by id; undefined after the last one. */
export function nextSeries(db: ReadHandle, after: string): string | undefined {
  return seriesAfter(db).get({ after })?.comic_id
}

const unreadOfSeries = preparedQuery((db: ReadHandle) =>
  db
    .selectDistinct({
      file_id: files.file_id,
      path: files.path,
      size: files.size,
      modified_ms: files.modified_ms,
    })
    .from(issues)
    .innerJoin(issueFiles, eq(issueFiles.issue_id, issues.issue_id))
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .leftJoin(fileStatements, eq(fileStatements.file_id, files.file_id))
    .where(
      and(eq(issues.comic_id, is('comic_id')), isNull(files.gone_at), sql`${fileStatements.reading} is not ${READING}`),
    )
    .prepare(),
)

export type UnreadFile = Pick<FileRow, 'file_id' | 'path' | 'size' | 'modified_ms'>

/** The files of the series on disk whose metadata this version has not read. */
export function unreadFilesOf(db: ReadHandle, comicId: string): UnreadFile[] {
  return unreadOfSeries(db).all({ comic_id: comicId })
}

/** The metadata in the file of each regular issue; undefined for a file that was not read since this is recorded. */
export function statementsOfSeries(db: ReadHandle, comicId: string): (FileStatement | undefined)[] {
  return db
    .selectDistinct({ file_id: files.file_id, stated: fileStatements.stated })
    .from(issues)
    .innerJoin(issueFiles, eq(issueFiles.issue_id, issues.issue_id))
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .leftJoin(fileStatements, eq(fileStatements.file_id, files.file_id))
    .where(and(eq(issues.comic_id, comicId), eq(issues.kind, 'issue'), isNull(files.gone_at)))
    .all()
    .map(({ stated }) => stated ?? undefined)
}

const statementOfSidecar = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(sidecarStatements)
    .where(eq(sidecarStatements.path, is('path')))
    .prepare(),
)

/** The metadata in the series.json or cvinfo at the path when it was last read. */
export function findSidecarStatement(db: ReadHandle, path: string): SidecarStatement | undefined {
  return statementOfSidecar(db).get({ path })?.stated
}

export function saveSidecarStatement(tx: Tx, path: string, stated: SidecarStatement): void {
  tx.insert(sidecarStatements)
    .values({ path, stated })
    .onConflictDoUpdate({ target: sidecarStatements.path, set: { stated } })
    .run()
}
