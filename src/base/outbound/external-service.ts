import type { Instant } from '../platform/ports'
import type { RequestBudget, RequestCounts } from './budget'
import type { ServiceError } from './service-error'

/** Why a service gave no answer. Failures are values: one of them never stops other work. */
export interface ServiceFailure<Kind extends string = string> {
  failure: Kind
  /** A sentence for people: what happened, at which service, what to do. Never contains a key. */
  detail: string
  /** When the next request may be sent. */
  until?: Instant
}

export type ServiceAnswer<T, Kind extends string = string> = { ok: T } | ServiceFailure<Kind>

export interface RequestOptions {
  signal?: AbortSignal | undefined
  /**
   * A person waits for the request: it goes before routine requests, and fails at once where a routine one would wait.
   */
  urgent?: boolean
}

export interface ServiceLimits {
  /** Between the starts of two requests. */
  gapMs: number
  budget?: RequestBudget
  /** How long requests are counted. */
  countedMs: number
  /** The pause after a limit that does not say when it ends. */
  limitMs: number
}

/** The stored health of a service: a ban or a limit outlives a restart. */
export interface ServiceHealth<Kind extends string = string> {
  /** Null while the service works. */
  failure: Kind | null
  detail: string | null
  failures_in_row: number
  blocked_until: Instant | null
  spent: RequestCounts | null
  last_asked_at: Instant | null
  last_ok_at: Instant | null
  last_failed_at: Instant | null
}

export const HEALTHY = { failure: null, detail: null, failures_in_row: 0, blocked_until: null } as const

/** A service with its current settings and row; `resource` is the key that its requests are counted by. */
export interface ExternalService<Kind extends string = string> {
  /** Services of one id share a queue. */
  readonly id: string
  readonly limits: ServiceLimits
  /** The service's name in log lines; without one, nothing is logged. */
  readonly logged?: Record<string, string>
  health(): Partial<ServiceHealth<Kind>>
  /** Why the service's health allows no request now. */
  blocked(resource: string, urgent: boolean): ServiceFailure<Kind> | undefined
  /** The failure for people, and the detail for the log. */
  describe(error: ServiceError): { failure: Kind; detail: string; what: string }
  /** Whether such an error pauses all requests to the service. */
  backsOff(error: ServiceError, resource: string): boolean
  /** Writes the service's row. */
  readonly recordHealth: {
    request(state: Pick<ServiceHealth, 'spent' | 'last_asked_at'>): void
    /** Returns whether the success changes the row. */
    success(resource: string, state: Partial<ServiceHealth<Kind>>): boolean
    failure(resource: string, error: ServiceError, state: ServiceFailureState<Kind>): void
  }
}

/** The change of a service's row after a failure. */
export type ServiceFailureState<Kind extends string> = Pick<
  ServiceHealth<Kind>,
  'failure' | 'detail' | 'failures_in_row' | 'blocked_until' | 'last_failed_at'
>
