import { legacy, type Refusal } from '../../base/refusal'
import type { RepairRunState } from './states'

const WORDS: Record<RepairRunState, string> = {
  previewed: 'has not been confirmed yet',
  confirmed: 'is confirmed and not applied yet',
  waiting_for_drain: 'is waiting for searches and grabs to end',
  applying: 'is being applied',
  canary_complete: 'has repaired its first issue and is not complete',
  completed: 'is complete',
  needs_review: 'is complete, with conflicts',
  rollback_waiting_for_drain: 'is waiting for searches and grabs to end before its rollback',
  rolling_back: 'is being rolled back',
  rolled_back: 'was rolled back',
  rollback_needs_review: 'was rolled back, with conflicts',
}

export const unknownRun = (runId: string): Refusal =>
  legacy('missing', `There is no repair run ${runId}. Runs are kept for 30 days.`, { code: 'run_not_found' })

export const wrongState = (state: RepairRunState): Refusal =>
  legacy('conflict', `This is not possible now: the repair ${WORDS[state]}.`, { code: 'run_state', state })

export const conflict = (code: string, sentence: string): Refusal => legacy('conflict', sentence, { code })
export const locked = (code: string, sentence: string): Refusal => legacy('locked', sentence, { code })
export const invalid = (sentence: string): Refusal => legacy('invalid', sentence)

/** The user's reason. Throws Refusal 'invalid' without one. */
export function reasonOf(body: { reason?: string } | null | undefined, ask: string): string {
  const reason = body?.reason?.trim()
  if (!reason) throw invalid(`Missing reason. ${ask}`)
  return reason
}
