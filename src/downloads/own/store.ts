import { and, eq, isNull } from 'drizzle-orm'
import type { Reader, Tx } from '../../storage/database'
import { ownTorrents } from '../tables'

export type OwnTorrent = typeof ownTorrents.$inferSelect
export type NewOwnTorrent = typeof ownTorrents.$inferInsert

/** Puts it in place of what has the same hash. */
export function putOwn(tx: Tx, row: NewOwnTorrent): void {
  dropOwn(tx, row.info_hash)
  tx.insert(ownTorrents).values(row).run()
}

export function findOwn(db: Reader, infoHash: string): OwnTorrent | undefined {
  return db.select().from(ownTorrents).where(eq(ownTorrents.info_hash, infoHash)).get()
}

export function ownNamed(db: Reader, clientName: string): OwnTorrent | undefined {
  return db.select().from(ownTorrents).where(eq(ownTorrents.client_name, clientName)).get()
}

/** Those that are fetched or seeded. */
export function activeOwn(db: Reader): OwnTorrent[] {
  return db
    .select()
    .from(ownTorrents)
    .where(and(isNull(ownTorrents.seeded_at), isNull(ownTorrents.error)))
    .orderBy(ownTorrents.added_at)
    .all()
}

export function changeOwn(tx: Tx, infoHash: string, change: Partial<Omit<OwnTorrent, 'info_hash'>>): void {
  tx.update(ownTorrents).set(change).where(eq(ownTorrents.info_hash, infoHash)).run()
}

export function dropOwn(tx: Tx, infoHash: string): void {
  tx.delete(ownTorrents).where(eq(ownTorrents.info_hash, infoHash)).run()
}
