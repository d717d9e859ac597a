import { eq } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { files } from '../series/tables'
import { type PageSize, pageSizes, type ReadingView, readingViews } from './tables'

/** The user's choice for the series; empty without one. */
export function readingViewOf(db: ReadHandle, comicId: string): ReadingView {
  return db.select().from(readingViews).where(eq(readingViews.comic_id, comicId)).get()?.view ?? {}
}

export function saveView(tx: Tx, comicId: string, view: ReadingView): void {
  if (Object.keys(view).length === 0) {
    tx.delete(readingViews).where(eq(readingViews.comic_id, comicId)).run()
    return
  }
  tx.insert(readingViews)
    .values({ comic_id: comicId, view })
    .onConflictDoUpdate({ target: readingViews.comic_id, set: { view } })
    .run()
}

/** Prefix of the file's version: sizes from an older way of measuring are measured again. */
const MEASURED = 's2'

/** The pages of a file in pixels; undefined when this version has not been measured. */
export function sizesOf(db: ReadHandle, fileId: string, version: string): PageSize[] | undefined {
  const row = db.select().from(pageSizes).where(eq(pageSizes.file_id, fileId)).get()
  return row?.version === `${MEASURED} ${version}` ? row.pages : undefined
}

/** Does nothing when the file was deleted meanwhile. */
export function saveSizes(tx: Tx, sizes: typeof pageSizes.$inferInsert): void {
  if (!tx.select({ id: files.file_id }).from(files).where(eq(files.file_id, sizes.file_id)).get()) return
  const row = { ...sizes, version: `${MEASURED} ${sizes.version}` }
  tx.insert(pageSizes).values(row).onConflictDoUpdate({ target: pageSizes.file_id, set: row }).run()
}
