import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, id, instant, json } from '../../base/storage/columns'
import type { SourcePathMapping } from './path-map'
import type { ExpectedFileState, IdKind, MigrationRunState, Omission, SourceKind } from './states'

/** One move from another program. */
export const movingRuns = sqliteTable(
  'moving_runs',
  {
    run_id: id().primaryKey(),
    source: text().$type<SourceKind>().notNull(),
    /** The folder as the user named it. */
    path: text().notNull(),
    state: text().$type<MigrationRunState>().notNull(),
    /** Where folders of the source are on this machine. */
    path_mappings: json<SourcePathMapping[]>().notNull(),
    /** The person of the source whose reading is taken. */
    reader: text(),
    /** The step that runs now, or at which the run stopped. */
    current_step: text(),
    steps_total: integer().notNull(),
    /** Why it stopped, as a sentence. */
    error: text(),
    /** Sentences about what could not be taken over as it was. */
    warnings: json<string[]>().notNull(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
    finished_at: instant(),
    undone_at: instant(),
  },
  (t) => [index('moving_runs_by_time').on(t.created_at)],
)

/** A finished step of a run, written in the transaction that did its work: it never runs twice. */
export const movingSteps = sqliteTable(
  'moving_steps',
  {
    run_id: id()
      .notNull()
      .references(() => movingRuns.run_id, { onDelete: 'cascade' }),
    name: text().notNull(),
    position: integer().notNull(),
    /** Rows of the source: the sum of the next three. */
    rows: integer().notNull(),
    taken: integer().notNull(),
    merged: integer().notNull(),
    left: integer().notNull(),
    /** What was counted on the way, by sentence. */
    notes: json<Record<string, number>>().notNull(),
    finished_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.run_id, t.name] })],
)

/** Rows that were not taken, each with its reason. */
export const movingOmissions = sqliteTable(
  'moving_omissions',
  {
    omission_id: integer().primaryKey(),
    run_id: id()
      .notNull()
      .references(() => movingRuns.run_id, { onDelete: 'cascade' }),
    table_name: text().notNull(),
    outcome: text().$type<Omission>().notNull(),
    /** The id that the source gives it; empty without one. */
    source_id: text().notNull(),
    /** What a person calls it: "Harbor Lights #3". */
    label: text().notNull(),
    /** A sentence. */
    reason: text().notNull(),
  },
  (t) => [index('moving_omissions_of_run').on(t.run_id, t.omission_id)],
)

/** What rows of the source are here; a series, issue or arc that is not listed kept its id. */
export const movingIds = sqliteTable(
  'moving_ids',
  {
    run_id: id()
      .notNull()
      .references(() => movingRuns.run_id, { onDelete: 'cascade' }),
    kind: text().$type<IdKind>().notNull(),
    source_id: text().notNull(),
    own_id: id().notNull(),
  },
  (t) => [primaryKey({ columns: [t.run_id, t.kind, t.source_id] })],
)

/**
 * Rows that a run made, and what it changed of others, so that the run can be undone. Those of lists and collections
 * stay: what the user took out of them stays out when the library is moved in again.
 */
export const movingRows = sqliteTable(
  'moving_rows',
  {
    run_id: id()
      .notNull()
      .references(() => movingRuns.run_id, { onDelete: 'cascade' }),
    table_name: text().notNull(),
    /** The values of its key, by lines. */
    row_key: text().notNull(),
    /** JSON: the values by which a later change shows; of a changed row what the run made of its columns. */
    state: text().notNull(),
    /** JSON: the columns of a changed row before the run; null for a row that the run made. */
    before: text(),
  },
  (t) => [primaryKey({ columns: [t.run_id, t.table_name, t.row_key] })],
)

/** Files that the source names, to be found and opened in the background. Nothing moves them. */
export const movingFiles = sqliteTable(
  'moving_files',
  {
    sought_id: integer().primaryKey(),
    run_id: id()
      .notNull()
      .references(() => movingRuns.run_id, { onDelete: 'cascade' }),
    comic_id: id().notNull(),
    issue_id: id().notNull(),
    /** A whole path on this machine, or the bare name of a file anywhere in the folders of its series. */
    path: text().notNull(),
    state: text().$type<ExpectedFileState>().notNull(),
    /** Why it was not taken, as a sentence. */
    reason: text(),
    /** Reading that the source kept; stored when the file is found. */
    read_page: integer(),
    read_completed: flag(),
    read_at: instant(),
  },
  (t) => [
    index('moving_files_of_series').on(t.run_id, t.comic_id),
    // All that counting them by state, and finding the next series, reads.
    index('moving_files_by_state').on(t.run_id, t.state, t.comic_id),
    // Whose file a path is, where series share a folder.
    index('moving_files_by_path').on(t.run_id, t.path, t.comic_id),
  ],
)

/** Folders of the series of a run, which are listed in the background for files. */
export const movingFolders = sqliteTable(
  'moving_folders',
  {
    run_id: id()
      .notNull()
      .references(() => movingRuns.run_id, { onDelete: 'cascade' }),
    comic_id: id().notNull(),
    /** Whole paths on this machine, in the order in which a file is looked for. */
    paths: json<string[]>().notNull(),
    /** When they were listed; null while they wait. */
    listed_at: instant(),
    /** Why nothing could be listed, as a sentence. */
    reason: text(),
  },
  (t) => [
    primaryKey({ columns: [t.run_id, t.comic_id] }),
    index('moving_folders_waiting').on(t.run_id, t.comic_id).where(sql`${t.listed_at} is null`),
  ],
)
