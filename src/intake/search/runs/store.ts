import { and, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/platform/ports'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import type { Snapshot } from '../../../base/storage/snapshot'
import type { Unit } from '../../../library/series/states'
import { issues, series } from '../../../library/series/tables'
import type { CompletionState, DispatchState, Priority, RunScope, SearchItemState, Trigger } from '../states'
import { searchItems, searchLast, searchPreviews, searchRuns } from '../tables'
import { type Searchable, searchableOn, WANTED_TYPE } from '../wanted/store'
import type { ItemCounts } from './machine'

export type SearchRunRow = typeof searchRuns.$inferSelect
export type SearchItemRow = typeof searchItems.$inferSelect
export type SearchEntity = Pick<SearchItemRow, 'entity_type' | 'entity_id'>
export type ItemKey = Pick<SearchItemRow, 'run_id' | 'entity_type' | 'entity_id'>

const is = sql.placeholder

// Runs

type NewRun = Pick<SearchRunRow, 'run_id' | 'trigger' | 'scope_type' | 'scope_id' | 'priority' | 'created_at'>

export function insertSearchRun(tx: Tx, run: NewRun): void {
  const row = { ...run, dispatch_state: 'pending', completion_state: 'pending', updated_at: run.created_at } as const
  tx.insert(searchRuns).values(row).run()
  tx.emit({ type: 'search.changed', run_id: run.run_id })
}

export function findSearchRun(db: ReadHandle, runId: string): SearchRunRow | undefined {
  return db.select().from(searchRuns).where(eq(searchRuns.run_id, runId)).get()
}

/** The newest open run for this scope. */
export function openSearchRun(db: ReadHandle, scopeType: RunScope, scopeId: string): SearchRunRow | undefined {
  const scope = and(eq(searchRuns.scope_type, scopeType), eq(searchRuns.scope_id, scopeId))
  const open = inArray(searchRuns.completion_state, ['pending', 'running'])
  return db
    .select()
    .from(searchRuns)
    .where(and(open, scope))
    .orderBy(desc(searchRuns.created_at), sql`rowid desc`)
    .get()
}

const undispatched = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(searchRuns)
    .where(and(eq(searchRuns.completion_state, 'pending'), eq(searchRuns.dispatch_state, 'pending')))
    .orderBy(searchRuns.created_at)
    .limit(is('most'))
    .prepare(),
)

/** Runs that never started, because automation was held when they were created. */
export function undispatchedRuns(db: ReadHandle, most: number): SearchRunRow[] {
  return undispatched(db).all({ most })
}

/** Their number, by trigger. */
export function countUndispatched(db: ReadHandle): { trigger: Trigger; count: number }[] {
  const open = eq(searchRuns.completion_state, 'pending')
  return db
    .select({ trigger: searchRuns.trigger, count: sql<number>`count(*)` })
    .from(searchRuns)
    .where(and(open, eq(searchRuns.dispatch_state, 'pending')))
    .groupBy(searchRuns.trigger)
    .all()
}

/** When the oldest open run began. */
export function oldestOpenRun(db: ReadHandle): Instant | undefined {
  const open = inArray(searchRuns.completion_state, ['pending', 'running'])
  return db.select({ at: searchRuns.created_at }).from(searchRuns).where(open).orderBy(searchRuns.created_at).get()?.at
}

/** Newest first. */
const inState = (open: boolean | undefined) =>
  open === undefined ? undefined : open ? isNull(searchRuns.completed_at) : isNotNull(searchRuns.completed_at)

export function listSearchRuns(
  db: ReadHandle,
  span: { limit: number; offset: number; open?: boolean | undefined },
): SearchRunRow[] {
  const newest = [desc(searchRuns.created_at), sql`rowid desc`]
  return db
    .select()
    .from(searchRuns)
    .where(inState(span.open))
    .orderBy(...newest)
    .limit(span.limit)
    .offset(span.offset)
    .all()
}

export function countSearchRuns(db: ReadHandle, open?: boolean): number {
  return db.select({ count: sql<number>`count(*)` }).from(searchRuns).where(inState(open)).get()!.count
}

