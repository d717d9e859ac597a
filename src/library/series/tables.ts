import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { HiddenPages } from '../../base/formats/archives/page-order'
import type { ArchiveFormat } from '../../base/formats/formats'
import { bytes, day, flag, id, instant, json } from '../../base/storage/columns'
import type {
  BareNumberMode,
  ContentType,
  CoverChoice,
  Fulfillment,
  Intent,
  IssueKind,
  MonitorMode,
  ReadingDirection,
  SeriesStatus,
  Unit,
} from './states'

export const series = sqliteTable(
  'series',
  {
    comic_id: id().primaryKey(),
    name: text().notNull(),
    /** The name under which it is sorted, when it differs; the user's, or that of a source. */
    sort_title: text(),
    /** Of the sort title, or else the name. Lower case, articles moved, digits padded: BINARY order is alphabetical order (`base/names/titles.ts`). */
    sort_name: text().notNull(),
    /** Letters and digits only, for search and for matching names. */
    match_key: text().notNull(),
    content_type: text().$type<ContentType>().notNull(),
    /** Whether the user chose the content type; then no scan or provider changes it. */
    content_type_chosen: flag().notNull().default(false),
    status: text().$type<SeriesStatus>().notNull().default('active'),
    /** The source of its metadata: `local`, or a provider's name. */
    source: text().notNull().default('local'),
    /** Year of the first issue. */
    year: integer(),
    publisher: text(),
    imprint: text(),
    /** Ordinal of the run as printed: 3 for "v3". */
    volume: integer(),
    book_type: text().notNull().default('Print'),
    description: text(),
    language: text(),
    reading_direction: text().$type<ReadingDirection>().notNull().default('ltr'),
    /** The folder with its files; null when they are in several. */
    location: text(),
    /** Alternative names. */
    aliases: json<string[]>(),
    /** Year of the last issue, for a series that has ended. */
    end_year: integer(),
    /** `ongoing`, `ended`, `hiatus`, `cancelled`, `announced`; null when unknown. */
    publication: text(),
    /** The rating that the sources of the series state for it; the user's edit wins. */
    stated_age_rating: text(),
    /** The user stated it; then the ratings of the issues do not count. */
    age_rating_chosen: flag().notNull().default(false),
    /** The rating that counts, as written: the user's, or the strictest of the series and its issues (`rating-store.ts`). */
    age_rating: text(),
    /** The years that `age_rating` stands for; null is unrated. */
    age_years: integer(),
    genres: json<string[]>(),
    /** A cover at the provider, for a series without files. */
    image_url: text(),
    /** Null: the first issue with pages, or else the provider's picture. No refresh changes the value. */
    cover_choice: json<CoverChoice>(),
    /** When the provider stopped listing the series. */
    removed_upstream_at: instant(),
    /** A provider lists the issues of the series. */
    listed: flag().notNull().default(false),
    /** The number of issues stated by the files. */
    said_total: integer(),
    /** Issues that the provider adds become wanted. */
    want_new: flag().notNull().default(false),
    allow_packs: flag().notNull().default(false),
    ignore_type: flag().notNull().default(false),
    bare_number_mode: text().$type<BareNumberMode>().notNull().default('auto'),
    monitor_mode: text().$type<MonitorMode>().notNull().default('blended'),
    added_at: instant().notNull(),
    updated_at: instant().notNull(),

    // Written by `recount` in the transaction that changes issues or files, so that a list reads only its page of rows.
    /** Issues and annuals, or the unit in `counted_in`, without ignored ones; with more that the files state. */
    total: integer().notNull().default(0),
    have: integer().notNull().default(0),
    /** Issues and annuals with a file on disk. */
    readable: integer().notNull().default(0),
    /** The unit of the counts: a volume and its chapters are not counted twice. Null: counted by an older version. */
    counted_in: text().$type<Unit>(),
    /** Whether `total` is final: a provider lists the issues, or the files state their number. */
    total_known: flag().notNull().default(false),
    /** Issues that a search may look for: wanted and missing. */
    wanted: integer().notNull().default(0),
    latest_issue_id: id(),
    latest_number: text(),
    latest_date: day(),
    /** The issue whose first page is the cover of the series. */
    cover_issue_id: id(),
    /** Changes with that issue's file, so that the cover's address can be cached permanently. */
    cover_version: text(),
    /** When a file was last added. */
    files_at: instant(),
    /** The number of files on disk, and their size in bytes. */
    file_count: integer().notNull().default(0),
    size: bytes().notNull().default(0),
  },
  (t) => [
    // Includes the status, because lists leave out unfollowed series.
    index('series_by_name').on(t.sort_name, t.comic_id, t.status),
    index('series_by_publisher').on(t.publisher, t.sort_name),
    index('series_by_files_at').on(t.files_at),
    index('series_by_key').on(t.match_key),
    // Covers all columns behind the numbers of the dashboard, without the descriptions.
    index('series_counts').on(
      t.status,
      t.content_type,
      t.publisher,
      t.year,
      t.have,
      t.total,
      t.total_known,
      t.counted_in,
      t.comic_id,
    ),
  ],
)

