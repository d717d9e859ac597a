import { sql } from 'drizzle-orm'
import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, id, instant, json } from '../storage/columns'
import type { State } from './machine'

/** Our own work that outlives a request: scans, confirms, later refreshes and repairs. */
export const operations = sqliteTable(
  'operations',
  {
    operation_id: id().primaryKey(),
    kind: text().notNull(),
    /** What it is about; at most one operation of a kind is active for a subject. */
    subject: text().notNull(),
    payload: json<unknown>().notNull(),
    state: text().$type<State>().notNull(),
    /** Share of the work that is done, 0 to 1. */
    progress: real().notNull().default(0),
    /** What a finished operation answers, or what it is busy with. */
    detail: json<unknown>(),
    /** The sentence of a failure. */
    error: text(),
    attempt: integer().notNull().default(0),
    requested_by: text(),
    created_at: instant().notNull(),
    started_at: instant(),
    finished_at: instant(),
  },
  (t) => [
    // "Only one at a time" is this index, not a flag: the second request meets it.
    uniqueIndex('operations_one_active').on(t.kind, t.subject).where(sql`${t.state} in ('queued','running')`),
    index('operations_by_kind').on(t.kind, t.created_at),
  ],
)

/** When each recurring job last ran; what is due follows from that and the clock. */
export const jobs = sqliteTable('jobs', {
  name: text().primaryKey(),
  last_started_at: instant(),
  last_finished_at: instant(),
  last_ok: flag(),
  last_error: text(),
  /** Runs that failed since the last that did not. */
  failures_in_row: integer().notNull().default(0),
  /** Somebody wants it to wait until told otherwise. */
  paused: flag().notNull().default(false),
})