export function setDispatch(tx: Tx, runId: string, dispatch_state: DispatchState, reason: string | null, at: Instant) {
  tx.update(searchRuns).set({ dispatch_state, reason, updated_at: at }).where(eq(searchRuns.run_id, runId)).run()
  tx.emit({ type: 'search.changed', run_id: runId })
}

export function setPriority(tx: Tx, runId: string, priority: Priority): void {
  tx.update(searchRuns).set({ priority }).where(eq(searchRuns.run_id, runId)).run()
}

/** Undefined when the run has ended. */
export function runStarted(tx: Tx, runId: string, at: Instant): SearchRunRow | undefined {
  const row = tx
    .update(searchRuns)
    .set({ completion_state: 'running', updated_at: at })
    .where(and(eq(searchRuns.run_id, runId), isNull(searchRuns.completed_at)))
    .returning()
    .get()
  if (row) tx.emit({ type: 'search.changed', run_id: runId })
  return row
}

interface End {
  state: CompletionState
  reason?: string | null
  at: Instant
}

export function removeRun(tx: Tx, runId: string): void {
  tx.delete(searchRuns).where(eq(searchRuns.run_id, runId)).run()
}

/** Compare and set: a run ends once. False when it had ended. */
export function endRun(tx: Tx, runId: string, { state, reason = null, at }: End): boolean {
  const row = tx
    .update(searchRuns)
    .set({ completion_state: state, reason, updated_at: at, completed_at: at })
    .where(and(eq(searchRuns.run_id, runId), isNull(searchRuns.completed_at)))
    .returning({ run_id: searchRuns.run_id })
    .get()
  if (row) tx.emit({ type: 'search.changed', run_id: runId })
  return row !== undefined
}

// Items

const addItem = preparedQuery((tx: Tx) =>
  tx
    .insert(searchItems)
    .values({
      run_id: is('run_id'),
      entity_type: is('entity_type'),
      entity_id: is('entity_id'),
      position: is('position'),
      state: sql`'accepted'`,
      updated_at: is('at'),
    })
    .prepare(),
)

export function insertItems(tx: Tx, run_id: string, entities: readonly SearchEntity[], at: Instant): void {
  for (const [position, entity] of entities.entries()) addItem(tx).run({ ...entity, run_id, position, at })
}

interface Backlog extends Searchable {
  /** Only issues that were not searched for since then. */
  before?: Instant
  most: number
}

/**
 * Adds all wanted issues as items of the run in one statement, starting with those not searched for the longest or
 * ever.
 */
export function insertBacklog(tx: Tx, runId: string, { before, most, ...searchable }: Backlog, at: Instant): number {
  const stale =
    before === undefined ? sql`1` : sql`(${searchLast.searched_at} is null or ${searchLast.searched_at} <= ${before})`
  tx.run(sql`insert into ${searchItems} (run_id, entity_type, entity_id, position, state, attempt_count, updated_at)
    select ${runId}, ${WANTED_TYPE}, ${issues.issue_id},
      row_number() over (order by ${searchLast.searched_at} nulls first, ${issues.release_date} desc, ${issues.issue_id}) - 1,
      'accepted', 0, ${at}
    from ${issues} join ${series} on ${series.comic_id} = ${issues.comic_id}
      left join ${searchLast} on ${searchLast.entity_id} = ${issues.issue_id}
    where ${searchableOn(searchable)} and ${stale}
    order by ${searchLast.searched_at} nulls first, ${issues.release_date} desc, ${issues.issue_id}
    limit ${most}`)
  return countItems(tx, runId)
}

export interface NamedSearchItem {
  item: SearchItemRow
  comic_id: string | null
  series: string | null
  issue_number: string | null
  unit: Unit | null
}

/** In the order of the searches, with series names and numbers. */
export function searchItemsOf(
  db: ReadHandle,
  runId: string,
  span?: { limit: number; offset: number },
): NamedSearchItem[] {
  const query = namedItems(db).where(eq(searchItems.run_id, runId)).orderBy(searchItems.position).$dynamic()
  return span ? query.limit(span.limit).offset(span.offset).all() : query.all()
}

