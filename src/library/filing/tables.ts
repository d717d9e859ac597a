import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { bytes, id, instant, json } from '../../base/storage/columns'
import type { FileContent } from '../series/file-store'
import type { RemovedFile } from '../series/removed-file-store'
import type { BatchKind, BatchState, ChangeKind, ChangeState } from './states'

/** Changes to the user's files that are made and undone together. */
export const fileBatches = sqliteTable(
  'file_batches',
  {
    batch_id: id().primaryKey(),
    kind: text().$type<BatchKind>().notNull(),
    state: text().$type<BatchState>().notNull(),
    /** The series the operation was requested for; null when it spans several. Kept after the series is deleted. */
    comic_id: id(),
    /** A sentence without a full stop: "12 files renamed". */
    title: text().notNull(),
    operation_id: id(),
    created_at: instant().notNull(),
    finished_at: instant(),
  },
  (t) => [index('file_batches_of_series').on(t.comic_id, t.created_at), index('file_batches_by_age').on(t.created_at)],
)

/** One change of one file, written here before the disk is touched. */
export const fileChanges = sqliteTable(
  'file_changes',
  {
    change_id: id().primaryKey(),
    batch_id: id()
      .notNull()
      .references(() => fileBatches.batch_id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    kind: text().$type<ChangeKind>().notNull(),
    state: text().$type<ChangeState>().notNull(),
    /** Row of `files`, kept when that row is deleted; empty for a file beside comics. */
    file_id: id().notNull(),
    from_path: text().notNull(),
    to_path: text().notNull(),
    /** The path of the new bytes until they get their name. */
    temp_path: text(),
    /** The old file in the recycle folder. */
    kept_path: text(),
    before_size: bytes(),
    before_modified_ms: integer(),
    after_size: bytes(),
    after_modified_ms: integer(),
    after_hash: text(),
    /** For a `note`: the documents that were inside before, by entry name; null where there was none. */
    before_notes: json<Record<string, string | null>>(),
    /** For `replace` and `note`: the file's row before and after the change. */
    before_file: json<FileContent>(),
    after_file: json<FileContent>(),
    /** For `remove`: the copy that stays; without it the file is not removed. Null for a file without a copy. */
    copy_id: id(),
    /** For `remove`: the row and the issues of the file, which undo restores. */
    removed: json<RemovedFile>(),
    /** Why it failed, as a sentence. */
    error: text(),
    changed_at: instant(),
  },
  (t) => [
    index('file_changes_of_batch').on(t.batch_id, t.position),
    index('file_changes_of_file').on(t.file_id),
    index('file_changes_by_state').on(t.state),
    // The size of the recycle folders, without reading the other rows.
    index('file_changes_kept').on(t.before_size, t.state).where(sql`${t.kept_path} is not null`),
  ],
)
