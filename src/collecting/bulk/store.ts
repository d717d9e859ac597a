import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { PageSpan } from '../../base/http/paging'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle, Tx } from '../../base/storage/database'
import type { DeletedRow } from '../../base/storage/deleted-rows'
import type { ContentType } from '../../library/series/states'
import { series } from '../../library/series/tables'
import type { BulkItemState } from './states'
import { bulkDeletedRows, bulkItems } from './tables'

export type BulkItem = typeof bulkItems.$inferSelect

/**
 * Adds items in the order of the series' names; ids of series that do not exist are skipped. Returns how many were
 * added.
 */
export function addItems(tx: Tx, operationId: string, comicIds: readonly string[]): number {
  const rows = tx.all(sql`insert into bulk_items (operation_id, position, comic_id, name, state)
    select ${operationId}, row_number() over (order by sort_name, comic_id) - 1, comic_id, name, 'waiting' from series
    where comic_id in (select value from json_each(${JSON.stringify(comicIds)})) returning 1`)
  return rows.length
}

const of = (operationId: string) => eq(bulkItems.operation_id, operationId)

/** The first item in one of the states; the last with `last`. */
export function nextItem(
  db: ReadHandle,
  operationId: string,
  states: readonly BulkItemState[],
  { last = false } = {},
): BulkItem | undefined {
  const order = last ? sql`${bulkItems.position} desc` : asc(bulkItems.position)
  const which = and(of(operationId), inArray(bulkItems.state, [...states]))
  return db.select().from(bulkItems).where(which).orderBy(order).limit(1).get()
}

export function findBulkItem(db: ReadHandle, operationId: string, position: number): BulkItem | undefined {
  return db
    .select()
    .from(bulkItems)
    .where(and(of(operationId), eq(bulkItems.position, position)))
    .get()
}

/** The item of a series. */
export function findItemOf(db: ReadHandle, operationId: string, comicId: string): BulkItem | undefined {
  return db
    .select()
    .from(bulkItems)
    .where(and(of(operationId), eq(bulkItems.comic_id, comicId)))
    .get()
}

/** The kinds of some series. */
export function kindsOf(db: ReadHandle, comicIds: readonly string[]): ContentType[] {
  const among = sql`${series.comic_id} in (select value from json_each(${JSON.stringify(comicIds)}))`
  return db
    .selectDistinct({ kind: series.content_type })
    .from(series)
    .where(among)
    .all()
    .map(({ kind }) => kind)
}

export function setItem(tx: Tx, { operation_id, position }: BulkItem, row: Partial<BulkItem>): void {
  tx.update(bulkItems)
    .set(row)
    .where(and(of(operation_id), eq(bulkItems.position, position)))
    .run()
}

export function countBulkItems(db: ReadHandle, operationId: string): Record<BulkItemState, number> {
  const rows = db
    .select({ state: bulkItems.state, count: sql<number>`count(*)` })
    .from(bulkItems)
    .where(of(operationId))
    .groupBy(bulkItems.state)
    .all()
  const none = { waiting: 0, running: 0, done: 0, unchanged: 0, unsure: 0, failed: 0, undoing: 0, undone: 0 }
  return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}

/** Failed items count: part of their changes may be done, and an earlier undo may have failed. */
const undoableOf = (operationId: string) =>
  and(of(operationId), inArray(bulkItems.state, ['done', 'failed']), sql`${bulkItems.undo} is not null`)

/** How many items can be undone. */
export function countUndoable(db: ReadHandle, operationId: string): number {
  return db.select({ count: sql<number>`count(*)` }).from(bulkItems).where(undoableOf(operationId)).get()!.count
}

/** Marks the series that can be undone for undo. */
export function markForUndo(tx: Tx, operationId: string): void {
  tx.update(bulkItems).set({ state: 'undoing', work_id: null }).where(undoableOf(operationId)).run()
}

export function itemsOfBulk(
  db: ReadHandle,
  operationId: string,
  state: BulkItemState | undefined,
  span: PageSpan,
): BulkItem[] {
  return db
    .select()
    .from(bulkItems)
    .where(and(of(operationId), state && eq(bulkItems.state, state)))
    .orderBy(asc(bulkItems.position))
    .limit(span.limit)
    .offset(span.offset)
    .all()
}

const ROWS_AT_ONCE = 500

export function saveDeletedRows(tx: Tx, { operation_id, position }: BulkItem, rows: readonly DeletedRow[]): void {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE).map(({ head, row }, step) => [at + step, head, row])
    tx.run(sql`insert into bulk_deleted_rows (operation_id, position, seq, head, row)
      select ${operation_id}, ${position}, value ->> 0, value ->> 1, value ->> 2 from json_each(${JSON.stringify(some)})`)
  }
}

const deletedOf = ({ operation_id, position }: BulkItem) =>
  and(eq(bulkDeletedRows.operation_id, operation_id), eq(bulkDeletedRows.position, position))

export function deletedRows(db: ReadHandle, item: BulkItem): DeletedRow[] {
  const columns = { head: bulkDeletedRows.head, row: bulkDeletedRows.row }
  return db.select(columns).from(bulkDeletedRows).where(deletedOf(item)).orderBy(asc(bulkDeletedRows.seq)).all()
}

export function dropDeletedRows(tx: Tx, item: BulkItem): void {
  tx.delete(bulkDeletedRows).where(deletedOf(item)).run()
}

/** Deletes items and deleted rows of operations that began before `at`. */
export function pruneItems(tx: Tx, at: Instant): void {
  const old = sql`(select operation_id from operations where kind = 'bulk' and created_at < ${at}
    and state not in ('queued', 'running'))`
  tx.run(sql`delete from bulk_deleted_rows where operation_id in ${old}`)
  tx.run(sql`delete from bulk_items where operation_id in ${old}`)
}
