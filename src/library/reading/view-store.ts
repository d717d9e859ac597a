import { and, eq } from 'drizzle-orm'
import { callerId } from '../../base/platform/caller'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { files } from '../series/tables'
import { type PageSize, pageSizes, type ReadingView, readingViews } from './tables'

const isOwn = (comicId: string) => and(eq(readingViews.comic_id, comicId), eq(readingViews.user_id, callerId()))

/** The caller's choice for the series; empty without one. */
export function readingViewOf(db: ReadHandle, comicId: string): ReadingView {
  return db.select().from(readingViews).where(isOwn(comicId)).get()?.view ?? {}
}

/** Whether any user chose how the pages of the series are laid out. */
export function hasReadingView(db: ReadHandle, comicId: string): boolean {
  const chosen = db.select({ id: readingViews.user_id }).from(readingViews).where(eq(readingViews.comic_id, comicId))
  return chosen.limit(1).get() !== undefined
}

export function saveView(tx: Tx, comicId: string, view: ReadingView): void {
  if (Object.keys(view).length === 0) {
    tx.delete(readingViews).where(isOwn(comicId)).run()
    return
  }
  tx.insert(readingViews)
    .values({ comic_id: comicId, user_id: callerId(), view })
    .onConflictDoUpdate({ target: [readingViews.comic_id, readingViews.user_id], set: { view } })
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
