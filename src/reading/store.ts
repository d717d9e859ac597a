import { eq, sql } from 'drizzle-orm'
import { files } from '../series/tables'
import type { Reader, Tx } from '../storage/database'
import { prepared } from '../storage/prepared'
import { covers } from './tables'

export type CoverRow = typeof covers.$inferSelect

const coverOfFile = prepared((db: Reader) =>
  db
    .select()
    .from(covers)
    .where(eq(covers.file_id, sql.placeholder('file_id')))
    .prepare(),
)

export function findCover(db: Reader, fileId: string): CoverRow | undefined {
  return coverOfFile(db).get({ file_id: fileId })
}

/** Nothing happens when the file was forgotten meanwhile. */
export function saveCover(tx: Tx, row: CoverRow): void {
  if (!tx.select({ id: files.file_id }).from(files).where(eq(files.file_id, row.file_id)).get()) return
  tx.insert(covers).values(row).onConflictDoUpdate({ target: covers.file_id, set: row }).run()
}
