import { sql } from 'drizzle-orm'
import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, id, instant, json } from '../storage/columns'
import type { OperationState } from './machine'

/** Background work that outlives a request: scans, imports, refreshes and repairs. */
export const operations = sqliteTable(
  'operations',
  {
    operation_id: id().primaryKey(),
    kind: text().notNull(),
    /** The subject; at most one operation of a kind is active for it. */
    subject: text().notNull(),
    payload: json<unknown>().notNull(),
    state: text().$type<OperationState>().notNull(),
    /** Progress, 0 to 1. */
    progress: real().notNull().default(0),
    /** The result of a finished operation, or details of a running one. */
    detail: json<unknown>(),
    /** Why the operation failed, as a sentence. */
    error: text(),
    attempt: integer().notNull().default(0),
    requested_by: text(),
    created_at: instant().notNull(),
    started_at: instant(),
    finished_at: instant(),
  },
  (t) => [
    // This index allows only one active operation at a time: the second insert fails.
    uniqueIndex('operations_one_active').on(t.kind, t.subject).where(sql`${t.state} in ('queued','running')`),
    index('operations_by_kind').on(t.kind, t.created_at),
  ],
)

/** When each job last ran; the next run follows from that and the clock. */
export const jobs = sqliteTable('jobs', {
  name: text().primaryKey(),
  last_started_at: instant(),
  last_finished_at: instant(),
  last_ok: flag(),
  last_error: text(),
  /** Failed runs since the last successful one. */
  failures_in_row: integer().notNull().default(0),
  /** Paused by the user. */
  paused: flag().notNull().default(false),
})
