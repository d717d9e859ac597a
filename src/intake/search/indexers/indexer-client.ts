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

/** Address and key for a request: of a saved indexer, or of one that is only tested. */
export type IndexerTarget = Pick<KeyedRow, 'name' | 'host' | 'api_key' | 'verify'>

export interface IndexerRequest<T> {
  /** `t`, `q`, `cat`: without the key. A value of several is there several times. */
  params: Record<string, string | readonly string[]>
  /** Below its address; `/api` by default. */
  path?: string
  /** Parses the reply, without the key that it may contain; throws IndexerError, XmlError or ServiceError. */
  read: (bytes: Uint8Array, key: string) => T | Promise<T>
}

const TIMEOUT_MS = { routine: 60_000, urgent: 30_000 }
/** Reading XML holds everybody up, and a page of a hundred releases has a tenth of this. */
const MOST_BYTES = 4 * 1024 * 1024
/** Of an NZB or a torrent: an NZB of a hundred gigabytes has this much. */
const MOST_FILE_BYTES = 16 * 1024 * 1024

export const enabledBy = {
  newznab: 'newznab',
  torznab: 'enable_torznab',
  archive: 'enable_archive',
} as const satisfies Record<SourceType, string>

/**
 * Every request to an indexer: it knows the keys, and sends through the shared client. A key is in no answer, no row but
 * its own, and no line of the log.
 */
export class IndexerClient {
  private readonly client: RateLimitedClient<IndexerFailure>

  constructor(private readonly deps: IndexerClientDeps) {
    this.client = new RateLimitedClient({ ...deps, area: 'search', noun: 'indexer' })
  }

  /** One request to its API. Only an aborted signal makes this throw. */
  request<T>(indexerId: string, request: IndexerRequest<T>, asking: RequestOptions = {}): Promise<IndexerAnswer<T>> {
    return this.send(indexerId, 'api', asking, (row) => this.callApi(row, request, asking))
  }

  /** What is behind a link of one of its releases. `read` throws ServiceError for what is of no use. */
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

  /** The same request as a test, with values that need not be those of the saved one (`id`). */
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

  /** Its reply reported that its limits are used up. */
  limitReached(indexerId: string, spent: { api: boolean; grabs: boolean }): void {
    this.service(indexerId)?.limitReached(spent)
  }

  /** Its key or address changed (`all`), or a person wants to see whether it is well again. */
  unblock(indexerId: string, which: 'all' | 'passing'): void {
    this.service(indexerId)?.unblock(which)
  }

  /** Why it would get no request now; undefined when it would. */
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

  /** The current row of the indexer, or why it gets no request. */
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
