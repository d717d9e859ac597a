import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { ArchiveFormat } from '../formats/formats'
import { bytes, day, flag, id, instant, json } from '../storage/columns'
import type {
  BareNumberMode,
  ContentType,
  Fulfillment,
  Intent,
  IssueKind,
  MonitorMode,
  SeriesStatus,
  Unit,
} from './states'

export const series = sqliteTable(
  'series',
  {
    comic_id: id().primaryKey(),
    name: text().notNull(),
    /** Lower-case, articles moved, digits padded: BINARY order is reading order (`releases/titles.ts`). */
    sort_name: text().notNull(),
    /** Letters and digits only, for search and for matching names. */
    match_key: text().notNull(),
    content_type: text().$type<ContentType>().notNull(),
    /** Whether a person chose the content type; then no scan or provider changes it. */
    content_type_chosen: flag().notNull().default(false),
    status: text().$type<SeriesStatus>().notNull().default('active'),
    /** Where its facts come from: `local`, later a provider's name. */
    source: text().notNull().default('local'),
    /** Year of the first issue. */
    year: integer(),
    publisher: text(),
    imprint: text(),
    /** Ordinal of the run as printed on it: 3 for "v3". */
    volume: integer(),
    book_type: text().notNull().default('Print'),
    description: text(),
    language: text(),
    reading_direction: text().$type<'ltr' | 'rtl'>().notNull().default('ltr'),
    /** The folder that holds its files; null when they lie in several. */
    location: text(),
    /** Other names it goes by. */
    aliases: json<string[]>(),
    /** Year of the last issue, of a series that has ended. */
    end_year: integer(),
    /** `ongoing`, `ended`, `hiatus`, `cancelled`, `announced`; null when nobody said. */
    publication: text(),
    age_rating: text(),
    genres: json<string[]>(),
    /** A cover at its provider, for a series without files. */
    image_url: text(),
    /** Since when its provider does not know it any more. */
    removed_upstream_at: instant(),
    /** A provider lists its issues. */
    listed: flag().notNull().default(false),
    /** How many issues it has, as its files say. */
    said_total: integer(),
    /** Issues that its provider lists from now on become wanted. */
    want_new: flag().notNull().default(false),
    allow_packs: flag().notNull().default(false),
    ignore_type: flag().notNull().default(false),
    bare_number_mode: text().$type<BareNumberMode>().notNull().default('auto'),
    monitor_mode: text().$type<MonitorMode>().notNull().default('blended'),
    added_at: instant().notNull(),
    updated_at: instant().notNull(),

    // Kept by `recount` in the transaction that changes issues or files, so that lists cost a page and not a library.
    /** Issues and annuals, or what `counted_in` says; at least as many as its files say there are. */
    total: integer().notNull().default(0),
    have: integer().notNull().default(0),
    /** What these count: a volume and its chapters are not counted twice. Null: counted before that was known. */
    counted_in: text().$type<Unit>(),
    /** Whether there are no more than `total`: a provider lists them, or its files say how many there are. */
    total_known: flag().notNull().default(false),
    /** Issues that a search may look for: wanted and missing. */
    wanted: integer().notNull().default(0),
    latest_issue_id: id(),
    latest_number: text(),
    latest_date: day(),
    /** The issue whose first page stands for the series. */
    cover_issue_id: id(),
    /** Changes when that issue's file does, so that a cover's address may be kept for ever. */
    cover_version: text(),
    /** When a file last came. */
    files_at: instant(),
  },
  (t) => [
    index('series_by_name').on(t.sort_name, t.comic_id),
    index('series_by_publisher').on(t.publisher, t.sort_name),
    index('series_by_files_at').on(t.files_at),
    index('series_by_key').on(t.match_key),
  ],
)

/** Single issues, annuals, chapters and volumes: whatever can be had as a file and read. */
export const issues = sqliteTable(
  'issues',
  {
    issue_id: id().primaryKey(),
    comic_id: id()
      .notNull()
      .references(() => series.comic_id, { onDelete: 'cascade' }),
    kind: text().$type<IssueKind>().notNull(),
    /** What the number counts: comics count issues, manga chapters or volumes. */
    unit: text().$type<Unit>().notNull(),
    /** As printed, without padding: `1`, `½`, `1.MU`, `-1`, `10A`; empty for a one-shot. */
    number: text().notNull(),
    /** BINARY order of these is the order of the numbers (`releases/numbers.ts`). */
    sort_key: text().notNull(),
    title: text(),
    /** In the shops. */
    release_date: day(),
    /** On the cover. */
    issue_date: day(),
    digital_date: day(),
    /** What the reader wants, whatever is there. */
    intent: text().$type<Intent>().notNull().default('policy'),
    /** What is there, whatever the reader wants. */
    fulfillment: text().$type<Fulfillment>().notNull().default('missing'),
    /** The volume that a chapter is in. */
    volume_number: text(),
    image_url: text(),
    writer: text(),
    summary: text(),
    added_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('issues_one_number').on(t.comic_id, t.kind, t.unit, t.number),
    index('issues_in_order').on(t.comic_id, t.kind, t.sort_key),
    index('issues_by_release').on(t.release_date),
    // Both hold all that picking a page needs, so only the page itself is fetched.
    index('issues_wanted')
      .on(t.release_date, t.issue_id, t.comic_id)
      .where(sql`${t.intent} = 'wanted' and ${t.fulfillment} = 'missing'`),
    index('issues_wanted_of_series')
      .on(t.comic_id, t.release_date, t.issue_id)
      .where(sql`${t.intent} = 'wanted' and ${t.fulfillment} = 'missing'`),
  ],
)

/** Archives and books on disk that were opened and found whole. */
export const files = sqliteTable(
  'files',
  {
    file_id: id().primaryKey(),
    /** Absolute, with the system's separators. */
    path: text().notNull(),
    size: bytes().notNull(),
    /** Milliseconds since 1970, as the file system keeps it: with `size` it tells whether the file changed. */
    modified_ms: integer().notNull(),
    /** By content, not by name. */
    format: text().$type<ArchiveFormat>().notNull(),
    /** 0 in a book without pages that can be shown. */
    page_count: integer().notNull(),
    /** Index of the page that is the cover. */
    cover_page: integer().notNull().default(0),
    /** Tells a file that moved from a new one (`formats/fingerprint.ts`); null where nobody looked. */
    content_hash: text(),
    added_at: instant().notNull(),
    /** When a scan did not find it any more; null while it is there. */
    gone_at: instant(),
  },
  (t) => [
    uniqueIndex('files_by_path').on(t.path),
    index('files_by_added').on(t.added_at, t.file_id),
    index('files_by_hash').on(t.content_hash),
    // Few, so that they are counted without reading the others.
    index('files_gone').on(t.path).where(sql`${t.gone_at} is not null`),
  ],
)

/** Which issues a file holds: a double issue has two, and an issue may be there twice. */
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
