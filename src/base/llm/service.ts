import type { TSchema } from 'typebox'
import type { Config } from '../config/config'
import { plus } from '../platform/clock'
import type { Clock, HostNames, Log, Transfers } from '../platform/ports'
import type { Database } from '../storage/database'
import { Capabilities } from './capabilities'
import { type CheckedReply, Conversation } from './conversation'
import { RequestLimits } from './limits'
import { LlmError } from './llm-error'
import { LoggedCall } from './logged-call'
import { CLOSED, circuitBlockedUntil, shownCircuit } from './machine'
import type { Finish, ModelMessage, TokenUsage, ToolCall, ToolDefinition } from './messages'
import { listModels } from './model-list'
import { cancelled, type ModelServer, ServerConnection } from './server-connection'
import { LlmSettings } from './settings'
import type { LlmFeature } from './states'
import {
  type CallRow,
  deleteCallsBefore,
  endTrials,
  findServer,
  interruptCalls,
  listCalls,
  saveServer,
  usageByDay,
  usageOfDay,
} from './store'
import { estimateTokens, weighRequest } from './tokens'

export interface CompletionRequest {
  feature: LlmFeature
  /** What the log of calls shows. */
  description: string
  messages: ModelMessage[]
  tools?: ToolDefinition[]
  /** The reply must be valid JSON; an invalid reply is requested once more, then the call fails. */
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

/** A server that is not saved yet. */
interface ServerAddress {
  baseUrl: string
  model: string
  /** Empty: the saved key, where it belongs to this server. */
  key: string
}

interface Deps {
  db: Database
  clock: Clock
  transfers: Transfers
  names: HostNames
  log: Log
  config: Pick<Config, 'get' | 'onChange'>
}

/** A change of these options may have fixed the failure. */
const SERVER_KEYS: ReadonlySet<string> = new Set(['ai_base_url', 'ai_api_key', 'ai_model', 'ai_timeout'])
const KEPT_MS = 90 * 24 * 60 * 60_000
const DAY_MS = 24 * 60 * 60_000

/** Thinking models need room before their first word. */
const TEST_REQUEST: CompletionRequest = {
  feature: 'chat',
  description: 'Test of the model server',
  messages: [{ role: 'user', content: 'Reply with the single word: ready' }],
  maxTokens: 1000,
}

/** The one access to a language model: every call obeys the limits, is logged as a row, and fails with a sentence. */
export class LanguageModel {
  readonly settings: LlmSettings
  private readonly limits: RequestLimits
  private readonly capabilities: Capabilities
  private readonly connection: ServerConnection
  private readonly running = new Set<Promise<unknown>>()
  private readonly stopping = new AbortController()

  constructor(private readonly deps: Deps) {
    const { db, clock, config } = deps
    this.settings = new LlmSettings(config)
    this.limits = new RequestLimits({ db, clock, settings: this.settings })
    this.capabilities = new Capabilities({ db, clock })
    this.connection = new ServerConnection(deps)
    config.onChange((keys) => {
      if (keys.some((key) => SERVER_KEYS.has(key))) this.forgetFailures()
    })
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
      /** When the next request may be sent, while a pause lasts. */
      retry_at: row ? (circuitBlockedUntil(row, now, limits) ?? null) : null,
      failures_in_row: row?.failures_in_row ?? 0,
      /** The sentence of the last failure; null after a success. */
      last_failure: row?.detail ?? null,
      today_tokens: tokens,
      today_requests: requests,
      daily_limit: tokensPerDay,
      rpm_limit: perMinute,
    }
  }

  /** What the configured model supports, as far as known. */
  supports(): { tools: boolean | 'unknown'; vision: boolean | 'unknown' } {
    const server = this.settings.server()
    return server ? this.capabilities.supports(server) : { tools: 'unknown', vision: 'unknown' }
  }

  /** Throws LlmError. */
  complete(request: CompletionRequest): Promise<Completion> {
    return this.run(request)
  }

  /**
   * Like `complete`; `on.text` receives the text as it arrives. Throws LlmError; text that was already passed on stays
   * valid.
   */
  stream(request: CompletionRequest, on: { text(chunk: string): void }): Promise<Completion> {
    return this.run(request, (text) => on.text(text))
  }

