import { and, eq, like, lt, not, sql } from 'drizzle-orm'
import type { Instant } from '../platform/ports'
import type { ReadHandle, Tx } from '../storage/database'
import { preparedQuery } from '../storage/prepared-query'
import { everyColumn, wholeRow } from '../storage/whole-row'
import { loginFailures, revokedSessions } from './tables'

export type Failures = typeof loginFailures.$inferSelect

// Read and written with every login.
const ofDoor = eq(loginFailures.door, sql.placeholder('door'))
const failuresByDoor = preparedQuery((db: ReadHandle) => db.select().from(loginFailures).where(ofDoor).prepare())
const clearDoor = preparedQuery((tx: Tx) => tx.delete(loginFailures).where(ofDoor).prepare())
const addFailures = preparedQuery((tx: Tx) => tx.insert(loginFailures).values(everyColumn(loginFailures)).prepare())

export function failuresAt(db: ReadHandle, key: string): Failures | undefined {
  return failuresByDoor(db).get({ door: key })
}

export function saveFailures(tx: Tx, row: Failures): void {
  clearFailures(tx, row.door)
  addFailures(tx).run(wholeRow(loginFailures, row))
}

export function clearFailures(tx: Tx, key: string): void {
  clearDoor(tx).run({ door: key })
}

/** Attempts at a name are counted longer than those of an address. */
export function forgetFailuresBefore(tx: Tx, at: Instant, { ofNames }: { ofNames: boolean }): void {
  const isName = like(loginFailures.door, 'name:%')
  tx.delete(loginFailures)
    .where(and(lt(loginFailures.first_at, at), ofNames ? isName : not(isName)))
    .run()
}

// Read with every request.
const revokedBySid = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(revokedSessions)
    .where(eq(revokedSessions.sid, sql.placeholder('sid')))
    .prepare(),
)

export function isRevoked(db: ReadHandle, sid: string): boolean {
  return revokedBySid(db).get({ sid }) !== undefined
}

export function revoke(tx: Tx, sid: string, expiresAt: Instant): void {
  tx.insert(revokedSessions).values({ sid, expires_at: expiresAt }).onConflictDoNothing().run()
  tx.emit({ type: 'session.ended', sid })
}

export function forgetRevokedBefore(tx: Tx, at: Instant): void {
  tx.delete(revokedSessions).where(lt(revokedSessions.expires_at, at)).run()
}
