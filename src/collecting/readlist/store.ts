import { and, count, eq, getTableColumns, isNotNull, isNull, lt, max, or, sql } from 'drizzle-orm'
import type { PageSpan } from '../../base/http/paging'
import { callerId, OWNER_ID } from '../../base/platform/caller'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { everyColumn, wholeRow } from '../../base/storage/whole-row'
import { readingProgress } from '../../library/reading/tables'
import { HAS_FILE } from '../../library/series/file-store'
import type { IssueRow } from '../../library/series/store'
import { issues } from '../../library/series/tables'
import { DEFAULT_LIST } from './states'
import { readingListEntries as entries, readingLists as lists } from './tables'

export type ListRow = typeof lists.$inferSelect
export type EntryRow = typeof entries.$inferSelect
export type NewEntry = Omit<EntryRow, 'position' | 'removed_at'>

const is = sql.placeholder
const isThere = isNull(entries.removed_at)

// Lists

/** The id of the list of the caller that always exists: it is made when first asked for. */
export function defaultList(): string {
  const userId = callerId()
  return userId === OWNER_ID ? DEFAULT_LIST : `${DEFAULT_LIST}-${userId}`
}

const isKept = isNull(lists.removed_at)
const isOwn = eq(lists.user_id, is('user_id'))
const isVisible = and(isKept, or(isOwn, lists.shared))
const ofCaller = () => ({ user_id: callerId() })
const inOrder = [sql`${lists.list_id} <> ${is('default_list')}`, sql`lower(${lists.name})`, lists.list_id]
const ordered = () => ({ ...ofCaller(), default_list: defaultList() })

const visibleLists = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(lists)
    .where(isVisible)
    .orderBy(...inOrder)
    .prepare(),
)

/** The caller's lists and those that others share: the caller's default list, then the others by name. */
export const allLists = (db: ReadHandle): ListRow[] => visibleLists(db).all(ordered())

/** The caller's lists in the same order. */
export const ownLists = (db: ReadHandle): ListRow[] => allLists(db).filter(isOfCaller)

export const isOfCaller = ({ user_id }: Pick<ListRow, 'user_id'>): boolean => user_id === callerId()

const listsWithFile = preparedQuery((db: ReadHandle) =>
  db
    .select({ list_id: lists.list_id, name: lists.name })
    .from(lists)
    .where(
      and(
        isVisible,
        sql`exists (select 1 from ${entries} join ${issues} on ${issues.issue_id} = ${entries.issue_id}
          where ${entries.list_id} = ${lists.list_id} and ${isThere} and ${HAS_FILE})`,
      ),
    )
    .orderBy(...inOrder)
    .prepare(),
)

/** The lists that have an issue with a file, in the same order. Reading stops at the first such issue of each. */
export const readableLists = (db: ReadHandle) => listsWithFile(db).all(ordered())

const listById = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(lists)
    .where(and(eq(lists.list_id, is('list_id')), isVisible))
    .prepare(),
)

/** Undefined when the list does not exist, was removed, or belongs to another user who does not share it. */
export function findList(db: ReadHandle, listId: string): ListRow | undefined {
  return listById(db).get({ ...ofCaller(), list_id: listId })
}

/** Whose list it is, also when it was removed; undefined when it does not exist. */
export const userOfList = (db: ReadHandle, listId: string): string | undefined =>
  db.select({ user_id: lists.user_id }).from(lists).where(eq(lists.list_id, listId)).get()?.user_id

const addList = preparedQuery((tx: Tx) => tx.insert(lists).values(everyColumn(lists)).onConflictDoNothing().prepare())

/** Makes a list of the caller. Does nothing when the list exists. */
export function insertList(tx: Tx, row: Pick<ListRow, 'list_id' | 'name'>, at: Instant): void {
  addList(tx).run(wholeRow(lists, { ...row, ...ofCaller(), created_at: at, updated_at: at }))
}

export type ListChange = Partial<Pick<ListRow, 'name' | 'shared' | 'removed_at'>>

/** Changes a list of the caller. */
export function changeList(tx: Tx, listId: string, change: ListChange, at: Instant): void {
  const own = and(eq(lists.list_id, listId), eq(lists.user_id, callerId()))
  const before = tx.select().from(lists).where(own).get()
  if (!before) return
  tx.update(lists)
    .set({ ...change, updated_at: at })
    .where(own)
    .run()
  emitChange(tx, { ...before, shared: before.shared || change.shared === true })
}

/** The event of a list that is not shared names its user, so that it reaches no other. */
function emitChange(tx: Tx, { list_id, user_id, shared }: ListRow): void {
  tx.emit({ type: 'readlist.changed', list_id, ...(shared ? {} : { user_id }) })
}

