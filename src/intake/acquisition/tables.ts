import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id, instant } from '../../base/storage/columns'
import type { Producer, ReconciliationState } from './states'

/** The gate in front of everything that searches and grabs: one row, and none before it was first closed. */
export const acquisitionGate = sqliteTable('acquisition_gate', {
  /** Always 1. */
  gate_id: integer().primaryKey(),
  reconciliation: text().$type<ReconciliationState>().notNull().default('ready'),
  /** Why the migration is in this state, as a sentence. */
  reconciliation_reason: text(),
  reconciliation_at: instant(),
  /** The owner of the maintenance, `repair` for example; null when there is none. */
  owner: text(),
  run_id: id(),
  /** What the owner is doing, as a sentence. */
  reason: text(),
  closed_at: instant(),
  /** The owner renews it; without renewal the owner counts as dead. */
  heartbeat_at: instant(),
  /** Counts owners. Writes of an owner with an older epoch are refused. */
  epoch: integer().notNull().default(0),
})

/** Work that found the gate open and still runs: maintenance waits for it. */
export const acquisitionLeases = sqliteTable('acquisition_leases', {
  lease_id: id().primaryKey(),
  producer: text().$type<Producer>().notNull(),
  /** The subject of the work: the id of a run, an operation or a candidate. */
  subject: text().notNull(),
  taken_at: instant().notNull(),
  heartbeat_at: instant().notNull(),
})