/** Pictures that the user uploaded as covers. Earlier ones stay, so that a choice can be undone. */
export const seriesPictures = sqliteTable('series_pictures', {
  /** SHA-256 of the picture. */
  hash: text().primaryKey(),
  /** JPEG, base64. */
  picture: text().notNull(),
})

/**
 * When an issue was released, as an index has it: queries must use the same words. Without a comma, at which the tool
 * for migrations would split it.
 */
const released = (of: string) =>
  `case when ${of}"release_date" is not null then ${of}"release_date" when ${of}"digital_date" is not null then ${of}"digital_date" else ${of}"issue_date" end`
export const RELEASED_OF_ISSUES = released('"issues".')

/** Single issues, annuals, chapters and volumes: everything that can be a file and be read. */
export const issues = sqliteTable(
  'issues',
  {
    issue_id: id().primaryKey(),
    comic_id: id()
      .notNull()
      .references(() => series.comic_id, { onDelete: 'cascade' }),
    kind: text().$type<IssueKind>().notNull(),
    /** The unit of the number: comics count issues, manga chapters or volumes. */
    unit: text().$type<Unit>().notNull(),
    /** As printed, without padding: `1`, `½`, `1.MU`, `-1`, `10A`; empty for a one-shot. */
    number: text().notNull(),
    /** BINARY order of these keys is the order of the numbers (`base/names/numbers.ts`). */
    sort_key: text().notNull(),
    title: text(),
    /** The release date. */
    release_date: day(),
    /** The cover date. */
    issue_date: day(),
    digital_date: day(),
    /** The user's choice, whether the issue is owned or not. */
    intent: text().$type<Intent>().notNull().default('policy'),
    /** The library's state, whether the issue is wanted or not. */
    fulfillment: text().$type<Fulfillment>().notNull().default('missing'),
    /** The format of the best file (`BEST` in file-store.ts); null without one. Triggers write it. */
    file_format: text().$type<ArchiveFormat>(),
    /** The format that the user keeps even though another one is preferred. */
    kept_format: text().$type<ArchiveFormat>(),
    /** The volume that contains a chapter. */
    volume_number: text(),
    image_url: text(),
    writer: text(),
    summary: text(),
    /** As its source wrote it. */
    age_rating: text(),
    /**
     * The source of releases that named the issue before a provider listed it; null for all others, and once a provider
     * lists it.
     */
    announced_by: text(),
    added_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('issues_one_number').on(t.comic_id, t.kind, t.unit, t.number),
    index('issues_in_order').on(t.comic_id, t.kind, t.sort_key),
    index('issues_by_release').on(t.release_date),
    index('issues_of_series_by_release').on(t.comic_id, t.release_date),
    // Of issues with a file: the first release of a series, their number, and their order by release.
    index('issues_to_read')
      .on(t.comic_id, sql.raw(released('')))
      .where(sql`${t.file_format} is not null`),
    index('issues_to_read_by_release')
      .on(sql.raw(released('')), t.issue_id, t.comic_id)
      .where(sql`${t.file_format} is not null`),
    // Both hold all columns that picking a page needs, so only the page itself is fetched.
    index('issues_wanted')
      .on(t.release_date, t.issue_id, t.comic_id)
      .where(sql`${t.intent} = 'wanted' and ${t.fulfillment} = 'missing'`),
    index('issues_wanted_of_series')
      .on(t.comic_id, t.release_date, t.issue_id)
      .where(sql`${t.intent} = 'wanted' and ${t.fulfillment} = 'missing'`),
    // In the order of the upgrades of one format and one series.
    index('issues_by_format')
      .on(t.file_format, t.release_date, t.issue_id, t.comic_id, t.kind)
      .where(sql`(${t.file_format} is not null and ${t.kept_format} is not ${t.file_format})`),
    index('issues_by_format_of_series')
      .on(t.comic_id, t.release_date, t.issue_id, t.file_format, t.kind)
      .where(sql`(${t.file_format} is not null and ${t.kept_format} is not ${t.file_format})`),
    // Holds all columns that counting the announced issues needs (`column-store.ts`).
    index('issues_missing_of_series')
      .on(t.comic_id, t.release_date, t.digital_date, t.issue_date, t.unit)
      .where(sql`${t.fulfillment} = 'missing'`),
    // Few rows: recorded as downloaded by another program, without a file.
    index('issues_unverified').on(t.comic_id).where(sql`${t.fulfillment} = 'unknown'`),
    // Few rows: neither plainly missing or downloaded nor left to the settings.
    index('issues_in_rare_states')
      .on(t.fulfillment, t.intent, t.release_date, t.issue_id)
      .where(sql`(${t.fulfillment} not in ('missing', 'downloaded') or ${t.intent} in ('skipped', 'ignored'))`),
  ],
)

