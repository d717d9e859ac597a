import { count, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../storage/database'
import { blocklist } from '../tables'

export type BlockedRelease = typeof blocklist.$inferSelect

/** Blocks the release; the latest reason is kept. */
export function block(tx: Tx, row: typeof blocklist.$inferInsert): void {
  tx.insert(blocklist).values(row).onConflictDoUpdate({ target: blocklist.digest, set: row }).run()
}

/** False when it was not blocked. */
export function unblock(tx: Tx, digest: string): boolean {
  const removed = tx.delete(blocklist).where(eq(blocklist.digest, digest)).returning({ digest: blocklist.digest }).get()
  return removed !== undefined
}

export function findBlocked(db: Reader, digest: string): BlockedRelease | undefined {
  return db.select().from(blocklist).where(eq(blocklist.digest, digest)).get()
}

/** The newest first; with a text those that hold it. */
export function listBlocked(
  db: Reader,
  { limit, offset }: { limit: number; offset: number },
  text?: string,
): BlockedRelease[] {
  const newest = db.select().from(blocklist).where(holding(text)).orderBy(desc(blocklist.blocked_at), blocklist.digest)
  return newest.limit(limit).offset(offset).all()
}

export function countBlocked(db: Reader, text?: string): number {
  return db.select({ blocked: count() }).from(blocklist).where(holding(text)).get()!.blocked
}

function holding(text: string | undefined): SQL | undefined {
  if (!text) return undefined
  const part = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return or(
    ...[blocklist.title, blocklist.indexer, blocklist.reason].map((own) => sql`${own} like ${part} escape '\\'`),
  )
}
