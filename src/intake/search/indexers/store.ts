import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/platform/ports'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import { everyColumn, wholeRow } from '../../../base/storage/whole-row'
import type { IndexerType } from '../states'
import { indexers } from '../tables'
import type { IndexerRow } from './indexer'
import type { FeedMark } from './item-keys'

export const ARCHIVE = 'archive'
/** After any position that a user can enter. */
const LAST = 1_000_000

/** Includes the key: only for the IndexerClient and the settings. */
export type KeyedRow = typeof indexers.$inferSelect

/** State of a row before the first request. */
export const NEW_INDEXER_STATE = {
  failure: null,
  detail: null,
  failures_in_row: 0,
  blocked_until: null,
  grabs_blocked_until: null,
  spent: null,
  last_asked_at: null,
  last_ok_at: null,
  last_failed_at: null,
  hits: 0,
  caps: null,
  caps_at: null,
  feed_guid: null,
  feed_title: null,
  feed_at: null,
  feed_gap: false,
} satisfies Partial<KeyedRow>

/** All indexers, in the user's order. */
export function listIndexers(db: ReadHandle): IndexerRow[] {
  return listKeyed(db).map(({ api_key: _key, ...row }) => row)
}

// Runs several times for every query of an indexer.
const inOrder = preparedQuery((db: ReadHandle) =>
  db.select().from(indexers).orderBy(asc(indexers.position), asc(indexers.name), asc(indexers.type)).prepare(),
)
const byId = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(indexers)
    .where(eq(indexers.indexer_id, sql.placeholder('indexer_id')))
    .prepare(),
)

export function listKeyed(db: ReadHandle): KeyedRow[] {
  return inOrder(db).all()
}

export function findKeyed(db: ReadHandle, indexerId: string): KeyedRow | undefined {
  return byId(db).get({ indexer_id: indexerId })
}

export function findIndexer(db: ReadHandle, indexerId: string): IndexerRow | undefined {
  const found = findKeyed(db, indexerId)
  if (!found) return undefined
  const { api_key: _key, ...row } = found
  return row
}

/** Replaces the indexers of one type: missing ones are deleted, the rest keep their health. */
export function replaceIndexers(tx: Tx, type: IndexerType, rows: KeyedRow[]): void {
  const before = tx.select({ id: indexers.indexer_id }).from(indexers).where(eq(indexers.type, type)).all()
  const removed = before.map(({ id }) => id).filter((id) => !rows.some((row) => row.indexer_id === id))
  if (removed.length > 0) tx.delete(indexers).where(inArray(indexers.indexer_id, removed)).run()
  // Two indexers that swap names would collide in between.
  const aside = sql`${indexers.name} || ' ' || ${indexers.indexer_id}`
  tx.update(indexers).set({ name: aside }).where(eq(indexers.type, type)).run()
  for (const row of rows) {
    const { indexer_id: _id, ...set } = row
    tx.insert(indexers).values(row).onConflictDoUpdate({ target: indexers.indexer_id, set }).run()
  }
}

const addMissing = preparedQuery((tx: Tx) =>
  tx.insert(indexers).values(everyColumn(indexers)).onConflictDoNothing().prepare(),
)

/**
 * Adds the row of the Internet Archive, which needs no setup: the row holds its health and sorts last. Its address is a
 * setting.
 */
export function saveArchive(tx: Tx, added_at: Instant): void {
  const named = { indexer_id: ARCHIVE, type: 'archive', name: 'Internet Archive', host: '' } as const
  addMissing(tx).run(wholeRow(indexers, { ...named, categories: [], position: LAST, added_at }))
}

export type IndexerHealthRow = Pick<
  KeyedRow,
  | 'failure'
  | 'detail'
  | 'failures_in_row'
  | 'blocked_until'
  | 'grabs_blocked_until'
  | 'spent'
  | 'last_asked_at'
  | 'last_ok_at'
  | 'last_failed_at'
>

/** Saves the indexer's health. An indexer removed meanwhile is not restored. */
export function saveIndexerHealth(tx: Tx, indexerId: string, change: Partial<IndexerHealthRow>): void {
  tx.update(indexers).set(change).where(eq(indexers.indexer_id, indexerId)).run()
}

export function saveCaps(tx: Tx, indexerId: string, caps: unknown, at: Instant): void {
  tx.update(indexers).set({ caps, caps_at: at }).where(eq(indexers.indexer_id, indexerId)).run()
}

/** Saves the newest seen item of the feed, and whether releases before it may have been missed. */
export function saveFeedMark(
  tx: Tx,
  indexerId: string,
  feed: FeedMark & { feed_at: Instant; feed_gap: boolean },
): void {
  tx.update(indexers).set(feed).where(eq(indexers.indexer_id, indexerId)).run()
}

/** Adds to the number of accepted releases from the indexer. */
export function countHits(tx: Tx, indexerId: string, count: number): void {
  tx.update(indexers)
    .set({ hits: sql`${indexers.hits} + ${count}` })
    .where(eq(indexers.indexer_id, indexerId))
    .run()
}
