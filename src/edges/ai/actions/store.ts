import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/platform/ports'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import { type ActionMove, stateAfter } from './machine'
import { aiActions } from './tables'

export type ActionRow = typeof aiActions.$inferSelect
export type NewAction = Omit<ActionRow, 'status' | 'outcome' | 'detail' | 'updated_at'>

export function insertAction(tx: Tx, row: NewAction): ActionRow {
  return tx
    .insert(aiActions)
    .values({ ...row, status: 'pending', updated_at: row.created_at })
    .returning()
    .get()
}

export function findAction(db: ReadHandle, actionId: string): ActionRow | undefined {
  return db.select().from(aiActions).where(eq(aiActions.action_id, actionId)).get()
}

/** The proposals of a thread, oldest first. */
export function actionsOf(db: ReadHandle, threadId: string): ActionRow[] {
  return db
    .select()
    .from(aiActions)
    .where(eq(aiActions.thread_id, threadId))
    .orderBy(asc(aiActions.created_at), sql`rowid`)
    .all()
}

const unfinished = preparedQuery((db: ReadHandle) =>
  db.select().from(aiActions).where(sql`${aiActions.status} = 'processing'`).prepare(),
)

/** Confirmed proposals that the last process did not apply. */
export function unfinishedActions(db: ReadHandle): ActionRow[] {
  return unfinished(db).all()
}

/** Compare and set: undefined when the proposal is no longer in the state, or the move is not legal. */
export function moveAction(
  tx: Tx,
  row: Pick<ActionRow, 'action_id' | 'status'>,
  { move, at, detail = null }: { move: ActionMove; at: Instant; detail?: string | null },
): ActionRow | undefined {
  const place = stateAfter(row.status, move)
  if (!place) return undefined
  return tx
    .update(aiActions)
    .set({ ...place, detail, updated_at: at })
    .where(and(eq(aiActions.action_id, row.action_id), eq(aiActions.status, row.status)))
    .returning()
    .get()
}

/** Records the result as a sentence. */
export function recordActionDetail(tx: Tx, actionId: string, detail: string): ActionRow {
  return tx.update(aiActions).set({ detail }).where(eq(aiActions.action_id, actionId)).returning().get()!
}

/** Deletes proposals from before `before` that belong to chats that are not kept. */
export function deleteLooseActions(tx: Tx, before: Instant): void {
  tx.delete(aiActions)
    .where(and(isNull(aiActions.thread_id), lt(aiActions.created_at, before)))
    .run()
}

/** Call when deleting the thread, in the same write. Applied changes stay. */
export function deleteActionsOf(tx: Tx, threadId: string): void {
  tx.delete(aiActions).where(eq(aiActions.thread_id, threadId)).run()
}
