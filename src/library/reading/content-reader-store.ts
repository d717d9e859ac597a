import { inArray } from 'drizzle-orm'
import { union } from 'drizzle-orm/sqlite-core'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { bookmarks, readingProgress } from './tables'

/** The users with progress or bookmarks under one of the keys. */
function readersOf(db: ReadHandle, keys: readonly string[]): string[] {
  const own = (table: typeof readingProgress | typeof bookmarks) =>
    db
      .select({ user_id: table.user_id })
      .from(table)
      .where(inArray(table.content_key, [...keys]))
  return union(own(readingProgress), own(bookmarks))
    .all()
    .map(({ user_id }) => user_id)
}

/** Emits that the reading of these issues changed, for each user with progress or bookmarks in the content. */
export function emitContentRead(
  tx: Tx,
  keys: readonly string[],
  issues: readonly { issue_id: string; comic_id: string }[],
): void {
  for (const user_id of readersOf(tx, keys))
    for (const { issue_id, comic_id } of issues) tx.emit({ type: 'reading.changed', issue_id, comic_id, user_id })
}
