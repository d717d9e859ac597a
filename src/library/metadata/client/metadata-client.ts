import { requestsLastHour } from '../../../base/outbound/budget'
import type { RequestOptions } from '../../../base/outbound/external-service'
import { RateLimitedClient } from '../../../base/outbound/rate-limited-client'
import { limitResetAt } from '../../../base/outbound/retry-after'
import { AGENT, sendToService } from '../../../base/outbound/send'
import { ServiceError } from '../../../base/outbound/service-error'
import type { Clock, Http, Instant, Log } from '../../../base/platform/ports'
import { type ProviderName, providerOf } from '../../../base/providers/descriptors'
import type { Database } from '../../../base/storage/database'
import type { ProviderAnswer, ProviderRequestOptions } from '../providers/provider'
import type { FailureKind } from '../states'
import type { KeptReply } from './client-store'
import { disabledReason, isConfigured, isEnabled, type ReadableConfig, withoutKeys } from './configured'
import { KeptReplies } from './kept-replies'
import { ProviderService } from './provider-health'
import { type ProviderReply, replyJson } from './reply'

export interface ProviderRequest {
  method?: 'GET' | 'POST'
  /** Complete, without the key: the name under which the reply is stored. */
  url: string
  headers?: Record<string, string>
  body?: string
  /** The resource that the service counts requests by: `issues`, `search`. */
  resource: string
  /** Adds the credentials, just before the request is sent. */
  key?: (request: { url: URL; headers: Headers }) => void
  /**
   * How long a reply may be reused without a request; with 0 it is stored only where the service supports asking for
   * changes.
   */
  freshForMs: number
  /** Most bytes of a reply; 16 MiB by default. */
  maxBytes?: number
  /** 404 is a valid reply: `read` gets null. */
  absent?: boolean
}

/** Health of a provider, for the settings page. */
export interface ProviderState {
  enabled: boolean
  configured: boolean
  /**
   * `off`: disabled in the settings. `waiting`: retried automatically soon. `blocked`: banned, or a key was rejected.
   */
  state: 'ready' | 'waiting' | 'blocked' | 'off'
  failure: FailureKind | null
  detail: string | null
  failures_in_row: number
  blocked_until: Instant | null
  last_ok_at: Instant | null
  asked_last_hour: number
  budget_hour: number
}

interface Deps {
  db: Database
  clock: Clock
  http: Http
  log: Log
  config: ReadableConfig
}

const HOUR_MS = 3_600_000
const MOST_BYTES = 16 * 1024 * 1024
const TIMEOUT_MS = { routine: 30_000, urgent: 15_000 }

/**
 * Sends every request to a metadata service: stored replies are returned where possible, other requests go through the
 * shared client.
 */
export class MetadataClient {
  private readonly client: RateLimitedClient<FailureKind>
  /** No stored replies in a test of new keys: a stored reply does not show whether a new key works. */
  private readonly replies: KeptReplies | undefined

  constructor(
    private readonly deps: Deps,
    /** The client that a trial belongs to: both share the pace. */
    private readonly trialOf?: MetadataClient,
  ) {
    this.client = trialOf?.client ?? new RateLimitedClient({ ...deps, area: 'metadata', noun: 'provider' })
    this.replies = trialOf ? undefined : new KeptReplies(deps)
  }

  /** A client for unsaved keys: their outcome does not affect the saved ones. */
  trial(config: ReadableConfig): MetadataClient {
    return new MetadataClient({ ...this.deps, config }, this)
  }

  /**
   * Sends one request. `read` builds the result from the JSON and throws when it cannot; it throws ServiceError where
   * the reply itself reports an error. Every failure is returned as a value; only an aborted `signal` throws.
   */
  request<T>(
    provider: ProviderName,
    request: ProviderRequest,
    read: (json: unknown) => T,
    asking: ProviderRequestOptions = {},
  ): Promise<ProviderAnswer<T>> {
    return this.client.request<T, ProviderService>(
      {
        resource: request.resource,
        find: () => {
          const answer =
            disabledReason(this.deps.config, provider) ??
            (asking.fresh ? undefined : this.replies?.fresh(request, read))
          return answer ? { answer } : { service: this.service(provider) }
        },
        send: (service) => this.exchange(service, request, read, asking),
      },
      asking,
    )
  }

