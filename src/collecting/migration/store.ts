import { and, asc, desc, eq, gt, inArray, isNull, lt, ne, not, type SQL, sql } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { keySql, stateSql, type WatchedTable } from '../../base/storage/made-rows'
import { preparedQuery } from '../../base/storage/prepared-query'
import { everyColumn, wholeRow } from '../../base/storage/whole-row'
import { SETTINGS_TABLES } from './made-store'
import type { SourcePathMapping } from './path-map'
import { type ExpectedFileState, openStates } from './states'
import {
  movingFiles,
  movingFolders,
  movingIds,
  movingOmissions,
  movingRows,
  movingRuns,
  movingSteps,
  movingUsers,
} from './tables'

export type MigrationRunRow = typeof movingRuns.$inferSelect
type StepRow = typeof movingSteps.$inferSelect
export type OmissionRow = typeof movingOmissions.$inferSelect
export type ExpectedFileRow = typeof movingFiles.$inferSelect

const is = sql.placeholder

// Runs

export function insertMigrationRun(tx: Tx, row: Omit<MigrationRunRow, 'undone_at'>): void {
  tx.insert(movingRuns).values(row).run()
  tx.insert(movingRows).values({ run_id: row.run_id, table_name: RECORDED, row_key: '', state: '[]' }).run()
}

/** Marks a run whose rows are recorded. */
const RECORDED = 'run'

export function findMigrationRun(db: ReadHandle, runId: string): MigrationRunRow | undefined {
  return db.select().from(movingRuns).where(eq(movingRuns.run_id, runId)).get()
}

/** The last run that was not undone, else the last run. */
export function latestRun(db: ReadHandle): MigrationRunRow | undefined {
  const last = [desc(sql`${movingRuns.undone_at} is null`), desc(movingRuns.created_at), sql`rowid desc`]
  return db
    .select()
    .from(movingRuns)
    .orderBy(...last)
    .limit(1)
    .get()
}

/** Whether a library was moved in and the move was not undone. */
export function hasMoved(db: ReadHandle): boolean {
  const of = inArray(movingRuns.state, ['complete', 'error'])
  return db.select({ id: movingRuns.run_id }).from(movingRuns).where(of).limit(1).get() !== undefined
}

export function openMigrationRun(db: ReadHandle): MigrationRunRow | undefined {
  return db
    .select()
    .from(movingRuns)
    .where(inArray(movingRuns.state, [...openStates]))
    .get()
}

export function changeMigrationRun(tx: Tx, runId: string, change: Partial<MigrationRunRow>): void {
  tx.update(movingRuns).set(change).where(eq(movingRuns.run_id, runId)).run()
}

export function deleteRun(tx: Tx, runId: string): void {
  tx.delete(movingRuns).where(eq(movingRuns.run_id, runId)).run()
}

/** Path mappings of other runs from the same program. */
export function earlierMappings(
  db: ReadHandle,
  { run_id, source }: Pick<MigrationRunRow, 'run_id' | 'source'>,
): SourcePathMapping[][] {
  return db
    .select({ mappings: movingRuns.path_mappings })
    .from(movingRuns)
    .where(and(eq(movingRuns.source, source), ne(movingRuns.run_id, run_id)))
    .all()
    .map(({ mappings }) => mappings)
}

// Users of the source

export type MovedUserRow = typeof movingUsers.$inferSelect

export function insertMovedUsers(tx: Tx, rows: MovedUserRow[]): void {
  for (const row of rows) tx.insert(movingUsers).values(row).run()
}

/** The users of the source with what was chosen for them; none for a source without users. */
export function movedUsers(db: ReadHandle, runId: string): MovedUserRow[] {
  return db.select().from(movingUsers).where(eq(movingUsers.run_id, runId)).orderBy(movingUsers.source_id).all()
}

/** Notes which user was made for one of the source. */
export function recordMadeUser(
  tx: Tx,
  { run_id, source_id, ...made }: Pick<MovedUserRow, 'run_id' | 'source_id' | 'own_id' | 'made_name' | 'notes'>,
): void {
  tx.update(movingUsers)
    .set(made)
    .where(and(eq(movingUsers.run_id, run_id), eq(movingUsers.source_id, source_id)))
    .run()
}

