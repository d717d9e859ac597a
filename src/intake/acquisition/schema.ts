import { t } from 'elysia'
import { Integer } from '../../base/http/integer-schema'
import { OneOf } from '../../base/http/wire'
import { reconciliationStates } from './states'

const Moment = t.Nullable(t.String())

/** The service checks the fields, and says which one is missing. */
export const GateReasonBody = t.Optional(t.Object({ reason: t.Optional(t.String({ maxLength: 1000 })) }))
export type GateReasonBody = typeof GateReasonBody.static | null

const Reconciliation = t.Object({
  state: OneOf(reconciliationStates),
  reason: t.Nullable(t.String()),
  updated_at: Moment,
})

const GateReply = t.Object({
  blocked: t.Boolean(),
  reason: t.Nullable(t.String()),
  schema_ready: t.Boolean(),
  maintenance_active: t.Boolean(),
  epoch: Integer(),
  owner: t.Nullable(t.String()),
  run_id: t.Nullable(t.String()),
  heartbeat_at: Moment,
  reconciliation_state: OneOf(reconciliationStates),
})

export const ReadyReply = t.Object({
  success: t.Literal(true),
  reconciliation: Reconciliation,
  gate: GateReply,
  runtime: t.Object({
    replayed: t.Object({ search: Integer(), refresh: Integer() }),
    queues_started: t.Boolean(),
    scheduler_jobs_resumed: Integer(),
  }),
})
export type ReadyReply = typeof ReadyReply.static

export const AbortReply = t.Object({
  success: t.Literal(true),
  maintenance: t.Object({
    active: t.Boolean(),
    epoch: Integer(),
    owner: t.Nullable(t.String()),
    run_id: t.Nullable(t.String()),
    reason: t.Nullable(t.String()),
    heartbeat_at: Moment,
    active_leases: Integer(),
  }),
  reconciliation: Reconciliation,
  gate: GateReply,
})
export type AbortReply = typeof AbortReply.static
