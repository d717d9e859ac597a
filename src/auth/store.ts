import { eq, lt, sql } from 'drizzle-orm'
import type { Instant } from '../platform/ports'
import type { Reader, Tx } from '../storage/database'
import { preparedQuery } from '../storage/prepared-query'
import { loginFailures, revokedSessions } from './tables'

export type Failures = typeof loginFailures.$inferSelect

export function failuresAt(db: Reader, key: string): Failures | undefined {
  return db.select().from(loginFailures).where(eq(loginFailures.door, key)).get()
}

export function saveFailures(tx: Tx, row: Failures): void {
  tx.insert(loginFailures).values(row).onConflictDoUpdate({ target: loginFailures.door, set: row }).run()
}

export function clearFailures(tx: Tx, key: string): void {
  tx.delete(loginFailures).where(eq(loginFailures.door, key)).run()
}

export function forgetFailuresBefore(tx: Tx, at: Instant): void {
  tx.delete(loginFailures).where(lt(loginFailures.first_at, at)).run()
}

// Read with every request.
const revokedBySid = preparedQuery((db: Reader) =>
  db
    .select()
    .from(revokedSessions)
    .where(eq(revokedSessions.sid, sql.placeholder('sid')))
    .prepare(),
)

export function isRevoked(db: Reader, sid: string): boolean {
  return revokedBySid(db).get({ sid }) !== undefined
}

export function revoke(tx: Tx, sid: string, expiresAt: Instant): void {
  tx.insert(revokedSessions).values({ sid, expires_at: expiresAt }).onConflictDoNothing().run()
  tx.emit({ type: 'session.ended', sid })
}

export function forgetRevokedBefore(tx: Tx, at: Instant): void {
  tx.delete(revokedSessions).where(lt(revokedSessions.expires_at, at)).run()
}
