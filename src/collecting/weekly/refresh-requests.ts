import { Refusal } from '../../base/refusal'
import type { Operations } from '../../base/work/operations'
import type { JobState } from '../../base/work/timetable'
import { type RefreshPayload, WEEKLY_REFRESH } from './refresh'
import type { RefreshReply } from './schema'
import type { ReleaseListing } from './sources/listing'

interface Deps {
  operations: Operations
  usable: () => readonly ReleaseListing[]
  schedule: () => JobState | undefined
}

const SUBJECT = 'weekly'
const NO_SOURCE = 'No release source is set up. Add a metadata source under Settings, Metadata.'

/** Starts refreshes of the releases, one at a time. */
export class RefreshRequests {
  constructor(private readonly deps: Deps) {}

  get isRunning(): boolean {
    return this.deps.operations.active(WEEKLY_REFRESH, SUBJECT).length > 0
  }

  /**
   * `accepted` when a refresh was started. Throws Refusal 'unavailable' when no source can be queried.
   */
  request(payload: RefreshPayload = {}): RefreshReply {
    const { operations, usable, schedule } = this.deps
    const job = schedule()
    const next = job?.next_at ? { next_run_time: job.next_at } : {}
    if (this.isRunning) return { accepted: false, state: 'running', ...next }
    if (job?.is_paused)
      return {
        accepted: false,
        state: 'paused',
        error: 'The refresh of releases is paused. Resume it under System, Jobs.',
      }
    if (usable().length === 0)
      throw new Refusal('unavailable', NO_SOURCE, { accepted: false, state: 'unavailable', error: NO_SOURCE })
    const { operation_id } = operations.enqueue({ kind: WEEKLY_REFRESH, subject: SUBJECT, payload })
    return { accepted: true, state: 'queued', operation_id, ...next }
  }

  /** The scheduled run. Does nothing when no source can be queried or a refresh is running. */
  routine(): void {
    if (!this.isRunning && this.deps.usable().length > 0)
      this.deps.operations.enqueue({ kind: WEEKLY_REFRESH, subject: SUBJECT, payload: {} })
  }
}
