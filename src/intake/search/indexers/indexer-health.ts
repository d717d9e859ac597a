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
/** Between the beginnings of two requests to one of them. */
const GAP_MS: Record<SourceType, number> = { newznab: 2000, torznab: 2000, archive: 1000 }
/** Temporary: may be over by now, so a waiting user's request goes out. */
const PASSING: IndexerFailure[] = ['unreachable', 'unavailable', 'unreadable']

/** A saved indexer with its row. */
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

  /** It wants no request at all, whatever key comes with it. */
  silenced(): FailedAnswer | undefined {
    return this.row.failure === 'limit' || this.isBanned() ? this.blocked('api') : undefined
  }

  describe(error: ServiceError) {
    return describeFailure(this.row, error)
  }

  /** The file of a release is often at another host: only a limit is the indexer's own. */
  backsOff({ kind }: ServiceError, resource: string): boolean {
    return resource === 'api' || kind === 'limit' || kind === 'grab_limit'
  }

  readonly recordHealth: ExternalService<IndexerFailure>['recordHealth'] = {
    request: (state) => this.save(state),
    // A successful grab does not end a limit on searches.
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

  /** Its reply reported that its limits are used up: the next request would be refused. */
  limitReached({ api, grabs }: { api: boolean; grabs: boolean }): void {
    const until = plus(this.deps.clock.now(), this.limits.limitMs)
    const { detail } = describeFailure(this.row, new ServiceError('limit'))
    if (api) this.save({ failure: 'limit', detail, blocked_until: until })
    if (grabs) this.save({ grabs_blocked_until: until })
  }

  /** Lifts its blocks; `passing` leaves limits and bans, which requests would make longer. */
  unblock(which: 'all' | 'passing'): void {
    if (which === 'passing' && this.silenced()) return
    this.save(which === 'all' ? { ...HEALTHY, grabs_blocked_until: null } : HEALTHY)
  }

  private isAhead(until: string): boolean {
    return isBlockedUntil(until, this.deps.clock.now(), Math.max(DAY_MS, this.limits.limitMs))
  }

  /** Left alone for longer than after any fault of its own. */
  private isBanned(): boolean {
    const { failure, blocked_until } = this.row
    return failure === 'unavailable' && (blocked_until ?? '') > plus(this.deps.clock.now(), DAY_MS / 8)
  }

  private save(change: Partial<store.IndexerHealthRow>): void {
    // A failure again makes the block longer and may make the problem a lasting one.
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
