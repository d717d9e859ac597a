import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { ArchiveFormat } from '../../base/formats/formats'
import type { ProviderName } from '../../base/providers/descriptors'
import { bytes, flag, id, instant, json, packedJson } from '../../base/storage/columns'
import type { FileCheck } from '../../library/checks/file-check'
import type { SeriesRecord } from '../../library/metadata/providers/provider'
import type {
  ConfidencePart,
  FileDetails,
  InfoSource,
  ParsedComicInfo,
  SeriesIds,
} from '../../library/recognition/service'
import type { BareNumberMode, ContentType, IssueKind, ReadingDirection, Unit } from '../../library/series/states'
import { files } from '../../library/series/tables'
import type { SidecarStatement } from './known/sidecars'
import type { FileStatement } from './known/statement'
import type { CoverComparison, WeighedIssue } from './proposals/facts'
import type { Remedy } from './states'

export type ScanState = 'scanning' | 'completed' | 'importing' | 'error' | 'cancelled'

/** One walk over the library folders of a kind. Progress and confirm use the newest one. */
export const importScans = sqliteTable(
  'import_scans',
  {
    scan_id: id().primaryKey(),
    kind: text().$type<ContentType>().notNull(),
    state: text().$type<ScanState>().notNull(),
    total_files: integer().notNull().default(0),
    processed_files: integer().notNull().default(0),
    series_found: integer().notNull().default(0),
    /** Library files that were moved. */
    moved_files: integer().notNull().default(0),
    /** Library files that do not exist any more. */
    missing_files: integer().notNull().default(0),
    current_series: text(),
    /** Sentences about places that could not be walked; single files have their own. */
    errors: json<string[]>().notNull(),
    started_at: instant().notNull(),
    finished_at: instant(),
  },
  (t) => [index('import_scans_newest').on(t.kind, t.started_at)],
)

/** Files that a scan grouped into one series. */
export const importGroups = sqliteTable(
  'import_groups',
  {
    group_id: id().primaryKey(),
    scan_id: id()
      .notNull()
      .references(() => importScans.scan_id, { onDelete: 'cascade' }),
    /** The proposed series: `local-…`, or one that is already in the library. */
    comic_id: id().notNull(),
    series_name: text().notNull(),
    /** Reading order of the names (`base/names/titles.ts`). */
    sort_name: text().notNull(),
    year: integer(),
    publisher: text(),
    imprint: text(),
    volume: integer(),
    content_type: text().$type<ContentType>().notNull(),
    content_type_chosen: flag().notNull().default(false),
    reading_direction: text().$type<ReadingDirection>().notNull(),
    /** How the bare numbers of a manga were read; `auto` when there are none. */
    bare_number_mode: text().$type<BareNumberMode>().notNull().default('auto'),
    /** The folder that contains all of its files; null when they are in several. */
    location: text(),
    description: text(),
    language: text(),
    /** As in series.json or MetronInfo: Print, TPB, One-Shot. */
    book_type: text(),
    /** Total issues of the series, as series.json or the files say. */
    total_issues: integer(),
    /** Provider ids of the series, as in the files. */
    provider_ids: json<SeriesIds>().notNull(),
    file_count: integer().notNull(),
    /** Files that the library does not have, or has with another content. */
    new_files: integer().notNull(),
    issue_count: integer().notNull(),
    size_bytes: bytes().notNull(),
    /** 0 to 100. */
    confidence: integer().notNull(),
    /** The scan's confidence, before any correction; null for a group that the user created. */
    found_confidence: integer(),
    /** The user chose the series. */
    said: flag().notNull().default(false),
    /** The points for and against. They add up to the confidence before rounding and limits. */
    confidence_parts: json<ConfidencePart[]>().notNull(),
    /** The evidence for the proposal, as sentences. */
    evidence: json<string[]>().notNull(),
    existing_comic_id: id(),
    /** The provider's series that the user chose; null with `proposal_said`: none, the series stays local. */
    proposal_id: id(),
    proposal_said: flag().notNull().default(false),
    /** Sentences about files that a confirm could not import. */
    errors: json<string[]>().notNull(),
    imported_at: instant(),
  },
  (t) => [uniqueIndex('import_groups_one_series').on(t.scan_id, t.comic_id)],
)

/**
 * Provider series proposed for groups. Keyed by the group's `comic_id` and not by its `group_id`, which changes with
 * every scan, so that the same query is not sent twice.
 */
