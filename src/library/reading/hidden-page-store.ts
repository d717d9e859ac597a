import { allPages, PageMove, pageOrder } from '../../base/formats/archives/page-order'
import type { Tx } from '../../base/storage/database'
import { recount } from '../series/counts-store'
import { hideInContent, issuesIn } from '../series/file-store'
import { moveBookmarks } from './bookmark-store'
import { emitContentRead } from './content-reader-store'
import { moveProgress } from './progress-row-store'

/**
 * Stores which pages of a content readers do not see, by their index among all pages; progress and bookmarks of all users
 * stay on their pages. Returns the number of files with the content.
 */
export function setHiddenPages(tx: Tx, contentHash: string, pages: number[]): number {
  const copies = hideInContent(tx, contentHash, pages)
  const [file] = copies
  if (!file) return 0
  const { page_count } = allPages(file)
  const move = new PageMove(pageOrder(page_count, file.hidden_pages?.pages ?? []), pageOrder(page_count, pages))
  if (move.isEmpty) return copies.length
  moveProgress(tx, contentHash, move)
  moveBookmarks(tx, [contentHash], (page) => move.place(page))
  const held = copies.flatMap(({ file_id }) => issuesIn(tx, file_id))
  for (const comicId of new Set(held.map(({ comic_id }) => comic_id))) recount(tx, comicId)
  emitContentRead(tx, [contentHash], held)
  return copies.length
}
