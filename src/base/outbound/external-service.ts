import type { Instant } from '../platform/ports'
import type { RequestBudget, RequestCounts } from './budget'
import type { ServiceError } from './service-error'

/** Why a service gave nothing. Failures are values: one of them never ends the work of others. */
export interface ServiceFailure<Kind extends string = string> {
  failure: Kind
  /** A sentence for people: what happened, at which service, what to do. Never a key. */
  detail: string
  /** When the next request may be sent. */
  until?: Instant
}

export type ServiceAnswer<T, Kind extends string = string> = { ok: T } | ServiceFailure<Kind>

export interface RequestOptions {
  signal?: AbortSignal | undefined
  /** A person waits for it: it goes before routine, and fails at once where routine would wait for its turn. */
  urgent?: boolean
}

export interface ServiceLimits {
  /** Between the beginnings of two requests. */
  gapMs: number
  budget?: RequestBudget
  /** How long requests are counted. */
  countedMs: number
  /** How long to send nothing after a limit that does not say when it ends. */
  limitMs: number
}

/** What the row of a service keeps: a ban or a limit outlives a restart. */
export interface ServiceHealth<Kind extends string = string> {
  /** Null while all is well. */
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

/** A service as its settings and its row are now; `resource` is what it counts requests by. */
export interface ExternalService<Kind extends string = string> {
  /** Services of one id share a queue. */
  readonly id: string
  readonly limits: ServiceLimits
  /** How log lines name it; without, nothing is logged. */
  readonly logged?: Record<string, string>
  health(): Partial<ServiceHealth<Kind>>
  /** Why its health lets no request through now. */
  blocked(resource: string, urgent: boolean): ServiceFailure<Kind> | undefined
  /** The failure for people, and its detail for the log. */
  describe(error: ServiceError): { failure: Kind; detail: string; what: string }
  /** Whether the whole service gets no requests for a while after such an error. */
  backsOff(error: ServiceError, resource: string): boolean
  /** Writes its row. */
  readonly recordHealth: {
    request(state: Pick<ServiceHealth, 'spent' | 'last_asked_at'>): void
    /** Answers whether the success counts for the row. */
    success(resource: string, state: Partial<ServiceHealth<Kind>>): boolean
    failure(resource: string, error: ServiceError, state: ServiceFailureState<Kind>): void
  }
}

/** What a failure changes in the row of its service. */
export type ServiceFailureState<Kind extends string> = Pick<
  ServiceHealth<Kind>,
  'failure' | 'detail' | 'failures_in_row' | 'blocked_until' | 'last_failed_at'
>
