import { type Protocol, protocols } from '../../intake/downloads/states'
import type { Fulfillment, Intent } from '../../library/series/states'

export const repairRunStates = [
  'previewed',
  'confirmed',
  'waiting_for_drain',
  'applying',
  'canary_complete',
  'completed',
  'needs_review',
  'rollback_waiting_for_drain',
  'rolling_back',
  'rolled_back',
  'rollback_needs_review',
] as const
export type RepairRunState = (typeof repairRunStates)[number]

/** States in which rows are being changed, or the run waits for searches and grabs to end. */
export const workingStates = [
  'waiting_for_drain',
  'applying',
  'rollback_waiting_for_drain',
  'rolling_back',
] as const satisfies RepairRunState[]

export const runActions = [
  'confirm',
  'apply',
  'drained',
  'finish_canary',
  'finish',
  'finish_with_conflicts',
  'roll_back',
  'finish_rollback',
  'finish_rollback_with_conflicts',
] as const
export type RunAction = (typeof runActions)[number]

export const applyStates = ['pending', 'applied', 'conflict'] as const
export type ApplyState = (typeof applyStates)[number]

export const rollbackStates = ['pending', 'rolled_back', 'conflict'] as const
export type RollbackState = (typeof rollbackStates)[number]

export const permitStates = ['waiting_for_drain', 'authorized', 'claimed', 'completed', 'cancelled'] as const
export type PermitState = (typeof permitStates)[number]

export const openPermitStates = ['waiting_for_drain', 'authorized', 'claimed'] as const satisfies PermitState[]

export const permitActions = ['drained', 'claim', 'complete', 'release', 'expire'] as const
export type PermitAction = (typeof permitActions)[number]

/** How a started apply or rollback continues after a restart: a limited apply waits for the next request. */
export const runGoals = ['apply_all', 'apply_some', 'roll_back'] as const
export type RunGoal = (typeof runGoals)[number]

/** The state found for an issue, and the evidence for it. */
export const itemReasons = [
  'verified_file',
  'archived',
  'covered_by_volume',
  'journal_reserved',
  'journal_snatched',
  'journal_downloaded',
  'journal_post_processing',
  'journal_moved',
  'journal_manual_review',
  'journal_failed',
  'journal_ended',
  'legacy_downloaded',
  'legacy_reserved',
  'legacy_snatched',
  'legacy_failed',
  'legacy_skipped',
  'legacy_ignored',
  'paused',
  'future',
  'released_missing',
  'invalid_date',
  'missing_date',
] as const
export type ItemReason = (typeof itemReasons)[number]

/** The stored state behind a preview; a run writes a row only while the row still matches. */
export interface RepairBasis {
  intent: Intent
  fulfillment: Fulfillment
  /** The linked file that was checked. */
  file_id: string | null
  gone_at: string | null
  /** The unfinished download of the issue, as `id stage`. */
  open: string | null
}

/** The fields that a run writes; unchanged fields are left out. */
export interface RowChange {
  intent?: Intent
  fulfillment?: Fulfillment
  /** The path of a file that was marked as gone and exists again. */
  location?: string
}

/** Evidence about an issue, shown to the user. */
export interface RepairEvidence {
  file: { path: string; size: number; on_disk: boolean; marked_gone: boolean } | null
  download: { release_key: string; stage: string; reason: string | null; updated_at: string } | null
}

/** `nzb` is the word of existing tools for usenet. */
export const permitRoutes = [...protocols, 'nzb'] as const
export type PermitRoute = (typeof permitRoutes)[number]
export const protocolOf = (route: PermitRoute): Protocol => (route === 'nzb' ? 'usenet' : route)

/** Owner of the maintenance. */
export const OWNER = 'repair'
export const PREVIEW_MS = 15 * 60_000
export const PERMIT_MS = 15 * 60_000
export const KEPT_MS = 30 * 24 * 3_600_000
