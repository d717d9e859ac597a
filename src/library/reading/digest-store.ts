import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import type { FileRow } from '../series/file-store'
import { files, issueFiles, issues } from '../series/tables'
import { documentDigests } from './tables'

type DigestMethod = (typeof documentDigests.$inferSelect)['method']

/** Whether the digests were made from the current version of the file. */
export function hasDigests(db: ReadHandle, file: FileRow): boolean {
  const known = and(eq(files.file_id, file.file_id), eq(files.size, file.size), eq(files.modified_ms, file.modified_ms))
  const row = db.select({ id: files.file_id }).from(files).innerJoin(documentDigests, DIGEST_NOW).where(known).get()
  return row !== undefined
}

type Digests = Record<Exclude<DigestMethod, 'earlier'>, string>

/**
 * Does nothing when the file was deleted meanwhile. The digest of the earlier content is kept: a device that fetched
 * the file before it was rewritten still reports that one.
 */
export function saveDigests(tx: Tx, file: FileRow, digests: Digests): void {
  const { file_id, path, size, modified_ms } = file
  if (!tx.select({ id: files.file_id }).from(files).where(eq(files.file_id, file_id)).get()) return
  const before = contentDigest(tx, file_id)
  const earlier = before === undefined || before === digests.content ? {} : { earlier: before }
  for (const [method, document] of Object.entries({ ...digests, ...earlier }) as [DigestMethod, string][]) {
    const row = { file_id, method, document, path, size, modified_ms }
    tx.insert(documentDigests)
      .values(row)
      .onConflictDoUpdate({ target: [documentDigests.file_id, documentDigests.method], set: row })
      .run()
  }
}

function contentDigest(db: ReadHandle, fileId: string): string | undefined {
  const { file_id, method, document } = documentDigests
  const ofContent = and(eq(file_id, fileId), eq(method, 'content'))
  return db.select({ document }).from(documentDigests).where(ofContent).get()?.document
}

/** The digest by content of the file's current version. */
const DIGEST_NOW = sql`${documentDigests.file_id} = ${files.file_id} and ${documentDigests.method} = 'content'
  and ${documentDigests.path} = ${files.path} and ${documentDigests.size} = ${files.size}
  and ${documentDigests.modified_ms} = ${files.modified_ms}`

/** Up to `limit` files after `after`, by id, and whether each has digests. */
export function filesAfter(db: ReadHandle, after: string, limit: number): { file: FileRow; known: boolean }[] {
  return db
    .select({ file: files, known: sql<number>`${documentDigests.file_id} is not null` })
    .from(files)
    .leftJoin(documentDigests, DIGEST_NOW)
    .where(and(gt(files.file_id, after), isNull(files.gone_at)))
    .orderBy(files.file_id)
    .limit(limit)
    .all()
    .map(({ file, known }) => ({ file, known: known === 1 }))
}

const unnamedBySeries = preparedQuery((db: ReadHandle) =>
  db
    .selectDistinct({ file: files })
    .from(issues)
    .innerJoin(issueFiles, eq(issueFiles.issue_id, issues.issue_id))
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .leftJoin(documentDigests, DIGEST_NOW)
    .where(
      and(eq(issues.comic_id, sql.placeholder('comic_id')), isNull(files.gone_at), isNull(documentDigests.file_id)),
    )
    .prepare(),
)

/** The files of a series that have no digests; a file with several issues appears once. */
export function filesWithoutDigests(db: ReadHandle, comicId: string): FileRow[] {
  return unnamedBySeries(db)
    .all({ comic_id: comicId })
    .map(({ file }) => file)
}

/** The issues whose files have that digest, matches by content first. */
export function issuesOfDocument(
  db: ReadHandle,
  document: string,
): { issue_id: string; file: FileRow; byContent: boolean }[] {
  return db
    .select({
      issue_id: issueFiles.issue_id,
      file: files,
      byContent: sql<number>`max(${documentDigests.method} in ('content', 'earlier'))`,
    })
    .from(documentDigests)
    .innerJoin(files, eq(files.file_id, documentDigests.file_id))
    .innerJoin(issueFiles, eq(issueFiles.file_id, files.file_id))
    .where(and(eq(documentDigests.document, document), isNull(files.gone_at)))
    .groupBy(issueFiles.issue_id, files.file_id)
    .orderBy(sql`3 desc`, issueFiles.issue_id)
    .all()
    .map(({ byContent, ...row }) => ({ ...row, byContent: byContent === 1 }))
}
