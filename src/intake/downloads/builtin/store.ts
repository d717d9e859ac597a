import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import { ownTorrents } from '../tables'

type Whole = typeof ownTorrents.$inferSelect
export type BuiltinTorrentRow = Omit<Whole, 'torrent'>
export type NewBuiltinTorrent = typeof ownTorrents.$inferInsert

const { torrent: file, ...facts } = getTableColumns(ownTorrents)
const ACTIVE = and(isNull(ownTorrents.seeded_at), isNull(ownTorrents.error))

/** Adds a torrent, replacing the one with the same hash. */
export function replaceTorrent(tx: Tx, row: NewBuiltinTorrent): void {
  deleteTorrent(tx, row.info_hash)
  tx.insert(ownTorrents).values(row).run()
}

export function findTorrent(db: ReadHandle, infoHash: string): BuiltinTorrentRow | undefined {
  return db.select(facts).from(ownTorrents).where(eq(ownTorrents.info_hash, infoHash)).get()
}

export function torrentNamed(db: ReadHandle, clientName: string): BuiltinTorrentRow | undefined {
  return db.select(facts).from(ownTorrents).where(eq(ownTorrents.client_name, clientName)).get()
}

/** The torrent file, in base64; null while there is only a magnet link. */
export function torrentFileOf(db: ReadHandle, infoHash: string): string | null {
  return db.select({ file }).from(ownTorrents).where(eq(ownTorrents.info_hash, infoHash)).get()?.file ?? null
}

const activeRows = preparedQuery((db: ReadHandle) =>
  db.select(facts).from(ownTorrents).where(ACTIVE).orderBy(ownTorrents.added_at, sql`rowid`).prepare(),
)

/** The torrents that download, seed or wait in the queue, in the order in which they were added. */
export function activeTorrents(db: ReadHandle): BuiltinTorrentRow[] {
  return activeRows(db).all()
}

export function changeTorrent(tx: Tx, infoHash: string, change: Partial<Omit<Whole, 'info_hash'>>): void {
  tx.update(ownTorrents).set(change).where(eq(ownTorrents.info_hash, infoHash)).run()
}

export function deleteTorrent(tx: Tx, infoHash: string): void {
  tx.delete(ownTorrents).where(eq(ownTorrents.info_hash, infoHash)).run()
}
