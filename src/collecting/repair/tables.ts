import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, id, instant, json } from '../../base/storage/columns'
import type { DateSource, Fulfillment, Intent, IssueKind } from '../../library/series/states'
import type {
  ApplyState,
  ItemReason,
  PermitRoute,
  PermitState,
  RepairBasis,
  RepairEvidence,
  RepairRunState,
  RollbackState,
  RowChange,
  RunGoal,
} from './states'

/** One examination of a series and its result. Kept for 30 days. */
export const repairRuns = sqliteTable(
  'repair_runs',
  {
    run_id: id().primaryKey(),
    comic_id: id().notNull(),
    /** The name of the series at that time. */
    label: text().notNull(),
    state: text().$type<RepairRunState>().notNull(),
    /** SHA-256 of the token that confirms the run. */
    token_hash: text().notNull(),
    username: text().notNull(),
    /** The browser session that the run belongs to until it is confirmed. */
    sid: text().notNull(),
    expires_at: instant().notNull(),
    /** Fingerprint of all items and their evidence. */
    fingerprint: text().notNull(),
    item_count: integer().notNull(),
    /** Id of what was confirmed; null before. */
    manifest_id: id(),
    /** The item that is changed first. */
    canary_key: text(),
    goal: text().$type<RunGoal>(),
    rollback_reason: text(),
    created_at: instant().notNull(),
    confirmed_at: instant(),
    started_at: instant(),
    completed_at: instant(),
  },
  (t) => [index('repair_runs_by_time').on(t.created_at)],
)

/** An issue in the state that a run found, and the proposed change. */
export const repairItems = sqliteTable(
  'repair_items',
  {
    run_id: id()
      .notNull()
      .references(() => repairRuns.run_id, { onDelete: 'cascade' }),
    /** From 1, in reading order. */
    sequence: integer().notNull(),
    entity_type: text().$type<IssueKind>().notNull(),
    issue_id: id().notNull(),
    label: text().notNull(),
    reason: text().$type<ItemReason>().notNull(),
    /** The state by the evidence. */
    intent: text().$type<Intent>().notNull(),
    fulfillment: text().$type<Fulfillment>().notNull(),
    date_source: text().$type<DateSource>(),
    selected_date: text(),
    evidence: json<RepairEvidence>().notNull(),
    basis: json<RepairBasis>().notNull(),
    /** Null: the row is correct. */
    change: json<RowChange>(),
    optional: flag().notNull(),
    selected: flag().notNull(),
    apply_state: text().$type<ApplyState>(),
    rollback_state: text().$type<RollbackState>(),
    /** The row after its change. */
    applied: json<RepairBasis>(),
    /** Why the row was not changed, as a sentence. */
    conflict: text(),
  },
  (t) => [primaryKey({ columns: [t.run_id, t.sequence] }), index('repair_items_by_issue').on(t.issue_id)],
)

/** Lets one release through the closed gate, to see that grabs work after a repair. */
export const canaryPermits = sqliteTable(
  'canary_permits',
  {
    permit_id: id().primaryKey(),
    run_id: id()
      .notNull()
      .references(() => repairRuns.run_id, { onDelete: 'cascade' }),
    release_key: text().notNull(),
    /** The word in the request. */
    route: text().$type<PermitRoute>().notNull(),
    state: text().$type<PermitState>().notNull(),
    /** Epoch of the maintenance. */
    epoch: integer().notNull(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
    claimed_at: instant(),
    /** Subject of the lease of the grab. */
    claimed_by: text(),
    completed_at: instant(),
    /** `submitted`, `failed`, `not_grabbed`, `expired`, `released`, `not_drained`, `aborted`. */
    outcome: text(),
    release_reason: text(),
  },
  (t) => [index('canary_permits_of_run').on(t.run_id), index('canary_permits_by_state').on(t.state)],
)
