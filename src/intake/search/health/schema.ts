import { t } from 'elysia'
import { Integer } from '../../../base/http/integer-schema'
import { OneOf } from '../../../base/http/wire'
import { gateStates, producers, reconciliationStates } from '../../acquisition/states'
import { completionStates, dispatchStates, routeReasons, sourceWords, wireTriggers } from '../states'

const Moment = t.Nullable(t.String())

export const IndexerStatistics = t.Object({
  id: t.String(),
  provider: t.String(),
  type: OneOf(sourceWords),
  /** Seconds since 1970; 0 before the first request. */
  lastrun: Integer(),
  active: OneOf(['Running', 'Idle']),
  hits: Integer(),
})

const RouteHealth = t.Object({
  configured: t.Boolean(),
  enabled: t.Boolean(),
  active: t.Boolean(),
  running: t.Boolean(),
  blocked: t.Boolean(),
  blocked_until: Moment,
  blocked_provider_count: Integer(),
  downstream: t.Nullable(t.String()),
  client_ready: t.Boolean(),
  path_ready: t.Boolean(),
  downstream_ready: t.Boolean(),
  restart_safe: t.Boolean(),
  ready: t.Boolean(),
  reason: OneOf(routeReasons),
  last_attempt: Moment,
  last_success: Moment,
  last_failure: Moment,
  last_error: t.Nullable(t.String()),
  configured_provider_count: Integer(),
  executable_provider_count: Integer(),
  attempted_provider_count: Integer(),
  providers: t.Array(
    t.Object({
      name: t.String(),
      kind: OneOf(sourceWords),
      blocked: t.Boolean(),
      attempted: t.Boolean(),
      last_attempt: Moment,
    }),
  ),
})
export type RouteHealth = typeof RouteHealth.static

export const SearchProgress = t.Object({
  run_id: t.String(),
  trigger: OneOf(wireTriggers),
  dispatch: t.Object({ state: OneOf(dispatchStates) }),
  completion: t.Object({ state: OneOf(completionStates), completed_at: Moment }),
  accepted: Integer(),
  processed: Integer(),
  matched: Integer(),
  no_match: Integer(),
  deferred: Integer(),
  failed: Integer(),
  oldest_backlog: Moment,
  updated_at: t.String(),
})
export type SearchProgress = typeof SearchProgress.static

const SearchWorkerHealth = t.Object({
  state: OneOf(['idle', 'running']),
  alive: t.Boolean(),
  live: t.Boolean(),
  healthy: t.Boolean(),
  last_heartbeat: Moment,
  last_success: Moment,
  last_failure: Moment,
  last_error: t.Nullable(t.String()),
})
export type SearchWorkerHealth = typeof SearchWorkerHealth.static

export const SearchHealthReply = t.Object({
  providers: t.Array(IndexerStatistics),
  routes: t.Object({ nzb: RouteHealth, torrent: RouteHealth, ddl: RouteHealth }),
  viable_route: t.Boolean(),
  acquisition: t.Object({ search: t.Nullable(SearchProgress) }),
  workers: t.Object({ search: SearchWorkerHealth }),
  maintenance: t.Object({
    blocked: t.Boolean(),
    reason: t.Nullable(t.String()),
    owner: t.Nullable(t.String()),
    run_id: t.Nullable(t.String()),
    epoch: Integer(),
    heartbeat_at: Moment,
    active_leases: Integer(),
    drained: t.Boolean(),
  }),
  /** Not in older versions: the state of the gate, the active producers, and the waiting requests. */
  gate: t.Object({
    state: OneOf(gateStates),
    /** Null without an owner. */
    owner_alive: t.Nullable(t.Boolean()),
    leases: t.Array(t.Object({ producer: OneOf(producers), subject: t.String(), taken_at: t.String() })),
    waiting: t.Array(t.Object({ producer: OneOf(producers), count: Integer() })),
  }),
  reconciliation: t.Object({
    state: OneOf(reconciliationStates),
    reason: t.Nullable(t.String()),
    updated_at: Moment,
  }),
  blocked_producer_count: Integer(),
})
export type SearchHealthReply = typeof SearchHealthReply.static