export const importProposals = sqliteTable(
  'import_proposals',
  {
    proposal_id: id().primaryKey(),
    comic_id: id().notNull(),
    provider: text().$type<ProviderName>().notNull(),
    provider_id: text().notNull(),
    /** 0 is the best one of its group. */
    rank: integer().notNull(),
    /** 0 to 100. */
    confidence: integer().notNull(),
    parts: json<ConfidencePart[]>().notNull(),
    // Columns for lists, which then need not parse the records.
    /** Id of the series on the wire: `18705`, `metron-7`. */
    series_id: id().notNull(),
    name: text().notNull(),
    year: integer(),
    publisher: text(),
    issue_count: integer(),
    image_url: text(),
    url: text(),
    /** The provider's full record of the series. */
    record: json<SeriesRecord>().notNull(),
    /** The issues of the series, if they had to be requested; null otherwise. */
    issues: json<WeighedIssue[]>(),
    cover: json<CoverComparison>(),
    /** The user searched for it. */
    said: flag().notNull().default(false),
  },
  (t) => [uniqueIndex('import_proposals_once').on(t.comic_id, t.provider, t.provider_id)],
)

/** Groups for which providers were queried, by the group's `comic_id`. */
export const importQuestions = sqliteTable('import_questions', {
  comic_id: id().primaryKey(),
  /** The key of the query; a group with another key is queried again. */
  asked: text().notNull(),
  /** The key of the facts that the proposals were weighed by. When it changes, they are weighed again. */
  weighed: text().notNull(),
  asked_at: instant().notNull(),
})

/** A file or folder that a scan found, by path. */
export const importFiles = sqliteTable(
  'import_files',
  {
    scan_id: id()
      .notNull()
      .references(() => importScans.scan_id, { onDelete: 'cascade' }),
    path: text().notNull(),
    /** Number of characters of the library folder in the path, including the separator after it. */
    root_length: integer().notNull(),
    group_id: id().references(() => importGroups.group_id, { onDelete: 'cascade' }),
    size: bytes().notNull(),
    modified_ms: integer().notNull(),
    format: text().$type<ArchiveFormat>(),
    page_count: integer(),
    cover_page: integer(),
    content_hash: text(),
    /** A file with the same content, or an earlier one with the same issue; its path relative to its library folder. */
    duplicate_of: text(),
    /** Why the file cannot be imported, as a sentence; null when it can. */
    problem: text(),
    /**
     * What the user can do about the problem here; `pack`: the path is a folder of loose pictures, `page_count` of
     * them.
     */
    remedy: text().$type<Remedy>(),
    /** The library has the file with this content, so there is nothing to import. */
    in_library: flag().notNull().default(false),
    /** The old path of a library file that the scan found here. */
    moved_from: text(),
    kind: text().$type<IssueKind>().notNull().default('issue'),
    unit: text().$type<Unit>().notNull().default('issue'),
    number: text().notNull().default(''),
    /** Last number of a file with several issues; empty otherwise. */
    number_end: text().notNull().default(''),
    /** The user chose the number or the group. */
    said: flag().notNull().default(false),
    /** Order of the files in their group. */
    sort_key: text().notNull().default(''),
    title: text(),
    year: integer(),
    release_date: text(),
    writer: text(),
    summary: text(),
    evidence: json<string[]>().notNull(),
  },
  (t) => [
    uniqueIndex('import_files_by_path').on(t.scan_id, t.path),
    index('import_files_by_group').on(t.group_id, t.sort_key),
    index('import_files_with_problem').on(t.scan_id).where(sql`${t.problem} is not null`),
  ],
)

/** The facts of a file: its row, and the source of its parsed file. */
export interface ReadFacts {
  row: Pick<
    typeof importFiles.$inferInsert,
    'format' | 'page_count' | 'cover_page' | 'title' | 'year' | 'release_date' | 'writer' | 'summary' | 'evidence'
  >
  info?: ParsedComicInfo
  details: FileDetails
  saidBy?: InfoSource
  numberBy?: InfoSource
  /** Absent in facts that an older version cached. */
  check?: FileCheck
}

/**
 * Facts that scans read from files that the library does not have yet, so that later scans need not open them again.
 */
export const importSeen = sqliteTable('import_seen', {
  path: text().primaryKey(),
  kind: text().$type<ContentType>().notNull(),
  size: bytes().notNull(),
  modified_ms: integer().notNull(),
  content_hash: text().notNull(),
  /** Version of the reader that produced the facts; other versions read the file again. */
  reading: integer().notNull(),
  /** Compressed: two of them and more fit into a page of the database. */
  facts: packedJson<ReadFacts>().notNull(),
})

/**
 * The metadata in each library file when it was last read. When a file changes, only the fields that differ from this
 * are applied.
 */
