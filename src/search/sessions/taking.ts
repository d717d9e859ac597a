import type { Journal } from '../../downloads/journal'
import type { Clock, Log, Random } from '../../platform/ports'
import { type Kind, Refusal } from '../../refusal'
import type { Database } from '../../storage/database'
import type { Grabber, Take } from '../grab'
import type { GrabOutcome } from '../runs/grabs'
import type { CandidateState } from '../states'
import type { Quests } from './quest'
import type { Refound } from './refind'
import type { Taken } from './schema'
import * as store from './store'

interface Deps {
  db: Database
  clock: Clock
  random: Random
  log: Log
  quests: Pick<Quests, 'of'>
  grabber: Pick<Grabber, 'alone' | 'route'>
  refind: (session: store.Session, candidate: store.Candidate, override: boolean) => Promise<Refound>
  journal: Pick<Journal, 'find'>
}

/** A grab that came to its end, and the status of the reply to who waited for it. */
export interface Ended {
  status: 200 | 500
  taken: Taken
}

/** What is kept with a candidate: what its grab is called in the journal, then what it came to. */
interface Kept {
  item_id?: string
  taken?: Omit<Taken, 'success' | 'idempotent'>
}

const STATES = { submitted: 'submitted', failed: 'failed', manual_review: 'manual_review' } as const

/** Takes a candidate: claimed, checked once more where it was found, handed over. One at a time, and each once. */
export class Taking {
  constructor(private readonly deps: Deps) {}

  async take(session: store.Session, candidate: store.Candidate, override: boolean): Promise<Ended> {
    const done = (candidate.outcome as Kept | null)?.taken
    if (done) return { status: 200, taken: { ...done, success: done.status === 'submitted', idempotent: true } }
    if (candidate.state === 'submitting')
      throw this.refusal(candidate, 'conflict', 'conflict', 'This release is being handed over already.')
    this.checkVerdict(candidate, override)
    const ended = await this.deps.grabber.alone((take) => this.claimed(session, candidate, override, take))
    if (ended) return ended
    throw this.refusal(candidate, 'conflict', 'grab_busy', 'Another release grab is already being processed')
  }

  /** What the last process left half-way is what the journal says of it. Call when that has recovered. */
  recover(): void {
    const { db, journal } = this.deps
    for (const candidate of store.submitting(db.read)) {
      const itemId = (candidate.outcome as Kept | null)?.item_id
      const item = itemId === undefined ? undefined : journal.find(itemId)
      if (!item) this.move(candidate, 'available', null)
      else if (item.stage !== 'reserved') {
        const { release_key } = item
        const detail = item.reason?.replace(/^\w+: /, '') ?? ''
        this.end(
          candidate,
          item.stage === 'failed'
            ? { state: 'failed', code: 'handoff_rejected', detail }
            : item.stage === 'manual_review'
              ? { state: 'manual_review', code: 'handoff_outcome_ambiguous', detail, release_key }
              : { state: 'submitted', release_key },
        )
      }
    }
  }

  private checkVerdict(candidate: store.Candidate, override: boolean): void {
    const { accepted, overrideable, reasons } = candidate.verdict
    if (accepted) return
    const why = reasons[0]?.message ?? 'It was refused.'
    if (!overrideable)
      throw this.refusal(candidate, 'conflict', 'not_overrideable', `This release cannot be taken. ${why}`)
    if (override) return
    throw this.refusal(
      candidate,
      'conflict',
      'override_required',
      `Release candidate requires an explicit override. ${why}`,
    )
  }

  private async claimed(
    session: store.Session,
    candidate: store.Candidate,
    override: boolean,
    take: Take,
  ): Promise<Ended> {
    const item_id = this.deps.random.id()
    if (!this.move(candidate, 'submitting', { item_id }, 'available'))
      throw this.refusal(candidate, 'conflict', 'conflict', 'This release is not to be had any more: search again.')
    try {
      return this.answer(candidate, await this.hand(session, candidate, { override, item_id, take }))
    } catch (error) {
      this.move(candidate, 'available', null)
      if (error instanceof Refusal) throw error
      this.deps.log.error('search', 'a release could not be checked again', { title: candidate.offer.title, error })
      const sentence = 'The release could not be checked again because of a fault on our side. Nothing was grabbed.'
      throw this.refusal(candidate, 'upstream', 'revalidation_failed', sentence)
    }
  }

  private async hand(
    session: store.Session,
    candidate: store.Candidate,
    { override, item_id, take }: { override: boolean; item_id: string; take: Take },
  ): Promise<GrabOutcome> {
    const { indexer_id } = candidate
    const route = await this.deps.grabber.route(candidate.offer.protocol)
    if ('problem' in route) throw this.refusal(candidate, 'conflict', 'route_unavailable', route.problem)
    const again = await this.deps.refind(session, candidate, override)
    if ('code' in again) throw this.refusal(candidate, 'conflict', again.code, again.detail)
    const { offer, issues, pack } = again
    const first = issues[0]!
    return take({
      offer,
      indexer_id,
      entity_type: first.kind,
      entity_id: first.issue_id,
      comic_id: session.series_id,
      issue_ids: issues.map(({ issue_id }) => issue_id),
      pack,
      requested_by: 'interactive',
      item_id,
    })
  }

  private answer(candidate: store.Candidate, outcome: GrabOutcome): Ended {
    // What was not handed to anything yet may be tried again.
    const early = outcome.state === 'blocked' || (outcome.state === 'failed' && outcome.code !== 'handoff_rejected')
    if (early) throw this.refusal(candidate, 'conflict', outcome.code, outcome.detail)
    const taken = this.end(candidate, outcome)
    if (outcome.state === 'failed') throw this.refusal(candidate, 'upstream', outcome.code, outcome.detail, 'failed')
    return { status: outcome.state === 'submitted' ? 200 : 500, taken }
  }

  private end(candidate: store.Candidate, outcome: Exclude<GrabOutcome, { state: 'blocked' }>): Taken {
    const { candidate_id } = candidate
    const told =
      outcome.state === 'submitted'
        ? { journal_release_key: outcome.release_key, journal_managed: true }
        : { code: outcome.code, error: outcome.detail, detail: outcome.detail }
    const taken = { status: outcome.state, candidate_id, ...told }
    this.move(candidate, STATES[outcome.state], { taken })
    return { ...taken, success: outcome.state === 'submitted', idempotent: false }
  }

  private move(
    { session_id, candidate_id }: store.Candidate,
    to: CandidateState,
    kept: Kept | null,
    from: CandidateState = 'submitting',
  ): boolean {
    const { db, clock } = this.deps
    return db.write((tx) => {
      const moved = store.moveCandidate(tx, { session_id, candidate_id, from, to }, kept, clock.now())
      if (moved) store.tellAgain(tx, session_id)
      return moved
    })
  }

  private refusal(
    { candidate_id }: store.Candidate,
    kind: Kind,
    code: string,
    error: string,
    status = STATUS[code],
  ): Refusal {
    return new Refusal(kind, error, { success: false, status: status ?? 'blocked', code, error, candidate_id })
  }
}

const STATUS: Record<string, string> = {
  conflict: 'conflict',
  candidate_changed: 'conflict',
  revalidation_failed: 'failed',
}
