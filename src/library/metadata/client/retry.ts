import { between, plus } from '../../../base/platform/clock'
import type { Clock, Instant } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import type { ProviderAnswer, QueryFailure } from '../providers/provider'
import type { FailureKind } from '../states'

/** Waiting helps against these; all other failures need a person. */
const PASSING: readonly FailureKind[] = ['limit', 'unreachable', 'unavailable']
/**
 * Attempts while a service is unreachable. A rate limit is waited out however long it lasts: the service says when it
 * ends.
 */
const TRIES = 8
const SOON_MS = 60_000

export interface Patience {
  clock: Clock
  signal: AbortSignal
  /** Called with the end of a wait, and with null when work continues. */
  waiting: (until: Instant | null) => void
}

/**
 * Retries until there is an answer, waiting as the failure requires. Undefined when the signal aborts. Throws Refusal
 * 'upstream' with the failure's sentence where waiting does not help.
 */
export async function retryUntilAnswered<T>(
  { clock, signal, waiting }: Patience,
  ask: () => Promise<ProviderAnswer<T>>,
): Promise<{ ok: T } | undefined> {
  for (let tries = 1; !signal.aborted; ) {
    const answer = await ask()
    if (signal.aborted) return undefined
    if ('ok' in answer) return answer
    if (!PASSING.includes(answer.failure)) throw failureRefusal(answer)
    if (answer.failure !== 'limit' && ++tries > TRIES) throw failureRefusal(answer)
    const until = answer.until ?? plus(clock.now(), SOON_MS)
    waiting(until)
    await clock.after(Math.max(between(clock.now(), until), 1000), signal)
    waiting(null)
  }
  return undefined
}

/** A failure as the reply to a waiting user. */
export function failureRefusal({ failure, detail, until }: QueryFailure): Refusal {
  const code = failure === 'disabled' || failure === 'not_configured' ? { code: 'provider_not_configured' } : {}
  return new Refusal(failure === 'disabled' || failure === 'not_configured' ? 'invalid' : 'upstream', detail, {
    failure,
    ...(until ? { until } : {}),
    ...code,
  })
}

/** The answer's value; throws a Refusal with the reason when there is none. */
export function answerOrRefuse<T>(answer: ProviderAnswer<T>): T {
  if ('ok' in answer) return answer.ok
  throw failureRefusal(answer)
}
