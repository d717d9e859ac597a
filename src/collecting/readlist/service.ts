import { type JsonPieces, jsonRows, streamedList, wholeList } from '../../base/http/streamed-list'
import { plus } from '../../base/platform/clock'
import type { Clock, Instant, Log, Random } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database, ReadHandle, Tx } from '../../base/storage/database'
import { inSteps } from '../../base/storage/snapshot'
import type { NextInList } from '../../library/reading/list-orders'
import { progressOfIssues } from '../../library/reading/progress-store'
import { withFile } from '../../library/series/file-store'
import { entryRows, entryRowsOf, type ListEntry } from './entries'
import { entryFor } from './new-entry'
import type { ListChangeBody, ListDetail, OlderEntry, ReadingListView } from './schema'
import { type EntryStatus, MOST_LIST_ENTRIES } from './states'
import * as store from './store'
import { entryItem, entryStatusOf, olderEntry } from './wire'

interface Deps {
  db: Database
  clock: Clock
  log: Log
  random: Random
  /** Null for a user who was deleted for good. */
  nameOf: (userId: string) => string | null
}

/** How long a removal can be undone. */
const UNDO_MS = 86_400_000
/** Issues whose progress is looked up at once when the next issue is searched for. */
const STEP = 50
const FIRST_STEP = 4

/** Entries that are read in one turn of the event loop: a snapshot would take as long as they do. */
const SHORT = 1_000

/** A list with its readable issues in order. */
export interface ListOrder {
  list_id: string
  name: string
  updated_at: Instant
  issue_ids: string[]
}

/**
 * The reading lists of the caller, and those that other users share with all: these can only be read. Whether an entry
 * was read is never stored: it follows from the reading progress of its issue.
 */
export class ReadingLists {
  constructor(private readonly deps: Deps) {
    this.find(store.defaultList())
  }

  // The default list, for existing tools

  async older(): Promise<OlderEntry[]> {
    const listId = store.defaultList()
    const write = (db: ReadHandle) => jsonRows(stepEntries(db, store.entriesByDate(db, listId), olderEntry))
    return this.reply(listId, write)
  }

  /** Throws Refusal 'missing' for an unknown issue. */
  addOne(issueId: string): { success: true; message?: string } {
    if (this.add(store.defaultList(), [issueId]).changed === 1) return { success: true }
    return { success: true, message: 'The issue is already in the reading list.' }
  }

  removeOne(issueId: string): { success: true } {
    this.remove(store.defaultList(), [issueId])
    return { success: true }
  }

  /** Removes all entries, or those with a status. */
  clear(status?: EntryStatus): { success: true } {
    const listId = store.defaultList()
    const rows = entryRows(this.deps.db.read, listId).filter((row) => !status || entryStatusOf(row) === status)
    this.remove(
      listId,
      rows.map(({ entry }) => entry.issue_id),
    )
    return { success: true }
  }

  // All lists

  lists(): { lists: ReadingListView[] } {
    this.find(store.defaultList())
    const rows = store.allLists(this.deps.db.read)
    const next = this.nextIn(rows.map(({ list_id }) => list_id))
    return { lists: rows.map((row) => this.item(row, next)) }
  }

  /** Throws Refusal 'missing' for an unknown list. */
  async list(listId: string): Promise<ListDetail> {
    const list = this.item(this.need(listId))
    return this.reply(listId, function* (db) {
      yield `{"list":${JSON.stringify(list)},"entries":`
      yield* jsonRows(stepEntries(db, store.entriesOf(db, listId), entryItem))
      yield '}'
    })
  }

  private async reply<T>(listId: string, write: (db: ReadHandle) => JsonPieces): Promise<T> {
    const { db } = this.deps
    const isShort = store.entryCounts(db.read, listId).issues <= SHORT
    return isShort ? wholeList(write(db.read)) : streamedList(this.deps, (at) => write(at.read))
  }

  make(name: string): { list: ReadingListView } {
    const { db, clock, random } = this.deps
    const row = { list_id: random.id(), name: this.freeName(name) }
    db.write((tx) => {
      store.insertList(tx, row, clock.now())
      store.announceList(tx, row.list_id)
    })
    return { list: this.item(this.need(row.list_id)) }
  }

  /**
   * Renames a list, shares it with all users or ends that. Throws Refusal 'invalid' for an empty change, 'forbidden'
   * for a list of another user.
   */
  alter(listId: string, { name, shared }: ListChangeBody): { list: ReadingListView } {
    this.needOwn(listId)
    if (name === undefined && shared === undefined) throw new Refusal('invalid', 'Send a name or whether to share it.')
    const change = {
      ...(name !== undefined && { name: this.freeName(name, listId) }),
      ...(shared !== undefined && { shared }),
    }
    this.deps.db.write((tx) => store.changeList(tx, listId, change, this.deps.clock.now()))
    return { list: this.item(this.need(listId)) }
  }

