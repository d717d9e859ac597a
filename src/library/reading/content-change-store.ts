import { and, eq, ne } from 'drizzle-orm'
import { allPages, PageMove, pageOrder } from '../../base/formats/archives/page-order'
import type { ReadHandle, Tx } from '../../base/storage/database'
import {
  type FileContent,
  type FileRow,
  fileWithId,
  hiddenIn,
  issuesIn,
  saveHidden,
  setContent,
} from '../series/file-store'
import { files } from '../series/tables'
import { copyBookmarks, rekeyBookmarks } from './bookmark-store'
import { emitContentRead } from './content-reader-store'
import { copyProgress, rekeyProgress } from './progress-row-store'

/** How the pages of a new content differ from those of the content before. Pages are counted with hidden ones. */
interface PageDifference {
  /** Pages of the earlier content that the new one lacks. */
  removed_pages?: number[]
  /** Pages of the new content that the earlier one lacked. */
  restored_pages?: number[]
}

/** New content in place of a file's. */
export interface ContentChange extends FileContent, PageDifference {
  /** The pages to hide in it; absent: those that were hidden in the same content before. */
  hide_pages?: number[]
}

/** Stores the new content of a file with the same issue: progress and bookmarks of all users follow its pages. */
export function changeContent(tx: Tx, fileId: string, change: ContentChange): void {
  const { hide_pages, removed_pages, restored_pages, ...content } = change
  if (hide_pages && content.content_hash !== null) saveHidden(tx, content.content_hash, hide_pages)
  moveReadingState(tx, fileId, content, {
    ...(removed_pages && { removed_pages }),
    ...(restored_pages && { restored_pages }),
  })
  setContent(tx, fileId, content)
}

/**
 * Call before the row of a file gets a new hash, when the file has new bytes but the same issue: progress and bookmarks
 * of all users follow. A copy with the old content keeps its own.
 */
export function moveReadingState(
  tx: Tx,
  fileId: string,
  content: Pick<FileContent, 'content_hash' | 'page_count'>,
  difference: PageDifference = {},
): void {
  const file = fileWithId(tx, fileId)
  const was = file?.content_hash ?? fileId
  const hash = content.content_hash
  if (hash === null || hash === was) return
  const move = file && moveBetween(file, { page_count: content.page_count, hidden: hiddenIn(tx, hash) }, difference)
  const held = issuesIn(tx, fileId)
  const [issue] = held
  if (issue && hasCopy(tx, fileId, was)) {
    copyProgress(tx, was, hash, issue, move)
    copyBookmarks(tx, was, hash, issue.issue_id, move)
  } else {
    rekeyProgress(tx, was, hash, { move })
    rekeyBookmarks(tx, was, hash, move)
  }
  emitContentRead(tx, [hash], held)
}

/** Undefined when every page stays where readers count it. */
function moveBetween(
  file: FileRow,
  { page_count, hidden }: { page_count: number; hidden: readonly number[] },
  { removed_pages = [], restored_pages = [] }: PageDifference,
): PageMove | undefined {
  const own = file.hidden_pages?.pages ?? []
  if (own.length + hidden.length + removed_pages.length + restored_pages.length === 0) return undefined
  const move = new PageMove(
    pageOrder(allPages(file).page_count, own, restored_pages),
    pageOrder(page_count, hidden, removed_pages),
  )
  return move.isEmpty ? undefined : move
}

function hasCopy(db: ReadHandle, fileId: string, hash: string): boolean {
  const copy = and(eq(files.content_hash, hash), ne(files.file_id, fileId))
  return db.select({ id: files.file_id }).from(files).where(copy).limit(1).get() !== undefined
}
