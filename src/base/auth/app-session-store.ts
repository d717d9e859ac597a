import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Instant } from '../platform/ports'
import type { ReadHandle, Tx } from '../storage/database'
import { preparedQuery } from '../storage/prepared-query'
import { appSessions } from './tables'

export type AppSessionRow = typeof appSessions.$inferSelect

// Read with every request of an app.
const byToken = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(appSessions)
    .where(eq(appSessions.token_hash, sql.placeholder('hash')))
    .prepare(),
)

/** Of any user: the token says whose it is. */
export function findAppSession(db: ReadHandle, tokenHash: string): AppSessionRow | undefined {
  return byToken(db).get({ hash: tokenHash })
}

/** SQLite takes no offset without a limit. */
const MOST_SURPLUS = 1000

/** The user keeps the `most` sessions of a kind that end last. */
export function addAppSession(tx: Tx, row: AppSessionRow, most: number): void {
  tx.insert(appSessions).values(row).run()
  const surplus = tx
    .select({ hash: appSessions.token_hash })
    .from(appSessions)
    .where(and(eq(appSessions.user_id, row.user_id), eq(appSessions.kind, row.kind)))
    .orderBy(desc(appSessions.expires_at))
    .limit(MOST_SURPLUS)
    .offset(most)
  tx.delete(appSessions).where(inArray(appSessions.token_hash, surplus)).run()
}

export function prolongAppSession(tx: Tx, tokenHash: string, expires_at: Instant): void {
  tx.update(appSessions).set({ expires_at }).where(eq(appSessions.token_hash, tokenHash)).run()
}

export function endAppSessions(tx: Tx, tokenHashes: readonly string[]): void {
  tx.delete(appSessions)
    .where(inArray(appSessions.token_hash, [...tokenHashes]))
    .run()
}

export function forgetAppSessionsBefore(tx: Tx, at: Instant): void {
  tx.delete(appSessions).where(lt(appSessions.expires_at, at)).run()
}
