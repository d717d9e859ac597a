import type { TSchema } from 'typebox'
import type { Config } from '../config/config'
import { plus } from '../platform/clock'
import type { Clock, Instant, Log, Names, Transfers } from '../platform/ports'
import type { Database } from '../storage/database'
import { Capabilities } from './capabilities'
import { type CheckedReply, Conversation } from './conversation'
import { RequestLimits } from './limits'
import { LlmError } from './llm-error'
import { CLOSED, circuitBlockedUntil, shownCircuit } from './machine'
import type { Finish, ModelMessage, TokenUsage, ToolCall, ToolDefinition } from './messages'
import { cancelled, type ModelServer, ServerConnection } from './server-connection'
import { LlmSettings } from './settings'
import type { LlmFeature } from './states'
import { deleteCallsBefore, findServer, insertCall, interruptCalls, updateCall, usageOfDay } from './store'
import { estimateTokens, weighRequest } from './tokens'

export interface CompletionRequest {
  feature: LlmFeature
  /** What the log of calls says. */
  description: string
  messages: ModelMessage[]
  tools?: ToolDefinition[]
  /** The reply must be JSON that fits; another reply is requested once more, then the call fails. */
  json?: TSchema
  temperature?: number
  maxTokens?: number
  signal?: AbortSignal
  /** What in the library the call is about. */
  entity?: { type: string; id: string }
}

export interface Completion {
  text: string
  toolCalls: ToolCall[]
  /** The JSON of a request with `json`. */
  value?: unknown
  finish: Finish
  usage: TokenUsage
  /** The server read less than was sent. */
  contextCut: boolean
}

interface Deps {
  db: Database
  clock: Clock
  transfers: Transfers
  names: Names
  log: Log
  config: Pick<Config, 'get' | 'onChange'>
}

const KEPT_MS = 90 * 24 * 60 * 60_000
const MOST_DESCRIPTION = 200

/** The one access to a language model: every call passes the limits, is logged as a row and fails with a sentence. */
export class LanguageModel {
  readonly settings: LlmSettings
  private readonly limits: RequestLimits
  private readonly capabilities: Capabilities
  private readonly connection: ServerConnection

  constructor(private readonly deps: Deps) {
    const { db, clock, config } = deps
    this.settings = new LlmSettings(config)
    this.limits = new RequestLimits({ db, clock, settings: this.settings })
    this.capabilities = new Capabilities({ db, clock })
    this.connection = new ServerConnection(deps)
  }

  /** Whether a base URL and a model are set. */
  get configured(): boolean {
    return this.settings.server() !== undefined
  }

  status() {
    const { db, clock } = this.deps
    const now = clock.now()
    const server = this.settings.server()
    const row = server ? findServer(db.read, server.baseUrl) : undefined
    const limits = this.limits.circuit()
    const { tokens, requests } = usageOfDay(db.read, now)
    const { perMinute, tokensPerDay } = this.settings.limits()
    return {
      configured: server !== undefined,
      model: server?.model ?? null,
      circuit_state: shownCircuit(row ?? CLOSED, now, limits),
      /** When the next request may be sent, where a pause holds it back. */
      retry_at: row ? (circuitBlockedUntil(row, now, limits) ?? null) : null,
      failures_in_row: row?.failures_in_row ?? 0,
      /** The sentence of the last failure; null since a success. */
      last_failure: row?.detail ?? null,
      today_tokens: tokens,
      today_requests: requests,
      daily_limit: tokensPerDay,
      rpm_limit: perMinute,
    }
  }

  /** What the configured model turned out to support. */
  supports(): { tools: boolean | 'unknown'; vision: boolean | 'unknown' } {
    const server = this.settings.server()
    return server ? this.capabilities.supports(server) : { tools: 'unknown', vision: 'unknown' }
  }

  /** Throws LlmError. */
  complete(request: CompletionRequest): Promise<Completion> {
    return this.run(request)
  }

  /** As `complete`; `on.text` receives the text as it comes. Throws LlmError; what was sent before stays valid text. */
  stream(request: CompletionRequest, on: { text(chunk: string): void }): Promise<Completion> {
    return this.run(request, (text) => on.text(text))
  }

  /** Call at a start: calls that the last process left open end as interrupted. */
  recover(): void {
    this.deps.db.write((tx) => interruptCalls(tx, 'Panelkeep ended before the reply came.'))
  }

  /** Deletes old rows of the log of calls. */
  prune(): void {
    const { db, clock } = this.deps
    db.write((tx) => deleteCallsBefore(tx, plus(clock.now(), -KEPT_MS)))
  }

