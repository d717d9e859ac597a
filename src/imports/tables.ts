import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { ContentType, IssueKind, Unit } from '../series/states'
import { bytes, id, instant, json } from '../storage/columns'

export type ScanState = 'scanning' | 'completed' | 'importing' | 'error' | 'cancelled'

/** One walk over the library folders of a kind. The newest of a kind is the one that progress and confirm speak of. */
export const importScans = sqliteTable(
  'import_scans',
  {
    scan_id: id().primaryKey(),
    kind: text().$type<ContentType>().notNull(),
    state: text().$type<ScanState>().notNull(),
    total_files: integer().notNull().default(0),
    processed_files: integer().notNull().default(0),
    current_series: text(),
    /** Sentences about what could not be walked at all; single files carry their own. */
    errors: json<string[]>().notNull(),
    started_at: instant().notNull(),
    finished_at: instant(),
  },
  (t) => [index('import_scans_newest').on(t.kind, t.started_at)],
)

/** Files that a scan takes for one series. */
export const importGroups = sqliteTable(
  'import_groups',
  {
    group_id: id().primaryKey(),
    scan_id: id()
      .notNull()
      .references(() => importScans.scan_id, { onDelete: 'cascade' }),
    /** The series it is proposed to become: `local-…`, or one that is in the library already. */
    comic_id: id().notNull(),
    series_name: text().notNull(),
    year: integer(),
    publisher: text(),
    volume: integer(),
    content_type: text().$type<ContentType>().notNull(),
    reading_direction: text().$type<'ltr' | 'rtl'>().notNull(),
    /** The folder that holds all its files; null when they lie in several. */
    location: text(),
    description: text(),
    language: text(),
    file_count: integer().notNull(),
    /** 0 to 100. */
    confidence: integer().notNull(),
    /** What the proposal rests on, as sentences. */
    evidence: json<string[]>().notNull(),
    existing_comic_id: id(),
    imported_at: instant(),
  },
  (t) => [uniqueIndex('import_groups_one_series').on(t.scan_id, t.comic_id)],
)

/** What a scan found at one path. */
export const importFiles = sqliteTable(
  'import_files',
  {
    scan_id: id()
      .notNull()
      .references(() => importScans.scan_id, { onDelete: 'cascade' }),
    path: text().notNull(),
    group_id: id().references(() => importGroups.group_id, { onDelete: 'cascade' }),
    size: bytes().notNull(),
    modified_ms: integer().notNull(),
    format: text().$type<'cbz' | 'cbr'>(),
    page_count: integer(),
    cover_page: integer(),
    /** Why it cannot be imported, as a sentence; null when it can. */
    problem: text(),
    kind: text().$type<IssueKind>().notNull().default('issue'),
    unit: text().$type<Unit>().notNull().default('issue'),
    number: text().notNull().default(''),
    title: text(),
    year: integer(),
    release_date: text(),
    writer: text(),
    summary: text(),
    evidence: json<string[]>().notNull(),
  },
  (t) => [uniqueIndex('import_files_by_path').on(t.scan_id, t.path), index('import_files_by_group').on(t.group_id)],
)
