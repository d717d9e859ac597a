import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { everyColumn, wholeRow } from '../../base/storage/whole-row'
import { stagesBefore } from './machine'
import { openStages, type Stage } from './states'
import { journal, journalIssues, journalLog } from './tables'

export type DownloadItem = typeof journal.$inferSelect
export type NewDownloadItem = Omit<
  typeof journal.$inferInsert,
  'stage' | 'updated_at' | 'resolution' | 'reason' | 'client_id' | 'added' | 'client_instance'
>
export type LogRow = typeof journalLog.$inferSelect

const isOpen = inArray(journal.stage, [...openStages])

// The conflict names no target: with a partial index that makes SQL that SQLite rejects.
const reserve = preparedQuery((tx: Tx) =>
  tx.insert(journal).values(everyColumn(journal)).onConflictDoNothing().returning().prepare(),
)

/** Adds an item before it is grabbed. Undefined when the same release is open. */
export function addItem(tx: Tx, row: NewDownloadItem, issueIds: readonly string[]): DownloadItem | undefined {
  const item = reserve(tx).get(wholeRow(journal, { ...row, stage: 'reserved', updated_at: row.grabbed_at }))
  if (!item) return undefined
  for (const issue_id of new Set(issueIds)) tx.insert(journalIssues).values({ item_id: row.item_id, issue_id }).run()
  log(tx, item, null)
  return item
}

// Built once: a library that is moved in has a hundred thousand.
const addPast = preparedQuery((tx: Tx) => tx.insert(journal).values(everyColumn(journal)).prepare())
const addPastIssue = preparedQuery((tx: Tx) =>
  tx
    .insert(journalIssues)
    .values({ item_id: is('item_id'), issue_id: is('issue_id') })
    .prepare(),
)

/** Adds a past download from another program: it has ended, or waits for the user. False when it exists. */
export function addPastItem(
  tx: Tx,
  row: NewDownloadItem &
    Pick<DownloadItem, 'stage'> &
    Partial<Pick<DownloadItem, 'resolution' | 'reason' | 'updated_at'>>,
  issueIds: readonly string[],
): boolean {
  if (findDownload(tx, row.item_id)) return false
  const item = { reason: null, ...row, updated_at: row.updated_at ?? row.grabbed_at }
  addPast(tx).run(wholeRow(journal, item))
  for (const issue_id of new Set(issueIds)) addPastIssue(tx).run({ item_id: row.item_id, issue_id })
  log(tx, item, null, 0)
  return true
}

export interface StageMove {
  to: Stage
  at: Instant
  /** Why the item failed: a token and, after a colon, a sentence. */
  reason?: string
  client_id?: string
}

/** Undefined, without any change, when the current stage does not allow it. */
export function moveItem(tx: Tx, itemId: string, { to, at, reason, client_id }: StageMove): DownloadItem | undefined {
  const from = findDownload(tx, itemId)?.stage
  const row = tx
    .update(journal)
    .set({ stage: to, updated_at: at, ...(reason && { reason }), ...(client_id && { client_id }) })
    .where(and(eq(journal.item_id, itemId), inArray(journal.stage, stagesBefore(to))))
    .returning()
    .get()
  if (row) log(tx, row, from ?? null)
  return row
}

/** Changes an item without a stage change: its path, since when its client is silent, the user's decision. */
export function updateItem(
  tx: Tx,
  itemId: string,
  facts: Partial<Omit<DownloadItem, 'item_id' | 'stage'>>,
): DownloadItem {
  if (Object.keys(facts).length === 0) return findDownload(tx, itemId)!
  return tx.update(journal).set(facts).where(eq(journal.item_id, itemId)).returning().get()!
}

const addLog = preparedQuery((tx: Tx) => tx.insert(journalLog).values(everyColumn(journalLog)).prepare())

type Logged = Pick<DownloadItem, 'item_id' | 'updated_at' | 'stage' | 'reason'>

function log(tx: Tx, { item_id, updated_at, stage, reason }: Logged, from: Stage | null, known?: number): void {
  const steps = known ?? stepsOfItem(tx).get({ item_id })!.made
  const row = { log_id: `${item_id}-${steps + 1}`, item_id, at: updated_at, from, to: stage, why: reason }
  addLog(tx).run(wholeRow(journalLog, row))
}

const is = (name: string) => sql.placeholder(name)

// Runs several times for each step of each item.
const itemById = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(journal)
    .where(eq(journal.item_id, is('item_id')))
    .prepare(),
)
const stepsOfItem = preparedQuery((db: ReadHandle) =>
  db
    .select({ made: count() })
    .from(journalLog)
    .where(eq(journalLog.item_id, is('item_id')))
    .prepare(),
)
const issuesById = preparedQuery((db: ReadHandle) =>
  db
    .select({ issue_id: journalIssues.issue_id })
    .from(journalIssues)
    .where(eq(journalIssues.item_id, is('item_id')))
    .orderBy(asc(sql`rowid`))
    .prepare(),
)

