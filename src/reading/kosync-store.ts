import { eq } from 'drizzle-orm'
import type { Reader, Tx } from '../storage/database'
import { syncedDocuments } from './tables'

export type SyncedDocument = typeof syncedDocuments.$inferSelect

export function syncedDocument(db: Reader, document: string): SyncedDocument | undefined {
  return db.select().from(syncedDocuments).where(eq(syncedDocuments.document, document)).get()
}

export function saveSynced(tx: Tx, row: SyncedDocument): void {
  tx.insert(syncedDocuments).values(row).onConflictDoUpdate({ target: syncedDocuments.document, set: row }).run()
}
