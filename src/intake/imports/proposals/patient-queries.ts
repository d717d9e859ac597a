import { between, plus } from '../../../base/platform/clock'
import type { Clock, Instant } from '../../../base/platform/ports'
import type { MetadataProvider, ProviderAnswer, QueryFailure } from '../../../library/metadata/providers/provider'
import type { FailureKind } from '../../../library/metadata/states'

/** How to handle a failure: wait and retry, skip this query, or stop using the provider. */
const AFTER: Record<FailureKind, 'wait' | 'skip' | 'stop'> = {
  limit: 'wait',
  banned: 'wait',
  unreachable: 'wait',
  unavailable: 'wait',
  refused: 'skip',
  unreadable: 'skip',
  disabled: 'stop',
  not_configured: 'stop',
  auth: 'stop',
}

/** How long to wait for a provider that does not say until when. */
const PATIENCE_MS = 5 * 60_000
/** Useless replies in a row before the rest is left for another day. */
const MOST_SKIPPED = 3

/** No more queries are sent; the message is the reason. */
export class QueriesStoppedError extends Error {
  override readonly name = 'QueriesStoppedError'
}

interface Deps {
  clock: Clock
  signal: AbortSignal
  /** Called when the work waits for a provider, and with undefined when it continues. */
  waiting: (why: (QueryFailure & { until: Instant; provider: MetadataProvider }) | undefined) => void
}

/** Sends queries to providers one after another, and waits while a provider is rate-limited or unreachable. */
export class PatientQueries {
  private skipped = 0
  private woken = new AbortController()

  constructor(private readonly deps: Deps) {}

  /** Retries at once, since the reason for waiting may be gone. */
  wake(): void {
    this.woken.abort()
  }

  /** Undefined when another query is useless, or when the work ends. Throws NoReplyError. */
  async ask<T>(
    provider: MetadataProvider,
    question: (asking: { signal: AbortSignal }) => Promise<ProviderAnswer<T>>,
  ): Promise<T | undefined> {
    const { clock, signal, waiting } = this.deps
    while (!signal.aborted) {
      const answer = await question({ signal })
      if ('ok' in answer) {
        this.skipped = 0
        return answer.ok
      }
      const then = AFTER[answer.failure]
      if (then === 'stop' || (then === 'skip' && ++this.skipped >= MOST_SKIPPED))
        throw new QueriesStoppedError(answer.detail)
      if (then === 'skip') return undefined
      const until = answer.until ?? plus(clock.now(), PATIENCE_MS)
      waiting({ ...answer, until, provider })
      await this.rest(Math.max(1000, between(clock.now(), until)))
      waiting(undefined)
    }
    return undefined
  }

  private async rest(ms: number): Promise<void> {
    const { clock, signal } = this.deps
    this.woken = new AbortController()
    await clock.after(ms, AbortSignal.any([signal, this.woken.signal]))
  }
}

/** One query for each series, and one more per hundred issues for those that stay open. */
export class QueryBudget {
  private left: number

  constructor(series: number, issues: number) {
    this.left = series + Math.ceil(issues / 100)
  }

  /** False when fewer queries are left. */
  spend(questions = 1): boolean {
    if (questions > this.left) return false
    this.left -= questions
    return true
  }
}