// Steps

export function stepsOf(db: ReadHandle, runId: string): StepRow[] {
  return db.select().from(movingSteps).where(eq(movingSteps.run_id, runId)).orderBy(asc(movingSteps.position)).all()
}

export function insertStep(tx: Tx, row: StepRow): void {
  tx.insert(movingSteps).values(row).run()
}

// Rows that were not moved

const addOmission = preparedQuery((tx: Tx) =>
  tx
    .insert(movingOmissions)
    .values({
      run_id: is('run_id'),
      table_name: is('table_name'),
      outcome: is('outcome'),
      source_id: is('source_id'),
      label: is('label'),
      reason: is('reason'),
    })
    .prepare(),
)

export function insertOmission(tx: Tx, row: Omit<OmissionRow, 'omission_id'>): void {
  addOmission(tx).run(row)
}

export function omissionsOf(db: ReadHandle, runId: string, after: number, limit: number): OmissionRow[] {
  return db
    .select()
    .from(movingOmissions)
    .where(and(eq(movingOmissions.run_id, runId), gt(movingOmissions.omission_id, after)))
    .orderBy(asc(movingOmissions.omission_id))
    .limit(limit)
    .all()
}

/** The number of rows for each reason. */
export function omissionReasons(db: ReadHandle, runId: string) {
  return db
    .select({
      table_name: movingOmissions.table_name,
      outcome: movingOmissions.outcome,
      reason: movingOmissions.reason,
      rows: sql<number>`count(*)`,
    })
    .from(movingOmissions)
    .where(eq(movingOmissions.run_id, runId))
    .groupBy(movingOmissions.table_name, movingOmissions.outcome, movingOmissions.reason)
    .orderBy(desc(sql`count(*)`))
    .all()
}

// Ids

export function idsOfRun(db: ReadHandle, runId: string): (typeof movingIds.$inferSelect)[] {
  return db.select().from(movingIds).where(eq(movingIds.run_id, runId)).all()
}

/** The ids that earlier runs from the same source gave its rows, by id in the source; the latest counts. */
export function earlierIds(
  db: ReadHandle,
  runId: string,
  kind: (typeof movingIds.$inferSelect)['kind'],
): Map<string, string> {
  const { source, path } = movingRuns
  const own = db.select({ source, path }).from(movingRuns).where(eq(movingRuns.run_id, runId)).get()
  if (!own) return new Map()
  return idsFrom(db, own, kind, ne(movingIds.run_id, runId))
}

/** The ids that runs from a source gave its rows, by id in the source; the latest counts. */
export function idsFrom(
  db: ReadHandle,
  { source, path }: Pick<MigrationRunRow, 'source' | 'path'>,
  kind: (typeof movingIds.$inferSelect)['kind'],
  of?: SQL,
): Map<string, string> {
  const isFrom = and(eq(movingRuns.source, source), eq(movingRuns.path, path), eq(movingIds.kind, kind), of)
  const rows = db
    .select({ source_id: movingIds.source_id, own_id: movingIds.own_id })
    .from(movingIds)
    .innerJoin(movingRuns, eq(movingRuns.run_id, movingIds.run_id))
    .where(isFrom)
    .orderBy(asc(movingRuns.created_at))
    .all()
  return new Map(rows.map(({ source_id, own_id }) => [source_id, own_id]))
}

const addId = preparedQuery((tx: Tx) =>
  tx
    .insert(movingIds)
    .values({ run_id: is('run_id'), kind: is('kind'), source_id: is('source_id'), own_id: is('own_id') })
    .onConflictDoUpdate({
      target: [movingIds.run_id, movingIds.kind, movingIds.source_id],
      set: { own_id: sql`excluded.own_id` },
    })
    .prepare(),
)

export function putId(tx: Tx, row: typeof movingIds.$inferInsert): void {
  addId(tx).run(row)
}

// Files

const addSought = preparedQuery((tx: Tx) =>
  tx
    .insert(movingFiles)
    .values({
      run_id: is('run_id'),
      comic_id: is('comic_id'),
      issue_id: is('issue_id'),
      path: is('path'),
      state: 'waiting',
      read_page: is('read_page'),
      read_completed: is('read_completed'),
      read_at: is('read_at'),
    })
    .prepare(),
)

