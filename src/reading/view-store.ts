import { eq } from 'drizzle-orm'
import { files } from '../series/tables'
import type { Reader, Tx } from '../storage/database'
import { type PageSize, pageSizes, type ReadingView, readingViews } from './tables'

/** What was chosen for the series; empty where nothing was. */
export function viewOf(db: Reader, comicId: string): ReadingView {
  return db.select().from(readingViews).where(eq(readingViews.comic_id, comicId)).get()?.view ?? {}
}

export function saveView(tx: Tx, comicId: string, view: ReadingView): void {
  tx.insert(readingViews)
    .values({ comic_id: comicId, view })
    .onConflictDoUpdate({ target: readingViews.comic_id, set: { view } })
    .run()
}

/** The pages of a file in pixels; undefined when nobody has looked at this version. */
export function sizesOf(db: Reader, fileId: string, version: string): PageSize[] | undefined {
  const row = db.select().from(pageSizes).where(eq(pageSizes.file_id, fileId)).get()
  return row?.version === version ? row.pages : undefined
}

/** Nothing happens when the file was forgotten meanwhile. */
export function saveSizes(tx: Tx, row: typeof pageSizes.$inferInsert): void {
  if (!tx.select({ id: files.file_id }).from(files).where(eq(files.file_id, row.file_id)).get()) return
  tx.insert(pageSizes).values(row).onConflictDoUpdate({ target: pageSizes.file_id, set: row }).run()
}
