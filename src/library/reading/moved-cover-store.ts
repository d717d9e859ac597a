import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../base/storage/database'
import { recount } from '../series/counts-store'
import { type FileRow, issuesIn, recordCoverMove } from '../series/file-store'
import { moveBookmarks } from './bookmark-store'
import { emitContentRead } from './content-reader-store'
import { readingProgress } from './tables'

/**
 * Earlier versions showed a cover in the root of an archive as its last page. Moves progress and bookmarks of all users
 * in such a file to the pages' current positions. `places`: the new index of each earlier page; undefined when none moved.
 */
export function correctMovedCover(tx: Tx, file: FileRow, places: readonly number[] | undefined): void {
  const settled = recordCoverMove(tx, file, places !== undefined)
  if (places === undefined || settled.length === 0) return
  const keys = [...settled, ...(file.content_hash === null ? [] : [file.content_hash])]
  moveProgress(tx, keys, places)
  moveBookmarks(tx, keys, (page) => places[page] ?? page)
  const moved = settled.flatMap((id) => issuesIn(tx, id))
  for (const { comic_id } of moved) recount(tx, comic_id)
  emitContentRead(tx, keys, moved)
}

function moveProgress(tx: Tx, keys: readonly string[], places: readonly number[]): void {
  // A reader at the cover, after the last page, has read the whole issue.
  const placeOf = (page: number) => Math.max(page, places[page] ?? page)
  for (const row of tx.select().from(readingProgress).where(inArray(readingProgress.content_key, keys)).all()) {
    if (row.furthest === 0 && !row.completed) continue
    tx.update(readingProgress)
      .set({
        page: placeOf(row.page),
        furthest: placeOf(row.furthest),
        again: row.again === null ? null : placeOf(row.again),
      })
      .where(and(eq(readingProgress.content_key, row.content_key), eq(readingProgress.user_id, row.user_id)))
      .run()
  }
}
