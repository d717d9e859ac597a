import { asSentence, Refusal, type RefusalKind } from '../../../base/refusal'
import type { DownloadItem } from '../../downloads/store'
import type { GrabOutcome } from '../grabs/grab-request'
import type { GrabReply } from './schema'

/** Kind and status of refusals other than `blocked`. */
const OTHERS: Record<string, { kind: RefusalKind; status: string }> = {
  conflict: { kind: 'conflict', status: 'conflict' },
  maintenance: { kind: 'locked', status: 'blocked' },
  candidate_changed: { kind: 'conflict', status: 'conflict' },
  revalidation_failed: { kind: 'upstream', status: 'failed' },
  handoff_rejected: { kind: 'upstream', status: 'failed' },
}

/** Why a candidate was not grabbed, for the reply. */
export function grabRefusal(candidate_id: string, code: string, sentence: string): Refusal {
  const { kind, status } = OTHERS[code] ?? { kind: 'conflict', status: 'blocked' }
  const error = asSentence(sentence)
  return new Refusal(kind, error, { success: false, status, code, error, candidate_id })
}

/** Final outcome of a grab, saved so that a repeated request gets the same reply. */
export type FinalOutcome = Exclude<GrabOutcome, { state: 'blocked' | 'in_flight' }>
export type SavedGrabReply = Omit<GrabReply, 'success' | 'idempotent'>

export function savedReplyOf(candidate_id: string, outcome: FinalOutcome): SavedGrabReply {
  if (outcome.state === 'submitted') {
    return { status: 'submitted', candidate_id, journal_release_key: outcome.release_key, journal_managed: true }
  }
  const { code, detail } = outcome
  return { status: outcome.state, candidate_id, code, error: detail, detail }
}

export const grabReply = (reply: SavedGrabReply, idempotent: boolean): GrabReply => ({
  ...reply,
  success: reply.status === 'submitted',
  idempotent,
})

/** The outcome from the journal; undefined while it is unknown. */
export function grabOutcomeOf({ stage, reason, release_key }: DownloadItem): FinalOutcome | undefined {
  if (stage === 'reserved') return undefined
  const detail = reason?.replace(/^\w+: /, '') ?? 'It ended without a result.'
  if (stage === 'failed') return { state: 'failed', code: 'handoff_rejected', detail }
  if (stage === 'manual_review') {
    return { state: 'manual_review', code: 'handoff_outcome_ambiguous', detail, release_key }
  }
  return { state: 'submitted', release_key }
}
