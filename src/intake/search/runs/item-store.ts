import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/platform/ports'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { searchItems } from '../tables'
import { type EndState, MOST_ATTEMPTS, openItems } from './machine'
import type { ItemKey, SearchEntity, SearchItemRow } from './store'

/** State changes of single items of runs. Each one requires a state that allows it. */

const itemIs = ({ run_id, entity_type, entity_id }: ItemKey) =>
  and(eq(searchItems.run_id, run_id), eq(searchItems.entity_type, entity_type), eq(searchItems.entity_id, entity_id))

/** Starts the next item of the run; undefined when none is left. */
export function startNextItem(tx: Tx, runId: string, at: Instant): SearchItemRow | undefined {
  const next = tx
    .select()
    .from(searchItems)
    .where(and(eq(searchItems.run_id, runId), eq(searchItems.state, 'accepted')))
    .orderBy(searchItems.position)
    .limit(1)
    .get()
  if (!next) return undefined
  const row = tx
    .update(searchItems)
    .set({ state: 'running', attempt_count: next.attempt_count + 1, updated_at: at })
    .where(itemIs(next))
    .returning()
    .get()
  tx.emit({ type: 'search.changed', run_id: runId, issue_id: next.entity_id })
  return row
}

/** Puts an item back because the process stops: the attempt does not count. */
export function putBack(tx: Tx, item: ItemKey): void {
  tx.update(searchItems)
    .set({ state: 'accepted', attempt_count: sql`${searchItems.attempt_count} - 1` })
    .where(and(itemIs(item), eq(searchItems.state, 'running')))
    .run()
}

/** Compare and set: false when the item has ended already, for example cancelled by the user. */
export function endItem(tx: Tx, item: ItemKey, state: EndState, reason: string | null, at: Instant): boolean {
  const row = tx
    .update(searchItems)
    .set({ state, reason, updated_at: at, completed_at: at })
    .where(and(itemIs(item), inArray(searchItems.state, [...openItems])))
    .returning({ run_id: searchItems.run_id })
    .get()
  if (row) tx.emit({ type: 'search.changed', run_id: item.run_id, issue_id: item.entity_id })
  return row !== undefined
}

/** Up to `most` open items, in their order. */
export function openEntities(db: ReadHandle, runId: string, most: number): SearchEntity[] {
  return db
    .select({ entity_type: searchItems.entity_type, entity_id: searchItems.entity_id })
    .from(searchItems)
    .where(and(eq(searchItems.run_id, runId), inArray(searchItems.state, [...openItems])))
    .orderBy(searchItems.position)
    .limit(most)
    .all()
}

/** Ends all open items at once. */
export function endOpen(tx: Tx, runId: string, state: EndState, reason: string, at: Instant): void {
  tx.update(searchItems)
    .set({ state, reason, updated_at: at, completed_at: at })
    .where(and(eq(searchItems.run_id, runId), inArray(searchItems.state, [...openItems])))
    .run()
}

/** Finds an item by its number in lists of running searches. */
export function itemAt(db: ReadHandle, row: number): SearchItemRow | undefined {
  return db.select().from(searchItems).where(sql`${searchItems}.rowid = ${row}`).get()
}

/** Records the user's decision about a stuck item. */
export function resolveStuckItem(tx: Tx, item: ItemKey, resolution: NonNullable<SearchItemRow['resolution']>): void {
  tx.update(searchItems)
    .set({ resolution })
    .where(and(itemIs(item), eq(searchItems.state, 'quarantined')))
    .run()
  tx.emit({ type: 'search.changed', run_id: item.run_id, issue_id: item.entity_id })
}

/** Puts items that a dead process was working on back to waiting; returns those that it died under too often. */
export function recoverItems(tx: Tx, runId: string, at: Instant): SearchEntity[] {
  const running = and(eq(searchItems.run_id, runId), eq(searchItems.state, 'running'))
  const quarantined = { state: 'quarantined', reason: 'recovery_attempts_exhausted', completed_at: at } as const
  const stuck = tx
    .update(searchItems)
    .set({ ...quarantined, updated_at: at })
    .where(and(running, sql`${searchItems.attempt_count} >= ${MOST_ATTEMPTS}`))
    .returning({ entity_type: searchItems.entity_type, entity_id: searchItems.entity_id })
    .all()
  tx.update(searchItems).set({ state: 'accepted', updated_at: at }).where(running).run()
  return stuck
}