export const fileStatements = sqliteTable('file_statements', {
  file_id: id()
    .primaryKey()
    .references(() => files.file_id, { onDelete: 'cascade' }),
  stated: json<FileStatement>().notNull(),
  /** Version of the reader that read the file; a file of another version is read in the background. */
  reading: integer(),
})

/** The same for series.json and cvinfo, by path. */
export const sidecarStatements = sqliteTable('sidecar_statements', {
  path: text().primaryKey(),
  stated: json<SidecarStatement>().notNull(),
})

export type InboxStatus = 'Not Imported' | 'Importing' | 'Imported' | 'Failed'
export type MatchSource = 'inbox' | 'manual' | 'comicinfo' | 'filename'

/**
 * Files of the import folder, each with its identification. A row that is `Importing` stores the current step, so that
 * a start after a crash resumes where the last process stopped.
 */
export const importInbox = sqliteTable(
  'import_inbox',
  {
    /** The first 32 hex digits of the SHA-256 of the path, as existing tools compute it. */
    imp_id: id().primaryKey(),
    path: text().notNull(),
    size: bytes().notNull(),
    modified_ms: integer().notNull(),
    status: text().$type<InboxStatus>().notNull().default('Not Imported'),
    ignored: flag().notNull().default(false),
    /** The user corrected the file: later scans keep that. */
    edited: flag().notNull().default(false),
    content_type: text().$type<ContentType>().notNull(),
    series_name: text().notNull(),
    match_key: text().notNull(),
    year: integer(),
    volume: integer(),
    kind: text().$type<IssueKind>().notNull(),
    unit: text().$type<Unit>().notNull(),
    number: text().notNull(),
    number_end: text().notNull().default(''),
    title: text(),
    release_date: text(),
    writer: text(),
    summary: text(),
    suggested_comic_id: id(),
    suggested_issue_id: id(),
    suggested_name: text(),
    /** 0 to 100; null when nothing is suggested. */
    confidence: integer(),
    match_source: text().$type<MatchSource>().notNull(),
    /** Why the file cannot be imported, or was not, as a sentence. */
    problem: text(),
    /** The chosen series and issue. */
    comic_id: id(),
    issue_id: id(),
    /** Path of the file in the library; stored before the first byte is written. */
    target: text(),
    /** SHA-256 of the copy, stored before the copy gets its final name: a file at the target with this hash is ours. */
    target_hash: text(),
    /** The original in the import folder still has to be removed. */
    removes_source: flag().notNull().default(false),
    first_seen_at: instant().notNull(),
    imported_at: instant(),
  },
  (t) => [uniqueIndex('import_inbox_by_path').on(t.path), index('import_inbox_by_group').on(t.match_key, t.volume)],
)

/** Rows that a confirm made in the library, so that it can be undone. */
export const importMade = sqliteTable(
  'import_made',
  {
    operation_id: id().notNull(),
    kind: text().$type<'series' | 'issue' | 'file' | 'link' | 'total'>().notNull(),
    /** Id of the row; for a link, the id of its issue; for a raised total, the id of its series. */
    id: id().notNull(),
    /** Id of the file of a link; the totals before and after a raise; empty otherwise. */
    file_id: id().notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.operation_id, t.kind, t.id, t.file_id] })],
)

/** The fields of a file that a correction changes, before the correction. */
export type FileBefore = Pick<
  typeof importFiles.$inferSelect,
  'path' | 'group_id' | 'kind' | 'unit' | 'number' | 'number_end' | 'said' | 'sort_key' | 'duplicate_of'
>

/** Corrections of a scan, each with the rows from before it: the newest can be undone. */
export const importSteps = sqliteTable(
  'import_steps',
  {
    step_id: integer().primaryKey(),
    scan_id: id()
      .notNull()
      .references(() => importScans.scan_id, { onDelete: 'cascade' }),
    /** What was done, as a sentence without a full stop. */
    said: text().notNull(),
    groups: json<(typeof importGroups.$inferSelect)[]>().notNull(),
    /** Ids of groups that it created. */
    made: json<string[]>().notNull(),
    files: json<FileBefore[]>().notNull(),
  },
  (t) => [index('import_steps_newest').on(t.scan_id, t.step_id)],
)

/**
 * Disks mounted at, above or below the library folders. Where one was mounted before, an empty folder does not mean
 * that files were deleted. Device numbers change with every start, so only the mount point is stored.
 */
export const libraryDisks = sqliteTable('library_disks', {
  path: text().primaryKey(),
  seen_at: instant().notNull(),
  /** When a scan no longer found the disk, which has library files on it. */
  lost_at: instant(),
})
