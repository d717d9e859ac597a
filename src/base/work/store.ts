import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '../platform/ports'
import type { ReadHandle, Tx } from '../storage/database'
import { preparedQuery } from '../storage/prepared-query'
import { everyColumn, wholeRow } from '../storage/whole-row'
import { activeStates, type OperationMove, type OperationState, operationStates, stateAfter } from './machine'
import { jobs, operations } from './tables'

export type OperationRow = typeof operations.$inferSelect
export type JobRow = typeof jobs.$inferSelect

interface NewRow {
  operation_id: string
  kind: string
  subject: string
  payload: unknown
  /** The user who asked for it. */
  requestedBy?: string
  at: Instant
}

// No target of the conflict: SQLite rejects SQL that names a partial index.
const add = preparedQuery((tx: Tx) =>
  tx.insert(operations).values(everyColumn(operations)).onConflictDoNothing().returning().prepare(),
)

/** Undefined when an operation of the kind is active for the subject. */
export function insertOperation(tx: Tx, wanted: NewRow): OperationRow | undefined {
  const row = add(tx).get(
    wholeRow(operations, {
      operation_id: wanted.operation_id,
      kind: wanted.kind,
      subject: wanted.subject,
      payload: wanted.payload,
      state: 'queued',
      requested_by: wanted.requestedBy,
      created_at: wanted.at,
    }),
  )
  return announced(tx, row)
}

const is = (name: string) => sql.placeholder(name)
const OF_KIND = eq(operations.kind, is('kind'))
const ABOUT = eq(operations.subject, is('subject'))

// Read at each step of an operation, and twice for each job of the jobs page.
const byId = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(operations)
    .where(eq(operations.operation_id, is('operation_id')))
    .prepare(),
)
const activeWhere = (...same: SQL[]) =>
  preparedQuery((db: ReadHandle) =>
    db
      .select()
      .from(operations)
      .where(and(inArray(operations.state, [...activeStates]), ...same))
      .orderBy(operations.created_at)
      .prepare(),
  )
const [allActive, activeOfKind, activeOfKindAbout] = [activeWhere(), activeWhere(OF_KIND), activeWhere(OF_KIND, ABOUT)]
const latestWhere = (...same: SQL[]) =>
  preparedQuery((db: ReadHandle) =>
    db
      .select()
      .from(operations)
      .where(and(...same))
      .orderBy(desc(operations.created_at), sql`rowid desc`)
      .limit(1)
      .prepare(),
  )
const [latestOfKind, latestOfKindAbout] = [latestWhere(OF_KIND), latestWhere(OF_KIND, ABOUT)]

export function findOperation(db: ReadHandle, operationId: string): OperationRow | undefined {
  return byId(db).get({ operation_id: operationId })
}

/** The oldest first. */
export function activeOperations(db: ReadHandle, kind?: string, subject?: string): OperationRow[] {
  if (kind === undefined) return allActive(db).all()
  return subject === undefined ? activeOfKind(db).all({ kind }) : activeOfKindAbout(db).all({ kind, subject })
}

/** Newest first, including ended ones. */
export function recentOperations(db: ReadHandle, subject: string, limit: number): OperationRow[] {
  const own = db.select().from(operations).where(eq(operations.subject, subject))
  return own.orderBy(desc(operations.created_at)).limit(limit).all()
}

export function latestOperation(db: ReadHandle, kind: string, subject?: string): OperationRow | undefined {
  return subject === undefined ? latestOfKind(db).get({ kind }) : latestOfKindAbout(db).get({ kind, subject })
}

export function startOperation(tx: Tx, operationId: string, at: Instant): OperationRow | undefined {
  const row = findOperation(tx, operationId)
  return move(tx, operationId, 'start', { started_at: at, attempt: (row?.attempt ?? 0) + 1 })
}

export function interruptOperation(tx: Tx, operationId: string): OperationRow | undefined {
  return move(tx, operationId, 'interrupt', {})
}

export function cancelOperation(tx: Tx, operationId: string, at: Instant): OperationRow | undefined {
  return move(tx, operationId, 'cancel', { finished_at: at })
}

interface Ending {
  state: 'succeeded' | 'failed'
  detail?: unknown
  error?: string
  at: Instant
}

export function finishOperation(tx: Tx, operationId: string, ending: Ending): OperationRow | undefined {
  const detail = ending.detail === undefined ? {} : { detail: ending.detail }
  const progress = ending.state === 'succeeded' ? { progress: 1 } : {}
  const rest = { finished_at: ending.at, error: ending.error ?? null, ...detail, ...progress }
  return move(tx, operationId, ending.state === 'succeeded' ? 'succeed' : 'fail', rest)
}

export function reportProgress(tx: Tx, operationId: string, progress: number, detail?: unknown): void {
  tx.update(operations)
    .set({ progress, ...(detail === undefined ? {} : { detail }) })
    .where(and(eq(operations.operation_id, operationId), eq(operations.state, 'running')))
    .run()
}

/** Compare and set: changes the row only when the transition is legal, so a second caller changes nothing. */
function move(tx: Tx, operationId: string, how: OperationMove, rest: Partial<OperationRow>): OperationRow | undefined {
  const from = operationStates.filter((state) => stateAfter(state, how) !== undefined)
  const to = stateAfter(from[0] as OperationState, how) as OperationState
  const row = tx
    .update(operations)
    .set({ ...rest, state: to })
    .where(and(eq(operations.operation_id, operationId), inArray(operations.state, from)))
    .returning()
    .get()
  return announced(tx, row)
}

function announced(tx: Tx, row: OperationRow | undefined): OperationRow | undefined {
  if (row) tx.emit({ type: 'operation.changed', operation_id: row.operation_id, kind: row.kind, state: row.state })
  return row
}

const byName = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(jobs)
    .where(eq(jobs.name, sql.placeholder('name')))
    .prepare(),
)

export function findJob(db: ReadHandle, name: string): JobRow | undefined {
  return byName(db).get({ name })
}

const addStart = preparedQuery((tx: Tx) =>
  tx
    .insert(jobs)
    .values({ name: sql.placeholder('name'), last_started_at: sql.placeholder('at') })
    .onConflictDoUpdate({ target: jobs.name, set: { last_started_at: sql`excluded.last_started_at` } })
    .prepare(),
)

export function recordJobStart(tx: Tx, name: string, at: Instant): void {
  addStart(tx).run({ name, at })
}

const succeeded = preparedQuery((tx: Tx) =>
  tx
    .update(jobs)
    .set({ last_finished_at: sql`${sql.placeholder('at')}`, last_ok: true, last_error: null, failures_in_row: 0 })
    .where(eq(jobs.name, sql.placeholder('name')))
    .prepare(),
)

export function recordJobEnd(tx: Tx, name: string, at: Instant, error?: string): void {
  if (error === undefined) {
    succeeded(tx).run({ name, at })
    return
  }
  tx.update(jobs)
    .set({
      last_finished_at: at,
      last_ok: false,
      last_error: error,
      failures_in_row: sql`${jobs.failures_in_row} + 1`,
    })
    .where(eq(jobs.name, name))
    .run()
}

export function pauseJob(tx: Tx, name: string, paused: boolean): void {
  const row = { name, paused }
  tx.insert(jobs).values(row).onConflictDoUpdate({ target: jobs.name, set: row }).run()
}
