import { and, count, eq, sql } from 'drizzle-orm'
import { callerId } from '../../base/platform/caller'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { files } from '../series/tables'
import { documentDigests, syncedDocuments } from './tables'

export type SyncedDocument = Omit<typeof syncedDocuments.$inferSelect, 'user_id'>

/** The caller's progress in a document. */
export function syncedDocument(db: ReadHandle, document: string): SyncedDocument | undefined {
  const isOwn = and(eq(syncedDocuments.document, document), eq(syncedDocuments.user_id, callerId()))
  return db.select().from(syncedDocuments).where(isOwn).get()
}

/** The users who sent progress in a document. */
export function readersOfDocument(db: ReadHandle, document: string): string[] {
  return db
    .select({ user_id: syncedDocuments.user_id })
    .from(syncedDocuments)
    .where(eq(syncedDocuments.document, document))
    .all()
    .map(({ user_id }) => user_id)
}

/**
 * Stores the caller's progress. Above `most` documents per key the oldest are deleted, except books of the library without
 * pages: their position is stored nowhere else, while that of others is stored with their issues.
 */
export function saveSynced(tx: Tx, row: SyncedDocument, most: number): void {
  const { document, user_id, key_device_id, synced_at } = syncedDocuments
  tx.insert(syncedDocuments)
    .values({ ...row, user_id: callerId() })
    .onConflictDoUpdate({ target: [document, user_id], set: row })
    .run()
  const ofKey = sql`${user_id} = ${callerId()} and ${key_device_id} is ${row.key_device_id}`
  const stored = tx.select({ documents: count() }).from(syncedDocuments).where(ofKey).get()?.documents ?? 0
  if (stored <= most) return
  const isTextBook = sql`exists (select 1 from ${documentDigests} join ${files} on ${files.file_id} = ${documentDigests.file_id}
    where ${documentDigests.document} = ${document} and ${files.page_count} = 0)`
  const oldest = sql`select ${document} from ${syncedDocuments}
    where ${ofKey} and ${document} <> ${row.document} and not ${isTextBook}
    order by ${synced_at} limit ${stored - most}`
  tx.delete(syncedDocuments).where(sql`${user_id} = ${callerId()} and ${document} in (${oldest})`).run()
}
