import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { bytes, day, flag, id, instant, json } from '../../base/storage/columns'
import type { ReadingDirection } from '../series/states'
import { files, issues, series } from '../series/tables'

/**
 * The size and color of a file's cover, stored when it was made, so that a list can reserve space in the right shape
 * and color.
 */
export const covers = sqliteTable('covers', {
  file_id: id()
    .primaryKey()
    .references(() => files.file_id, { onDelete: 'cascade' }),
  /** Pixels of the original page. */
  width: integer().notNull(),
  height: integer().notNull(),
  /** The average color, `#rrggbb`. */
  color: text().notNull(),
  /** Size and time of the file that the cover was made from; another value means that the cover is outdated. */
  version: text().notNull(),
})

/**
 * Reading progress. Keyed by content, so that it survives moves, renames and a new import of the library; rows are
 * never pruned. Issues marked as unread keep a row too: a device's older update must not restore the progress.
 */
export const readingProgress = sqliteTable(
  'reading_progress',
  {
    /** `files.content_hash` of the content that was read; the file's id until the hash is known. */
    content_key: text().primaryKey(),
    /** The issue as which the content was last read. */
    issue_id: id().references(() => issues.issue_id, { onDelete: 'set null' }),
    comic_id: id().references(() => series.comic_id, { onDelete: 'set null' }),
    /** The page last viewed, from 0. */
    page: integer().notNull(),
    page_count: integer().notNull(),
    /** The position of the reading line on that page, from 0 to 1: a page of a strip may be many windows high. */
    share: real(),
    /** The furthest page of this reading; 0 and not completed is unread. */
    furthest: integer().notNull(),
    completed: flag().notNull(),
    /** The furthest page of a second reading of a completed issue; null without one. */
    again: integer(),
    started_at: instant().notNull(),
    /** The last page view. */
    read_at: instant().notNull(),
    finished_at: instant(),
    times_read: integer().notNull().default(0),
    /** The name of the device, as the user sees it. */
    device: text(),
    device_id: id(),
    /** Higher than in every row written before. */
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
 * One row per series with progress, kept by `updateSeriesReading` in the transaction that changes progress, issues or
 * files, so that lists read a page of rows and not all progress. Ids are of issues of the series.
 */
export const seriesReading = sqliteTable(
  'series_reading',
  {
    comic_id: id()
      .primaryKey()
      .references(() => series.comic_id, { onDelete: 'cascade' }),
    read: integer().notNull(),
    reading: integer().notNull(),
    /** The issue to continue: started, available and last read. */
    current_issue_id: id(),
    /** Without one to continue: the issue that was read last, and the one after it. */
    after_issue_id: id(),
    next_issue_id: id(),
    /** When the current issue, or the one before the next, was last read. */
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

/** Bookmarked pages. Keyed by content, like progress. */
export const bookmarks = sqliteTable(
  'bookmarks',
  {
    content_key: text().notNull(),
    /** Counted from 0. */
    page: integer().notNull(),
    issue_id: id().references(() => issues.issue_id, { onDelete: 'set null' }),
    note: text(),
    created_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.content_key, t.page] }), index('bookmarks_by_issue').on(t.issue_id)],
)

/** The user's reader settings for a series; absent fields follow from the kind of the series and its pages. */
export interface ReadingView {
  reading_direction?: ReadingDirection
  layout?: 'paged' | 'strip'
  spread?: 'single' | 'double' | 'auto'
  fit?: 'width' | 'height' | 'original' | 'smart'
  /** For pairs: the first page is shown alone. */
  first_alone?: boolean
  /** For strips: space between pages. */
  gap?: boolean
}

export const readingViews = sqliteTable('reading_views', {
  comic_id: id()
    .primaryKey()
    .references(() => series.comic_id, { onDelete: 'cascade' }),
  view: json<ReadingView>().notNull(),
})

/** One page in pixels; null where it could not be read. */
export type PageSize = { width: number; height: number; type: string } | null

/** The pages of a file in pixels, measured once. */
export const pageSizes = sqliteTable('page_sizes', {
  file_id: id()
    .primaryKey()
    .references(() => files.file_id, { onDelete: 'cascade' }),
  pages: json<PageSize[]>().notNull(),
  /** Size and time of the file; another value means that the sizes are outdated. */
  version: text().notNull(),
})

/** KOReader's digests of a file: the MD5 of parts of its content, or of its name. */
export const documentDigests = sqliteTable(
  'document_digests',
  {
    file_id: id()
      .notNull()
      .references(() => files.file_id, { onDelete: 'cascade' }),
    /** `content`; `earlier` content, which devices may still hold; `name` on disk; `served`, the name it is sent with. */
    method: text().$type<'content' | 'earlier' | 'name' | 'served'>().notNull(),
    /** 32 hex digits. */
    document: text().notNull(),
    // Path, size and time of the file when the digest was made: other values mean that the digest is outdated.
    path: text().notNull(),
    size: bytes().notNull(),
    modified_ms: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.file_id, t.method] }), index('digests_by_document').on(t.document)],
)

