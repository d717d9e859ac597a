import type { Config } from '../../../base/config/config'
import { isWithin } from '../../../base/platform/clock'
import type { Clock, Instant } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { Operations } from '../../../base/work/operations'
import type { AcquisitionGate } from '../../acquisition/gate'
import { type Producer, producers } from '../../acquisition/states'
import type { Clients } from '../../downloads/clients/clients'
import type { Protocol } from '../../downloads/states'
import { dueAgain } from '../../downloads/store'
import { enabledBy, type IndexerClient } from '../indexers/indexer-client'
import { listIndexers } from '../indexers/store'
import { indexerStatistics } from '../indexers/wire'
import type { Feeds } from '../runs/feed-pass'
import { SEARCH_RUN } from '../runs/runner'
import { countUndispatched, itemCountsOf, listSearchRuns, oldestOpenRun } from '../runs/store'
import { runWire } from '../runs/wire'
import { producerOf, type SourceType } from '../states'
import type { SearchHealthReply, SearchProgress, SearchWorkerHealth } from './schema'
import { routeHealthOf } from './search-route'

interface Deps {
  db: Database
  clock: Clock
  config: Pick<Config, 'get'>
  indexerClient: Pick<IndexerClient, 'isBusy'>
  clients: Clients
  operations: Pick<Operations, 'latest'>
  gate: AcquisitionGate
  feeds: Pick<Feeds, 'waiting'>
  /** When the scheduler last checked its jobs; undefined before the first time. */
  lastTick: () => Instant | undefined
}

/** The scheduler checks every minute. After two minutes it counts as stopped. */
const STALE_MS = 120_000

const protocolOf = { newznab: 'usenet', torznab: 'torrent', archive: 'ddl' } as const satisfies Record<
  SourceType,
  Protocol
>

/** Health of searching: indexers, clients for releases, and the last runs. */
export class SearchHealth {
  /** Counts as a check until the scheduler checks its jobs for the first time. */
  private readonly startedAt: Instant

  constructor(private readonly deps: Deps) {
    this.startedAt = deps.clock.now()
  }

  providers(): SearchHealthReply['providers'] {
    const { db, indexerClient, config } = this.deps
    const rows = listIndexers(db.read).filter(({ type }) => type !== 'archive' || config.get(enabledBy.archive))
    return rows.map((row) => indexerStatistics(row, indexerClient.isBusy(row.indexer_id)))
  }

  async read(): Promise<SearchHealthReply> {
    const { gate } = this.deps
    const types = ['newznab', 'torznab', 'archive'] as const
    const [nzb, torrent, ddl] = await Promise.all(types.map((type) => this.route(type)))
    const routes = { nzb: nzb!, torrent: torrent!, ddl: ddl! }
    const { state, reason, epoch, maintenance, reconciliation } = gate.read()
    const leases = gate.leases.active()
    const waiting = this.waiting()
    return {
      providers: this.providers(),
      routes,
      viable_route: Object.values(routes).some(({ ready }) => ready),
      acquisition: this.acquisition(),
      workers: { search: this.worker() },
      maintenance: {
        blocked: state !== 'open',
        reason,
        owner: maintenance?.owner ?? null,
        run_id: maintenance?.run_id ?? null,
        epoch,
        heartbeat_at: maintenance?.heartbeat_at ?? null,
        active_leases: leases.length,
        drained: leases.length === 0,
      },
      gate: {
        state,
        owner_alive: maintenance?.isAlive ?? null,
        leases: leases.map(({ producer, subject, taken_at }) => ({ producer, subject, taken_at })),
        waiting: producers.flatMap((producer) => {
          const count = waiting.get(producer) ?? 0
          return count > 0 ? [{ producer, count }] : []
        }),
      },
      reconciliation,
      blocked_producer_count: state === 'open' ? 0 : waiting.size,
    }
  }

  /** Number of waiting requests of each producer. */
  private waiting(): Map<Producer, number> {
    const { db, clock, feeds } = this.deps
    const counts = new Map<Producer, number>()
    const add = (producer: Producer, count: number) => {
      if (count > 0) counts.set(producer, (counts.get(producer) ?? 0) + count)
    }
    for (const { trigger, count } of countUndispatched(db.read)) add(producerOf[trigger], count)
    add('feeds', feeds.waiting)
    add('next_candidate', dueAgain(db.read, clock.now()).length)
    return counts
  }

  /** State of the last search. */
  acquisition(): SearchHealthReply['acquisition'] {
    return { search: this.progress() }
  }

  private async route(type: SourceType) {
    const { db, clock, config, indexerClient, clients } = this.deps
    const downstream = await clients.downstream(protocolOf[type])
    return routeHealthOf({
      rows: listIndexers(db.read).filter((row) => row.type === type),
      on: config.get(enabledBy[type]),
      busy: (id) => indexerClient.isBusy(id),
      downstream,
      now: clock.now(),
    })
  }

  /** The newest run. */
  private progress(): SearchProgress | null {
    const { read } = this.deps.db
    const [run] = listSearchRuns(read, { limit: 1, offset: 0 })
    if (!run) return null
    const wire = runWire(run, itemCountsOf(read, [run.run_id]).get(run.run_id) ?? {})
    return {
      run_id: wire.run_id,
      trigger: wire.trigger,
      dispatch: { state: wire.dispatch_state },
      completion: { state: wire.completion_state, completed_at: wire.completed_at },
      accepted: wire.accepted_count,
      processed: wire.terminal_count,
      matched: wire.succeeded_count,
      no_match: wire.no_match_count,
      deferred: wire.blocked_count,
      failed: wire.failed_count,
      oldest_backlog: oldestOpenRun(read) ?? null,
      updated_at: wire.updated_at,
    }
  }

  /**
   * State of the searches: they are running while they have leases, and alive as long as the scheduler that starts
   * them.
   */
  private worker(): SearchWorkerHealth {
    const { clock, operations, gate, lastTick } = this.deps
    const last = operations.latest(SEARCH_RUN)
    const failed = last?.state === 'failed'
    const last_heartbeat = lastTick() ?? this.startedAt
    const live = isWithin(last_heartbeat, clock.now(), STALE_MS)
    const isRunning = gate.leases.active().some(({ producer }) => producer !== 'interactive_grab')
    return {
      state: isRunning ? 'running' : 'idle',
      alive: live,
      live,
      healthy: live && !failed,
      last_heartbeat,
      last_success: last?.state === 'succeeded' ? last.finished_at : null,
      last_failure: failed ? last.finished_at : null,
      last_error: failed ? last.error : null,
    }
  }
}
