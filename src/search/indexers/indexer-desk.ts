import type { Config } from '../../config/config'
import { Lane, PATIENCE_MS } from '../../outside/lane'
import { plus } from '../../platform/clock'
import type { Clock, Http, HttpLimits, Log, Names } from '../../platform/ports'
import type { Database } from '../../storage/database'
import { archiveHost } from '../archive/host'
import type { SourceType } from '../states'
import { originOf } from './address'
import { follow, type Reached, sameHost } from './follow'
import type { Answer, Asking, Failure } from './indexer'
import { outwards } from './outwards'
import { readReply } from './reply'
import { failureOf, type Resource, Standings } from './standings'
import { findKeyed, type KeyedRow } from './store'
import { sentenceOf, Trouble } from './trouble'

export interface Deps {
  db: Database
  clock: Clock
  http: Http
  names: Names
  log: Log
  config: Pick<Config, 'get'>
}

/** What is asked with and where: of a saved indexer, or of one that is only tried. */
export type Target = Pick<KeyedRow, 'name' | 'host' | 'api_key' | 'verify'>

export interface Question<T> {
  /** `t`, `q`, `cat`: without the key. A value of several is there several times. */
  params: Record<string, string | readonly string[]>
  /** Below its address; `/api` when not said. */
  path?: string
  /** Makes the answer of the bytes, without the key that may stand in them; throws IndexerError, XmlError or Trouble. */
  read: (bytes: Uint8Array, key: string) => T | Promise<T>
}

/** Between the beginnings of two questions to one of them. */
const GAP_MS: Record<SourceType, number> = { newznab: 2000, torznab: 2000, archive: 1000 }
const SILENCE_MS = { routine: 60_000, urgent: 30_000 }
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
 * All questions to indexers go over this desk: it knows the keys, keeps the pace, stays away from who has had enough,
 * and makes a value with a sentence of every failure. A key is in no answer, no row but its own, and no line of the log.
 */
export class IndexerDesk {
  private readonly standings: Standings
  private readonly lanes = new Map<string, Lane>()
  private readonly busy = new Map<string, number>()

  constructor(private readonly deps: Deps) {
    this.standings = new Standings(deps)
  }

  /** One question to its interface for programs. Only an aborted signal makes this throw. */
  ask<T>(indexerId: string, question: Question<T>, asking: Asking = {}): Promise<Answer<T>> {
    return this.one(indexerId, 'api', asking, (row) => this.question(row, question, asking))
  }

  /** What lies behind a link of one of its releases. `read` throws Trouble for what is of no use. */
  file<T>(
    indexerId: string,
    link: (key: string) => URL,
    read: (reached: Reached) => T,
    asking: Asking = {},
  ): Promise<Answer<T>> {
    return this.one(indexerId, 'grab', asking, async (row) => {
      const url = link(row.api_key)
      const check = outwards(this.deps.names, row.host)
      await check(url)
      const way = { maxBytes: MOST_FILE_BYTES, check: (_: URL, to: URL) => check(to) }
      const reached = await this.reach(url, row, asking, way)
      return read(reached)
    })
  }

  /**
   * The same question to an indexer that is not saved, or not like this: it changes nothing for the saved one (`id`),
   * whose wish for silence counts.
   */
  async trial<T>(target: Target & { id?: string }, question: Question<T>, asking: Asking = {}): Promise<Answer<T>> {
    const saved = target.id === undefined ? undefined : findKeyed(this.deps.db.read, target.id)
    const shut = saved && this.standings.silenced(saved)
    if (shut) return shut
    await this.lane(saved?.indexer_id ?? originOf(target.host), saved?.type).turn(asking)
    try {
      return { ok: await this.question(target, question, asking) }
    } catch (error) {
      asking.signal?.throwIfAborted()
      if (!(error instanceof Trouble)) throw error
      return failureOf(target, error)
    }
  }

  /** Its answer said that its limits are used up. */
  usedUp(indexerId: string, spent: { api: boolean; grabs: boolean }): void {
    const row = findKeyed(this.deps.db.read, indexerId)
    if (row) this.standings.usedUp(row, spent)
  }

  /** Its key or address changed (`all`), or somebody wants to see whether it is well again. */
  forgive(indexerId: string, which: 'all' | 'passing'): void {
    const row = findKeyed(this.deps.db.read, indexerId)
    if (row) this.standings.forgive(row, which)
  }