/** The last progress that KOReader sent for each document, including books that are not in the library. */
export const syncedDocuments = sqliteTable(
  'synced_documents',
  {
    document: text().primaryKey(),
    /** A page number as text, or a position in a text book; only KOReader reads it. */
    progress: text().notNull(),
    /** From 0 to 1. */
    percentage: real().notNull(),
    device: text().notNull(),
    device_id: text(),
    synced_at: instant().notNull(),
    /** The device whose key was used: each device has room for a limited number. */
    key_device_id: id(),
  },
  (t) => [index('synced_by_key').on(t.key_device_id, t.synced_at)],
)

/**
 * What the reader counted in one sitting: one opening of an issue in one browser. A report carries the sums so far, so
 * that a repeated or late one counts nothing twice. Deleted after some weeks: `reading_days` keeps the sums.
 */
export const readingSittings = sqliteTable(
  'reading_sittings',
  {
    /** Generated by the browser. */
    sitting_id: id().primaryKey(),
    pages: integer().notNull(),
    seconds: integer().notNull(),
    reported_at: instant().notNull(),
  },
  (t) => [index('sittings_by_age').on(t.reported_at)],
)

/** What was read of a series on a day. Without a reference: reading in a deleted series still counts. */
export const readingDays = sqliteTable(
  'reading_days',
  {
    /** The calendar day at the reader's place. */
    day: day().notNull(),
    comic_id: id().notNull(),
    pages: integer().notNull(),
    /** Issues that were finished. */
    issues: integer().notNull(),
    /** Time in Panelkeep's reader; other apps report none. */
    seconds: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.comic_id] })],
)

/**
 * The last report of each device about each issue: a clock that is behind shows in the order of reports. Deleted after
 * some weeks, like sittings.
 */
export const deviceReports = sqliteTable(
  'device_reports',
  {
    /** The browser's sitting, the app's own id, or the name of the device. */
    device: text().notNull(),
    issue_id: id()
      .notNull()
      .references(() => issues.issue_id, { onDelete: 'cascade' }),
    /** The time of reading by the device's clock. */
    said_at: instant().notNull(),
    /** The same by this machine's clock. */
    counted_at: instant().notNull(),
    received_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.device, t.issue_id] }),
    index('device_reports_by_issue').on(t.issue_id),
    index('device_reports_by_age').on(t.received_at),
  ],
)

/** The sums of `reading_days` by series, written with it. */
export const readingTotals = sqliteTable(
  'reading_totals',
  {
    comic_id: id().primaryKey(),
    /** The series' name when it was last read, for a series that was deleted. */
    name: text().notNull(),
    pages: integer().notNull(),
    issues: integer().notNull(),
    seconds: integer().notNull(),
    last_day: day().notNull(),
  },
  (t) => [index('totals_by_pages').on(t.pages, t.comic_id)],
)

/** The time zone that a browser last reported, for apps that report none. One row. */
export const readingZone = sqliteTable('reading_zone', {
  only: integer().primaryKey(),
  /** A name of the IANA database: `Europe/Berlin`. */
  zone: text().notNull(),
})
