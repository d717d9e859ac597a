import type { Instant } from '../platform/ports'
import type { LlmFailure } from './states'

/** Failures that may pass when the same request is sent again. */
const RETRYABLE: ReadonlySet<LlmFailure> = new Set([
  'rate_limited',
  'over_budget',
  'circuit_open',
  'unreachable',
  'unavailable',
  'timeout',
  'broken_stream',
  'wrong_reply',
  'interrupted',
])

/** A call of the model without a usable reply. Never contains the key. */
export class LlmError extends Error {
  override readonly name = 'LlmError'
  readonly retryable: boolean
  readonly retryAfter?: Instant

  constructor(
    readonly code: LlmFailure,
    /** What failed, why and what to do, for people. */
    readonly sentence: string,
    retryAfter?: Instant,
  ) {
    super(sentence)
    this.retryable = RETRYABLE.has(code)
    if (retryAfter !== undefined) this.retryAfter = retryAfter
  }
}
