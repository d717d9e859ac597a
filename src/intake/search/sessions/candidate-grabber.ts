import type { Clock, Log, Random } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import type { AcquisitionGate } from '../../acquisition/gate'
import type { Lease } from '../../acquisition/leases'
import type { Journal } from '../../downloads/journal/journal'
import { releaseKey } from '../../downloads/journal/release-key'
import type { GrabOutcome } from '../grabs/grab-request'
import type { Grabber, GrabNow } from '../grabs/grabber'
import type { Indexers } from '../indexers/indexer'
import type { CandidateState } from '../states'
import { wantedType } from '../wanted/store'
import {
  type FinalOutcome,
  grabOutcomeOf,
  grabRefusal,
  grabReply,
  type SavedGrabReply,
  savedReplyOf,
} from './grab-outcome'
import type { RefindResult } from './refind'
import type { GrabReply } from './schema'
import * as store from './store'

interface Deps {
  ports: { db: Database; clock: Clock; random: Random; log: Log }
  gate: Pick<AcquisitionGate, 'lease' | 'read'>
  grabber: Pick<Grabber, 'alone' | 'route'>
  indexers: Pick<Indexers, 'get'>
  refind: (pending: CandidateGrab, signal: AbortSignal) => Promise<RefindResult>
  journal: Pick<Journal, 'find'>
}

/** Outcome of a grab and the status of the reply. */
export interface GrabResult {
  status: 200 | 500
  reply: GrabReply
}

/** Saved with a candidate: the id of its journal row, then its outcome. */
interface SavedOutcome {
  item_id?: string
  taken?: SavedGrabReply
}

export interface CandidateGrab {
  session: store.SearchSession
  candidate: store.SessionCandidate
  override: boolean
  item_id: string
}

/**
 * Grabs a candidate: reserves it, checks it again at its indexer, and sends it to a client. One at a time, and each
 * candidate once.
 */
export class CandidateGrabber {
  private readonly stopping = new AbortController()

  constructor(private readonly deps: Deps) {}

  async grab(session: store.SearchSession, candidate: store.SessionCandidate, override: boolean): Promise<GrabResult> {
    const { candidate_id, state } = candidate
    const done = (candidate.outcome as SavedOutcome | null)?.taken
    if (done) return { status: 200, reply: grabReply(done, true) }
    if (state === 'submitting')
      throw grabRefusal(candidate_id, 'conflict', 'This release is already being sent to the download client.')
    checkVerdict(candidate, override)
    const pending = { session, candidate, override, item_id: this.deps.ports.random.id() }
    const lease = this.lease(pending)
    try {
      const ended = await this.deps.grabber.alone((grabNow) => this.reserveAndHand(pending, grabNow))
      if (ended) return ended
    } finally {
      lease.release()
    }
    throw grabRefusal(candidate_id, 'grab_busy', 'Another release grab is already being processed.')
  }

  /** A user's own grab needs no review, but is refused during maintenance. */
  private lease({ candidate }: CandidateGrab): Lease {
    const { gate, indexers } = this.deps
    const { candidate_id, indexer_id, offer, satisfies } = candidate
    const isAmong = satisfies.length === 0 || satisfies.some(({ entity_id }) => entity_id === offer.found_for)
    const issueId = isAmong ? offer.found_for : satisfies[0]!.entity_id
    const release_key = releaseKey(issueId, indexers.get(indexer_id)?.row.name ?? '')
    const request = { producer: 'interactive_grab', subject: candidate_id, release_key, route: offer.protocol } as const
    const lease = gate.lease(request)
    if (lease) return lease
    throw grabRefusal(candidate_id, 'maintenance', `Downloads are on hold. ${gate.read().reason}`)
  }

  /** Ends grabs that a crash interrupted, from the journal. Call after the journal has recovered. */
  recover(left: readonly store.SessionCandidate[]): void {
    for (const candidate of left) {
      const itemId = (candidate.outcome as SavedOutcome | null)?.item_id
      const item = itemId === undefined ? undefined : this.deps.journal.find(itemId)
      const outcome = item && grabOutcomeOf(item)
      if (!item) this.move(candidate, 'available', null)
      else if (outcome) this.end(candidate, outcome)
    }
  }

  stop(): void {
    this.stopping.abort()
  }

