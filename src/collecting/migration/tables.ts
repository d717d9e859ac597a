import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Role } from '../../base/auth/states'
import { flag, id, instant, json } from '../../base/storage/columns'
import type { SourcePathMapping } from './path-map'
import type { ExpectedFileState, IdKind, MigrationRunState, Omission, SourceKind, UserChoice } from './states'

/** One move from another program. */
export const movingRuns = sqliteTable(
  'moving_runs',
  {
    run_id: id().primaryKey(),
    source: text().$type<SourceKind>().notNull(),
    /** The folder that the user entered. */
    path: text().notNull(),
    state: text().$type<MigrationRunState>().notNull(),
    /** Where folders of the source are on this machine. */
    path_mappings: json<SourcePathMapping[]>().notNull(),
    /** The user of the source whose reading is moved. */
    reader: text(),
    /** The current step, or the step at which the run stopped. */
    current_step: text(),
    steps_total: integer().notNull(),
    /** Why the run stopped, as a sentence. */
    error: text(),
    /** Sentences about data that could not be moved unchanged. */
    warnings: json<string[]>().notNull(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
    finished_at: instant(),
    undone_at: instant(),
  },
  (t) => [index('moving_runs_by_time').on(t.created_at)],
)

/** The users of the source, with what was chosen for each. */
export const movingUsers = sqliteTable(
  'moving_users',
  {
    run_id: id()
      .notNull()
      .references(() => movingRuns.run_id, { onDelete: 'cascade' }),
    source_id: id().notNull(),
    choice: text().$type<UserChoice>().notNull(),
    /** The role of a new user. */
    role: text().$type<Exclude<Role, 'owner'>>().notNull(),
    /** The user of Panelkeep: the chosen one, or the new one once it was made. */
    own_id: id(),
    /** Name of the user that was made; null for others. */
    made_name: text(),
    /** Sentences about the user that was made: another name, limits that have no counterpart. */
    notes: json<string[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.run_id, t.source_id] })],
)

/** A finished step of a run. The transaction that does its work also writes this row, so a step never runs twice. */
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
    /** Remarks with their counts, by sentence. */
    notes: json<Record<string, number>>().notNull(),
    finished_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.run_id, t.name] })],
)

/** Rows that were not moved, each with the reason. */
export const movingOmissions = sqliteTable(
  'moving_omissions',
  {
    omission_id: integer().primaryKey(),
    run_id: id()
      .notNull()
      .references(() => movingRuns.run_id, { onDelete: 'cascade' }),
    table_name: text().notNull(),
    outcome: text().$type<Omission>().notNull(),
    /** Id of the row in the source; empty without one. */
    source_id: text().notNull(),
    /** Display name: "Harbor Lights #3". */
    label: text().notNull(),
    /** A sentence. */
    reason: text().notNull(),
  },
  (t) => [index('moving_omissions_of_run').on(t.run_id, t.omission_id)],
)

/** Our ids for rows of the source; a series, issue or arc that is not listed kept its id. */
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
 * Rows that a run made, and its changes to other rows, so that the run can be undone. Rows of lists and collections
 * stay: entries that the user removed stay removed when the library is moved in again.
 */
export const movingRows = sqliteTable(
  'moving_rows',
  {
    run_id: id()
      .notNull()
      .references(() => movingRuns.run_id, { onDelete: 'cascade' }),
    table_name: text().notNull(),
    /** The values of the key, one a line. */
    row_key: text().notNull(),
    /** JSON: values that show a later change; for a changed row, the columns as the run left them. */
    state: text().notNull(),
    /** JSON: the columns of a changed row before the run; null for a row that the run made. */
    before: text(),
  },
  (t) => [primaryKey({ columns: [t.run_id, t.table_name, t.row_key] })],
)

/** Files that the source names; they are found and opened in the background and never moved. */
export const movingFiles = sqliteTable(
  'moving_files',
  {
    sought_id: integer().primaryKey(),
    run_id: id()
      .notNull()
      .references(() => movingRuns.run_id, { onDelete: 'cascade' }),
    comic_id: id().notNull(),
    issue_id: id().notNull(),
    /** An absolute path on this machine, or the name of a file anywhere in the folders of its series. */
    path: text().notNull(),
    state: text().$type<ExpectedFileState>().notNull(),
    /** Why the file was not linked, as a sentence. */
    reason: text(),
    /** Reading progress of the source, stored when the file is found. */
    read_page: integer(),
    read_completed: flag(),
    read_at: instant(),
  },
  (t) => [
    index('moving_files_of_series').on(t.run_id, t.comic_id),
    // Covers counting by state and finding the next series.
    index('moving_files_by_state').on(t.run_id, t.state, t.comic_id),
    // Finds the series of a path, when series share a folder.
    index('moving_files_by_path').on(t.run_id, t.path, t.comic_id),
  ],
)

/** Folders of the series of a run. They are listed in the background for files. */
export const movingFolders = sqliteTable(
  'moving_folders',
  {
    run_id: id()
      .notNull()
      .references(() => movingRuns.run_id, { onDelete: 'cascade' }),
    comic_id: id().notNull(),
    /** Absolute paths on this machine, in the order of the search. */
    paths: json<string[]>().notNull(),
    /** When the folders were listed; null until then. */
    listed_at: instant(),
    /** Why nothing could be listed, as a sentence. */
    reason: text(),
  },
  (t) => [
    primaryKey({ columns: [t.run_id, t.comic_id] }),
    index('moving_folders_waiting').on(t.run_id, t.comic_id).where(sql`${t.listed_at} is null`),
  ],
)