/** Like `itemsOf`, but all items, in steps. */
export function* stepItems(at: Snapshot, runId: string): Generator<NamedSearchItem[]> {
  const rows = at.read
    .select({ row: sql<number>`${searchItems}.rowid`.as('row') })
    .from(searchItems)
    .where(eq(searchItems.run_id, runId))
    .orderBy(searchItems.position)
  for (const step of at.steps<{ row: number }>(rows)) {
    const numbers = JSON.stringify(step.map(({ row }) => row))
    yield namedItems(at.read)
      .where(sql`${searchItems}.rowid in (select value from json_each(${numbers}))`)
      .orderBy(searchItems.position)
      .all()
  }
}

const namedItems = (db: ReadHandle) =>
  db
    .select({
      item: searchItems,
      comic_id: issues.comic_id,
      series: series.name,
      issue_number: issues.number,
      unit: issues.unit,
    })
    .from(searchItems)
    .leftJoin(issues, eq(issues.issue_id, searchItems.entity_id))
    .leftJoin(series, eq(series.comic_id, issues.comic_id))

function countItems(db: ReadHandle, runId: string): number {
  const count = sql<number>`count(*)`
  return db.select({ count }).from(searchItems).where(eq(searchItems.run_id, runId)).get()!.count
}

export function itemCountsOf(db: ReadHandle, runIds: readonly string[]): Map<string, ItemCounts> {
  const found = new Map<string, ItemCounts>(runIds.map((runId) => [runId, {}]))
  const rows = db
    .select({ run_id: searchItems.run_id, state: searchItems.state, count: sql<number>`count(*)` })
    .from(searchItems)
    .where(inArray(searchItems.run_id, [...runIds]))
    .groupBy(searchItems.run_id, searchItems.state)
    .all()
  for (const { run_id, state, count } of rows) found.get(run_id)![state] = count
  return found
}

// The latest search of issues

export interface SearchAttempt {
  state: SearchItemState
  attempt_count: number
  reason: string | null
  run_id: string
  entity_type: SearchItemRow['entity_type']
  updated_at: Instant
  completed_at: Instant | null
  /** The outcome as a sentence; null while the search runs. */
  summary: string | null
}

const latestItems = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(searchItems)
    .where(
      sql`rowid in (select (select rowid from search_items as own where own.entity_id = asked.value
        order by own.updated_at desc, own.rowid desc limit 1) from json_each(${is('ids')}) as asked)`,
    )
    .prepare(),
)

const summaries = preparedQuery((db: ReadHandle) =>
  db
    .select({ entity_id: searchLast.entity_id, run_id: searchLast.run_id, summary: searchLast.summary })
    .from(searchLast)
    .where(sql`${searchLast.entity_id} in (select value from json_each(${is('ids')}))`)
    .prepare(),
)

/** The latest search item of each of these issues, in two statements however long the list. */
export function attemptsOf(db: ReadHandle, issueIds: readonly string[]): Map<string, SearchAttempt> {
  const found = new Map<string, SearchAttempt>()
  if (issueIds.length === 0) return found
  const ids = JSON.stringify(issueIds)
  const ended = new Map(
    summaries(db)
      .all({ ids })
      .map((last) => [last.entity_id, last]),
  )
  for (const row of latestItems(db).all({ ids })) {
    const { entity_id, position: _position, resolution: _resolution, ...attempt } = row
    const last = ended.get(entity_id)
    found.set(entity_id, { ...attempt, summary: last?.run_id === row.run_id ? last.summary : null })
  }
  return found
}

/** Deletes ended runs older than `before`, expired previews, and last searches of deleted issues. */
export function pruneSearches(tx: Tx, before: Instant, now: Instant): void {
  tx.delete(searchRuns).where(lt(searchRuns.completed_at, before)).run()
  // Earlier versions created scheduled runs that waited for the gate: the next routine run has the same issues.
  const waits = and(eq(searchRuns.completion_state, 'pending'), eq(searchRuns.dispatch_state, 'pending'))
  tx.delete(searchRuns)
    .where(and(waits, eq(searchRuns.trigger, 'scheduled')))
    .run()
  tx.delete(searchPreviews).where(lt(searchPreviews.expires_at, before)).run()
  tx.delete(searchPreviews)
    .where(and(lt(searchPreviews.expires_at, now), isNull(searchPreviews.run_id)))
    .run()
  tx.delete(searchLast).where(sql`${searchLast.entity_id} not in (select ${issues.issue_id} from ${issues})`).run()
}