  /** Throws Refusal 'conflict' for the default list. */
  delete(listId: string): { success: true } {
    this.needOwn(listId)
    if (listId === store.defaultList())
      throw new Refusal('conflict', 'The first reading list cannot be deleted. Clear it instead.')
    const now = this.deps.clock.now()
    this.write((tx) => store.changeList(tx, listId, { removed_at: now }, now))
    return { success: true }
  }

  /** Undoes a removal of the last day: of entries, or of the list itself. */
  restore(listId: string, issueIds?: readonly string[]): { success: true; changed: number } {
    const now = this.deps.clock.now()
    if (issueIds) {
      this.needOwn(listId)
      return this.change(listId, (tx) => store.restoreEntries(tx, listId, issueIds))
    }
    if (!this.deps.db.write((tx) => store.restoreList(tx, listId, now))) {
      this.needOwn(listId)
      return { success: true, changed: 0 }
    }
    return { success: true, changed: 1 }
  }

  /**
   * Adds issues at the end; issues that the list already has keep their place. Throws Refusal 'missing' when an issue
   * does not exist.
   */
  add(listId: string, issueIds: readonly string[]): { success: true; changed: number } {
    this.needOwn(listId)
    const { db, clock } = this.deps
    const added_at = clock.now()
    const rows = issueIds.map((issueId) => ({ ...this.facts(issueId), added_at }))
    if (store.entryCounts(db.read, listId).issues + rows.length > MOST_LIST_ENTRIES)
      throw new Refusal('conflict', `A reading list holds up to ${MOST_LIST_ENTRIES} issues.`)
    return this.change(listId, (tx) => store.addEntries(tx, listId, rows))
  }

  remove(listId: string, issueIds: readonly string[]): { success: true; changed: number } {
    this.needOwn(listId)
    return this.change(listId, (tx) => store.removeEntries(tx, listId, issueIds, this.deps.clock.now()))
  }

  /**
   * Puts the entries in the order of `issueIds`; other entries follow in their old order. Throws Refusal 'invalid'
   * when an issue is named twice or is not in the list.
   */
  order(listId: string, issueIds: readonly string[]): { success: true; changed: number } {
    this.needOwn(listId)
    const before = store.entryIds(this.deps.db.read, listId)
    const [known, named] = [new Set(before), new Set(issueIds)]
    if (named.size < issueIds.length) throw new Refusal('invalid', 'The order lists an issue twice.')
    const foreign = issueIds.find((id) => !known.has(id))
    if (foreign !== undefined) throw new Refusal('invalid', `Issue ${foreign} is not in this list.`)
    const after = [...issueIds, ...before.filter((id) => !named.has(id))]
    return this.change(listId, (tx) => {
      store.orderEntries(tx, listId, after)
      return after.filter((id, index) => before[index] !== id).length
    })
  }

  // For the reader and the catalog

  /** A list with its readable issues in order; undefined when the list does not exist. */
  orderOf(listId: string): ListOrder | undefined {
    const db = this.deps.db.read
    const row = this.find(listId)
    return row && orderOf(row, store.readableIssues(db, listId))
  }

  /** All lists that have a readable issue. */
  orders(): ListOrder[] {
    const db = this.deps.db.read
    const orders = store.allLists(db).map((row) => orderOf(row, store.readableIssues(db, row.list_id)))
    return orders.filter(({ issue_ids }) => issue_ids.length > 0)
  }

  /** The same lists without their issues. Reading stops at the first readable issue of each. */
  readableLists(): Pick<ListOrder, 'list_id' | 'name'>[] {
    return store.readableLists(this.deps.db.read)
  }

  /** How many issues of a list are readable, and the first of them. */
  readableSummary(listId: string): { count: number; first?: string } {
    return store.readableSummary(this.deps.db.read, listId)
  }

  /**
   * The first readable, unfinished issue of each list; lists without one are left out, and those of other users that
   * the caller has not begun.
   */
  nextIssues(): NextInList[] {
    const { read } = this.deps.db
    const lists = store.allLists(read).filter((row) => store.isOfCaller(row) || this.isBegun(row.list_id))
    const next = this.nextIn(lists.map(({ list_id }) => list_id))
    return lists.flatMap(({ list_id, name }) => {
      const issue_id = next.get(list_id)
      return issue_id === undefined ? [] : [{ list_id, name, issue_id }]
    })
  }

