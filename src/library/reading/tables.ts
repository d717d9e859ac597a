import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { OWNER_ID } from '../../base/platform/caller'
import { bytes, day, flag, id, instant, json } from '../../base/storage/columns'
import type { ReadingDirection } from '../series/states'
import { files, issues, series } from '../series/tables'

/**
 * The user whose row it is. Keys begin with the content, issue or series where rows of all users follow it, and with
 * the user elsewhere.
 */
const owner = () => id().notNull().default(OWNER_ID)

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
 * Reading progress of each user. Keyed by content, so that it survives moves, renames and a new import of the library; rows
 * are never pruned. Issues marked as unread keep a row too: a device's older update must not restore the progress.
 */
export const readingProgress = sqliteTable(
  'reading_progress',
  {
    /** `files.content_hash` of the content that was read; the file's id until the hash is known. */
    content_key: text().notNull(),
    user_id: owner(),
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
    /** Higher than in every row of the user written before. */
    revision: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.content_key, t.user_id] }),
    index('progress_by_issue').on(t.issue_id, t.user_id),
    index('progress_by_series').on(t.comic_id),
    index('progress_by_revision').on(t.user_id, t.revision),
    index('progress_by_time').on(t.user_id, t.read_at),
  ],
)

/**
 * One row per user and series with progress, kept by `updateSeriesReading` in the transaction that changes progress, issues or
 * files, so that lists read a page of rows and not all progress. Ids are of issues of the series.
 */
export const seriesReading = sqliteTable(
  'series_reading',
  {
    comic_id: id()
      .notNull()
      .references(() => series.comic_id, { onDelete: 'cascade' }),
    user_id: owner(),
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
    primaryKey({ columns: [t.comic_id, t.user_id] }),
    index('series_under_way')
      .on(t.user_id, t.read_at, t.comic_id, t.current_issue_id)
      .where(sql`${t.current_issue_id} is not null`),
    index('series_on_deck')
      .on(t.user_id, t.read_at, t.comic_id, t.next_issue_id, t.after_issue_id)
      .where(sql`${t.next_issue_id} is not null`),
  ],
)

/** Pages that users bookmarked. Keyed by content, like progress. */
export const bookmarks = sqliteTable(
  'bookmarks',
  {
    content_key: text().notNull(),
    user_id: owner(),
    /** Counted from 0. */
    page: integer().notNull(),
    issue_id: id().references(() => issues.issue_id, { onDelete: 'set null' }),
    note: text(),
    created_at: instant().notNull(),
    /** Of the newest change; null while there was none since it was made. */
    changed_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.content_key, t.user_id, t.page] }),
    index('bookmarks_by_issue').on(t.issue_id, t.user_id),
  ],
)

/** When users removed bookmarks: a device's older change must not restore one. Keyed like bookmarks; never pruned. */
export const removedBookmarks = sqliteTable(
  'removed_bookmarks',
  {
    content_key: text().notNull(),
    user_id: owner(),
    page: integer().notNull(),
    removed_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.content_key, t.user_id, t.page] })],
)

/** A user's reader settings for a series; absent fields follow from the kind of the series and its pages. */
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

export const readingViews = sqliteTable(
  'reading_views',
  {
    comic_id: id()
      .notNull()
      .references(() => series.comic_id, { onDelete: 'cascade' }),
    user_id: owner(),
    view: json<ReadingView>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.comic_id, t.user_id] })],
)

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

/** A part of a page, in shares of its width and height from the upper left corner. */
export interface PagePart {
  x: number
  y: number
  width: number
  height: number
}

/** How a page is divided, by its pixels. */
export interface PageLayout {
  /** The page without empty margins; null when it has none. */
  crop: PagePart | null
  /** The panels as read from the left, and from the right; null when they are uncertain, or the page is one picture. */
  panels: { ltr: PagePart[]; rtl: PagePart[] } | null
}

/** Layouts of pages that were read panel by panel or without margins. Every row may be deleted at any time. */
export const pageLayouts = sqliteTable(
  'page_layouts',
  {
    file_id: id()
      .notNull()
      .references(() => files.file_id, { onDelete: 'cascade' }),
    page: integer().notNull(),
    /** Size and time of the file, and the way of measuring; another value means that the row is outdated. */
    version: text().notNull(),
    layout: json<PageLayout>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.file_id, t.page] })],
)

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

/** The last progress that a user's KOReader sent for each document, including books that are not in the library. */
export const syncedDocuments = sqliteTable(
  'synced_documents',
  {
    document: text().notNull(),
    user_id: owner(),
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
  (t) => [
    primaryKey({ columns: [t.document, t.user_id] }),
    index('synced_by_key').on(t.user_id, t.key_device_id, t.synced_at),
  ],
)

/**
 * What the reader counted in one sitting: one opening of an issue in one browser. A report carries the sums so far, so
 * that a repeated or late one counts nothing twice. Deleted after some weeks: `reading_days` keeps the sums.
 */
export const readingSittings = sqliteTable(
  'reading_sittings',
  {
    user_id: owner(),
    /** Generated by the browser. */
    sitting_id: id().notNull(),
    pages: integer().notNull(),
    seconds: integer().notNull(),
    reported_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.sitting_id] }), index('sittings_by_age').on(t.reported_at)],
)

/** What a user read of a series on a day. Without a reference: reading in a deleted series still counts. */
export const readingDays = sqliteTable(
  'reading_days',
  {
    user_id: owner(),
    /** The calendar day at the reader's place. */
    day: day().notNull(),
    comic_id: id().notNull(),
    pages: integer().notNull(),
    /** Issues that were finished. */
    issues: integer().notNull(),
    /** Time in Panelkeep's reader; other apps report none. */
    seconds: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.day, t.comic_id] })],
)

/**
 * The last report of each device of a user about each issue: a clock that is behind shows in the order of reports. Deleted after
 * some weeks, like sittings.
 */
export const deviceReports = sqliteTable(
  'device_reports',
  {
    user_id: owner(),
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
    primaryKey({ columns: [t.user_id, t.device, t.issue_id] }),
    index('device_reports_by_issue').on(t.issue_id),
    index('device_reports_by_age').on(t.received_at),
  ],
)

/** The sums of `reading_days` by user and series, written with it. */
export const readingTotals = sqliteTable(
  'reading_totals',
  {
    user_id: owner(),
    comic_id: id().notNull(),
    /** The series' name when it was last read, for a series that was deleted. */
    name: text().notNull(),
    pages: integer().notNull(),
    issues: integer().notNull(),
    seconds: integer().notNull(),
    last_day: day().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.comic_id] }),
    index('totals_by_pages').on(t.user_id, t.pages, t.comic_id),
  ],
)

/** The time zone that a user's browser last reported, for apps that report none. */
export const readingZone = sqliteTable('reading_zone', {
  user_id: owner().primaryKey(),
  /** A name of the IANA database: `Europe/Berlin`. */
  zone: text().notNull(),
})
