import { and, asc, count, desc, eq, inArray, isNotNull, lt, max, ne, or, sql } from 'drizzle-orm'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { fileAt } from '../series/file-store'
import type { BatchState, ChangeState } from './states'
import { fileBatches, fileChanges } from './tables'

export type FileBatchRow = typeof fileBatches.$inferSelect
export type NewFileBatchRow = typeof fileBatches.$inferInsert
export type FileChangeRow = typeof fileChanges.$inferSelect
export type NewFileChangeRow = Omit<typeof fileChanges.$inferInsert, 'position'>

export function addBatch(tx: Tx, row: NewFileBatchRow): void {
  tx.insert(fileBatches).values(row).run()
}

export function findBatch(db: ReadHandle, batchId: string): FileBatchRow | undefined {
  return db.select().from(fileBatches).where(eq(fileBatches.batch_id, batchId)).get()
}

/** The batch of an operation that created one. */
export function batchOfOperation(db: ReadHandle, operationId: string): FileBatchRow | undefined {
  return db.select().from(fileBatches).where(eq(fileBatches.operation_id, operationId)).get()
}

export function setBatch(tx: Tx, batchId: string, row: Partial<FileBatchRow>): void {
  tx.update(fileBatches).set(row).where(eq(fileBatches.batch_id, batchId)).run()
}

/** Also deletes the batch's changes. */
export function dropBatch(tx: Tx, batchId: string): void {
  tx.delete(fileBatches).where(eq(fileBatches.batch_id, batchId)).run()
}

const batchesByState = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(fileBatches)
    .where(eq(fileBatches.state, sql.placeholder('state')))
    .prepare(),
)

export function batchesIn(db: ReadHandle, state: BatchState): FileBatchRow[] {
  return batchesByState(db).all({ state })
}

/** Newest first; for one series, or all. */
export function batchesOf(db: ReadHandle, comicId: string | undefined, limit: number, offset: number): FileBatchRow[] {
  return db
    .select()
    .from(fileBatches)
    .where(comicId === undefined ? undefined : eq(fileBatches.comic_id, comicId))
    .orderBy(desc(fileBatches.created_at), desc(sql`rowid`))
    .limit(limit)
    .offset(offset)
    .all()
}

export function countBatches(db: ReadHandle, comicId: string | undefined): number {
  const of = comicId === undefined ? undefined : eq(fileBatches.comic_id, comicId)
  return db.select({ batches: count() }).from(fileBatches).where(of).get()?.batches ?? 0
}

/** The number of changes in each state, by batch. */
export function countStates(
  db: ReadHandle,
  batchIds: readonly string[],
): Map<string, Partial<Record<ChangeState, number>>> {
  const rows = db
    .select({ batch_id: fileChanges.batch_id, state: fileChanges.state, changes: count() })
    .from(fileChanges)
    .where(inArray(fileChanges.batch_id, [...batchIds]))
    .groupBy(fileChanges.batch_id, fileChanges.state)
    .all()
  const counts = new Map<string, Partial<Record<ChangeState, number>>>()
  for (const { batch_id, state, changes } of rows) counts.set(batch_id, { ...counts.get(batch_id), [state]: changes })
  return counts
}

/** Adds the change at the end of its batch. */
export function addChange(tx: Tx, row: NewFileChangeRow): FileChangeRow {
  const last = tx
    .select({ position: max(fileChanges.position) })
    .from(fileChanges)
    .where(eq(fileChanges.batch_id, row.batch_id))
    .get()
  return tx
    .insert(fileChanges)
    .values({ ...row, position: (last?.position ?? 0) + 1 })
    .returning()
    .get()
}

export function setChange(tx: Tx, changeId: string, row: Partial<FileChangeRow>): FileChangeRow {
  return tx.update(fileChanges).set(row).where(eq(fileChanges.change_id, changeId)).returning().get() as FileChangeRow
}

export function dropChange(tx: Tx, changeId: string): void {
  tx.delete(fileChanges).where(eq(fileChanges.change_id, changeId)).run()
}

export function findChange(db: ReadHandle, changeId: string): FileChangeRow | undefined {
  return db.select().from(fileChanges).where(eq(fileChanges.change_id, changeId)).get()
}

export function changesOf(db: ReadHandle, batchId: string): FileChangeRow[] {
  return db.select().from(fileChanges).where(eq(fileChanges.batch_id, batchId)).orderBy(asc(fileChanges.position)).all()
}

const changesByState = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(fileChanges)
    .where(eq(fileChanges.state, sql.placeholder('state')))
    .orderBy(asc(fileChanges.position))
    .prepare(),
)

export function changesIn(db: ReadHandle, state: ChangeState): FileChangeRow[] {
  return changesByState(db).all({ state })
}

/** Finished changes of these files that changed the disk, oldest first. */
export function finishedOf(db: ReadHandle, fileIds: readonly string[]): FileChangeRow[] {
  return db
    .select()
    .from(fileChanges)
    .where(
      and(inArray(fileChanges.file_id, [...fileIds]), inArray(fileChanges.state, ['done', 'undone', 'undo_failed'])),
    )
    .orderBy(asc(fileChanges.changed_at), asc(fileChanges.position))
    .all()
}

/** The change that last imported the file. */
export function findImportChange(db: ReadHandle, fileId: string): FileChangeRow | undefined {
  const arrived = and(eq(fileChanges.file_id, fileId), eq(fileChanges.kind, 'arrive'))
  return db.select().from(fileChanges).where(arrived).orderBy(desc(sql`rowid`)).get()
}

/** The source that a library file was linked to when it was imported; undefined for a file that is not linked. */
export function importSource(db: ReadHandle, path: string): string | undefined {
  const file = fileAt(db, path)
  const change = file && findImportChange(db, file.file_id)
  return change?.state === 'done' && change.to_path === path ? change.from_path : undefined
}

/** Active changes of the file. */
export function startedOf(db: ReadHandle, fileId: string): FileChangeRow[] {
  const started = and(eq(fileChanges.file_id, fileId), eq(fileChanges.state, 'started'))
  return db.select().from(fileChanges).where(started).all()
}

/** Whether the user brought removed pages back into the file. */
export function hasPagesBack(db: ReadHandle, fileId: string): boolean {
  const undone = and(eq(fileChanges.file_id, fileId), eq(fileChanges.state, 'undone'))
  const removed = sql`${fileChanges.after_file} -> '$.removed_pages' is not null`
  return db.select({ id: fileChanges.change_id }).from(fileChanges).where(and(undone, removed)).get() !== undefined
}

/**
 * Changes before a moment whose old files are still in a recycle folder, the oldest first. Files of deleted series
 * and files without a copy are left out: they may be the last ones.
 */
export function keptBefore(db: ReadHandle, at: Instant): FileChangeRow[] {
  return db
    .select()
    .from(fileChanges)
    .where(
      and(
        isNotNull(fileChanges.kept_path),
        // An imported file is kept once its import was undone, every other file until then.
        inArray(fileChanges.state, ['done', 'undo_failed', 'undone']),
        lt(fileChanges.changed_at, at),
        ne(fileChanges.kind, 'recycle'),
        or(ne(fileChanges.kind, 'remove'), isNotNull(fileChanges.copy_id)),
      ),
    )
    .orderBy(asc(fileChanges.changed_at))
    .all()
}
