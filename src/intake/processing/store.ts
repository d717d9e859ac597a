import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../base/storage/database'
import type { IssueRow } from '../../library/series/store'
import { placements } from './tables'

export type Placement = typeof placements.$inferSelect
export type NewPlacement = typeof placements.$inferInsert

export function addPlacements(tx: Tx, rows: readonly NewPlacement[]): void {
  for (const row of rows) tx.insert(placements).values(row).run()
}

export function dropPlacements(tx: Tx, itemId: string): void {
  tx.delete(placements).where(eq(placements.item_id, itemId)).run()
}

/** In the order in which the files were found. */
export function placementsOf(db: ReadHandle, itemId: string): Placement[] {
  return db.select().from(placements).where(eq(placements.item_id, itemId)).orderBy(asc(placements.position)).all()
}

export function findPlacement(db: ReadHandle, placementId: string): Placement | undefined {
  return db.select().from(placements).where(eq(placements.placement_id, placementId)).get()
}

export function setPlacement(tx: Tx, placementId: string, change: Partial<Placement>): Placement {
  return tx
    .update(placements)
    .set(change)
    .where(eq(placements.placement_id, placementId))
    .returning()
    .get() as Placement
}

/** Sets other issues for placed files. All at once, since no index finds the files of an issue. */
export function replacePlacedIssues(tx: Tx, replaced: readonly (readonly [from: IssueRow, to: IssueRow])[]): void {
  const others = new Map(replaced.map(([from, to]) => [from.issue_id, to]))
  const holds = sql`exists (select 1 from json_each(${placements.issue_ids})
    where value in (select value from json_each(${JSON.stringify([...others.keys()])})))`
  for (const row of tx.select().from(placements).where(holds).all()) {
    const now = (row.issue_ids ?? []).map((id) => others.get(id) ?? id)
    const issue_ids = now.map((each) => (typeof each === 'string' ? each : each.issue_id))
    const comic_id = now.flatMap((each) => (typeof each === 'string' ? [] : each.comic_id))[0] ?? row.comic_id
    tx.update(placements).set({ issue_ids, comic_id }).where(eq(placements.placement_id, row.placement_id)).run()
  }
}

/** The last placement of a library file. */
export function lastPlacementOf(db: ReadHandle, fileId: string): Placement | undefined {
  const placed = and(eq(placements.file_id, fileId), eq(placements.state, 'placed'))
  return db.select().from(placements).where(placed).orderBy(desc(placements.updated_at)).get()
}