/** Announces a change of entries that were written without `changeList`. */
export function announceList(tx: Tx, listId: string): void {
  const row = tx.select().from(lists).where(eq(lists.list_id, listId)).get()
  if (row) emitChange(tx, row)
}

/** Restores a removed list of the caller. False when the list never existed or was deleted for good. */
export function restoreList(tx: Tx, listId: string, at: Instant): boolean {
  const removed = and(eq(lists.list_id, listId), eq(lists.user_id, callerId()), isNotNull(lists.removed_at))
  if (!tx.select({ id: lists.list_id }).from(lists).where(removed).get()) return false
  changeList(tx, listId, { removed_at: null }, at)
  return true
}

// Entries

const entriesInOrder = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(entries)
    .where(and(eq(entries.list_id, is('list_id')), isThere))
    .orderBy(entries.position, entries.added_at, entries.issue_id)
    .prepare(),
)

export function entriesOf(db: ReadHandle, listId: string): EntryRow[] {
  return entriesInOrder(db).all({ list_id: listId })
}

const DATE = sql`case when ${issues.issue_id} is null then ${entries.issue_date}
  else coalesce(${issues.release_date}, ${issues.issue_date}) end`

const entriesInOrderOfDates = preparedQuery((db: ReadHandle) =>
  db
    .select(getTableColumns(entries))
    .from(entries)
    .leftJoin(issues, eq(issues.issue_id, entries.issue_id))
    .where(and(eq(entries.list_id, is('list_id')), isThere))
    .orderBy(sql`${DATE} is null`, DATE, entries.position, entries.added_at, entries.issue_id)
    .prepare(),
)

/** Entries by the dates of their issues, oldest first; those of one day in list order, those without a date last. */
export function entriesByDate(db: ReadHandle, listId: string): EntryRow[] {
  return entriesInOrderOfDates(db).all({ list_id: listId })
}

const idQuery = (db: ReadHandle) =>
  db
    .select({ issue_id: entries.issue_id })
    .from(entries)
    .where(and(eq(entries.list_id, is('list_id')), isThere))
    .orderBy(entries.position, entries.added_at, entries.issue_id)

const idsInOrder = preparedQuery((db: ReadHandle) => idQuery(db).prepare())

/** Ids of the issues of the list in order. */
export function entryIds(db: ReadHandle, listId: string): string[] {
  return idsInOrder(db)
    .all({ list_id: listId })
    .map(({ issue_id }) => issue_id)
}

const counted = preparedQuery((db: ReadHandle) =>
  db
    .select({
      issues: count(),
      begun: sql<number>`count(*) filter (where ${readingProgress.completed} or ${readingProgress.furthest} > 0)`,
      read: sql<number>`count(*) filter (where ${readingProgress.completed})`,
    })
    .from(entries)
    .leftJoin(
      readingProgress,
      and(eq(readingProgress.user_id, is('user_id')), eq(readingProgress.issue_id, entries.issue_id)),
    )
    .where(and(eq(entries.list_id, is('list_id')), isThere))
    .prepare(),
)

/** The issues of the list, those that the caller has begun or read, and those read to the end. */
export const entryCounts = (db: ReadHandle, listId: string): { issues: number; begun: number; read: number } =>
  counted(db).get({ ...ofCaller(), list_id: listId })!

const someInOrder = preparedQuery((db: ReadHandle) => idQuery(db).limit(is('limit')).offset(is('offset')).prepare())

/** A page of the ids, for a caller that seldom needs all. */
export function pageOfEntryIds(db: ReadHandle, listId: string, { limit, offset }: PageSpan): string[] {
  return someInOrder(db)
    .all({ list_id: listId, limit, offset })
    .map(({ issue_id }) => issue_id)
}

const readableQuery = (db: ReadHandle) =>
  db
    .select({ issue_id: entries.issue_id })
    .from(entries)
    .innerJoin(issues, eq(issues.issue_id, entries.issue_id))
    .where(and(eq(entries.list_id, is('list_id')), isThere, HAS_FILE))
    .orderBy(entries.position, entries.added_at, entries.issue_id)

const readableInOrder = preparedQuery((db: ReadHandle) => readableQuery(db).prepare())

/** Ids of the issues of the list that have a file, in order. */
export function readableIssues(db: ReadHandle, listId: string): string[] {
  return readableInOrder(db)
    .all({ list_id: listId })
    .map(({ issue_id }) => issue_id)
}

const readableCount = preparedQuery((db: ReadHandle) =>
  db
    .select({ count: count() })
    .from(entries)
    .innerJoin(issues, eq(issues.issue_id, entries.issue_id))
    .where(and(eq(entries.list_id, is('list_id')), isThere, HAS_FILE))
    .prepare(),
)