  private async run(request: CompletionRequest, show?: (text: string) => void): Promise<Completion> {
    const server = this.settings.server()
    if (!server)
      throw new LlmError(
        'not_configured',
        'The assistant is not set up. Enter base URL and model in Settings, Assistant.',
      )
    if (request.signal?.aborted) throw cancelled()
    const call = new LoggedCall(this.deps, this.limits, server, request)
    const weighed = weighRequest(request.messages, request.tools ?? [])
    let shown = ''
    const conversation = new Conversation({
      connection: this.connection,
      capabilities: this.capabilities,
      server,
      admit: () => call.admit(weighed.tokens),
      signal: request.signal,
      show: (text) => {
        shown += text
        show?.(text)
      },
    })
    try {
      const { messages, tools = [], json, temperature, maxTokens } = request
      const content = { messages, tools, json, temperature, maxTokens }
      const reply = await conversation.run(content, show !== undefined)
      const usage = usageOf(reply, weighed.tokens)
      call.succeed(usage, this.settings.costMicros(usage.promptTokens, usage.completionTokens))
      const contextCut = this.capabilities.checkContext(server, weighed.weight, usage)
      return completionOf(reply, usage, contextCut && weighed.pictures === 0)
    } catch (error) {
      const failure = error instanceof LlmError ? error : undefined
      const sent = { promptTokens: weighed.tokens, completionTokens: estimateTokens(shown), estimated: true }
      call.fail(failure, sent, this.settings.costMicros(sent.promptTokens, sent.completionTokens))
      throw error
    }
  }
}

/** The row of one call, from its first request to its end. */
class LoggedCall {
  private callId: number | undefined
  private requests = 0
  private readonly begun: number
  private isOwnLimit = false

  constructor(
    private readonly deps: Deps,
    private readonly limits: RequestLimits,
    private readonly server: ModelServer,
    private readonly request: CompletionRequest,
  ) {
    this.begun = deps.clock.uptime()
  }

  /** Counts one more request. Throws LlmError where a limit is reached; before the first one no row is written. */
  admit(promptTokens: number): void {
    const { feature, description, entity } = this.request
    try {
      this.deps.db.write((tx) => {
        this.limits.admit(tx, this.server.baseUrl)
        this.requests++
        this.callId ??= insertCall(tx, {
          at: this.now(),
          feature,
          description: description.slice(0, MOST_DESCRIPTION),
          model: this.server.model,
          prompt_tokens: promptTokens,
          entity_type: entity?.type ?? null,
          entity_id: entity?.id ?? null,
        })
        updateCall(tx, this.callId, { requests: this.requests })
      })
    } catch (error) {
      this.isOwnLimit = error instanceof LlmError
      throw error
    }
  }

  succeed(usage: TokenUsage, cost_micros: number | null): void {
    this.end({ usage, cost_micros, failure: undefined })
  }

  /** `failure` is undefined for a fault of our own. */
  fail(failure: LlmError | undefined, usage: TokenUsage, cost_micros: number | null): void {
    this.end({
      usage,
      cost_micros,
      failure: failure ?? new LlmError('interrupted', 'An error inside Panelkeep ended it.'),
    })
  }

  private end(outcome: { usage: TokenUsage; cost_micros: number | null; failure: LlmError | undefined }): void {
    const { callId } = this
    const { usage, cost_micros, failure } = outcome
    if (callId === undefined) return
    const latency_ms = Math.max(0, Math.round(this.deps.clock.uptime() - this.begun))
    this.deps.db.write((tx) => {
      updateCall(tx, callId, {
        prompt_tokens: usage.promptTokens,
        completion_tokens: usage.completionTokens,
        estimated: usage.estimated,
        latency_ms,
        failure: failure?.code ?? null,
        detail: failure?.sentence ?? null,
        cost_micros,
      })
      // A limit of our own in the middle of a call says nothing about the server.
      this.limits.settle(tx, this.server.baseUrl, this.isOwnLimit ? cancelled() : failure)
      tx.emit({
        type: 'ai.called',
        feature_type: this.request.feature,
        action: this.request.description.slice(0, MOST_DESCRIPTION),
        success: failure === undefined,
        latency_ms,
      })
    })
    if (failure && failure.code !== 'cancelled')
      this.deps.log.warn('llm', 'call failed', {
        feature: this.request.feature,
        failure: failure.code,
        took_ms: latency_ms,
      })
  }

  private now(): Instant {
    return this.deps.clock.now()
  }
}

function usageOf(reply: CheckedReply, promptTokens: number): TokenUsage {
  if (reply.usage) return { ...reply.usage, estimated: false }
  return { promptTokens, completionTokens: Math.ceil(reply.written / 4), estimated: true }
}

function completionOf(reply: CheckedReply, usage: TokenUsage, contextCut: boolean): Completion {
  const { text, toolCalls, finish } = reply
  return { text, toolCalls, finish, usage, contextCut, ...('value' in reply ? { value: reply.value } : {}) }
}
