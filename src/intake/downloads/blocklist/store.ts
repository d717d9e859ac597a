import { count, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { blocklist, otherTitles } from '../tables'

export type BlockedRelease = typeof blocklist.$inferSelect

/** Blocks the release; the latest reason is kept. */
export function block(tx: Tx, row: typeof blocklist.$inferInsert): void {
  tx.insert(blocklist).values(row).onConflictDoUpdate({ target: blocklist.digest, set: row }).run()
}

/** Unblocks the release under each of its titles; undefined when it was not blocked. */
export function unblock(tx: Tx, digest: string): BlockedRelease | undefined {
  return tx.delete(blocklist).where(isRelease(tx, digest)).returning().get()
}

/** Whether the release is blocked, under this title or another one. */
export function isBlocked(db: ReadHandle, digest: string): boolean {
  return db.select().from(blocklist).where(isRelease(db, digest)).limit(1).get() !== undefined
}

function isRelease(db: ReadHandle, digest: string): SQL | undefined {
  const content = findBlocked(db, digest)?.content ?? contentUnder(db, digest)
  const same = eq(blocklist.digest, digest)
  return content === null ? same : or(same, eq(blocklist.content, content))
}

/** Remembers that this title belongs to a release already known under another title. */
export function rememberTitle(tx: Tx, digest: string, content: string): void {
  const row = { digest, content }
  tx.insert(otherTitles).values(row).onConflictDoUpdate({ target: otherTitles.digest, set: row }).run()
}

function contentUnder(db: ReadHandle, digest: string): string | null {
  return db.select().from(otherTitles).where(eq(otherTitles.digest, digest)).get()?.content ?? null
}

export function findBlocked(db: ReadHandle, digest: string): BlockedRelease | undefined {
  return db.select().from(blocklist).where(eq(blocklist.digest, digest)).get()
}

/** Newest first; with a text, only the rows that contain it. */
export function listBlocked(
  db: ReadHandle,
  { limit, offset }: { limit: number; offset: number },
  text?: string,
): BlockedRelease[] {
  const newest = db.select().from(blocklist).where(holding(text)).orderBy(desc(blocklist.blocked_at), blocklist.digest)
  return newest.limit(limit).offset(offset).all()
}

export function countBlocked(db: ReadHandle, text?: string): number {
  return db.select({ blocked: count() }).from(blocklist).where(holding(text)).get()!.blocked
}

function holding(text: string | undefined): SQL | undefined {
  if (!text) return undefined
  const part = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return or(
    ...[blocklist.title, blocklist.indexer, blocklist.reason].map((own) => sql`${own} like ${part} escape '\\'`),
  )
}
