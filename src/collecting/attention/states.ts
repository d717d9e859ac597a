import type { Resolution, Stage } from '../../intake/downloads/states'
import type { Trigger } from '../../intake/search/states'

/** Actions of the user on items that need attention. */
export const actions = ['retry', 'search_again', 'stop_wanting', 'import'] as const
export type AttentionAction = (typeof actions)[number]

/** Stages that need attention. */
export type WaitingStage = Extract<Stage, 'failed' | 'manual_review'>

/** Actions per stage. A failed download can be retried; a finished one that was not recognised can also be imported. */
export const actionsAt = {
  failed: ['retry', 'stop_wanting'],
  manual_review: ['import', 'search_again', 'stop_wanting'],
} as const satisfies Record<WaitingStage, readonly AttentionAction[]>

export const resolutionOf = {
  retry: 'retried',
  search_again: 'retried',
  stop_wanting: 'ignored',
  import: 'imported',
} as const satisfies Record<AttentionAction, Resolution>

export const triggerOf = {
  retry: 'band_retry',
  search_again: 'band_search_again',
} as const satisfies Partial<Record<AttentionAction, Trigger>>

/** Problems of an action, with their status. */
export const problems = {
  row_not_found: 404,
  not_in_attention: 409,
  already_resolved: 409,
  action_not_allowed: 409,
  search_blocked: 409,
  missing_issue: 400,
  missing_import_source: 400,
  invalid_import_source: 400,
  /** The disk is full or locked: a temporary problem. */
  not_writable: 503,
  search_failed: 500,
  import_failed: 500,
} as const
export type Problem = keyof typeof problems
/** The words that tools know: a temporary problem is reported as the failure behind it. */
export type WireProblem = Exclude<Problem, 'not_writable'>
export const problemNames = Object.keys(problems).filter((name) => name !== 'not_writable') as [
  WireProblem,
  ...WireProblem[],
]

/** Maximum number of keys in one request; of more, only the newest are used. */
export const CAP = 25
/** Members of a group in the preview. */
export const PREVIEW_CAP = 5
