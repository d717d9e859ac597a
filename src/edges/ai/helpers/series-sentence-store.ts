import { eq } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { aiSeriesSentences as sentences } from './tables'

export type SentenceRow = typeof sentences.$inferSelect

export function findSentence(db: ReadHandle, comicId: string): SentenceRow | undefined {
  return db.select().from(sentences).where(eq(sentences.comic_id, comicId)).get()
}

export function keepSentence(tx: Tx, row: SentenceRow): void {
  tx.insert(sentences).values(row).onConflictDoUpdate({ target: sentences.comic_id, set: row }).run()
}
