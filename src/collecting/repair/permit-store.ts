import { and, desc, eq, inArray } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { openPermitStates } from './states'
import { canaryPermits } from './tables'

export type Permit = typeof canaryPermits.$inferSelect

export const findPermit = (db: ReadHandle, permitId: string): Permit | undefined =>
  db.select().from(canaryPermits).where(eq(canaryPermits.permit_id, permitId)).get()

const openPermits = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(canaryPermits)
    .where(inArray(canaryPermits.state, [...openPermitStates]))
    .prepare(),
)

/** The open permit; there is at most one. */
export const openPermit = (db: ReadHandle): Permit | undefined => openPermits(db).get()

export const lastPermit = (db: ReadHandle, runId: string): Permit | undefined =>
  db
    .select()
    .from(canaryPermits)
    .where(eq(canaryPermits.run_id, runId))
    .orderBy(desc(canaryPermits.created_at), canaryPermits.permit_id)
    .get()

export function addPermit(tx: Tx, permit: Permit): void {
  tx.insert(canaryPermits).values(permit).run()
  tx.emit({ type: 'repair.changed', run_id: permit.run_id })
}

/** Compare and set: undefined when the permit is no longer in the state of `permit`. */
export function changePermit(
  tx: Tx,
  { permit_id, run_id, state }: Pick<Permit, 'permit_id' | 'run_id' | 'state'>,
  change: Partial<Permit>,
): Permit | undefined {
  const row = tx
    .update(canaryPermits)
    .set(change)
    .where(and(eq(canaryPermits.permit_id, permit_id), eq(canaryPermits.state, state)))
    .returning()
    .get()
  if (row) tx.emit({ type: 'repair.changed', run_id })
  return row
}