  state(provider: ProviderName): ProviderState {
    const { config, clock } = this.deps
    const service = this.service(provider)
    const health = service.health()
    const { budget, gapMs } = providerOf(provider).limits
    const off = disabledReason(config, provider)
    const blocked = service.blocked()
    const shut = blocked?.failure === 'banned' || blocked?.failure === 'auth'
    return {
      enabled: isEnabled(config, provider),
      configured: isConfigured(config, provider),
      state: off ? 'off' : !blocked ? 'ready' : shut ? 'blocked' : 'waiting',
      failure: off?.failure ?? health.failure ?? null,
      detail: off?.detail ?? health.detail ?? null,
      failures_in_row: health.failures_in_row ?? 0,
      blocked_until: blocked?.until ?? null,
      last_ok_at: health.last_ok_at ?? null,
      asked_last_hour: requestsLastHour(health.spent ?? {}, budget?.of ?? 'all', clock.now()),
      budget_hour: budget?.perMs === HOUR_MS ? budget.questions : Math.floor(HOUR_MS / gapMs),
    }
  }

  /** The key changed: every block is lifted. */
  unblock(provider: ProviderName): void {
    this.service(provider).unblock('all')
  }

  /** A person wants to see whether the provider works again. A limit or a ban stays: requests would prolong it. */
  retryNow(provider: ProviderName): void {
    this.service(provider).unblock('ours')
  }

  /** Deletes replies that are too old or too many. */
  prune(): void {
    this.replies?.prune()
  }

  private service(provider: ProviderName): ProviderService {
    return new ProviderService(provider, this.deps, this.trialOf !== undefined)
  }

  private async exchange<T>(
    service: ProviderService,
    request: ProviderRequest,
    read: (json: unknown) => T,
    options: RequestOptions,
  ): Promise<T> {
    const kept = this.replies?.findReply(request)
    const reply = await this.send(request, kept, options)
    const now = this.deps.clock.now()
    const resetAt = limitResetAt(reply.headers, now)
    if (resetAt) this.client.hold(service, resetAt)
    if (reply.status === 304 && kept) {
      const answer = this.replies?.read(kept, read)
      if (!answer) throw new ServiceError('unreadable', 'what was kept of it is no use any more')
      this.replies?.confirm(request)
      return answer.ok
    }
    const { provider } = service.logged
    const answer = readBy(
      read,
      replyJson(reply, { absent: request.absent, keyed: providerOf(provider).needs !== null }, now),
    )
    if (reply.status === 200) this.replies?.keepReply(provider, request, reply)
    return answer
  }

  private async send(
    request: ProviderRequest,
    kept: KeptReply | undefined,
    options: RequestOptions,
  ): Promise<ProviderReply> {
    const url = new URL(request.url)
    const headers = new Headers({ Accept: 'application/json', 'User-Agent': AGENT, ...request.headers })
    if (kept?.etag) headers.set('If-None-Match', kept.etag)
    if (kept?.last_modified) headers.set('If-Modified-Since', kept.last_modified)
    addKey(request, { url, headers })
    const { method = 'GET', body, maxBytes = MOST_BYTES } = request
    const timeoutMs = TIMEOUT_MS[options.urgent ? 'urgent' : 'routine']
    const init: RequestInit = { method, headers }
    if (body !== undefined) init.body = body
    if (options.signal) init.signal = options.signal
    const { bytes, ...reply } = await sendToService(this.deps.http, new Request(url, init), { timeoutMs, maxBytes })
    return { ...reply, text: withoutKeys(this.deps.config, new TextDecoder().decode(bytes)) }
  }
}

/** Throws ServiceError 'auth' for a key that no header can hold, such as one with letters of another script. */
function addKey({ key }: ProviderRequest, to: { url: URL; headers: Headers }): void {
  try {
    key?.(to)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new ServiceError('auth', 'the key or login has a character that cannot be sent')
  }
}

/** Reads a reply. An unexpected format does not justify a pause. */
function readBy<T>(read: (json: unknown) => T, json: unknown): T {
  try {
    return read(json)
  } catch (error) {
    if (error instanceof ServiceError) throw error
    const what = error instanceof Error ? error.message : ''
    throw new ServiceError('unreadable', what, { thisReplyOnly: true })
  }
}
