import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/platform/ports'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import type { Identification } from '../../../library/recognition/service'
import { type InboxStatus, importInbox } from '../tables'

export type InboxRow = typeof importInbox.$inferSelect
export type NewInboxRow = typeof importInbox.$inferInsert

/** Ids per statement: SQLite limits the number of bound values. */
const AT_ONCE = 500

export function everyInboxRow(db: ReadHandle): InboxRow[] {
  return db.select().from(importInbox).all()
}

/** Files that were neither imported nor ignored. */
export function waitingRows(db: ReadHandle): InboxRow[] {
  const waiting = and(inArray(importInbox.status, ['Not Imported', 'Failed']), eq(importInbox.ignored, false))
  return db.select().from(importInbox).where(waiting).orderBy(importInbox.path).all()
}

export function findInboxRow(db: ReadHandle, impId: string): InboxRow | undefined {
  return db.select().from(importInbox).where(eq(importInbox.imp_id, impId)).get()
}

/** The rows that exist, ordered by path. */
export function inboxRowsById(db: ReadHandle, impIds: readonly string[]): InboxRow[] {
  return inParts(impIds, (part) =>
    db.select().from(importInbox).where(inArray(importInbox.imp_id, part)).orderBy(importInbox.path).all(),
  )
}

function insertRow(tx: Tx, row: NewInboxRow): void {
  tx.insert(importInbox).values(row).run()
}

export function changeInboxRow(tx: Tx, impId: string, change: Partial<InboxRow>): void {
  tx.update(importInbox).set(change).where(eq(importInbox.imp_id, impId)).run()
}

/** Changes the row only if it has this status; undefined when it no longer has. */
export function moveInboxRow(
  tx: Tx,
  impId: string,
  from: InboxStatus,
  change: Partial<InboxRow>,
): InboxRow | undefined {
  return tx
    .update(importInbox)
    .set(change)
    .where(and(eq(importInbox.imp_id, impId), eq(importInbox.status, from)))
    .returning()
    .get()
}

/** Lists a file again that was removed from the library. Returns whether it was on the list. */
export function relistImported(tx: Tx, path: string): boolean {
  const imported = and(eq(importInbox.path, path), eq(importInbox.status, 'Imported'))
  return tx.update(importInbox).set(FRESH).where(imported).returning(ID).all().length > 0
}

/** Returns the number of changed rows. */
export function setIgnored(tx: Tx, impIds: readonly string[], ignored: boolean): number {
  return inParts(impIds, (part) =>
    tx.update(importInbox).set({ ignored }).where(inArray(importInbox.imp_id, part)).returning(ID).all(),
  ).length
}

/** Deletes rows, never files. Returns the number of deleted rows. */
export function deleteInboxRows(tx: Tx, impIds: readonly string[]): number {
  return inParts(impIds, (part) => tx.delete(importInbox).where(inArray(importInbox.imp_id, part)).returning(ID).all())
    .length
}

const ID = { imp_id: importInbox.imp_id }

function inParts<T>(ids: readonly string[], ask: (part: string[]) => T[]): T[] {
  const all: T[] = []
  for (let from = 0; from < ids.length; from += AT_ONCE) all.push(...ask(ids.slice(from, from + AT_ONCE)))
  return all
}

export interface InboxPage {
  limit: number
  offset: number
  ignored: boolean
}

const shown = (ignored: boolean) =>
  and(ne(importInbox.status, 'Imported'), ignored ? undefined : eq(importInbox.ignored, false))

export function countShown(db: ReadHandle, ignored: boolean): { groups: number; files: number } {
  const group = sql`${importInbox.match_key} || ' ' || coalesce(${importInbox.volume}, '')`
  return db
    .select({ groups: sql<number>`count(distinct ${group})`, files: sql<number>`count(*)` })
    .from(importInbox)
    .where(shown(ignored))
    .get()!
}

/** A page of groups; each has the files with one series name and volume, in reading order. */
export function groupsOfRows(db: ReadHandle, { limit, offset, ignored }: InboxPage): InboxRow[][] {
  const { match_key, volume } = importInbox
  const page = db
    .select({ match_key, volume })
    .from(importInbox)
    .where(shown(ignored))
    .groupBy(match_key, volume)
    .orderBy(match_key, volume)
    .limit(limit)
    .offset(offset)
    .all()
  return page.map((group) =>
    db
      .select()
      .from(importInbox)
      .where(and(shown(ignored), eq(match_key, group.match_key), sql`${volume} is ${group.volume}`))
      .orderBy(asc(importInbox.path))
      .all(),
  )
}

/** Imported files, newest first. */
export function filedLately(db: ReadHandle, limit: number): InboxRow[] {
  return db
    .select()
    .from(importInbox)
    .where(eq(importInbox.status, 'Imported'))
    .orderBy(desc(importInbox.imported_at), importInbox.path)
    .limit(limit)
    .all()
}

/** Stores the user's identification of the file, as long as the file is unchanged. */
export function saveIdentification(
  tx: Tx,
  impId: string,
  known: InboxRow | undefined,
  guess: Identification,
  at: Instant,
): void {
  if (known) changeInboxRow(tx, impId, { ...guess, ...keptOf(known, guess, at) })
  else insertRow(tx, { ...guess, imp_id: impId, first_seen_at: at })
}

function keptOf(known: InboxRow, guess: Identification, at: Instant): Partial<InboxRow> {
  const changed = known.size !== guess.size || known.modified_ms !== guess.modified_ms
  // A new file with the name of an imported one has to be imported too.
  if (known.status === 'Imported') return { ...FRESH, first_seen_at: at }
  const problem = guess.problem ?? (changed ? null : known.problem)
  const status = known.status === 'Failed' && !changed ? 'Failed' : 'Not Imported'
  // A copy of the old content is not a copy of the new one.
  const step = changed ? { target: null, target_hash: null } : {}
  if (!known.edited) return { status, problem, ...step }
  const { imp_id: _id, size: _size, modified_ms: _modified, ...rest } = known
  return { ...rest, status, problem, ...step }
}

const FRESH = {
  status: 'Not Imported',
  edited: false,
  comic_id: null,
  issue_id: null,
  target: null,
  target_hash: null,
  removes_source: false,
  imported_at: null,
} as const satisfies Partial<InboxRow>
