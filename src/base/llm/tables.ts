import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, instant } from '../storage/columns'
import type { CircuitState, LlmFailure, LlmFeature } from './states'

/** Every call of a model; the row is written before the request is sent. */
export const llmCalls = sqliteTable(
  'llm_calls',
  {
    call_id: integer().primaryKey(),
    at: instant().notNull(),
    feature: text().$type<LlmFeature>().notNull(),
    description: text().notNull(),
    model: text().notNull(),
    /** Estimated until the reply arrives. */
    prompt_tokens: integer().notNull(),
    completion_tokens: integer().notNull().default(0),
    /** The server sent no counts. */
    estimated: flag().notNull().default(true),
    /** More than one when the server refused a form of the request, or the reply had to be requested again. */
    requests: integer().notNull().default(0),
    /** Null while the call runs. */
    latency_ms: integer(),
    failure: text().$type<LlmFailure>(),
    /** The failure's sentence. */
    detail: text(),
    /** Millionths of the currency of the prices; null without prices. */
    cost_micros: integer(),
    entity_type: text(),
    entity_id: text(),
  },
  (t) => [index('llm_calls_by_time').on(t.at), index('llm_calls_running').on(t.at).where(sql`${t.latency_ms} is null`)],
)

/** Requests of the last minute, for the limit per minute. */
export const llmRequests = sqliteTable(
  'llm_requests',
  { request_id: integer().primaryKey(), at: instant().notNull() },
  (t) => [index('llm_requests_by_time').on(t.at)],
)

/** State of each model server, by base URL. */
export const llmServers = sqliteTable('llm_servers', {
  base_url: text().primaryKey(),
  circuit: text().$type<CircuitState>().notNull().default('closed'),
  failures_in_row: integer().notNull().default(0),
  /** When the circuit opened, or its trial request was sent. */
  changed_at: instant(),
  /** The server accepts no request before this time. */
  blocked_until: instant(),
  failure: text().$type<LlmFailure>(),
  detail: text(),
  last_ok_at: instant(),
  last_failed_at: instant(),
  /** The server refuses `stream_options`. */
  plain_streams: flag().notNull().default(false),
})

/** What a model of a server supports; null is unknown. */
export const llmModels = sqliteTable(
  'llm_models',
  {
    base_url: text().notNull(),
    model: text().notNull(),
    tools: flag(),
    vision: flag(),
    /** Whether it accepts `response_format`. */
    json_format: flag(),
    /** Whether it accepts `temperature`. */
    temperature: flag(),
    /** Whether it accepts `max_tokens`; `max_completion_tokens` is the newer name. */
    max_tokens: flag(),
    /**
     * The most characters per token seen, in hundredths: a far higher ratio in a large prompt means that the prompt was
     * cut.
     */
    chars_per_token: integer(),
    learned_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.base_url, t.model] })],
)
