import { plus } from '../platform/clock'
import type { Instant } from '../platform/ports'
import { budgetResetAt } from './budget'
import type { ExternalService, RequestOptions, ServiceAnswer, ServiceFailure } from './external-service'
import { HealthRecorder, type RecorderDeps } from './health-recorder'
import { LONGEST_WAIT_MS, PacedQueue } from './paced-queue'
import { ServiceError } from './service-error'

interface ServiceCall<Kind extends string, S, T> {
  /** The resource that the service counts requests by: `issues`, `search`, `grab`. */
  resource: string
  /** The current service, or an answer that needs no request. Called again when the request is due. */
  find: () => { service: S } | { answer: ServiceAnswer<T, Kind> }
  /** Sends the request and reads the reply. Throws ServiceError for an unusable reply. */
  send: (service: S) => Promise<T>
}

/**
 * Every request to metadata services and indexers goes through this client: it obeys each service's pace and budget,
 * sends nothing to a paused service, and turns every failure into a value with a sentence.
 */
export class RateLimitedClient<Kind extends string> {
  private readonly recorder: HealthRecorder<Kind>
  private readonly queues = new Map<string, PacedQueue>()
  private readonly running = new Map<string, number>()

  constructor(private readonly deps: RecorderDeps) {
    this.recorder = new HealthRecorder(deps)
  }

  /**
   * Throws only when the signal aborts. A request that would wait longer than a minute and a half fails with `until`.
   */
  async request<T, S extends ExternalService<Kind>>(
    call: ServiceCall<Kind, S, T>,
    options: RequestOptions = {},
  ): Promise<ServiceAnswer<T, Kind>> {
    const early = this.find(call, options)
    if ('answer' in early) return early.answer
    await this.queueOf(early.service).turn(options)
    // Other requests may have changed the state of the service during the wait.
    const late = this.find(call, options)
    if ('answer' in late) return late.answer
    return this.send(late.service, call, options)
  }

  /** Nothing is sent to the service before `until`. */
  hold(service: Pick<ExternalService, 'id' | 'limits'>, until: Instant): void {
    this.queueOf(service).hold(until)
  }

  isBusy(id: string): boolean {
    return (this.running.get(id) ?? 0) > 0
  }

  private async send<T, S extends ExternalService<Kind>>(
    service: S,
    call: ServiceCall<Kind, S, T>,
    options: RequestOptions,
  ) {
    const { resource } = call
    this.recorder.request(service, resource)
    this.running.set(service.id, (this.running.get(service.id) ?? 0) + 1)
    try {
      const ok = await call.send(service)
      this.recorder.success(service, resource)
      return { ok }
    } catch (error) {
      options.signal?.throwIfAborted()
      if (!(error instanceof ServiceError)) throw error
      return this.recorder.failure(service, resource, error)
    } finally {
      this.running.set(service.id, (this.running.get(service.id) ?? 1) - 1)
    }
  }

  private find<T, S extends ExternalService<Kind>>(call: ServiceCall<Kind, S, T>, options: RequestOptions) {
    const found = call.find()
    if ('answer' in found) return found
    const { service } = found
    const urgent = options.urgent === true
    const answer = service.blocked(call.resource, urgent) ?? this.overLimit(service, call.resource, urgent)
    return answer ? { answer } : { service }
  }

  /** The budget is used up, or the queue is longer than this request may wait. */
  private overLimit(
    service: ExternalService<Kind>,
    resource: string,
    urgent: boolean,
  ): ServiceFailure<Kind> | undefined {
    const now = this.deps.clock.now()
    const { budget } = service.limits
    const waitMs = this.queueOf(service).waitMs()
    const until =
      (budget && budgetResetAt(service.health().spent ?? {}, budget, { resource, urgent, now })) ??
      (waitMs > LONGEST_WAIT_MS[urgent ? 'urgent' : 'routine'] ? plus(now, waitMs) : undefined)
    if (until === undefined) return undefined
    const { failure, detail } = service.describe(new ServiceError('limit'))
    return { failure, detail, until }
  }

  private queueOf({ id, limits }: Pick<ExternalService, 'id' | 'limits'>): PacedQueue {
    const queue = this.queues.get(id) ?? new PacedQueue(this.deps.clock, limits.gapMs)
    this.queues.set(id, queue)
    return queue
  }
}
