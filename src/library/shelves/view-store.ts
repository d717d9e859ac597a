import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { callerId } from '../../base/platform/caller'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { libraryViews } from './tables'

export type ViewRow = typeof libraryViews.$inferSelect

const isKept = isNull(libraryViews.removed_at)
const isOwn = () => eq(libraryViews.user_id, callerId())

/** The caller's saved views in their order. */
export function allViews(db: ReadHandle): ViewRow[] {
  return db
    .select()
    .from(libraryViews)
    .where(and(isOwn(), isKept))
    .orderBy(libraryViews.position, libraryViews.view_id)
    .all()
}

export function insertView(tx: Tx, row: Pick<ViewRow, 'view_id' | 'name' | 'query'>): void {
  const position = sql<number>`(select coalesce(max(position), 0) + 1 from ${libraryViews}
    where ${isOwn()})`
  tx.insert(libraryViews)
    .values({ ...row, user_id: callerId(), position })
    .run()
}

/** False for an unknown or deleted view, and for one of another user. */
export function changeView(tx: Tx, id: string, change: Partial<Omit<ViewRow, 'user_id'>>): boolean {
  const those = and(isOwn(), eq(libraryViews.view_id, id), isKept)
  return tx.update(libraryViews).set(change).where(those).returning().all().length > 0
}

export const deleteView = (tx: Tx, id: string, at: Instant): boolean => changeView(tx, id, { removed_at: at })

/** False when the caller deleted no view with this id. */
export function restoreView(tx: Tx, id: string): boolean {
  const those = and(isOwn(), eq(libraryViews.view_id, id), isNotNull(libraryViews.removed_at))
  return tx.update(libraryViews).set({ removed_at: null }).where(those).returning().all().length > 0
}

export function orderViews(tx: Tx, ids: readonly string[]): void {
  for (const [position, id] of ids.entries()) changeView(tx, id, { position })
}
