import type { Config } from '../../../base/config/config'
import { type ExternalService, HEALTHY, type ServiceLimits } from '../../../base/outbound/external-service'
import { ServiceError } from '../../../base/outbound/service-error'
import { isBlockedUntil, plus } from '../../../base/platform/clock'
import type { Clock } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { IndexerFailure, SourceType } from '../states'
import { describeFailure } from './failure-sentence'
import type { FailedAnswer } from './indexer'
import * as store from './store'

export type IndexerResource = 'api' | 'grab'

export interface HealthDeps {
  db: Database
  clock: Clock
  config: Pick<Config, 'get'>
}

const DAY_MS = 86_400_000
/** Minimum time between the starts of two requests to one indexer. */
const GAP_MS: Record<SourceType, number> = { newznab: 2000, torznab: 2000, archive: 1000 }
/** Temporary failures, which may be over by now: a waiting user's request is sent anyway. */
const PASSING: IndexerFailure[] = ['unreachable', 'unavailable', 'unreadable']

/** A saved indexer and its health. */
export class IndexerService implements ExternalService<IndexerFailure> {
  readonly id: string
  readonly limits: ServiceLimits
  readonly logged: { indexer: string }

  constructor(
    readonly row: store.KeyedRow,
    private readonly deps: HealthDeps,
  ) {
    this.id = row.indexer_id
    this.limits = requestLimitsOf(row.type, deps.config)
    this.logged = { indexer: row.name }
  }

  health() {
    return this.row
  }

  blocked(resource: string, urgent = false): FailedAnswer | undefined {
    const { failure, detail, blocked_until, grabs_blocked_until } = this.row
    if (resource === 'grab' && grabs_blocked_until && this.isAhead(grabs_blocked_until)) {
      const grabLimit = this.describe(new ServiceError('grab_limit'))
      return { failure: grabLimit.failure, detail: grabLimit.detail, until: grabs_blocked_until }
    }
    if (!failure || !blocked_until || !this.isAhead(blocked_until)) return undefined
    if (urgent && PASSING.includes(failure) && !this.isBanned()) return undefined
    return { failure, detail: detail ?? '', until: blocked_until }
  }

  /** The indexer asked for no requests at all, with any key. */
  silenced(): FailedAnswer | undefined {
    return this.row.failure === 'limit' || this.isBanned() ? this.blocked('api') : undefined
  }

  describe(error: ServiceError) {
    return describeFailure(this.row, error)
  }

  /** Files of releases are often on other hosts, so only a limit counts against the indexer. */
  backsOff({ kind }: ServiceError, resource: string): boolean {
    return resource === 'api' || kind === 'limit' || kind === 'grab_limit'
  }

  readonly recordHealth: ExternalService<IndexerFailure>['recordHealth'] = {
    request: (state) => this.save(state),
    // A successful grab does not lift a limit on searches.
    success: (resource, state) => {
      if (resource === 'api') this.save(state)
      return resource === 'api'
    },
    failure: (resource, { kind }, state) => {
      const { blocked_until, last_failed_at } = state
      const isGrabLimit = kind === 'grab_limit' || (kind === 'limit' && resource === 'grab')
      if (isGrabLimit) this.save({ last_failed_at, grabs_blocked_until: blocked_until })
      else if (resource === 'api') this.save(state)
    },
  }

  /** A reply reported used-up limits: the next request would be refused. */
  limitReached({ api, grabs }: { api: boolean; grabs: boolean }): void {
    const until = plus(this.deps.clock.now(), this.limits.limitMs)
    const { detail } = describeFailure(this.row, new ServiceError('limit'))
    if (api) this.save({ failure: 'limit', detail, blocked_until: until })
    if (grabs) this.save({ grabs_blocked_until: until })
  }

  /** Lifts the blocks. `passing` keeps limits and bans, which requests would prolong. */
  unblock(which: 'all' | 'passing'): void {
    if (which === 'passing' && this.silenced()) return
    this.save(which === 'all' ? { ...HEALTHY, grabs_blocked_until: null } : HEALTHY)
  }

  private isAhead(until: string): boolean {
    return isBlockedUntil(until, this.deps.clock.now(), Math.max(DAY_MS, this.limits.limitMs))
  }

  /** Whether the block is longer than after any ordinary failure. */
  private isBanned(): boolean {
    const { failure, blocked_until } = this.row
    return failure === 'unavailable' && (blocked_until ?? '') > plus(this.deps.clock.now(), DAY_MS / 8)
  }

  private save(change: Partial<store.IndexerHealthRow>): void {
    // Another failure prolongs the block, and may turn the problem into a lasting one.
    const isOther = change.failure !== undefined && (change.failure !== null || this.row.failure !== null)
    this.deps.db.write((tx) => {
      store.saveIndexerHealth(tx, this.row.indexer_id, change)
      if (isOther) tx.emit({ type: 'indexers.changed' })
    })
  }
}

export const requestLimitsOf = (type: SourceType, config: Pick<Config, 'get'>): ServiceLimits => ({
  gapMs: GAP_MS[type],
  countedMs: DAY_MS,
  limitMs: config.get('blocklist_timer') * 1000,
})