const firstReadable = preparedQuery((db: ReadHandle) => readableQuery(db).limit(1).prepare())

/** How many issues of the list have a file, and the first of them. */
export function readableSummary(db: ReadHandle, listId: string): { count: number; first?: string } {
  return {
    count: readableCount(db).get({ list_id: listId })?.count ?? 0,
    first: firstReadable(db).get({ list_id: listId })?.issue_id,
  }
}

const lastPosition = preparedQuery((db: ReadHandle) =>
  db
    .select({ last: max(entries.position) })
    .from(entries)
    .where(eq(entries.list_id, is('list_id')))
    .prepare(),
)

const putEntry = preparedQuery((tx: Tx) =>
  tx
    .insert(entries)
    .values({
      list_id: is('list_id'),
      issue_id: is('issue_id'),
      position: sql`${is('position')}`,
      added_at: is('added_at'),
      comic_id: is('comic_id'),
      series_name: is('series_name'),
      label: is('label'),
      issue_date: is('issue_date'),
    })
    .onConflictDoUpdate({
      target: [entries.list_id, entries.issue_id],
      set: { position: sql`excluded.position`, added_at: sql`excluded.added_at`, removed_at: null },
      setWhere: isNotNull(entries.removed_at),
    })
    .returning({ issue_id: entries.issue_id })
    .prepare(),
)

/** Adds the entry at the end of its list. False when the list has the issue. */
export function addEntry(tx: Tx, row: NewEntry): boolean {
  return addEntries(tx, row.list_id, [row]) === 1
}

/** Adds entries at the end of a list and returns how many were new. The end of the list is looked up once for all. */
export function addEntries(tx: Tx, listId: string, rows: readonly Omit<NewEntry, 'list_id'>[]): number {
  const end = lastPosition(tx).get({ list_id: listId })?.last ?? 0
  return rows.filter(
    (row, index) => putEntry(tx).get({ ...row, list_id: listId, position: end + index + 1 }) !== undefined,
  ).length
}

/** Moves entries of one issue to another, for all users; a list that has both keeps the entry of the other. */
export function replaceListedIssue(tx: Tx, fromId: string, { issue_id, comic_id }: IssueRow): void {
  const own = tx.select().from(entries).where(eq(entries.issue_id, fromId)).all()
  for (const row of own) {
    const was = and(eq(entries.list_id, row.list_id), eq(entries.issue_id, fromId))
    const inserted = tx
      .insert(entries)
      .values({ ...row, issue_id, comic_id })
      .onConflictDoNothing()
      .returning()
      .get()
    if (!inserted) restoreEntries(tx, row.list_id, row.removed_at === null ? [issue_id] : [])
    tx.delete(entries).where(was).run()
    announceList(tx, row.list_id)
  }
}

const among = (issueIds: readonly string[]) =>
  sql`${entries.issue_id} in (select value from json_each(${JSON.stringify(issueIds)}))`

/** Removes entries and returns how many; issues that are not in the list are skipped. */
export function removeEntries(tx: Tx, listId: string, issueIds: readonly string[], at: Instant): number {
  const ours = and(eq(entries.list_id, listId), isThere, among(issueIds))
  return tx.update(entries).set({ removed_at: at }).where(ours).returning({ id: entries.issue_id }).all().length
}

/** Restores removed entries at their places; returns how many. */
export function restoreEntries(tx: Tx, listId: string, issueIds: readonly string[]): number {
  const ours = and(eq(entries.list_id, listId), isNotNull(entries.removed_at), among(issueIds))
  return tx.update(entries).set({ removed_at: null }).where(ours).returning({ id: entries.issue_id }).all().length
}

const placeEntry = preparedQuery((tx: Tx) =>
  tx
    .update(entries)
    .set({ position: sql`${is('position')}` })
    .where(and(eq(entries.list_id, is('list_id')), eq(entries.issue_id, is('issue_id'))))
    .prepare(),
)

/** Puts entries of a list in the order of `issueIds`; only moved entries are written. */
export function orderEntries(tx: Tx, listId: string, issueIds: readonly string[]): void {
  const before = new Map(entriesOf(tx, listId).map(({ issue_id, position }) => [issue_id, position]))
  for (const [index, issue_id] of issueIds.entries()) {
    const position = index + 1
    if (before.get(issue_id) !== position) placeEntry(tx).run({ list_id: listId, issue_id, position })
  }
}

/** Deletes for good what any user removed before `at`. */
export function deleteRemovedBefore(tx: Tx, at: Instant): void {
  tx.delete(entries).where(lt(entries.removed_at, at)).run()
  tx.delete(lists).where(lt(lists.removed_at, at)).run()
}
