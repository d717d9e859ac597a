import { isBlockedUntil, plus } from '../platform/clock'
import type { Instant } from '../platform/ports'
import type { CircuitState } from './states'

/** The circuit breaker of a model server, as its row keeps it. */
export interface Circuit {
  circuit: CircuitState
  failures_in_row: number
  /** When the circuit opened, or when its trial request was sent. */
  changed_at: Instant | null
}

export interface CircuitLimits {
  threshold: number
  cooldownMs: number
}

export const CLOSED: Circuit = { circuit: 'closed', failures_in_row: 0, changed_at: null }

/** A trial request without an outcome after this time was lost with its process. */
const TRIAL_LOST_MS = 30 * 60_000

/** When the next request may be sent; undefined: now. */
export function circuitBlockedUntil(row: Circuit, now: Instant, { cooldownMs }: CircuitLimits): Instant | undefined {
  if (row.circuit === 'closed' || row.changed_at === null) return undefined
  const ms = row.circuit === 'open' ? cooldownMs : TRIAL_LOST_MS
  const until = plus(row.changed_at, ms)
  return isBlockedUntil(until, now, ms) ? until : undefined
}

/** The state while an allowed request is sent: after a pause the request is the trial. */
export function afterSending(row: Circuit, now: Instant): Circuit {
  return row.circuit === 'closed' ? row : { ...row, circuit: 'half-open', changed_at: now }
}

/**
 * The state after an outcome. `none` says nothing about the server, such as a cancelled request: the next trial may
 * follow at once.
 */
export function afterOutcome(
  row: Circuit,
  outcome: 'success' | 'failure' | 'none',
  now: Instant,
  { threshold, cooldownMs }: CircuitLimits,
): Circuit {
  if (outcome === 'success') return CLOSED
  if (outcome === 'none')
    return row.circuit === 'half-open' ? { ...row, circuit: 'open', changed_at: plus(now, -cooldownMs) } : row
  const failures_in_row = row.failures_in_row + 1
  // Requests sent before the circuit opened do not extend the pause.
  if (row.circuit === 'open') return { ...row, failures_in_row }
  const opens = row.circuit === 'half-open' || failures_in_row >= threshold
  return opens ? { circuit: 'open', failures_in_row, changed_at: now } : { ...row, failures_in_row }
}

/** The state as shown to people: a pause that is over waits for its trial. */
export function shownCircuit(row: Circuit, now: Instant, limits: CircuitLimits): CircuitState {
  if (row.circuit !== 'open') return row.circuit
  return circuitBlockedUntil(row, now, limits) === undefined ? 'half-open' : 'open'
}

export const MINUTE_MS = 60_000
