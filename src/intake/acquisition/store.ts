import { eq, inArray, ne, sql } from 'drizzle-orm'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import type { ReconciliationState } from './states'
import { acquisitionGate, acquisitionLeases } from './tables'

export type GateRow = typeof acquisitionGate.$inferSelect
export type LeaseRow = typeof acquisitionLeases.$inferSelect

const ONE = 1

const NEVER_CLOSED: GateRow = {
  gate_id: ONE,
  reconciliation: 'ready',
  reconciliation_reason: null,
  reconciliation_at: null,
  owner: null,
  run_id: null,
  reason: null,
  closed_at: null,
  heartbeat_at: null,
  epoch: 0,
}

const gateRow = preparedQuery((db: ReadHandle) => db.select().from(acquisitionGate).prepare())

export const readGate = (db: ReadHandle): GateRow => gateRow(db).get() ?? NEVER_CLOSED

function change(tx: Tx, changes: Partial<GateRow>): GateRow {
  const row = tx
    .insert(acquisitionGate)
    .values({ ...NEVER_CLOSED, ...changes })
    .onConflictDoUpdate({ target: acquisitionGate.gate_id, set: changes })
    .returning()
    .get()
  tx.emit({ type: 'acquisition.changed' })
  return row
}

export const setReconciliation = (tx: Tx, state: ReconciliationState, reason: string | null, at: Instant): GateRow =>
  change(tx, { reconciliation: state, reconciliation_reason: reason, reconciliation_at: at })

/** A new owner gets a new epoch. */
export function setOwner(tx: Tx, owner: string, run_id: string, reason: string, at: Instant): GateRow {
  const epoch = readGate(tx).epoch + 1
  return change(tx, { owner, run_id, reason, epoch, closed_at: at, heartbeat_at: at })
}

/** Removes the owner. `epoch`: a higher one makes the fence of the old owner worthless. */
export const clearOwner = (tx: Tx, epoch: number): GateRow =>
  change(tx, { owner: null, run_id: null, reason: null, closed_at: null, heartbeat_at: null, epoch })

export function renewOwner(tx: Tx, at: Instant): void {
  tx.update(acquisitionGate).set({ heartbeat_at: at }).where(eq(acquisitionGate.gate_id, ONE)).run()
}

// Leases

export const addLease = (tx: Tx, row: LeaseRow): void => void tx.insert(acquisitionLeases).values(row).run()

export const removeLease = (tx: Tx, leaseId: string): void =>
  void tx.delete(acquisitionLeases).where(eq(acquisitionLeases.lease_id, leaseId)).run()

export const listLeases = (db: ReadHandle): LeaseRow[] => db.select().from(acquisitionLeases).all()

export function renewLeases(tx: Tx, leaseIds: readonly string[], at: Instant): void {
  tx.update(acquisitionLeases)
    .set({ heartbeat_at: at })
    .where(inArray(acquisitionLeases.lease_id, [...leaseIds]))
    .run()
}

/** Removes all leases but these: the others belong to processes that are gone. */
export function removeOtherLeases(tx: Tx, leaseIds: readonly string[]): void {
  const kept = sql`(select value from json_each(${JSON.stringify(leaseIds)}))`
  tx.delete(acquisitionLeases)
    .where(
      leaseIds.length === 0 ? ne(acquisitionLeases.lease_id, '') : sql`${acquisitionLeases.lease_id} not in ${kept}`,
    )
    .run()
}
