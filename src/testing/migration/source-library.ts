import type { ForeignDatabase } from '../../base/platform/foreign-database'
import { systemRandom } from '../../base/platform/random'
import type { Database } from '../../base/storage/database'
import { librarySource } from '../../collecting/migration/library/library-source'
import type {
  SourceFile,
  SourceIssue,
  SourceLibrary,
  SourceProgress,
  SourceSeries,
  SourceUser,
} from '../../collecting/migration/library/rows'
import { runStep } from '../../collecting/migration/run-step'
import {
  insertMigrationRun,
  insertMovedUsers,
  type MigrationRunRow,
  type MovedUserRow,
  type OmissionRow,
  omissionsOf,
  stepsOf,
} from '../../collecting/migration/store'

/** Moves in the rows of a library program, without the program, a disk or an app. */

export const MOVED_AT = '2026-11-21T08:00:00.000Z'

/** Rows of a source by table; a table that is left out is empty. */
export type SourceRows = Partial<{
  [K in Exclude<keyof SourceLibrary, 'describedByService'>]: SourceLibrary[K] extends () => Iterable<infer Row> ? Row[] : never
}> & { describedByService?: boolean } // biome-ignore format: one line

export const seriesRow = (id: string, more: Partial<SourceSeries> = {}): SourceSeries => ({
  id,
  name: 'Harbor Lights',
  year: 2015,
  volume: null,
  folder: `/data/${id}`,
  content_type: 'comic',
  reading_direction: null,
  facts: {},
  locked: [],
  ids: {},
  total: null,
  monitored: null,
  want_new: false,
  trashed: false,
  ...more,
})

export const issueRow = (id: string, series_id: string, number: string, more: Partial<SourceIssue> = {}): SourceIssue => ({
  id,
  series_id,
  part_of: null,
  label: `Harbor Lights ${number}`,
  file_number: number,
  kind: 'issue',
  unit: 'issue',
  number,
  volume_number: null,
  facts: {},
  locked: [],
  ids: {},
  intent: 'policy',
  trashed: false,
  ...more,
}) // biome-ignore format: a row

export const userRow = (id: string, name: string, more: Partial<SourceUser> = {}): SourceUser => ({
  id,
  name,
  is_admin: false,
  limits: null,
  hidden_by: null,
  ...more,
})

/** A file at `/data/<id>.cbz`. */
export const fileRow = (id: string, issue_ids: string[], more: Partial<SourceFile> = {}): SourceFile => ({
  id,
  path: `/data/${id}.cbz`,
  size: null,
  pages: null,
  digest: null,
  issue_ids,
  ...more,
})

export const progressRow = (issue_id: string, more: Partial<SourceProgress> = {}): SourceProgress => ({
  user_id: 'ann',
  issue_id,
  page: 4,
  pages: 24,
  completed: false,
  at: '2026-10-01T08:00:00.000Z',
  ...more,
})

const RUN: MigrationRunRow = {
  run_id: 'run',
  source: 'komga',
  path: '/komga',
  state: 'migrating',
  path_mappings: [],
  reader: 'ann',
  current_step: null,
  steps_total: 0,
  error: null,
  warnings: [],
  created_at: MOVED_AT,
  updated_at: MOVED_AT,
  finished_at: null,
  undone_at: null,
}

const PARTS = {
  users: 'users',
  series: 'series',
  issues: 'issues',
  files: 'files',
  progress: 'progress',
  bookmarks: 'bookmarks',
  lists: 'lists',
  collections: 'collections',
  ratings: 'ratings',
} as const

/** Moves the rows in; returns for each table the rows that were moved, merged and left, and why. */
export function moveRows(
  db: Database,
  { describedByService = false, ...rows }: SourceRows,
  run: Partial<MigrationRunRow> = {},
  roots: string[] = [],
  chosen: Pick<MovedUserRow, 'source_id' | 'choice' | 'role' | 'own_id'>[] = [],
) {
  const row = { ...RUN, ...run }
  const all = { roots: [], users: [userRow('ann', 'Ann'), userRow('bob', 'Bob')], series: [], issues: [], files: [], progress: [], bookmarks: [], lists: [], ratings: [], left: [], ...rows } // biome-ignore format: one line
  const read = Object.fromEntries(Object.entries(all).map(([table, list]) => [table, () => list]))
  const library = { describedByService, ...read } as unknown as SourceLibrary
  const source = librarySource({
    kind: 'komga',
    label: 'Komga',
    database: [],
    recognise: async () => undefined,
    check: () => undefined,
    tables: [],
    open: () => library,
    version: () => null,
    parts: PARTS,
    leftTables: {},
    problems: () => [],
  } as unknown as Parameters<typeof librarySource>[0])
  db.write((tx) => {
    insertMigrationRun(tx, row)
    insertMovedUsers(tx, chosen.map((each) => ({ ...each, run_id: row.run_id, made_name: null, notes: [] }))) // biome-ignore format: one line
  })
  const copy = { database: {} as ForeignDatabase, texts: {} }
  const of = { run: row, source: copy, at: MOVED_AT, random: systemRandom, roots, ownerName: 'olive' }
  for (const [position, step] of source.steps.entries()) db.write((tx) => runStep({ ...of, tx, step, position }))
  const omissions = omissionsOf(db.read, row.run_id, 0, 100)
  const omitted = omissions.filter(({ table_name }) => table_name !== PARTS.users)
  return {
    of: Object.fromEntries(stepsOf(db.read, row.run_id).map(({ name, taken, merged, left }) => [name, [taken, merged, left]])), // biome-ignore format: one line
    notes: Object.assign({}, ...stepsOf(db.read, row.run_id).map(({ notes }) => notes)) as Record<string, number>,
    omitted: omitted.map(reasonOf),
    labels: omitted.map(({ label }) => label),
    /** Users of the source that were joined or left behind, and why. */
    users: omissions.filter(({ table_name }) => table_name === PARTS.users).map(reasonOf),
  }
}

const reasonOf = ({ source_id, reason }: OmissionRow) => `${source_id}: ${reason}`
