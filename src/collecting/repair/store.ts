import { and, asc, count, desc, eq, inArray, lt, notInArray, sql } from 'drizzle-orm'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { openPermitStates, workingStates } from './states'
import { canaryPermits, repairItems, repairRuns } from './tables'

export type RepairRun = typeof repairRuns.$inferSelect
export type RepairItem = typeof repairItems.$inferSelect
export type NewRepairItem = typeof repairItems.$inferInsert

export function addRun(tx: Tx, run: RepairRun, items: readonly NewRepairItem[]): void {
  tx.insert(repairRuns).values(run).run()
  for (const item of items) tx.insert(repairItems).values(item).run()
}

export const findRepairRun = (db: ReadHandle, runId: string): RepairRun | undefined =>
  db.select().from(repairRuns).where(eq(repairRuns.run_id, runId)).get()

/** Newest first. */
export const listRepairRuns = (db: ReadHandle, limit: number): RepairRun[] =>
  db.select().from(repairRuns).orderBy(desc(repairRuns.created_at), repairRuns.run_id).limit(limit).all()

export function changeRepairRun(tx: Tx, runId: string, change: Partial<RepairRun>): RepairRun {
  const run = tx.update(repairRuns).set(change).where(eq(repairRuns.run_id, runId)).returning().get()
  tx.emit({ type: 'repair.changed', run_id: runId })
  return run!
}

/** Deletes runs from before `at`, except those that change rows or hold a permit. */
export function pruneRuns(tx: Tx, at: Instant): void {
  const holding = tx
    .select({ run_id: canaryPermits.run_id })
    .from(canaryPermits)
    .where(inArray(canaryPermits.state, [...openPermitStates]))
  tx.delete(repairRuns)
    .where(
      and(
        lt(repairRuns.created_at, at),
        notInArray(repairRuns.state, [...workingStates]),
        notInArray(repairRuns.run_id, holding),
      ),
    )
    .run()
}

// Items

const ofRun = (runId: string) => eq(repairItems.run_id, runId)

export const itemsOfRepair = (db: ReadHandle, runId: string): RepairItem[] =>
  db.select().from(repairItems).where(ofRun(runId)).orderBy(asc(repairItems.sequence)).all()

export function changeItem(
  tx: Tx,
  { run_id, sequence }: Pick<RepairItem, 'run_id' | 'sequence'>,
  change: Partial<RepairItem>,
) {
  tx.update(repairItems)
    .set(change)
    .where(and(ofRun(run_id), eq(repairItems.sequence, sequence)))
    .run()
}

/** Items that are still to be changed, in order. */
export const pendingItems = (db: ReadHandle, runId: string, limit: number): RepairItem[] =>
  db
    .select()
    .from(repairItems)
    .where(and(ofRun(runId), eq(repairItems.apply_state, 'pending')))
    .orderBy(asc(repairItems.sequence))
    .limit(limit)
    .all()

/** Items that are still to be restored, last first. */
export const pendingRollbacks = (db: ReadHandle, runId: string, limit: number): RepairItem[] =>
  db
    .select()
    .from(repairItems)
    .where(and(ofRun(runId), eq(repairItems.rollback_state, 'pending')))
    .orderBy(desc(repairItems.sequence))
    .limit(limit)
    .all()

/** Selects the mandatory changes and the chosen optional ones. */
export function selectItems(tx: Tx, runId: string, sequences: readonly number[]): void {
  tx.update(repairItems)
    .set({ selected: true, apply_state: 'pending' })
    .where(
      and(ofRun(runId), sql`${repairItems.sequence} in (select value from json_each(${JSON.stringify(sequences)}))`),
    )
    .run()
}

export function beginRollbackOfItems(tx: Tx, runId: string): void {
  tx.update(repairItems)
    .set({ rollback_state: 'pending' })
    .where(and(ofRun(runId), eq(repairItems.apply_state, 'applied'), sql`${repairItems.rollback_state} is null`))
    .run()
}

export interface RepairCounts {
  selected_count: number
  applied_count: number
  conflict_count: number
  rollback_count: number
  rollback_conflict_count: number
  /** Every selected item up to this one is done. */
  last_sequence: number
}

export function countRepairItems(db: ReadHandle, runId: string): RepairCounts {
  const when = (condition: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${condition})`
  const { first, last, ...counts } = db
    .select({
      selected_count: when(sql`${repairItems.selected}`),
      applied_count: when(sql`${repairItems.apply_state} = 'applied'`),
      conflict_count: when(sql`${repairItems.apply_state} = 'conflict'`),
      rollback_count: when(sql`${repairItems.rollback_state} = 'rolled_back'`),
      rollback_conflict_count: when(sql`${repairItems.rollback_state} = 'conflict'`),
      first: sql<number | null>`min(${repairItems.sequence}) filter (where ${repairItems.apply_state} = 'pending')`,
      last: sql<number | null>`max(${repairItems.sequence}) filter (where ${repairItems.apply_state} is not null)`,
    })
    .from(repairItems)
    .where(ofRun(runId))
    .get()!
  return { ...counts, last_sequence: first === null ? (last ?? 0) : first - 1 }
}

export const countPending = (db: ReadHandle, runId: string): number =>
  db
    .select({ pending: count() })
    .from(repairItems)
    .where(and(ofRun(runId), eq(repairItems.apply_state, 'pending')))
    .get()!.pending
