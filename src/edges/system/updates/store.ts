import { desc, eq, inArray } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import { UNFINISHED } from './states'
import { updates } from './tables'

export type UpdateRow = typeof updates.$inferSelect

export function findUpdate(db: ReadHandle, updateId: string): UpdateRow | undefined {
  return db.select().from(updates).where(eq(updates.update_id, updateId)).get()
}

export function latestUpdate(db: ReadHandle): UpdateRow | undefined {
  return db.select().from(updates).orderBy(desc(updates.created_at)).limit(1).get()
}

const unfinished = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(updates)
    .where(inArray(updates.state, [...UNFINISHED]))
    .prepare(),
)

export function unfinishedUpdates(db: ReadHandle): UpdateRow[] {
  return unfinished(db).all()
}

export function addUpdate(tx: Tx, row: typeof updates.$inferInsert): void {
  tx.insert(updates).values(row).run()
}

export function changeUpdate(tx: Tx, updateId: string, change: Partial<UpdateRow>): void {
  tx.update(updates).set(change).where(eq(updates.update_id, updateId)).run()
}
