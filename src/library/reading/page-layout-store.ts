import { and, eq } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { files } from '../series/tables'
import { type PageLayout, pageLayouts } from './tables'

const ofPage = (fileId: string, page: number) => and(eq(pageLayouts.file_id, fileId), eq(pageLayouts.page, page))

/** The layout of a page; undefined when this version of it has not been measured. */
export function layoutOf(db: ReadHandle, fileId: string, page: number, version: string): PageLayout | undefined {
  const row = db.select().from(pageLayouts).where(ofPage(fileId, page)).get()
  return row?.version === version ? row.layout : undefined
}

/** Does nothing when the file was deleted meanwhile. */
export function saveLayout(tx: Tx, row: typeof pageLayouts.$inferInsert): void {
  if (!tx.select({ id: files.file_id }).from(files).where(eq(files.file_id, row.file_id)).get()) return
  tx.insert(pageLayouts)
    .values(row)
    .onConflictDoUpdate({ target: [pageLayouts.file_id, pageLayouts.page], set: row })
    .run()
}
