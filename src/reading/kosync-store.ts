import { eq, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../storage/database'
import { syncedDocuments } from './tables'

export type SyncedDocument = typeof syncedDocuments.$inferSelect

export function syncedDocument(db: Reader, document: string): SyncedDocument | undefined {
  return db.select().from(syncedDocuments).where(eq(syncedDocuments.document, document)).get()
}

/** Stores the progress, and keeps the newest `most` documents of the same key. */
export function saveSynced(tx: Tx, row: SyncedDocument, most: number): void {
  tx.insert(syncedDocuments).values(row).onConflictDoUpdate({ target: syncedDocuments.document, set: row }).run()
  const { document, key_device_id, synced_at } = syncedDocuments
  const tooMany = sql`select ${document} from ${syncedDocuments} where ${key_device_id} is ${row.key_device_id}
    order by ${synced_at} desc limit -1 offset ${most}`
  tx.delete(syncedDocuments).where(sql`${document} in (${tooMany})`).run()
}