  /** Why it would not be queried now; undefined when it would. */
  shut(indexerId: string, asking: Asking = {}): Failure | undefined {
    const known = this.known(indexerId, 'api', asking)
    return 'shut' in known ? known.shut : undefined
  }

  isBusy(indexerId: string): boolean {
    return (this.busy.get(indexerId) ?? 0) > 0
  }

  private async one<T>(
    indexerId: string,
    resource: Resource,
    asking: Asking,
    work: (row: KeyedRow) => Promise<T>,
  ): Promise<Answer<T>> {
    const early = this.known(indexerId, resource, asking)
    if ('shut' in early) return early.shut
    await this.lane(indexerId, early.row.type).turn(asking)
    // While it waited others may have learnt something.
    const late = this.known(indexerId, resource, asking)
    if ('shut' in late) return late.shut
    this.standings.asked(late.row, resource)
    this.busy.set(indexerId, (this.busy.get(indexerId) ?? 0) + 1)
    try {
      const ok = await work(late.row)
      this.standings.well(late.row, resource)
      return { ok }
    } catch (error) {
      asking.signal?.throwIfAborted()
      if (!(error instanceof Trouble)) throw error
      return this.standings.troubled(late.row, resource, error)
    } finally {
      this.busy.set(indexerId, (this.busy.get(indexerId) ?? 1) - 1)
    }
  }

  /** The indexer as it is now, or why it is not asked. */
  private known(indexerId: string, resource: Resource, asking: Asking): { row: KeyedRow } | { shut: Failure } {
    const row = this.found(indexerId)
    if (!row) return { shut: { failure: 'disabled', detail: 'This indexer was removed from the settings.' } }
    const shut =
      this.off(row) ?? this.standings.blocked(row, resource, asking.urgent === true) ?? this.crowded(row, asking)
    return shut ? { shut } : { row }
  }

  private found(indexerId: string): KeyedRow | undefined {
    const row = findKeyed(this.deps.db.read, indexerId)
    return row?.type === 'archive' ? { ...row, host: archiveHost(this.deps.config) } : row
  }

  private off({ enabled, type, name }: KeyedRow): Failure | undefined {
    if (enabled && this.deps.config.get(enabledBy[type])) return undefined
    return { failure: 'disabled', detail: `${name} is switched off. Switch it on under Settings, Indexers.` }
  }

  /** The wait for a turn is longer than this one is patient. */
  private crowded(row: KeyedRow, asking: Asking): Failure | undefined {
    const wait = this.lane(row.indexer_id, row.type).waitMs()
    if (wait <= PATIENCE_MS[asking.urgent ? 'urgent' : 'routine']) return undefined
    const until = plus(this.deps.clock.now(), wait)
    return { failure: 'limit', detail: sentenceOf(row.name, new Trouble('limit')), until }
  }

  private async question<T>(target: Target, question: Question<T>, asking: Asking): Promise<T> {
    const { params, path = '/api', read } = question
    const url = new URL(`${target.host}${path}`)
    for (const [name, value] of Object.entries(params))
      for (const each of [value].flat()) url.searchParams.append(name, each)
    if (target.api_key !== '') url.searchParams.set('apikey', target.api_key)
    const reached = await this.reach(url, target, asking, { maxBytes: MOST_BYTES, check: sameHost })
    if ('magnet' in reached) throw new Trouble('unreadable', 'a magnet link in place of a list')
    return await readReply(reached.sent, (bytes) => read(bytes, target.api_key), this.deps.clock.now())
  }

  private reach(
    url: URL,
    { verify }: Target,
    { urgent, signal }: Asking,
    { maxBytes, check }: { maxBytes: number; check: (from: URL, to: URL) => void | Promise<void> },
  ): Promise<Reached> {
    const timeoutMs = SILENCE_MS[urgent ? 'urgent' : 'routine']
    const limits: HttpLimits = { timeoutMs, maxBytes, ...(verify ? {} : { anyCertificate: true }) }
    return follow(url, { http: this.deps.http, limits, signal, check })
  }

  private lane(name: string, type: SourceType = 'newznab'): Lane {
    const lane = this.lanes.get(name) ?? new Lane(this.deps.clock, GAP_MS[type])
    this.lanes.set(name, lane)
    return lane
  }
}