  private async reserveAndHand(pending: CandidateGrab, grabNow: GrabNow): Promise<GrabResult> {
    const { candidate, item_id } = pending
    if (!this.move(candidate, 'submitting', { item_id }, 'available'))
      throw grabRefusal(candidate.candidate_id, 'conflict', 'This release is no longer available. Search again.')
    try {
      return this.answer(candidate, await this.hand(pending, grabNow))
    } catch (error) {
      if (error instanceof Refusal) {
        this.move(candidate, 'available', null)
        throw error
      }
      this.deps.ports.log.error('search', 'release could not be downloaded', { title: candidate.offer.title, error })
      return this.fault(pending)
    }
  }

  /**
   * Ends a grab after an internal error: without a journal row nothing was sent; with one, only the journal knows the
   * outcome.
   */
  private fault({ candidate, item_id }: CandidateGrab): GrabResult {
    const item = this.deps.journal.find(item_id)
    if (item) {
      const { release_key } = item
      const detail = 'An internal error occurred while the release was sent. Check whether the download client has it.'
      const unsure = { state: 'manual_review', code: 'handoff_outcome_ambiguous', detail, release_key } as const
      return this.answer(candidate, grabOutcomeOf(item) ?? unsure)
    }
    this.move(candidate, 'available', null)
    const sentence = 'The release could not be checked because of an internal error. Nothing was downloaded.'
    throw grabRefusal(candidate.candidate_id, 'revalidation_failed', sentence)
  }

  private async hand(pending: CandidateGrab, grabNow: GrabNow): Promise<GrabOutcome> {
    const { session, candidate, item_id } = pending
    const { candidate_id, indexer_id } = candidate
    const { signal } = this.stopping
    const route = await this.deps.grabber.route(candidate.offer.protocol)
    if ('problem' in route) throw grabRefusal(candidate_id, 'route_unavailable', route.problem)
    const again = await this.deps.refind(pending, signal)
    if ('code' in again) throw grabRefusal(candidate_id, again.code, again.detail)
    const { offer, issues, pack, upgrade } = again
    const first = issues[0]!
    const request = {
      offer,
      indexer_id,
      entity_type: wantedType(this.deps.ports.db.read, first),
      entity_id: first.issue_id,
      comic_id: session.series_id,
      issue_ids: issues.map(({ issue_id }) => issue_id),
      pack,
      upgrade,
      requested_by: 'interactive' as const,
      item_id,
    }
    return grabNow(request, signal)
  }

  private answer(candidate: store.SessionCandidate, outcome: GrabOutcome): GrabResult {
    const { candidate_id } = candidate
    if (outcome.state === 'blocked' || outcome.state === 'in_flight')
      throw grabRefusal(candidate_id, outcome.code, outcome.detail)
    // A release that no client has received yet may be retried.
    const early = outcome.state === 'failed' && outcome.code !== 'handoff_rejected'
    if (early) throw grabRefusal(candidate_id, outcome.code, outcome.detail)
    const reply = this.end(candidate, outcome)
    if (outcome.state === 'failed') throw grabRefusal(candidate_id, outcome.code, outcome.detail)
    return { status: outcome.state === 'submitted' ? 200 : 500, reply }
  }

  private end(candidate: store.SessionCandidate, outcome: FinalOutcome): GrabReply {
    const reply = savedReplyOf(candidate.candidate_id, outcome)
    this.move(candidate, outcome.state, { taken: reply })
    return grabReply(reply, false)
  }

  private move(
    { session_id, candidate_id }: store.SessionCandidate,
    to: CandidateState,
    outcome: SavedOutcome | null,
    from: CandidateState = 'submitting',
  ): boolean {
    const { db, clock } = this.deps.ports
    return db.write((tx) => {
      const moved = store.moveCandidate(tx, { session_id, candidate_id, from, to }, outcome, clock.now())
      if (moved) store.emitSession(tx, session_id)
      return moved
    })
  }
}

function checkVerdict({ candidate_id, verdict }: store.SessionCandidate, override: boolean): void {
  if (verdict.accepted || (verdict.overrideable && override)) return
  const why = verdict.reasons[0]?.message ?? 'Rejected'
  const [code, sentence] = verdict.overrideable
    ? ['override_required', 'Release candidate requires an explicit override.']
    : ['not_overrideable', 'This release cannot be downloaded.']
  throw grabRefusal(candidate_id, code as string, `${sentence} ${why}`)
}
