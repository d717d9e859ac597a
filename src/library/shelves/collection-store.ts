import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { FOLLOWED } from '../series/list-store'
import { series } from '../series/tables'
import { collectionSeries, collections } from './tables'

export type CollectionRow = typeof collections.$inferSelect

const isKept = isNull(collections.removed_at)

export function allCollections(db: ReadHandle): CollectionRow[] {
  return db.select().from(collections).where(isKept).orderBy(collections.position, collections.created_at).all()
}

/** Undefined for an unknown or deleted collection. */
export function findCollection(db: ReadHandle, id: string): CollectionRow | undefined {
  return db
    .select()
    .from(collections)
    .where(and(eq(collections.collection_id, id), isKept))
    .get()
}

/** The collections of a series, in their order. */
export function collectionsOf(db: ReadHandle, comicId: string): Pick<CollectionRow, 'collection_id' | 'name'>[] {
  return db
    .select({ collection_id: collections.collection_id, name: collections.name })
    .from(collectionSeries)
    .innerJoin(collections, eq(collections.collection_id, collectionSeries.collection_id))
    .where(and(eq(collectionSeries.comic_id, comicId), isKept))
    .orderBy(collections.position, collections.created_at)
    .all()
}

export function insertCollection(tx: Tx, id: string, name: string, at: Instant): void {
  const position = sql<number>`(select coalesce(max(position), 0) + 1 from ${collections})`
  tx.insert(collections).values({ collection_id: id, name, position, created_at: at, updated_at: at }).run()
}

export function changeCollection(tx: Tx, id: string, change: Partial<CollectionRow>, at: Instant): void {
  tx.update(collections)
    .set({ ...change, updated_at: at })
    .where(eq(collections.collection_id, id))
    .run()
}

/** False when there is no deleted collection with this id. */
export function restoreCollection(tx: Tx, id: string, at: Instant): boolean {
  const removed = and(eq(collections.collection_id, id), isNotNull(collections.removed_at))
  if (!tx.select({ id: collections.collection_id }).from(collections).where(removed).get()) return false
  changeCollection(tx, id, { removed_at: null }, at)
  return true
}

export function orderCollections(tx: Tx, ids: readonly string[]): void {
  for (const [position, id] of ids.entries())
    tx.update(collections).set({ position }).where(eq(collections.collection_id, id)).run()
}

/** The series of a collection in its order. */
export function seriesIn(db: ReadHandle, id: string): { comic_id: string }[] {
  return db
    .select({ comic_id: collectionSeries.comic_id })
    .from(collectionSeries)
    .innerJoin(series, eq(series.comic_id, collectionSeries.comic_id))
    .where(and(eq(collectionSeries.collection_id, id), FOLLOWED))
    .orderBy(collectionSeries.position, collectionSeries.comic_id)
    .all()
}

/** Adds series at the end. Returns how many were not in it. */
export function addToCollection(tx: Tx, id: string, comicIds: readonly string[]): number {
  const known = tx.all<{ comic_id: string }>(sql`select value as comic_id from json_each(${JSON.stringify(comicIds)})
    join ${series} on ${series.comic_id} = value order by key`)
  const position = sql<number>`(select coalesce(max(position), -1) + 1 from ${collectionSeries}
    where ${collectionSeries.collection_id} = ${id})`
  let added = 0
  for (const { comic_id } of known) {
    const row = { collection_id: id, comic_id, position }
    added += tx.insert(collectionSeries).values(row).onConflictDoNothing().returning().all().length
  }
  return added
}

/** Returns how many were in the collection. */
export function removeFromCollection(tx: Tx, id: string, comicIds: readonly string[]): number {
  const those = sql`${collectionSeries.comic_id} in (select value from json_each(${JSON.stringify(comicIds)}))`
  return tx
    .delete(collectionSeries)
    .where(and(eq(collectionSeries.collection_id, id), those))
    .returning()
    .all().length
}

export function orderSeries(tx: Tx, id: string, comicIds: readonly string[]): void {
  for (const [position, comicId] of comicIds.entries())
    tx.update(collectionSeries)
      .set({ position })
      .where(and(eq(collectionSeries.collection_id, id), eq(collectionSeries.comic_id, comicId)))
      .run()
}