/**
 * How many issues of a series have a file in a replaceable format. Triggers on issues adjust it, so that no list counts
 * issues; deleting a series deletes its issues, and with them these rows.
 */
export const seriesFormats = sqliteTable(
  'series_formats',
  {
    comic_id: id().notNull(),
    format: text().$type<ArchiveFormat>().notNull(),
    kind: text().$type<IssueKind>().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.comic_id, t.format, t.kind] })],
)

/** Archives and books on disk that were opened and found complete. */
export const files = sqliteTable(
  'files',
  {
    file_id: id().primaryKey(),
    /** Absolute, with the system's separators. */
    path: text().notNull(),
    size: bytes().notNull(),
    /**
     * Milliseconds since 1970, as stored by the file system: together with `size` it shows whether the file changed.
     */
    modified_ms: integer().notNull(),
    /** By content, not by name. */
    format: text().$type<ArchiveFormat>().notNull(),
    /** Without hidden pages; 0 in a book without pages to show. */
    page_count: integer().notNull(),
    /** Index of the cover among the shown pages. */
    cover_page: integer().notNull().default(0),
    /** Pages that readers do not see; null without any. Follows from `hidden_contents`. */
    hidden_pages: json<HiddenPages>(),
    /**
     * A cover in the root of the archive was the last page when the file was first read, and is page 1 since. Null in
     * rows from that time until the file is opened again.
     */
    cover_moved: flag(),
    /** Distinguishes a moved file from a new one (`base/formats/fingerprint.ts`); null until it is computed. */
    content_hash: text(),
    added_at: instant().notNull(),
    /** When a scan stopped finding it; null while it exists. */
    gone_at: instant(),
  },
  (t) => [
    uniqueIndex('files_by_path').on(t.path),
    index('files_by_added').on(t.added_at, t.file_id),
    index('files_by_hash').on(t.content_hash),
    // Few rows, counted without reading the others.
    index('files_gone').on(t.path).where(sql`${t.gone_at} is not null`),
  ],
)

/**
 * The hidden pages of a content, by their index among all pages. Rows are kept when the file leaves the library, since
 * progress in the content, which is kept too, counts without these pages.
 */
export const hiddenContents = sqliteTable('hidden_contents', {
  content_hash: text().primaryKey(),
  pages: json<number[]>().notNull(),
})

/** Which issues a file contains: a double issue has two, and an issue may have several files. */
export const issueFiles = sqliteTable(
  'issue_files',
  {
    issue_id: id()
      .notNull()
      .references(() => issues.issue_id, { onDelete: 'cascade' }),
    file_id: id()
      .notNull()
      .references(() => files.file_id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.issue_id, t.file_id] }), index('issue_files_by_file').on(t.file_id)],
)

/**
 * Series (`s…`) and issues (`i…`) whose names changed since the last update of the search index. Triggers write it, so
 * that code that changes a name does not depend on the index (`search-queue-store.ts`).
 */
export const searchQueue = sqliteTable('search_queue', { subject: text().primaryKey() })

/** One row: a random word that the search index has too while it belongs to this database. */
export const searchIndex = sqliteTable('search_index', { mark: text().primaryKey() })