const inStage = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(journal)
    .where(eq(journal.stage, is('stage')))
    .orderBy(journal.updated_at, journal.item_id)
    .prepare(),
)
const atStages = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(journal)
    .where(sql`${journal.stage} in (select value from json_each(${is('stages')}))`)
    .orderBy(journal.updated_at, journal.item_id)
    .prepare(),
)
const held = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(journal)
    .where(sql`${journal.held} in ('waiting','dropping','seeding')`)
    .orderBy(journal.updated_at, journal.item_id)
    .prepare(),
)
const openItems = preparedQuery((db: ReadHandle) => db.select({ open: count() }).from(journal).where(isOpen).prepare())

export function findDownload(db: ReadHandle, itemId: string): DownloadItem | undefined {
  return itemById(db).get({ item_id: itemId })
}

/** The items in a stage, oldest first. */
export function itemsIn(db: ReadHandle, stage: Stage): DownloadItem[] {
  return inStage(db).all({ stage })
}

/** The items in these stages, oldest first. */
export function itemsAt(db: ReadHandle, among: readonly Stage[]): DownloadItem[] {
  return atStages(db).all({ stages: JSON.stringify(among) })
}

/** All items with this key, newest first. */
export function itemsWithKey(db: ReadHandle, releaseKey: string): DownloadItem[] {
  const of = eq(journal.release_key, releaseKey)
  return db.select().from(journal).where(of).orderBy(desc(journal.grabbed_at), desc(journal.item_id)).all()
}

/** Ended items that their clients still have to clean up. */
export function itemsHeld(db: ReadHandle): DownloadItem[] {
  return held(db).all()
}

const dueItems = preparedQuery((db: ReadHandle) => {
  // An item that ended in the future did so before the clock was set back.
  const isOver = or(lte(journal.again_at, is('now')), gt(journal.updated_at, is('now')))
  const due = and(isNotNull(journal.again_at), isOver)
  return db.select().from(journal).where(due).orderBy(journal.again_at, journal.item_id).prepare()
})

/** Ended items whose issues are due for another search, oldest first. */
export function dueAgain(db: ReadHandle, now: Instant): DownloadItem[] {
  return dueItems(db).all({ now })
}

/** Failed items with this release, under any title, that wait for a decision. */
export function failedWith(db: ReadHandle, release: Pick<DownloadItem, 'digest' | 'content'>): DownloadItem[] {
  const failed = and(isRelease(release), eq(journal.stage, 'failed'), isNull(journal.resolution))
  return db.select().from(journal).where(failed).all()
}

const undecided = and(inArray(journal.stage, ['failed', 'manual_review']), isNull(journal.resolution))

/** Failed items of this entity that wait for a decision. */
export function undecidedItems(db: ReadHandle, entityId: string): DownloadItem[] {
  return db
    .select()
    .from(journal)
    .where(and(eq(journal.entity_id, entityId), undecided))
    .all()
}

/** Undecided items whose file or folder is at this path. */
export function undecidedAt(db: ReadHandle, path: string): DownloadItem[] {
  return db
    .select()
    .from(journal)
    .where(and(eq(journal.content_path, path), undecided))
    .all()
}

/** Whether any item is open, or still to be removed from its client. */
export function isAnyFollowed(db: ReadHandle): boolean {
  return countInFlight(db) > 0 || itemsHeld(db).length > 0
}

/** Number of releases for an entity that failed in a client since then. */
export function failuresSince(db: ReadHandle, entityId: string, since: Instant): number {
  const tried = and(eq(journal.entity_id, entityId), eq(journal.stage, 'failed'), isNotNull(journal.client_id))
  return db
    .select({ failed: count() })
    .from(journal)
    .where(and(tried, gt(journal.updated_at, since)))
    .get()!.failed
}

/** The issues of an item. */
export function issuesOfItem(db: ReadHandle, itemId: string): string[] {
  return issuesById(db)
    .all({ item_id: itemId })
    .map(({ issue_id }) => issue_id)
}

/** The item's stage changes, oldest first. */
export function logOf(db: ReadHandle, itemId: string): LogRow[] {
  return db.select().from(journalLog).where(eq(journalLog.item_id, itemId)).orderBy(asc(sql`rowid`)).all()
}

/** All open items, newest first: the status bar counts them and the queue lists them. */
export function itemsInFlight(db: ReadHandle): DownloadItem[] {
  return db.select().from(journal).where(isOpen).orderBy(desc(journal.updated_at), desc(journal.item_id)).all()
}

export function countInFlight(db: ReadHandle): number {
  return openItems(db).get()!.open
}

/** The open item with this release, under any title. */
export function openWith(
  db: ReadHandle,
  release: { digest: string; content?: string | null | undefined },
): DownloadItem | undefined {
  return db
    .select()
    .from(journal)
    .where(and(isRelease(release), isOpen))
    .get()
}

function isRelease({ digest, content }: { digest: string; content?: string | null | undefined }) {
  const same = eq(journal.digest, digest)
  return content ? or(same, eq(journal.content, content)) : same
}

/** Whether an open item is for this issue. */
export function isIssueInFlight(db: ReadHandle, issueId: string): boolean {
  const open = db
    .select({ item_id: journal.item_id })
    .from(journal)
    .innerJoin(journalIssues, eq(journalIssues.item_id, journal.item_id))
    .where(and(isOpen, eq(journalIssues.issue_id, issueId)))
    .limit(1)
  return open.get() !== undefined
}
