import { t } from 'elysia'
import { Integer } from '../../base/http/integer-schema'
import { Id, OneOf } from '../../base/http/wire'
import { dateSources, fulfillments, intents, issueKinds, legacyStatuses } from '../../library/series/states'
import { applyStates, itemReasons, permitRoutes, permitStates, repairRunStates, rollbackStates } from './states'

const Moment = t.Nullable(t.String())
const Count = Integer()
const Maybe = t.Nullable(t.String())

export const RepairRunParams = t.Object({ run_id: Id })
export const PermitParams = t.Object({ permit_id: Id })
/** Validated by the service, which says what is missing. */
const Said = t.Optional(t.String({ maxLength: 1000 }))
export const RepairPreviewBody = t.Optional(t.Object({ series_id: Said, comic_id: Said }))
export type RepairPreviewBody = typeof RepairPreviewBody.static | null
export const RepairConfirmBody = t.Optional(
  t.Object({
    preview_token: Said,
    fingerprint: Said,
    selected_optional_keys: t.Optional(t.Array(t.String({ maxLength: 300 }), { maxItems: 100_000 })),
    canary_entity_key: t.Optional(t.Nullable(t.String({ maxLength: 300 }))),
  }),
)
export type RepairConfirmBody = typeof RepairConfirmBody.static | null
export const ApplyBody = t.Optional(
  t.Object({ max_items: t.Optional(t.Integer({ minimum: 1 })), canary_only: t.Optional(t.Boolean()) }),
)
export type ApplyBody = typeof ApplyBody.static | null
export const RepairReasonBody = t.Optional(t.Object({ reason: Said }))
export type RepairReasonBody = typeof RepairReasonBody.static | null
export const PermitBody = t.Optional(t.Object({ release_key: t.Optional(t.String({ maxLength: 5000 })), route: Said }))
export type PermitBody = typeof PermitBody.static | null

export const ItemReply = t.Object({
  sequence: Count,
  entity_type: OneOf(issueKinds),
  entity_id: t.String(),
  entity_key: t.String(),
  series_id: t.String(),
  label: t.String(),
  intent: OneOf(intents),
  fulfillment: OneOf(fulfillments),
  reason: OneOf(itemReasons),
  date_source: t.Nullable(OneOf(dateSources)),
  selected_date: Maybe,
  evidence: t.Object({
    stored: t.Object({
      Status: OneOf(legacyStatuses),
      AcquisitionIntent: OneOf(intents),
      fulfillment: OneOf(fulfillments),
    }),
    file: t.Nullable(t.Object({ path: t.String(), size: t.Number(), on_disk: t.Boolean(), marked_gone: t.Boolean() })),
    download: t.Nullable(
      t.Object({ release_key: t.String(), stage: t.String(), reason: Maybe, updated_at: t.String() }),
    ),
  }),
  proposed_values: t.Object({
    Status: t.Optional(OneOf(legacyStatuses)),
    AcquisitionIntent: t.Optional(OneOf(intents)),
    Location: t.Optional(t.String()),
  }),
  optional: t.Boolean(),
  selected: t.Boolean(),
  apply_state: t.Optional(OneOf(applyStates)),
  rollback_state: t.Optional(OneOf(rollbackStates)),
  conflict: t.Optional(t.String()),
})
export type ItemReply = typeof ItemReply.static

export const RepairPreviewReply = t.Object({
  success: t.Literal(true),
  run_id: t.String(),
  preview_token: t.String(),
  fingerprint: t.String(),
  expires_at: t.String(),
  summary: t.Object({
    total: Count,
    owned: Count,
    archived: Count,
    in_flight: Count,
    failed: Count,
    optional_wanted: Count,
    future: Count,
    unknown: Count,
    selected: Count,
  }),
  items: t.Array(ItemReply),
})
export type RepairPreviewReply = typeof RepairPreviewReply.static

const counts = {
  item_count: Count,
  selected_count: Count,
  applied_count: Count,
  conflict_count: Count,
  rollback_count: Count,
  rollback_conflict_count: Count,
  last_sequence: Count,
}

const Run = t.Object({
  run_id: t.String(),
  scope_type: t.Literal('series'),
  scope_id: t.String(),
  label: t.String(),
  state: OneOf(repairRunStates),
  ...counts,
  canary_entity_key: Maybe,
  created_at: t.String(),
  expires_at: t.String(),
  confirmed_at: Moment,
  started_at: Moment,
  completed_at: Moment,
  permit_id: Maybe,
})
export type RunView = typeof Run.static

export const RunReply = t.Object({ success: t.Literal(true), run: Run, items: t.Optional(t.Array(ItemReply)) })
export type RunReply = typeof RunReply.static
export const RunsReply = t.Object({ runs: t.Array(Run) })

export const RepairConfirmReply = t.Object({
  success: t.Literal(true),
  run_id: t.String(),
  manifest_id: t.String(),
  fingerprint: t.String(),
  item_count: Count,
  selected_count: Count,
  state: OneOf(repairRunStates),
})
export type RepairConfirmReply = typeof RepairConfirmReply.static

export const WorkReply = t.Object({
  success: t.Literal(true),
  run_id: t.String(),
  state: OneOf(repairRunStates),
  ...counts,
  new_mutations: Count,
})
export type WorkReply = typeof WorkReply.static

const permit = {
  success: t.Literal(true),
  permit_id: t.String(),
  run_id: t.String(),
  repair_run_id: t.String(),
  release_key: t.String(),
  route: OneOf(permitRoutes),
  state: OneOf(permitStates),
  created_at: t.String(),
  expires_at: t.String(),
  claimed_at: Moment,
  completed_at: Moment,
  outcome: Maybe,
  maintenance_epoch: Count,
}
export const PermitReply = t.Object(permit)
export type PermitReply = typeof PermitReply.static
export const ReleaseReply = t.Object({ ...permit, maintenance_released: t.Literal(true) })
