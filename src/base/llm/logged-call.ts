import type { Clock, Instant, Log } from '../platform/ports'
import type { Database } from '../storage/database'
import type { RequestLimits } from './limits'
import { LlmError } from './llm-error'
import type { TokenUsage } from './messages'
import { cancelled, type ModelServer } from './server-connection'
import type { LlmFeature } from './states'
import { insertModelCall, updateCall } from './store'

/** The fields that the log shows about a call. */
interface CallSubject {
  feature: LlmFeature
  description: string
  entity?: { type: string; id: string }
}

const MOST_DESCRIPTION = 200

/** The row of one call, from its first request to its end. */
export class LoggedCall {
  private callId: number | undefined
  private requests = 0
  private readonly begun: number
  private isOwnLimit = false

  constructor(
    private readonly deps: { db: Database; clock: Clock; log: Log },
    private readonly limits: RequestLimits,
    private readonly server: ModelServer,
    private readonly subject: CallSubject,
  ) {
    this.begun = deps.clock.uptime()
  }

  /** Counts one more request. Throws LlmError when a limit is reached; before the first request no row is written. */
  admit(promptTokens: number, isTrial: boolean): void {
    const { feature, description, entity } = this.subject
    try {
      this.deps.db.write((tx) => {
        this.limits.admit(tx, this.server.baseUrl, isTrial)
        this.requests++
        this.callId ??= insertModelCall(tx, {
          at: this.now(),
          feature,
          description: description.slice(0, MOST_DESCRIPTION),
          model: this.server.model,
          prompt_tokens: promptTokens,
          entity_type: entity?.type ?? null,
          entity_id: entity?.id ?? null,
        })
        updateCall(tx, this.callId, { requests: this.requests })
      })
    } catch (error) {
      this.isOwnLimit = error instanceof LlmError
      throw error
    }
  }

  succeed(usage: TokenUsage, cost_micros: number | null): void {
    this.end({ usage, cost_micros, failure: undefined })
  }

  /** `failure` is undefined for a bug of ours. */
  fail(failure: LlmError | undefined, usage: TokenUsage, cost_micros: number | null): void {
    this.end({
      usage,
      cost_micros,
      failure: failure ?? new LlmError('interrupted', 'Panelkeep failed in the middle of the call. Its log says why.'),
    })
  }

  private end(outcome: { usage: TokenUsage; cost_micros: number | null; failure: LlmError | undefined }): void {
    const { callId } = this
    const { usage, cost_micros, failure } = outcome
    if (callId === undefined) return
    const latency_ms = Math.max(0, Math.round(this.deps.clock.uptime() - this.begun))
    this.deps.db.write((tx) => {
      updateCall(tx, callId, {
        prompt_tokens: usage.promptTokens,
        completion_tokens: usage.completionTokens,
        estimated: usage.estimated,
        latency_ms,
        failure: failure?.code ?? null,
        detail: failure?.sentence ?? null,
        cost_micros,
      })
      // One of our own limits in the middle of a call says nothing about the server.
      this.limits.recordOutcome(tx, this.server.baseUrl, this.isOwnLimit ? cancelled() : failure)
      tx.emit({
        type: 'ai.called',
        feature_type: this.subject.feature,
        action: this.subject.description.slice(0, MOST_DESCRIPTION),
        success: failure === undefined,
        latency_ms,
      })
    })
    if (failure && failure.code !== 'cancelled')
      this.deps.log.warn('llm', 'call failed', {
        feature: this.subject.feature,
        failure: failure.code,
        took_ms: latency_ms,
      })
  }

  private now(): Instant {
    return this.deps.clock.now()
  }
}
