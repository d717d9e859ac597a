import { plus } from '../platform/clock'
import type { Clock, Log } from '../platform/ports'
import { backOffMs } from './back-off'
import { countRequest } from './budget'
import { type ExternalService, HEALTHY, type ServiceFailure } from './external-service'
import type { ServiceError } from './service-error'

export interface RecorderDeps {
  clock: Clock
  log: Log
  /** Area and noun of the log lines: `search`, `indexer`. */
  area: string
  noun: string
}

/** Records the outcome of requests in the service's row, and decides how long the service gets no requests. */
export class HealthRecorder<Kind extends string> {
  constructor(private readonly deps: RecorderDeps) {}

  /** Call when a request is sent. */
  request(service: ExternalService<Kind>, resource: string): void {
    const now = this.deps.clock.now()
    const spent = countRequest(service.health().spent ?? {}, resource, now, service.limits.countedMs)
    service.recordHealth.request({ spent, last_asked_at: now })
  }

  success(service: ExternalService<Kind>, resource: string): void {
    const { clock, log, area, noun } = this.deps
    const hadFailed = service.health().failure != null
    const kept = service.recordHealth.success(resource, { ...HEALTHY, last_ok_at: clock.now() })
    if (kept && hadFailed) log.info(area, `${noun} recovered`, service.logged)
  }

  /** Returns the failure for the caller, with the time of the next try. */
  failure(service: ExternalService<Kind>, resource: string, error: ServiceError): ServiceFailure<Kind> {
    const { clock, log, area, noun } = this.deps
    const { kind, more } = error
    const now = clock.now()
    const failures_in_row = (service.health().failures_in_row ?? 0) + 1
    // "Retry-After: 0" does not justify sending the next request at once.
    const named = more.until !== undefined && more.until > now ? more.until : undefined
    const backsOff = !more.thisReplyOnly && service.backsOff(error, resource)
    const ms = backsOff
      ? backOffMs(kind, { failuresInRow: failures_in_row, limitMs: service.limits.limitMs })
      : undefined
    const until = named ?? (ms === undefined ? undefined : plus(now, ms))
    const { failure, detail, what } = service.describe(error)
    if (service.logged) log.warn(area, `${noun} failed`, { ...service.logged, failure, what: what || undefined, until })
    // One refused request does not mean that the service is down.
    if (kind !== 'refused' && kind !== 'unsupported') {
      const state = { failure, detail, failures_in_row, blocked_until: until ?? null, last_failed_at: now }
      service.recordHealth.failure(resource, error, state)
    }
    return { failure, detail, ...(until === undefined ? {} : { until }) }
  }
}
