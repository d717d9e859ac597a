import type { Config } from '../../config/config'
import type { Clients } from '../../downloads/clients/clients'
import type { Protocol } from '../../downloads/states'
import type { Clock } from '../../platform/ports'
import type { Database } from '../../storage/database'
import type { Operations } from '../../work/operations'
import type { AutomationState } from '../acquisition'
import { enabledBy, type IndexerClient } from '../indexers/indexer-client'
import { listIndexers } from '../indexers/store'
import { statisticsOf } from '../indexers/wire'
import { SEARCH_RUN } from '../runs/runner'
import { countsOf, listRuns } from '../runs/store'
import { runWire } from '../runs/wire'
import type { SourceType } from '../states'
import type { Health, Progress, Worker } from './schema'
import { routeOf } from './search-route'

interface Deps {
  db: Database
  clock: Clock
  config: Pick<Config, 'get'>
  indexerClient: Pick<IndexerClient, 'isBusy'>
  clients: Clients
  operations: Pick<Operations, 'active' | 'latest'>
}

/** Producers that check `Acquisition` before an automatic run: the backlog and the feeds. */
const PRODUCERS = 2

const protocolOf = { newznab: 'usenet', torznab: 'torrent', archive: 'ddl' } as const satisfies Record<
  SourceType,
  Protocol
>

/** Health of searching: indexers, where releases can go, and the last runs. */
export class SearchHealth {
  constructor(
    private readonly deps: Deps,
    private readonly allowed: () => AutomationState,
  ) {}

  providers(): Health['providers'] {
    const { db, indexerClient, config } = this.deps
    const rows = listIndexers(db.read).filter(({ type }) => type !== 'archive' || config.get(enabledBy.archive))
    return rows.map((row) => statisticsOf(row, indexerClient.isBusy(row.indexer_id)))
  }

  async read(): Promise<Health> {
    const { clock } = this.deps
    const types = ['newznab', 'torznab', 'archive'] as const
    const [nzb, torrent, ddl] = await Promise.all(types.map((type) => this.route(type)))
    const routes = { nzb: nzb!, torrent: torrent!, ddl: ddl! }
    const allowed = this.allowed()
    return {
      providers: this.providers(),
      routes,
      viable_route: Object.values(routes).some(({ ready }) => ready),
      acquisition: this.acquisition(),
      workers: { search: this.worker() },
      maintenance: {
        blocked: !allowed.allowed,
        reason: allowed.allowed ? null : allowed.reason,
        owner: null,
        run_id: null,
        epoch: 0,
        heartbeat_at: allowed.allowed ? null : clock.now(),
        active_leases: 0,
        drained: this.deps.operations.active(SEARCH_RUN).length === 0,
      },
      blocked_producer_count: allowed.allowed ? 0 : PRODUCERS,
    }
  }

  /** What was searched last. */
  acquisition(): Health['acquisition'] {
    return { search: this.progress() }
  }

  private async route(type: SourceType) {
    const { db, clock, config, indexerClient, clients } = this.deps
    const downstream = await clients.downstream(protocolOf[type])
    return routeOf({
      rows: listIndexers(db.read).filter((row) => row.type === type),
      on: config.get(enabledBy[type]),
      busy: (id) => indexerClient.isBusy(id),
      downstream,
      now: clock.now(),
    })
  }

  /** The newest run. */
  private progress(): Progress | null {
    const { read } = this.deps.db
    const [run] = listRuns(read, { limit: 1, offset: 0 })
    if (!run) return null
    const wire = runWire(run, countsOf(read, [run.run_id]).get(run.run_id) ?? {})
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
      oldest_backlog: null,
      updated_at: wire.updated_at,
    }
  }

  /** It lives in this process: while we answer, so does it. */
  private worker(): Worker {
    const { clock, operations } = this.deps
    const last = operations.latest(SEARCH_RUN)
    const failed = last?.state === 'failed'
    const alive = { alive: true, live: true, healthy: !failed, last_heartbeat: clock.now() }
    return {
      state: operations.active(SEARCH_RUN).some(({ state }) => state === 'running') ? 'running' : 'idle',
      ...alive,
      last_success: last?.state === 'succeeded' ? last.finished_at : null,
      last_failure: failed ? last.finished_at : null,
      last_error: failed ? last.error : null,
    }
  }
}
