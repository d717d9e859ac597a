import { t } from 'elysia'
import { Integer } from '../../base/http/integer-schema'
import { OneOf } from '../../base/http/wire'
import { circuitStates, llmFailures, llmFeatures } from '../../base/llm/states'

const Text = t.String()
const Maybe = t.Nullable(Text)
const Count = Integer({ minimum: 0 })
const Cost = t.Nullable(t.Number({ minimum: 0 }))
/** Whether the model supports a feature, as far as its replies have shown. */
const Support = t.Union([t.Boolean(), t.Literal('unknown')])

export const AssistantStatus = t.Object({
  configured: t.Boolean(),
  /** A model is configured, and the chat is switched on. */
  chat: t.Boolean(),
  /** The helpers of the pages: configured and switched on, or not. */
  helpers: t.Object({ reading_orders: t.Boolean(), weekly_suggestions: t.Boolean(), series_summary: t.Boolean() }),
  circuit_state: OneOf(circuitStates),
  model: Maybe,
  library_series: Count,
  today_tokens: Count,
  today_requests: Count,
  daily_limit: Count,
  rpm_limit: Count,
  /** When the next request may be sent, during a pause after failures. */
  retry_at: Maybe,
  /** The sentence of the last failure; null after a success. */
  last_failure: Maybe,
  tools: Support,
  vision: Support,
})
export type AssistantStatus = typeof AssistantStatus.static

const Address = t.String({ maxLength: 2000 })
const Name = t.String({ maxLength: 300 })

/** Missing fields are refused with a sentence and not by the schema. */
export const ModelTestBody = t.Object({
  base_url: t.Optional(Address),
  api_key: t.Optional(t.Nullable(t.String({ maxLength: 1000 }))),
  model: t.Optional(Name),
})
export type ModelTestBody = typeof ModelTestBody.static

export const ModelTestReply = t.Union([
  t.Object({ success: t.Literal(true), latency_ms: Count, response: Text, model: Text }),
  t.Object({ success: t.Literal(false), error: Text, code: OneOf(llmFailures) }),
])
export type ModelTestReply = typeof ModelTestReply.static

export const ActivityQuery = t.Object({
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 200 })),
  offset: t.Optional(t.Integer({ minimum: 0, maximum: 1_000_000_000 })),
})
export type ActivityQuery = typeof ActivityQuery.static

export const ActivityReply = t.Object({
  entries: t.Array(
    t.Object({
      id: Integer(),
      timestamp: Text,
      feature_type: OneOf(llmFeatures),
      action_description: Text,
      model: Text,
      prompt_tokens: Count,
      completion_tokens: Count,
      latency_ms: Count,
      /** As text, for existing tools. */
      success: OneOf(['true', 'false']),
      error_message: Maybe,
      /** The kind of failure; null for a success. */
      failure: t.Nullable(OneOf(llmFailures)),
      entity_type: Maybe,
      entity_id: Maybe,
      /** The server sent no token counts. */
      estimated: t.Boolean(),
      /** In the currency of the prices; null without prices. */
      cost: Cost,
    }),
  ),
})
export type ActivityReply = typeof ActivityReply.static

export const ModelsQuery = t.Object({ base_url: t.Optional(Address) })
export const ModelsReply = t.Object({ models: t.Array(t.Object({ id: Text })), error: t.Optional(Text) })
export type ModelsReply = typeof ModelsReply.static

export const UsageQuery = t.Object({ days: t.Optional(t.Integer({ minimum: 1, maximum: 90 })) })
const Sums = { calls: Count, failed: Count, prompt_tokens: Count, completion_tokens: Count, cost: Cost }
export const UsageReply = t.Object({
  /** All days of the span, first one first, in UTC. */
  days: t.Array(t.Object({ day: Text, ...Sums })),
  /** The span by feature, most tokens first. */
  features: t.Array(t.Object({ feature_type: OneOf(llmFeatures), ...Sums })),
  daily_limit: Count,
})
export type UsageReply = typeof UsageReply.static

export const PresetsReply = t.Object({
  presets: t.Array(t.Object({ id: Text, label: Text, base_url: Text, needs_key: t.Boolean() })),
})
export type PresetsReply = typeof PresetsReply.static