export type NewExpectedFile = Pick<
  ExpectedFileRow,
  'run_id' | 'comic_id' | 'issue_id' | 'path' | 'read_page' | 'read_completed' | 'read_at'
>

export function insertExpectedFile(tx: Tx, row: NewExpectedFile): void {
  addSought(tx).run({ ...row, read_completed: row.read_completed === null ? null : Number(row.read_completed) })
}

export function expectedFileCounts(db: ReadHandle, runId: string): Record<ExpectedFileState, number> {
  const rows = db
    .select({ state: movingFiles.state, count: sql<number>`count(*)` })
    .from(movingFiles)
    .where(eq(movingFiles.run_id, runId))
    .groupBy(movingFiles.state)
    .all()
  return {
    waiting: 0,
    found: 0,
    missing: 0,
    unreadable: 0,
    ...Object.fromEntries(rows.map((row) => [row.state, row.count])),
  }
}

// Folders

/** Adds folders of a series: the source may have it in several. */
export function addFolders(tx: Tx, { run_id, comic_id, paths }: { run_id: string; comic_id: string; paths: string[] }) {
  const all = [...new Set([...foldersOfSeries(tx, run_id, comic_id), ...paths])]
  putFolders(tx).run(wholeRow(movingFolders, { run_id, comic_id, paths: all }))
}

const putFolders = preparedQuery((tx: Tx) =>
  tx
    .insert(movingFolders)
    .values(everyColumn(movingFolders))
    .onConflictDoUpdate({
      target: [movingFolders.run_id, movingFolders.comic_id],
      set: { paths: sql`excluded.paths` },
    })
    .prepare(),
)

const foldersById = preparedQuery((db: ReadHandle) =>
  db
    .select({ paths: movingFolders.paths })
    .from(movingFolders)
    .where(and(eq(movingFolders.run_id, is('run_id')), eq(movingFolders.comic_id, is('comic_id'))))
    .prepare(),
)

export function foldersOfSeries(db: ReadHandle, run_id: string, comic_id: string): string[] {
  return foldersById(db).get({ run_id, comic_id })?.paths ?? []
}

/** The first folder of each series. */
export function everyFolder(db: ReadHandle, runId: string): string[] {
  const rows = db
    .select({ paths: movingFolders.paths })
    .from(movingFolders)
    .where(eq(movingFolders.run_id, runId))
    .all()
  return rows.flatMap(({ paths }) => paths[0] ?? [])
}

/** Marks missing files to be searched for again, and all folders to be listed again. */
export function searchFilesAgain(tx: Tx, runId: string): void {
  tx.update(movingFolders).set({ listed_at: null, reason: null }).where(eq(movingFolders.run_id, runId)).run()
  tx.update(movingFiles)
    .set({ state: 'waiting', reason: null })
    .where(and(eq(movingFiles.run_id, runId), inArray(movingFiles.state, ['missing', 'unreadable'])))
    .run()
}

/** Deletes the expected files of runs that ended before `before`; rows that were not moved stay in the report. */
export function pruneExpectedFiles(tx: Tx, before: string): void {
  const old = tx.select({ run_id: movingRuns.run_id }).from(movingRuns).where(lt(movingRuns.finished_at, before))
  for (const table of [movingFiles, movingFolders]) tx.delete(table).where(inArray(table.run_id, old)).run()
  // Entries that the user removed from lists stay removed, also after another move, and users are known again.
  tx.delete(movingIds)
    .where(and(inArray(movingIds.run_id, old), not(inArray(movingIds.kind, ['list', 'collection', 'user']))))
    .run()
  const isKept = inArray(movingRows.table_name, ['reading_list_entries', 'collection_series'])
  tx.delete(movingRows)
    .where(and(inArray(movingRows.run_id, old), not(isKept)))
    .run()
}

export function markFolderListed(tx: Tx, runId: string, comicId: string, at: string, reason: string | null): void {
  tx.update(movingFolders)
    .set({ listed_at: at, reason })
    .where(and(eq(movingFolders.run_id, runId), eq(movingFolders.comic_id, comicId)))
    .run()
}

