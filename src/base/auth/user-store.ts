import { and, count, desc, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Instant } from '../platform/ports'
import type { ReadHandle, Tx } from '../storage/database'
import { preparedQuery } from '../storage/prepared-query'
import { browserUsers, deviceKeys, invitations, loginSessions, users } from './tables'

export type UserRow = typeof users.$inferSelect
export type UserChange = Partial<Omit<UserRow, 'user_id' | 'created_at'>>

const is = sql.placeholder

// Read with every request of a user.
const byId = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(users)
    .where(eq(users.user_id, is('id')))
    .prepare(),
)

/** Deleted users too. */
export function findUser(db: ReadHandle, userId: string): UserRow | undefined {
  return byId(db).get({ id: userId })
}

export function userByName(db: ReadHandle, nameKey: string): UserRow | undefined {
  return db.select().from(users).where(eq(users.name_key, nameKey)).get()
}

/** Not the deleted ones; in the order in which they were made. */
export function listUsers(db: ReadHandle): UserRow[] {
  return db.select().from(users).where(isNull(users.deleted_at)).orderBy(users.created_at, users.user_id).all()
}

/** The last deleted first. */
export function deletedUsers(db: ReadHandle): UserRow[] {
  return db.select().from(users).where(isNotNull(users.deleted_at)).orderBy(desc(users.deleted_at)).all()
}

export function addUser(tx: Tx, row: typeof users.$inferInsert): UserRow {
  return tx.insert(users).values(row).returning().get()
}

export function changeUser(tx: Tx, userId: string, change: UserChange): UserRow | undefined {
  if (Object.keys(change).length === 0) return findUser(tx, userId)
  return tx.update(users).set(change).where(eq(users.user_id, userId)).returning().get()
}

/** Users who were deleted before `at`. */
export function deletedBefore(db: ReadHandle, at: Instant): UserRow[] {
  return db.select().from(users).where(lt(users.deleted_at, at)).all()
}

/** Deletes the user's rows of every table that names a user. */
export function purgeUser(tx: Tx, userId: string): void {
  const tables = tx.all<{ name: string }>(sql`select m.name from sqlite_schema m join pragma_table_info(m.name) c
    where m.type = 'table' and c.name = 'user_id'`)
  for (const { name } of tables) tx.run(sql`delete from ${sql.identifier(name)} where user_id = ${userId}`)
}

export interface OpenInvitation {
  user_id: string
  token_hash: string
  expires_at: Instant
}

export function invitationsByUser(db: ReadHandle): Map<string, OpenInvitation> {
  return new Map(
    db
      .select()
      .from(invitations)
      .all()
      .map((row) => [row.user_id, row]),
  )
}

export function invitationByToken(db: ReadHandle, tokenHash: string): OpenInvitation | undefined {
  return db.select().from(invitations).where(eq(invitations.token_hash, tokenHash)).get()
}

/** In place of an earlier one. */
export function saveInvitation(tx: Tx, row: OpenInvitation): void {
  endInvitation(tx, row.user_id)
  tx.insert(invitations).values(row).run()
}

export function endInvitation(tx: Tx, userId: string): void {
  tx.delete(invitations).where(eq(invitations.user_id, userId)).run()
}

export function addSession(tx: Tx, row: typeof loginSessions.$inferInsert): void {
  tx.insert(loginSessions).values(row).run()
}

export function removeSession(tx: Tx, sid: string): void {
  tx.delete(loginSessions).where(eq(loginSessions.sid, sid)).run()
}

export function sessionIdsOf(db: ReadHandle, userId: string): string[] {
  return db
    .select({ sid: loginSessions.sid })
    .from(loginSessions)
    .where(eq(loginSessions.user_id, userId))
    .all()
    .map(({ sid }) => sid)
}

export function removeSessionsOf(tx: Tx, userId: string): void {
  tx.delete(loginSessions).where(eq(loginSessions.user_id, userId)).run()
}

export function forgetSessionsBefore(tx: Tx, at: Instant): void {
  tx.delete(loginSessions).where(lt(loginSessions.expires_at, at)).run()
}

/** By user; without those that have expired. */
export function countSessions(db: ReadHandle, now: Instant): Map<string, number> {
  const rows = db
    .select({ user_id: loginSessions.user_id, count: count() })
    .from(loginSessions)
    .where(gt(loginSessions.expires_at, now))
    .groupBy(loginSessions.user_id)
    .all()
  return new Map(rows.map((row) => [row.user_id, row.count]))
}

/** By user. */
export function countDevices(db: ReadHandle): Map<string, number> {
  const rows = db
    .select({ user_id: deviceKeys.user_id, count: count() })
    .from(deviceKeys)
    .groupBy(deviceKeys.user_id)
    .all()
  return new Map(rows.map((row) => [row.user_id, row.count]))
}

export function removeDevicesOf(tx: Tx, userId: string): void {
  tx.delete(deviceKeys).where(eq(deviceKeys.user_id, userId)).run()
}

export type BrowserUser = typeof browserUsers.$inferSelect

const ofBrowser = (browser: string, userId: string) =>
  and(eq(browserUsers.browser, browser), eq(browserUsers.user_id, userId))

/** The last used first. */
export function usersOfBrowser(db: ReadHandle, browser: string): BrowserUser[] {
  return db
    .select()
    .from(browserUsers)
    .where(eq(browserUsers.browser, browser))
    .orderBy(desc(browserUsers.used_at))
    .all()
}

export function userOfBrowser(db: ReadHandle, browser: string, userId: string): BrowserUser | undefined {
  return db.select().from(browserUsers).where(ofBrowser(browser, userId)).get()
}

export function noteBrowserUser(tx: Tx, browser: string, userId: string, at: Instant): void {
  tx.insert(browserUsers)
    .values({ browser, user_id: userId, used_at: at })
    .onConflictDoUpdate({ target: [browserUsers.browser, browserUsers.user_id], set: { used_at: at } })
    .run()
}

export function setPin(tx: Tx, browser: string, userId: string, pinHash: string | null): void {
  tx.update(browserUsers).set({ pin_hash: pinHash, pin_failures: 0 }).where(ofBrowser(browser, userId)).run()
}

/** Counts one more wrong PIN and returns how many there are. */
export function countPinFailure(tx: Tx, browser: string, userId: string): number {
  const row = tx
    .update(browserUsers)
    .set({ pin_failures: sql`${browserUsers.pin_failures} + 1` })
    .where(ofBrowser(browser, userId))
    .returning()
    .get()
  return row?.pin_failures ?? 0
}

/** Whether the PIN is still the one with this hash. */
export function clearPinFailures(tx: Tx, { browser, user_id, pin_hash }: BrowserUser): boolean {
  const current = and(ofBrowser(browser, user_id), eq(browserUsers.pin_hash, pin_hash ?? ''))
  return tx.update(browserUsers).set({ pin_failures: 0 }).where(current).returning().all().length > 0
}

/** PINs end with the password or role that they stood for. */
export function removePinsOf(tx: Tx, userId: string): void {
  tx.update(browserUsers).set({ pin_hash: null, pin_failures: 0 }).where(eq(browserUsers.user_id, userId)).run()
}

export function forgetBrowsersOf(tx: Tx, userId: string): void {
  tx.delete(browserUsers).where(eq(browserUsers.user_id, userId)).run()
}

export function forgetBrowsersBefore(tx: Tx, at: Instant): void {
  tx.delete(browserUsers).where(lt(browserUsers.used_at, at)).run()
}
