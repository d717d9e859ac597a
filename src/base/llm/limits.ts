import { isBlockedUntil, plus } from '../platform/clock'
import type { Clock, Instant } from '../platform/ports'
import type { Database, Tx } from '../storage/database'
import { LlmError } from './llm-error'
import {
  afterOutcome,
  afterSending,
  type Circuit,
  type CircuitLimits,
  CLOSED,
  circuitBlockedUntil,
  MINUTE_MS,
} from './machine'
import { type LlmSettings, serverHost } from './settings'
import type { LlmFailure } from './states'
import { countModelRequest, findServer, requestsOfLastMinute, type ServerRow, saveServer, usageOfDay } from './store'
import { waitWords } from './wait-words'

/** Failures that say nothing about the health of the server. */
const NEUTRAL: ReadonlySet<LlmFailure> = new Set([
  'cancelled',
  'interrupted',
  'over_budget',
  'circuit_open',
  'refused_address',
])
/** The server works; only this request or reply is unusable. */
const HEALTHY: ReadonlySet<LlmFailure> = new Set([
  'wrong_reply',
  'no_vision',
  'no_tools',
  'context_full',
  'filtered',
  'refused_request',
])

/** A pause that the server requires without a duration. */
const RATE_PAUSE_MS = 30_000

/** Decides whether a request may be sent and records its outcome: all in rows, so that a restart resets nothing. */
export class RequestLimits {
  constructor(private readonly deps: { db: Database; clock: Clock; settings: LlmSettings }) {}

  /**
   * Throws LlmError when a limit is reached, else counts the request as sent. A trial is sent even during a pause after
   * failures.
   */
  admit(tx: Tx, baseUrl: string, isTrial: boolean): void {
    const { clock } = this.deps
    const now = clock.now()
    if (!isTrial) this.checkServer(tx, baseUrl, now)
    this.checkRate(tx, now)
    this.checkBudget(tx, now)
    countModelRequest(tx, now)
    const row = findServer(tx, baseUrl) ?? CLOSED
    const next = afterSending(row, now)
    if (next !== row) saveServer(tx, baseUrl, pick(next))
  }

  /** Records the end of a call; `failure` is undefined after a success. */
  recordOutcome(tx: Tx, baseUrl: string, failure: LlmError | undefined): void {
    saveServer(tx, baseUrl, this.stateAfter(findServer(tx, baseUrl) ?? CLOSED, failure))
  }

  private stateAfter(row: Circuit, failure: LlmError | undefined): Partial<ServerRow> {
    const now = this.deps.clock.now()
    if (failure && NEUTRAL.has(failure.code)) return pick(afterOutcome(row, 'none', now, this.circuit()))
    if (!failure || HEALTHY.has(failure.code))
      return { ...CLOSED, failure: null, detail: null, blocked_until: null, last_ok_at: now }
    const isLimit = failure.code === 'rate_limited'
    const until = failure.retryAfter ?? (isLimit ? plus(now, RATE_PAUSE_MS) : undefined)
    return {
      // A limit is not a fault: the server says itself when to retry.
      ...pick(afterOutcome(row, isLimit ? 'none' : 'failure', now, this.circuit())),
      failure: failure.code,
      detail: failure.sentence,
      blocked_until: until ?? null,
      last_failed_at: now,
    }
  }

  circuit(): CircuitLimits {
    const { threshold, cooldownMs } = this.deps.settings.limits()
    return { threshold, cooldownMs }
  }

  private checkServer(tx: Tx, baseUrl: string, now: Instant): void {
    const row = findServer(tx, baseUrl)
    if (!row) return
    const host = serverHost(baseUrl)
    if (row.blocked_until && isBlockedUntil(row.blocked_until, now))
      throw new LlmError(
        'rate_limited',
        `${host} limits requests. Try again in ${waitWords(now, row.blocked_until)}.`,
        row.blocked_until,
      )
    const until = circuitBlockedUntil(row, now, this.circuit())
    if (until === undefined) return
    const why = row.detail ?? `${host} failed.`
    const sentence = `The assistant pauses for ${waitWords(now, until)} after ${row.failures_in_row} failed requests. The last failure: ${why}`
    throw new LlmError('circuit_open', sentence, until)
  }

  private checkRate(tx: Tx, now: Instant): void {
    const { perMinute } = this.deps.settings.limits()
    if (perMinute === 0) return
    const recent = requestsOfLastMinute(tx, now)
    if (recent.length < perMinute) return
    const until = plus(recent[recent.length - perMinute]!, MINUTE_MS)
    const sentence = `The limit of ${perMinute} model requests per minute is reached. Try again in a minute, or raise it in Settings, Assistant.`
    throw new LlmError('rate_limited', sentence, until)
  }

  private checkBudget(tx: Tx, now: Instant): void {
    const { tokensPerDay } = this.deps.settings.limits()
    if (tokensPerDay === 0 || usageOfDay(tx, now).tokens < tokensPerDay) return
    const tomorrow = plus(`${now.slice(0, 10)}T00:00:00.000Z`, 24 * 60 * MINUTE_MS)
    const sentence = `The limit of ${tokensPerDay} tokens per day is reached. Try again tomorrow (UTC), or raise it in Settings, Assistant.`
    throw new LlmError('over_budget', sentence, tomorrow)
  }
}

const pick = ({ circuit, failures_in_row, changed_at }: Circuit) => ({ circuit, failures_in_row, changed_at })
