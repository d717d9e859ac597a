import type { Config } from '../../../base/config/config'
import { allowedHostsIn } from '../../../base/outbound/allowed-address'
import type { RequestOptions } from '../../../base/outbound/external-service'
import { RateLimitedClient } from '../../../base/outbound/rate-limited-client'
import { ServiceError } from '../../../base/outbound/service-error'
import type { Clock, HostNames, Http, HttpLimits, Log } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import { archiveHost } from '../archive/host'
import type { IndexerFailure, SourceType } from '../states'
import { type FollowedReply, type RedirectCheck, sameHost, sendAndFollow } from './follow'
import type { FailedAnswer, IndexerAnswer } from './indexer'
import { type IndexerResource, IndexerService, requestLimitsOf } from './indexer-health'
import { refusePrivateLinks } from './private-links'
import { readReply } from './reply'
import { findKeyed, type KeyedRow } from './store'
import { IndexerTrial } from './trial'

export interface IndexerClientDeps {
  db: Database
  clock: Clock
  http: Http
  names: HostNames
  log: Log
  config: Pick<Config, 'get'>
}

/** Address and key for a request: of a saved indexer, or of one in a test. */
export type IndexerTarget = Pick<KeyedRow, 'name' | 'host' | 'api_key' | 'verify'>

export interface IndexerRequest<T> {
  /** `t`, `q`, `cat`: without the key. An array becomes a repeated parameter. */
  params: Record<string, string | readonly string[]>
  /** Path below the indexer's address; `/api` by default. */
  path?: string
  /** Parses the reply, and removes the key that it may contain. Throws IndexerError, XmlError or ServiceError. */
  read: (bytes: Uint8Array, key: string) => T | Promise<T>
}

const TIMEOUT_MS = { routine: 60_000, urgent: 30_000 }
/** Parsing XML blocks other work, and a page of a hundred releases has a tenth of this. */
const MOST_BYTES = 4 * 1024 * 1024
/** Limit of an NZB or a torrent: the NZB of a hundred gigabytes is this large. */
const MOST_FILE_BYTES = 16 * 1024 * 1024

export const enabledBy = {
  newznab: 'newznab',
  torznab: 'enable_torznab',
  archive: 'enable_archive',
} as const satisfies Record<SourceType, string>

/**
 * Sends all requests to indexers, with their keys, through the rate-limited client. Keys appear in no reply, no log
 * line, and no row but their own.
 */
export class IndexerClient {
  private readonly client: RateLimitedClient<IndexerFailure>

  constructor(private readonly deps: IndexerClientDeps) {
    this.client = new RateLimitedClient({ ...deps, area: 'search', noun: 'indexer' })
  }

  /** Sends one request to the indexer's API. Throws only when the signal aborts. */
  request<T>(indexerId: string, request: IndexerRequest<T>, asking: RequestOptions = {}): Promise<IndexerAnswer<T>> {
    return this.send(indexerId, 'api', asking, (row) => this.callApi(row, request, asking))
  }

  /** Fetches a link of one of the indexer's releases. `read` throws ServiceError for unusable content. */
  fetchFile<T>(
    indexerId: string,
    link: (key: string) => URL,
    read: (reply: FollowedReply) => T,
    asking: RequestOptions = {},
  ): Promise<IndexerAnswer<T>> {
    return this.send(indexerId, 'grab', asking, async (row) => {
      const url = link(row.api_key)
      const check = refusePrivateLinks(
        this.deps.names,
        row.host,
        allowedHostsIn(this.deps.config.get('ddl_allowed_hosts')),
      )
      const address = await check(url)
      const way = { maxBytes: MOST_FILE_BYTES, address, check: (_: URL, to: URL) => check(to) }
      return read(await this.follow(url, row, asking, way))
    })
  }

  /** Sends the same request as a test, with values that may differ from those of the saved indexer (`id`). */
  trial<T>(
    target: IndexerTarget & { id?: string },
    request: IndexerRequest<T>,
    asking: RequestOptions = {},
  ): Promise<IndexerAnswer<T>> {
    const row = target.id === undefined ? undefined : findKeyed(this.deps.db.read, target.id)
    const saved = row && new IndexerService(row, this.deps)
    const service = new IndexerTrial(target, requestLimitsOf(row?.type ?? 'newznab', this.deps.config), saved)
    const send = () => this.callApi(target, request, asking)
    return this.client.request({ resource: 'api', find: () => ({ service }), send }, asking)
  }

  /** Records a reply that reported used-up limits. */
  limitReached(indexerId: string, spent: { api: boolean; grabs: boolean }): void {
    this.service(indexerId)?.limitReached(spent)
  }

  /** Lifts blocks: `all` after the key or address changed, `passing` when the user retries. */
  unblock(indexerId: string, which: 'all' | 'passing'): void {
    this.service(indexerId)?.unblock(which)
  }

  /** Why the indexer would get no request now; undefined when it would. */
  blockedBy(indexerId: string, asking: RequestOptions = {}): FailedAnswer | undefined {
    const found = this.find(indexerId)
    return 'answer' in found ? found.answer : found.service.blocked('api', asking.urgent)
  }

  isBusy(indexerId: string): boolean {
    return this.client.isBusy(indexerId)
  }

  private send<T>(
    indexerId: string,
    resource: IndexerResource,
    asking: RequestOptions,
    send: (row: KeyedRow) => Promise<T>,
  ) {
    const find = () => this.find(indexerId)
    return this.client.request<T, IndexerService>({ resource, find, send: ({ row }) => send(row) }, asking)
  }

  /** The indexer's current row, or why it gets no request. */
  private find(indexerId: string): { service: IndexerService } | { answer: FailedAnswer } {
    const service = this.service(indexerId)
    if (!service) return { answer: { failure: 'disabled', detail: 'This indexer was deleted from the settings.' } }
    const { enabled, type, name } = service.row
    if (enabled && this.deps.config.get(enabledBy[type])) return { service }
    return {
      answer: { failure: 'disabled', detail: `${name} is disabled. Enable it in Settings, Indexers.` },
    }
  }

  private service(indexerId: string): IndexerService | undefined {
    const row = findKeyed(this.deps.db.read, indexerId)
    if (!row) return undefined
    const host = row.type === 'archive' ? archiveHost(this.deps.config) : row.host
    return new IndexerService({ ...row, host }, this.deps)
  }

  private async callApi<T>(target: IndexerTarget, request: IndexerRequest<T>, asking: RequestOptions): Promise<T> {
    const { params, path = '/api', read } = request
    const url = new URL(`${target.host}${path}`)
    for (const [name, value] of Object.entries(params))
      for (const each of [value].flat()) url.searchParams.append(name, each)
    if (target.api_key !== '') url.searchParams.set('apikey', target.api_key)
    const reply = await this.follow(url, target, asking, { maxBytes: MOST_BYTES, check: sameHost })
    if ('magnet' in reply) throw new ServiceError('unreadable', 'a magnet link in place of a list')
    return await readReply(reply.sent, (bytes) => read(bytes, target.api_key), this.deps.clock.now())
  }

  private follow(
    url: URL,
    { verify }: IndexerTarget,
    { urgent, signal }: RequestOptions,
    { maxBytes, ...way }: { maxBytes: number; address?: string | undefined; check: RedirectCheck },
  ): Promise<FollowedReply> {
    const timeoutMs = TIMEOUT_MS[urgent ? 'urgent' : 'routine']
    const limits: HttpLimits = { timeoutMs, maxBytes, ...(verify ? {} : { anyCertificate: true }) }
    return sendAndFollow(url, { http: this.deps.http, limits, signal, ...way })
  }
}
