import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/platform/ports'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import { isOpen } from '../machine'
import type { DdlStatus } from '../states'
import type { DownloadItem } from '../store'
import { ddlItems, journal } from '../tables'

export type DdlRow = typeof ddlItems.$inferSelect
export type NewDdl = typeof ddlItems.$inferInsert

/** False when a row with that name or id exists. */
export function addDdl(tx: Tx, row: NewDdl): boolean {
  return tx.insert(ddlItems).values(row).onConflictDoNothing().returning().get() !== undefined
}

export function findDdl(db: ReadHandle, ddlId: string): DdlRow | undefined {
  return db.select().from(ddlItems).where(eq(ddlItems.ddl_id, ddlId)).get()
}

export function ddlNamed(db: ReadHandle, clientName: string): DdlRow | undefined {
  return db.select().from(ddlItems).where(eq(ddlItems.client_name, clientName)).get()
}

export function ddlAmong(db: ReadHandle, ddlIds: readonly string[]): DdlRow[] {
  return db
    .select()
    .from(ddlItems)
    .where(inArray(ddlItems.ddl_id, [...ddlIds]))
    .all()
}

const inOrder = (db: ReadHandle) => db.select().from(ddlItems).orderBy(asc(ddlItems.submitted_at), asc(ddlItems.ddl_id))
const allRows = preparedQuery((db: ReadHandle) => inOrder(db).prepare())
const someRows = preparedQuery((db: ReadHandle) =>
  inOrder(db)
    .where(sql`${ddlItems.status} in (select value from json_each(${sql.placeholder('statuses')}))`)
    .prepare(),
)

/** All direct downloads, or those with these statuses, oldest first. */
export function ddlRows(db: ReadHandle, ...statuses: DdlStatus[]): DdlRow[] {
  return statuses.length > 0 ? someRows(db).all({ statuses: JSON.stringify(statuses) }) : allRows(db).all()
}

/** Undefined when the row was removed meanwhile. */
export function changeDdl(tx: Tx, ddlId: string, change: Partial<DdlRow>): DdlRow | undefined {
  return tx.update(ddlItems).set(change).where(eq(ddlItems.ddl_id, ddlId)).returning().get()
}

/** Moves the row from one status to another; undefined when it no longer has the first. */
export function moveDdl(tx: Tx, ddlId: string, from: DdlStatus, change: Partial<DdlRow>): DdlRow | undefined {
  const mine = and(eq(ddlItems.ddl_id, ddlId), eq(ddlItems.status, from))
  return tx.update(ddlItems).set(change).where(mine).returning().get()
}

export function dropDdl(tx: Tx, ddlId: string): void {
  tx.delete(ddlItems).where(eq(ddlItems.ddl_id, ddlId)).run()
}

/** Downloads that ended before `at` and that no item follows any more. */
export function ddlEndedBefore(db: ReadHandle, at: Instant): DdlRow[] {
  const ended = and(inArray(ddlItems.status, ['Completed', 'Failed']), lt(ddlItems.updated_at, at))
  const rows = db.select().from(ddlItems).where(ended).all()
  return rows.filter(({ ddl_id }) => !itemsOfDdl(db, ddl_id).some(({ stage }) => isOpen(stage)))
}

/** The journal items of a direct download, newest first. */
export function itemsOfDdl(db: ReadHandle, ddlId: string): DownloadItem[] {
  const mine = and(eq(journal.client, 'ddl'), eq(journal.client_id, ddlId))
  return db.select().from(journal).where(mine).orderBy(desc(journal.grabbed_at), desc(sql`rowid`)).all()
}