/** A series whose folders or files were not searched yet. */
export function nextSeries(db: ReadHandle, runId: string): string | undefined {
  const folder = db
    .select({ comic_id: movingFolders.comic_id })
    .from(movingFolders)
    .where(and(eq(movingFolders.run_id, runId), isNull(movingFolders.listed_at)))
    .limit(1)
    .get()
  if (folder) return folder.comic_id
  return db
    .select({ comic_id: movingFiles.comic_id })
    .from(movingFiles)
    .where(and(eq(movingFiles.run_id, runId), eq(movingFiles.state, 'waiting')))
    .limit(1)
    .get()?.comic_id
}

export function expectedFilesOf(db: ReadHandle, runId: string, comicId: string): ExpectedFileRow[] {
  return db
    .select()
    .from(movingFiles)
    .where(and(eq(movingFiles.run_id, runId), eq(movingFiles.comic_id, comicId)))
    .all()
}

const setSought = preparedQuery((tx: Tx) =>
  tx
    .update(movingFiles)
    .set({ state: sql`${is('state')}`, reason: sql`${is('reason')}` })
    .where(eq(movingFiles.sought_id, is('sought_id')))
    .prepare(),
)

export function changeExpectedFile(
  tx: Tx,
  sought_id: number,
  { state, reason }: Pick<ExpectedFileRow, 'state' | 'reason'>,
): void {
  setSought(tx).run({ sought_id, state, reason })
}

/** Whether the source names the file for another series than `other`. */
export function isExpectedFor(
  db: ReadHandle,
  { run_id, path, other }: { run_id: string; path: string; other: string },
): boolean {
  const of = and(eq(movingFiles.run_id, run_id), eq(movingFiles.path, path), ne(movingFiles.comic_id, other))
  return db.select({ id: movingFiles.sought_id }).from(movingFiles).where(of).limit(1).get() !== undefined
}

// Rows that a run made

/** Whether the run recorded its rows: runs of earlier versions did not. */
export function isRecorded(db: ReadHandle, runId: string): boolean {
  const of = and(eq(movingRows.run_id, runId), eq(movingRows.table_name, RECORDED))
  return db.select({ key: movingRows.row_key }).from(movingRows).where(of).get() !== undefined
}

/** Whether an earlier run made the row; undone runs do not count. */
export function wasMade(
  db: ReadHandle,
  runId: string,
  table: 'reading_list_entries' | 'collection_series',
  key: string,
): boolean {
  // By key in each of the other runs: few runs, each with rows for a whole library.
  const others = db.select({ run_id: movingRuns.run_id }).from(movingRuns).where(ne(movingRuns.run_id, runId))
  const of = and(inArray(movingRows.run_id, others), eq(movingRows.table_name, table), eq(movingRows.row_key, key))
  return db.select({ key: movingRows.row_key }).from(movingRows).where(of).limit(1).get() !== undefined
}

/** Keys of the rows of settings, by table. */
export const settingKeys = (db: ReadHandle): Map<string, Set<string>> =>
  new Map(
    Object.values(SETTINGS_TABLES).map((table) => [table.table, new Set(keysIn(db, table).map(({ key }) => key))]),
  )

/** Records the rows of settings that exist now and were not among `before`. */
export function recordMadeSettings(tx: Tx, run_id: string, before: ReadonlyMap<string, ReadonlySet<string>>): void {
  for (const table of Object.values(SETTINGS_TABLES))
    for (const { key, state } of keysIn(tx, table))
      if (!before.get(table.table)?.has(key))
        tx.insert(movingRows)
          .values({ run_id, table_name: table.table, row_key: key, state })
          .onConflictDoNothing()
          .run()
}

const keysIn = (db: ReadHandle, table: WatchedTable) =>
  db.all<{ key: string; state: string }>(
    sql.raw(`SELECT ${keySql(table, 't')} AS key, ${stateSql(table, 't')} AS state FROM "${table.table}" t`),
  )

/** Records a row that was made outside a step. */
export function recordMadeRow(tx: Tx, run_id: string, table_name: 'files' | 'issue_files', row_key: string): void {
  tx.insert(movingRows).values({ run_id, table_name, row_key, state: '[]' }).onConflictDoNothing().run()
}
