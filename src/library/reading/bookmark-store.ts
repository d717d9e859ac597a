import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { PageMove } from '../../base/formats/archives/page-order'
import { callerId } from '../../base/platform/caller'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { files, issueFiles, issues } from '../series/tables'
import { bookmarks, removedBookmarks } from './tables'

interface Bookmark {
  /** Counted from 0. */
  page: number
  note: string | null
  created_at: Instant
}

type NewBookmark = Omit<typeof bookmarks.$inferSelect, 'user_id' | 'note' | 'changed_at'> & {
  note: string | null | undefined
}

/** The caller's, set in the issue or in the content of one of its files. */
const ofIssue = (issueId: string) => sql`${bookmarks.user_id} = ${callerId()}
  and (${bookmarks.issue_id} = ${issueId} or ${bookmarks.content_key} in (
  select value from ${issueFiles} join ${files} using (file_id),
  json_each(json_array(${files.content_hash}, ${files.file_id})) where ${issueFiles.issue_id} = ${issueId}))`

/** The caller's bookmarks in page order, each page once. */
export function bookmarksOf(db: ReadHandle, issueId: string): Bookmark[] {
  const rows = db
    .select({ page: bookmarks.page, note: bookmarks.note, created_at: bookmarks.created_at })
    .from(bookmarks)
    .where(ofIssue(issueId))
    .orderBy(bookmarks.page, bookmarks.created_at)
    .all()
  return [...new Map(rows.map((row) => [row.page, row])).values()]
}

/** A change that a device sends late does not replace a newer one. */
const notNewer = (at: Instant) => sql`coalesce(${bookmarks.changed_at}, ${bookmarks.created_at}) <= ${at}`

/**
 * An existing bookmark keeps its time; it gets the new note, or keeps its own when none is given. One that was changed
 * or removed after `created_at` of the new row stays as it is.
 */
export function saveBookmark(tx: Tx, row: NewBookmark): void {
  const { note, issue_id, created_at } = row
  if (isRemovedAfter(tx, row)) return
  tx.insert(bookmarks)
    .values({ ...row, note: note ?? null, user_id: callerId() })
    .onConflictDoUpdate({
      target: [bookmarks.content_key, bookmarks.user_id, bookmarks.page],
      set: { ...(note !== undefined && { note }), issue_id, changed_at: created_at },
      setWhere: notNewer(created_at),
    })
    .run()
}

/** Whether a newer removal exists; an older one is deleted. */
function isRemovedAfter(tx: Tx, { content_key, page, created_at }: NewBookmark): boolean {
  const ofPage = and(
    eq(removedBookmarks.content_key, content_key),
    eq(removedBookmarks.user_id, callerId()),
    eq(removedBookmarks.page, page),
  )
  tx.delete(removedBookmarks)
    .where(and(ofPage, lte(removedBookmarks.removed_at, created_at)))
    .run()
  return tx.select({ page: removedBookmarks.page }).from(removedBookmarks).where(ofPage).get() !== undefined
}

/** Removes a bookmark that was not changed after `at`. */
export function removeBookmark(tx: Tx, issueId: string, page: number, at: Instant): void {
  tx.delete(bookmarks)
    .where(and(ofIssue(issueId), eq(bookmarks.page, page), notNewer(at)))
    .run()
  tx.run(sql`insert into ${removedBookmarks} (content_key, user_id, page, removed_at)
    select coalesce(${files.content_hash}, ${files.file_id}), ${callerId()}, ${page}, ${at}
    from ${issueFiles} join ${files} using (file_id) where ${issueFiles.issue_id} = ${issueId} and ${files.page_count} > ${page}
    on conflict do update set removed_at = max(removed_at, excluded.removed_at)`)
}

/** Moves the bookmarks of all users from the file's id to its content hash; an existing bookmark wins. */
export function rekeyBookmarks(tx: Tx, fileId: string, contentHash: string, move?: PageMove): void {
  if (move) moveBookmarks(tx, [fileId], (page) => move.place(page))
  for (const table of [bookmarks, removedBookmarks]) {
    tx.run(sql`update or ignore ${table} set content_key = ${contentHash} where content_key = ${fileId}`)
    tx.delete(table).where(eq(table.content_key, fileId)).run()
  }
}

/**
 * Moves the bookmarks of all users in contents whose pages readers count in another way now. Those of a hidden page
 * stay behind the last page, where they are not shown, until the page is shown again.
 */
export function moveBookmarks(tx: Tx, keys: readonly string[], placeOf: (page: number) => number): void {
  const rows = tx.select().from(bookmarks).where(inArray(bookmarks.content_key, keys)).all()
  const removed = tx.select().from(removedBookmarks).where(inArray(removedBookmarks.content_key, keys)).all()
  for (const table of [bookmarks, removedBookmarks]) tx.delete(table).where(inArray(table.content_key, keys)).run()
  for (const row of rows)
    tx.insert(bookmarks)
      .values({ ...row, page: placeOf(row.page) })
      .run()
  for (const row of removed)
    tx.insert(removedBookmarks)
      .values({ ...row, page: placeOf(row.page) })
      .run()
}

/** The content now belongs to another issue, and so do its bookmarks by all users. */
export function moveBookmarksToIssue(tx: Tx, contentKey: string, issueId: string): void {
  tx.update(bookmarks).set({ issue_id: issueId }).where(eq(bookmarks.content_key, contentKey)).run()
}

/** Links bookmarks of all users to the issue that has their content now, for the files of one series. */
export function relinkBookmarks(tx: Tx, comicId: string): void {
  const holder = sql`select l.issue_id from ${files} f join ${issueFiles} l using (file_id)
    where f.content_hash = ${bookmarks.content_key} and f.gone_at is null`
  const ofSeries = sql`select f.content_hash from ${issues} i join ${issueFiles} l using (issue_id) join ${files} f using (file_id)
    where i.comic_id = ${comicId} and f.content_hash is not null`
  tx.update(bookmarks)
    .set({ issue_id: sql`(${holder} limit 1)` })
    .where(
      sql`${bookmarks.content_key} in (${ofSeries}) and exists (${holder})
        and (${bookmarks.issue_id} is null or ${bookmarks.issue_id} not in (${holder}))`,
    )
    .run()
}

/** Copies the bookmarks of all users in the issue's earlier content to its new content; an existing bookmark wins. */
export function copyBookmarks(tx: Tx, from: string, to: string, issueId: string, move?: PageMove): void {
  const moved = <T extends { page: number }>(row: T) => ({
    ...row,
    page: move?.place(row.page) ?? row.page,
    content_key: to,
  })
  for (const row of tx.select().from(bookmarks).where(eq(bookmarks.content_key, from)).all())
    tx.insert(bookmarks)
      .values({ ...moved(row), issue_id: issueId })
      .onConflictDoNothing()
      .run()
  for (const row of tx.select().from(removedBookmarks).where(eq(removedBookmarks.content_key, from)).all())
    tx.insert(removedBookmarks).values(moved(row)).onConflictDoNothing().run()
}