  private isBegun(listId: string): boolean {
    return store.entryCounts(this.deps.db.read, listId).begun > 0
  }

  /** All lists in the same queries: most have their next issue among the first few. */
  private nextIn(listIds: readonly string[]): Map<string, string> {
    const db = this.deps.db.read
    const next = new Map<string, string>()
    let open = listIds
    for (let [offset, limit] = [0, FIRST_STEP]; open.length > 0; offset += limit, limit = STEP) {
      const some = new Map(open.map((listId) => [listId, store.pageOfEntryIds(db, listId, { limit, offset })]))
      const unread = this.readableUnread([...some.values()].flat())
      for (const [listId, ids] of some) {
        const issue_id = ids.find((id) => unread.has(id))
        if (issue_id !== undefined) next.set(listId, issue_id)
      }
      open = open.filter((listId) => !next.has(listId) && some.get(listId)?.length === limit)
    }
    return next
  }

  private readableUnread(issueIds: readonly string[]): Set<string> {
    const db = this.deps.db.read
    const progress = progressOfIssues(db, issueIds)
    return withFile(
      db,
      issueIds.filter((id) => !progress.get(id)?.completed),
    )
  }

  private item(row: store.ListRow, next = this.nextIn([row.list_id])): ReadingListView {
    const { issues, read } = store.entryCounts(this.deps.db.read, row.list_id)
    return {
      list_id: row.list_id,
      name: row.name,
      is_default: row.list_id === store.defaultList(),
      shared: row.shared,
      mine: store.isOfCaller(row),
      user_id: row.user_id,
      owner_name: this.deps.nameOf(row.user_id),
      issues,
      read,
      next_issue_id: next.get(row.list_id) ?? null,
      updated_at: row.updated_at,
    }
  }

  private change(listId: string, work: (tx: Tx) => number): { success: true; changed: number } {
    const changed = this.write((tx) => {
      const count = work(tx)
      if (count > 0) store.changeList(tx, listId, {}, this.deps.clock.now())
      return count
    })
    return { success: true, changed }
  }

  /** Also deletes for good the rows that can no longer be restored. */
  private write<T>(work: (tx: Tx) => T): T {
    const { db, clock } = this.deps
    return db.write((tx) => {
      store.deleteRemovedBefore(tx, plus(clock.now(), -UNDO_MS))
      return work(tx) as never
    })
  }

  private facts(issueId: string) {
    const entry = entryFor(this.deps.db.read, issueId)
    if (!entry) throw new Refusal('missing', `There is no issue ${issueId}.`)
    return entry
  }

  /** Makes the caller's default list when it is not there yet. */
  private find(listId: string): store.ListRow | undefined {
    const { db, clock } = this.deps
    const found = store.findList(db.read, listId)
    if (found || listId !== store.defaultList() || db.isLent) return found
    db.write((tx) => store.insertList(tx, { list_id: listId, name: 'Reading list' }, clock.now()))
    return store.findList(db.read, listId)
  }

  private need(listId: string): store.ListRow {
    const row = this.find(listId)
    if (!row) throw new Refusal('missing', `There is no reading list ${listId}.`)
    return row
  }

  /** Throws Refusal 'missing' for a list that the caller does not see, 'forbidden' for one that another user shares. */
  private needOwn(listId: string): store.ListRow {
    const row = this.need(listId)
    if (!store.isOfCaller(row))
      throw new Refusal('forbidden', `${row.name} belongs to another user. Only that user can change the list.`)
    return row
  }

  /** Throws Refusal 'invalid' for a blank name, 'conflict' when another list of the caller has it. */
  private freeName(name: string, ofList?: string): string {
    const wanted = name.trim()
    if (wanted === '') throw new Refusal('invalid', 'A reading list needs a name.')
    const same = (row: store.ListRow) => row.name.toLowerCase() === wanted.toLowerCase() && row.list_id !== ofList
    if (store.ownLists(this.deps.db.read).some(same))
      throw new Refusal('conflict', `A reading list named ${wanted} already exists.`)
    return wanted
  }
}

/** Entries in the form of `toItem`, one step at a time. */
function* stepEntries<T>(db: ReadHandle, entries: store.EntryRow[], toItem: (row: ListEntry) => T): Generator<T[]> {
  for (const rows of inSteps(entries)) yield entryRowsOf(db, rows).map(toItem)
}

function orderOf({ list_id, name, updated_at }: store.ListRow, issue_ids: string[]): ListOrder {
  return { list_id, name, updated_at, issue_ids }
}
