import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { files, issues, series } from '../series/tables'
import { bytes, flag, id, instant, json } from '../storage/columns'

/** What is known of a file's cover once it was made, so that a list can leave room in the right shape and colour. */
export const covers = sqliteTable('covers', {
  file_id: id()
    .primaryKey()
    .references(() => files.file_id, { onDelete: 'cascade' }),
  /** Pixels of the page as it is in the archive. */
  width: integer().notNull(),
  height: integer().notNull(),
  /** The average colour, `#rrggbb`. */
  color: text().notNull(),
  /** Size and time of the file it was made from; another value means it is out of date. */
  version: text().notNull(),
})

/**
 * How far something was read. Kept by content, so that it outlives moves, renames and a library that is imported
 * again; rows are never pruned. What was marked as unread keeps a row too: an older word of a device must not bring
 * the reading back.
 */
export const readingProgress = sqliteTable(
  'reading_progress',
  {
    /** `files.content_hash` of what was read; the file's id until somebody looked at its content. */
    content_key: text().primaryKey(),
    /** What it was last read as. */
    issue_id: id().references(() => issues.issue_id, { onDelete: 'set null' }),
    comic_id: id().references(() => series.comic_id, { onDelete: 'set null' }),
    /** The page last looked at, from 0. */
    page: integer().notNull(),
    page_count: integer().notNull(),
    /** The furthest page of this reading; 0 and not completed is unread. */
    furthest: integer().notNull(),
    completed: flag().notNull(),
    /** How far a completed issue was read in order once more; null while nobody does. */
    again: integer(),
    started_at: instant().notNull(),
    /** The last reading. */
    read_at: instant().notNull(),
    finished_at: instant(),
    times_read: integer().notNull().default(0),
    /** Name of what it was read on, as people see it. */
    device: text(),
    device_id: id(),
    /** Higher than that of every row written before. */
    revision: integer().notNull(),
  },
  (t) => [
    index('progress_by_issue').on(t.issue_id),
    index('progress_by_series').on(t.comic_id, t.completed, t.read_at),
    index('progress_by_revision').on(t.revision),
    index('progress_under_way').on(t.read_at).where(sql`${t.completed} = 0 and ${t.furthest} > 0`),
  ],
)

/**
 * Where each series stands of which something was read, kept by `SeriesReading` in the transaction that changes
 * progress, issues or files, so that lists cost a page and not all that was ever read. Ids are of issues of the series.
 */
export const seriesReading = sqliteTable(
  'series_reading',
  {
    comic_id: id()
      .primaryKey()
      .references(() => series.comic_id, { onDelete: 'cascade' }),
    read: integer().notNull(),
    reading: integer().notNull(),
    /** Under way and there to go on with: the one that was read last. */
    current_issue_id: id(),
    /** Where nothing is under way: what was read last, and what comes after it. */
    after_issue_id: id(),
    next_issue_id: id(),
    /** The last reading of the current issue, or of the one that the next comes after. */
    read_at: instant(),
  },
  (t) => [
    index('series_under_way')
      .on(t.read_at, t.comic_id, t.current_issue_id)
      .where(sql`${t.current_issue_id} is not null`),
    index('series_on_deck')
      .on(t.read_at, t.comic_id, t.next_issue_id, t.after_issue_id)
      .where(sql`${t.next_issue_id} is not null`),
  ],
)

/** Pages that somebody wants to find again. Kept by content, as progress is. */
export const bookmarks = sqliteTable(
  'bookmarks',
  {
    content_key: text().notNull(),
    /** From 0. */
    page: integer().notNull(),
    issue_id: id().references(() => issues.issue_id, { onDelete: 'set null' }),
    note: text(),
    created_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.content_key, t.page] }), index('bookmarks_by_issue').on(t.issue_id)],
)

/** How the pages of a series are laid out. */
export interface ReadingView {
  layout?: 'paged' | 'strip'
  spread?: 'single' | 'double' | 'auto'
  fit?: 'width' | 'height' | 'original' | 'smart'
  /** In pairs: the first page stands alone. */
  first_alone?: boolean
}

export const readingViews = sqliteTable('reading_views', {
  comic_id: id()
    .primaryKey()
    .references(() => series.comic_id, { onDelete: 'cascade' }),
  view: json<ReadingView>().notNull(),
})

/** One page in pixels; null where it could not be read. */
export type PageSize = { width: number; height: number; type: string } | null

/** The pages of a file in pixels, read once. */
export const pageSizes = sqliteTable('page_sizes', {
  file_id: id()
    .primaryKey()
    .references(() => files.file_id, { onDelete: 'cascade' }),
  pages: json<PageSize[]>().notNull(),
  /** Size and time of the file; another value means it is out of date. */
  version: text().notNull(),
})

/** Names that KOReader gives to a file: MD5 of parts of its content, or of its name. */
export const documentDigests = sqliteTable(
  'document_digests',
  {
    file_id: id()
      .notNull()
      .references(() => files.file_id, { onDelete: 'cascade' }),
    /** `content`; `name` on the disk; `served`, the name it is sent with. */
    method: text().$type<'content' | 'name' | 'served'>().notNull(),
    /** 32 hex digits. */
    document: text().notNull(),
    // Of the file when it was looked at: other values mean that the digest is out of date.
    path: text().notNull(),
    size: bytes().notNull(),
    modified_ms: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.file_id, t.method] }), index('digests_by_document').on(t.document)],
)

/** What KOReader said last of each document, also of books that are not in the library. */
export const syncedDocuments = sqliteTable(
  'synced_documents',
  {
    document: text().primaryKey(),
    /** A page number as text, or a place in a book of text; only KOReader reads it. */
    progress: text().notNull(),
    /** From 0 to 1. */
    percentage: real().notNull(),
    device: text().notNull(),
    device_id: text(),
    synced_at: instant().notNull(),
    /** The device whose key it came with: each has room for so many. */
    key_device_id: id(),
  },
  (t) => [index('synced_by_key').on(t.key_device_id, t.synced_at)],
)
