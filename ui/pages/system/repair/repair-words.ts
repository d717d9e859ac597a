import type { Reply } from '../../../api/contract'
import type { MarkState } from '../../../parts/status/mark'
import { countWords } from '../../../parts/text/format'

type RunReply = Reply<'GET /api/system/acquisition/repair/:run_id'>
export type RepairRun = RunReply['run']
export type RepairItem = NonNullable<RunReply['items']>[number]
export type CanaryPermit = Reply<'GET /api/system/acquisition/canary/:permit_id'>

const REASONS: Record<RepairItem['reason'], string> = {
  verified_file: 'Its file is on disk.',
  archived: 'You archived it.',
  covered_by_volume: 'An owned volume contains it.',
  journal_reserved: 'A release is being sent to the download client.',
  journal_snatched: 'It is being downloaded.',
  journal_downloaded: 'The download waits for the import.',
  journal_post_processing: 'Its download is being imported.',
  journal_moved: 'Its download is being imported.',
  journal_manual_review: 'Its download needs your decision in Needs attention.',
  journal_failed: 'Its download failed.',
  journal_ended: 'Its download has ended.',
  legacy_downloaded: 'Recorded as downloaded, but no file was found.',
  legacy_reserved: 'Recorded as reserved, but nothing is being downloaded.',
  legacy_snatched: 'Recorded as snatched, but nothing is being downloaded.',
  legacy_failed: 'Recorded as failed.',
  legacy_skipped: 'You skipped it.',
  legacy_ignored: 'You ignored it.',
  paused: 'Its series is not monitored.',
  future: 'Not released yet.',
  released_missing: 'Released, and no file was found.',
  invalid_date: 'Its release date is invalid.',
  missing_date: 'It has no release date.',
}

export const repairReasonWords = ({ reason, evidence: { file } }: RepairItem) =>
  reason === 'legacy_downloaded' && file ? 'Its file was not found. Its disk may be away.' : REASONS[reason]

const STATES: Record<RepairItem['fulfillment'], string> = {
  unknown: 'Not verified',
  missing: 'Missing',
  reserved: 'Reserved',
  snatched: 'Snatched',
  downloaded: 'Downloaded',
  archived: 'Archived',
  failed: 'Failed',
  covered: 'Covered',
}

const stateWords = (fulfillment: RepairItem['fulfillment'], intent: RepairItem['intent']) =>
  fulfillment === 'missing' && intent === 'wanted' ? 'Wanted' : STATES[fulfillment]

export const storedWords = ({ evidence: { stored } }: RepairItem) =>
  stateWords(stored.fulfillment, stored.AcquisitionIntent)

/** The state after the change. */
export const proposedWords = ({ fulfillment, intent, proposed_values }: RepairItem) =>
  stateWords(fulfillment, proposed_values.AcquisitionIntent ?? intent)

/** Whether the repair changes the issue, or may change it. */
export const isChange = ({ selected, optional }: RepairItem) => selected || optional

export function itemMark({ fulfillment, reason, intent, conflict }: RepairItem): MarkState {
  if (conflict) return 'attention'
  if (fulfillment === 'downloaded' || fulfillment === 'archived' || fulfillment === 'covered') return 'have'
  if (fulfillment === 'unknown' || reason === 'legacy_downloaded') return 'unknown'
  if (fulfillment === 'failed') return 'attention'
  if (fulfillment === 'reserved' || fulfillment === 'snatched') return 'way'
  return intent === 'wanted' ? 'wanted' : 'skipped'
}

/** The result for an issue; empty before the repair. */
export function itemOutcome({ apply_state, rollback_state, selected, optional }: RepairItem): string {
  if (rollback_state === 'rolled_back') return 'Restored'
  if (rollback_state === 'conflict' || apply_state === 'conflict') return 'Conflict'
  if (apply_state === 'applied') return 'Changed'
  return !selected && optional ? 'Not chosen' : ''
}

const RUN_STATES: Record<RepairRun['state'], readonly [MarkState, string]> = {
  previewed: ['unknown', 'Preview'],
  confirmed: ['wanted', 'Confirmed, not applied yet'],
  waiting_for_drain: ['way', 'Waiting for searches and grabs to end'],
  applying: ['way', 'Applying'],
  canary_complete: ['way', 'First issue changed'],
  completed: ['have', 'Complete'],
  needs_review: ['attention', 'Complete, with conflicts'],
  rollback_waiting_for_drain: ['way', 'Waiting for searches and grabs to end'],
  rolling_back: ['way', 'Rolling back'],
  rolled_back: ['skipped', 'Rolled back'],
  rollback_needs_review: ['attention', 'Rolled back, with conflicts'],
}
export const repairRunLook = ({ state }: RepairRun) => RUN_STATES[state]

const WORKING: readonly RepairRun['state'][] = [
  'waiting_for_drain',
  'applying',
  'rollback_waiting_for_drain',
  'rolling_back',
]
export const isWorking = ({ state }: RepairRun) => WORKING.includes(state)
export const isRollingBack = ({ state }: RepairRun) =>
  state === 'rolling_back' || state === 'rollback_waiting_for_drain'

/** The progress of the work, from 0 to 1. */
export function shareOf(run: RepairRun): number {
  const { applied_count, conflict_count, rollback_count, rollback_conflict_count, selected_count } = run
  const [done, all] = isRollingBack(run)
    ? [rollback_count + rollback_conflict_count, applied_count]
    : [applied_count + conflict_count, selected_count]
  return all === 0 ? 1 : done / all
}

export function repairRunWords(run: RepairRun): string {
  const { state, applied_count, conflict_count, rollback_count, rollback_conflict_count, selected_count } = run
  const left = (count: number) => (count === 0 ? '' : ` ${countWords(count, 'issue')} had changed and stayed.`)
  switch (state) {
    case 'previewed':
      return `${countWords(selected_count, 'correction')} proposed.`
    case 'confirmed':
      return `${countWords(selected_count, 'issue')} to change.`
    case 'rolled_back':
    case 'rollback_needs_review':
    case 'rolling_back':
    case 'rollback_waiting_for_drain':
      return `${countWords(rollback_count, 'issue')} restored.${left(rollback_conflict_count)}`
    default:
      return `${applied_count} of ${countWords(selected_count, 'issue')} changed.${left(conflict_count)}`
  }
}

const OUTCOMES: Record<string, string> = {
  submitted: 'The release was sent to the download client. Grabs work.',
  failed: 'The release could not be sent to the download client.',
  needs_attention: 'The download client may have the release. See Needs attention.',
  not_grabbed: 'Nothing was grabbed. The release was no longer found, or did not fit.',
  expired: 'The permit expired without a grab.',
  released: 'The permit was released.',
  not_drained: 'Searches or grabs did not end in time. Try again later.',
  aborted: 'The maintenance was aborted.',
}
export const outcomeWords = ({ outcome }: CanaryPermit) => OUTCOMES[outcome ?? ''] ?? 'The permit has ended.'
export const isPermitOpen = ({ state }: CanaryPermit) => state !== 'completed' && state !== 'cancelled'
