import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { FileRow } from '../series/file-store'
import { files, issueFiles } from '../series/tables'
import type { Reader, Tx } from '../storage/database'
import { documentDigests } from './tables'

export type DigestMethod = (typeof documentDigests.$inferSelect)['method']

/** Whether the digests were made of the file as it is now. */
export function hasDigests(db: Reader, file: FileRow): boolean {
  const { path, size, modified_ms } = documentDigests
  const isSame = sql`${path} = ${file.path} and ${size} = ${file.size} and ${modified_ms} = ${file.modified_ms}`
  const known = and(eq(documentDigests.file_id, file.file_id), eq(documentDigests.method, 'content'), isSame)
  return db.select({ file_id: documentDigests.file_id }).from(documentDigests).where(known).get() !== undefined
}

/** Nothing happens when the file was forgotten meanwhile. */
export function saveDigests(tx: Tx, file: FileRow, digests: Record<DigestMethod, string>): void {
  const { file_id, path, size, modified_ms } = file
  if (!tx.select({ id: files.file_id }).from(files).where(eq(files.file_id, file_id)).get()) return
  for (const [method, document] of Object.entries(digests) as [DigestMethod, string][]) {
    const row = { file_id, method, document, path, size, modified_ms }
    tx.insert(documentDigests)
      .values(row)
      .onConflictDoUpdate({ target: [documentDigests.file_id, documentDigests.method], set: row })
      .run()
  }
}

/** Up to `limit` files behind `after`, by id, and whether each has digests. */
export function filesAfter(db: Reader, after: string, limit: number): { file: FileRow; known: boolean }[] {
  return db
    .select({ file: files, known: sql<number>`${documentDigests.file_id} is not null` })
    .from(files)
    .leftJoin(
      documentDigests,
      sql`${documentDigests.file_id} = ${files.file_id} and ${documentDigests.method} = 'content'
        and ${documentDigests.path} = ${files.path} and ${documentDigests.size} = ${files.size}
        and ${documentDigests.modified_ms} = ${files.modified_ms}`,
    )
    .where(and(gt(files.file_id, after), isNull(files.gone_at)))
    .orderBy(files.file_id)
    .limit(limit)
    .all()
    .map(({ file, known }) => ({ file, known: known === 1 }))
}

/** The issues whose files go by that name, what goes by its content first. */
export function issuesOfDocument(
  db: Reader,
  document: string,
): { issue_id: string; file: FileRow; byContent: boolean }[] {
  return db
    .select({
      issue_id: issueFiles.issue_id,
      file: files,
      byContent: sql<number>`max(${documentDigests.method} = 'content')`,
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