  /** Call at a start: marks calls that the last process left open as interrupted. */
  recover(): void {
    this.deps.db.write((tx) => {
      interruptCalls(tx, 'Panelkeep ended before the reply came.')
      endTrials(tx)
    })
  }

  /** Cancels the running calls and waits for their rows. */
  async stop(): Promise<void> {
    this.stopping.abort()
    await Promise.allSettled(this.running)
  }

  /** Deletes old rows of the log of calls. */
  prune(): void {
    const { db, clock } = this.deps
    db.write((tx) => deleteCallsBefore(tx, plus(clock.now(), -KEPT_MS)))
  }

  /**
   * Sends a test request to any server, even one that is paused after failures; the server's abilities are learned
   * again. Without a key, the saved key is sent, but only to the server that it was saved for. Throws LlmError.
   */
  async test(at: ServerAddress, signal?: AbortSignal): Promise<Completion> {
    const server = this.serverAt(at)
    this.capabilities.forget(server)
    return this.track(server, { ...TEST_REQUEST, ...(signal ? { signal } : {}) }, { isTrial: true })
  }

  /** Names of the models that a server offers. Throws LlmError. */
  models(at: Omit<ServerAddress, 'model'>): Promise<string[]> {
    return listModels(this.connection, this.serverAt({ ...at, model: '' }))
  }

  /** Finished calls, the latest first. */
  calls(page: { limit: number; offset: number }): CallRow[] {
    return listCalls(this.deps.db.read, page)
  }

  /** Calls and tokens by day and feature, for the last `days` days. */
  usage(days: number) {
    const { db, clock } = this.deps
    return usageByDay(db.read, plus(clock.now(), -(days - 1) * DAY_MS).slice(0, 10))
  }

  private serverAt({ baseUrl, key, model }: ServerAddress): ModelServer {
    return { baseUrl: baseUrl.trim(), model: model.trim(), ...this.settings.accessTo(baseUrl, key) }
  }

  private forgetFailures(): void {
    const server = this.settings.server()
    if (!server || !findServer(this.deps.db.read, server.baseUrl)) return
    this.deps.db.write((tx) =>
      saveServer(tx, server.baseUrl, { ...CLOSED, blocked_until: null, detail: null, failure: null }),
    )
  }

  private async run(request: CompletionRequest, show?: (text: string) => void): Promise<Completion> {
    const server = this.settings.server()
    if (!server)
      throw new LlmError(
        'not_configured',
        'The assistant is not set up. Enter base URL and model in Settings, Assistant.',
      )
    return this.track(server, request, { isTrial: false, show })
  }

  private async track(...[server, request, how]: Parameters<LanguageModel['call']>): Promise<Completion> {
    const call = this.call(server, request, how)
    this.running.add(call)
    try {
      return await call
    } finally {
      this.running.delete(call)
    }
  }

  private async call(
    server: ModelServer,
    request: CompletionRequest,
    { isTrial, show }: { isTrial: boolean; show?: ((text: string) => void) | undefined },
  ): Promise<Completion> {
    const { signal: stopped } = this.stopping
    const signal = request.signal ? AbortSignal.any([request.signal, stopped]) : stopped
    if (signal.aborted) throw cancelled()
    const call = new LoggedCall(this.deps, this.limits, server, request)
    const weighed = weighRequest(request.messages, request.tools ?? [])
    let shown = ''
    const conversation = new Conversation({
      connection: this.connection,
      capabilities: this.capabilities,
      server,
      admit: () => call.admit(weighed.tokens, isTrial),
      signal,
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

function usageOf(reply: CheckedReply, promptTokens: number): TokenUsage {
  if (reply.usage) return { ...reply.usage, estimated: false }
  return { promptTokens, completionTokens: Math.ceil(reply.written / 4), estimated: true }
}

function completionOf(reply: CheckedReply, usage: TokenUsage, contextCut: boolean): Completion {
  const { text, toolCalls, finish } = reply
  return { text, toolCalls, finish, usage, contextCut, ...('value' in reply ? { value: reply.value } : {}) }
}
