import { count, eq, sql } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { files } from '../series/tables'
import { documentDigests, syncedDocuments } from './tables'

export type SyncedDocument = typeof syncedDocuments.$inferSelect

export function syncedDocument(db: ReadHandle, document: string): SyncedDocument | undefined {
  return db.select().from(syncedDocuments).where(eq(syncedDocuments.document, document)).get()
}

/**
 * Stores the progress. Above `most` documents per key the oldest are deleted, except books of the library without
 * pages: their position is stored nowhere else, while that of others is stored with their issues.
 */
export function saveSynced(tx: Tx, row: SyncedDocument, most: number): void {
  tx.insert(syncedDocuments).values(row).onConflictDoUpdate({ target: syncedDocuments.document, set: row }).run()
  const { document, key_device_id, synced_at } = syncedDocuments
  const ofKey = sql`${key_device_id} is ${row.key_device_id}`
  const stored = tx.select({ documents: count() }).from(syncedDocuments).where(ofKey).get()?.documents ?? 0
  if (stored <= most) return
  const isTextBook = sql`exists (select 1 from ${documentDigests} join ${files} on ${files.file_id} = ${documentDigests.file_id}
    where ${documentDigests.document} = ${document} and ${files.page_count} = 0)`
  const oldest = sql`select ${document} from ${syncedDocuments}
    where ${ofKey} and ${document} <> ${row.document} and not ${isTextBook}
    order by ${synced_at} limit ${stored - most}`
  tx.delete(syncedDocuments).where(sql`${document} in (${oldest})`).run()
}
