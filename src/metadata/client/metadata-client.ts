import { askedLastHour, roomAgain } from '../../outside/budget'
import { Lane, PATIENCE_MS } from '../../outside/lane'
import { heldUntil } from '../../outside/retry-after'
import { AGENT, send, Unanswered } from '../../outside/send'
import { plus } from '../../platform/clock'
import type { Clock, Http, Instant, Log } from '../../platform/ports'
import type { Database } from '../../storage/database'
import type { Answer, Asking, Failure } from '../providers/provider'
import type { FailureKind, ProviderName } from '../states'
import type { KeptReply } from './client-store'
import { isConfigured, isEnabled, keyOf, notAsked, type Settings, withoutKeys } from './configured'
import { KeptReplies } from './kept-replies'
import { manners } from './limits'
import { Standings } from './provider-health'
import { jsonOf, type Reply } from './reply'
import { OtherForm, sentenceOf, Trouble } from './trouble'

export interface Question {
  method?: 'GET' | 'POST'
  /** Whole, without the key: it is the name under which the answer is kept. */
  url: string
  headers?: Record<string, string>
  body?: string
  /** What the service counts questions by: `issues`, `search`. */
  resource: string
  /** Adds the credentials, just before it is sent. */
  key?: (asked: { url: URL; headers: Headers }) => void
  /** How long an answer counts without asking again; 0 keeps it only where the service lets us ask whether it changed. */
  freshForMs: number
  /** Most bytes of an answer; 16 MiB when not said. */
  maxBytes?: number
  /** 404 is an answer: `read` gets null. */
  absent?: boolean
}

/** How a provider stands, for the settings page. */
export interface ProviderState {
  enabled: boolean
  configured: boolean
  /** `off`: not asked because of the settings. `waiting`: asked again by itself soon. `blocked`: shut out, or a key is not taken. */
  state: 'ready' | 'waiting' | 'blocked' | 'off'
  failure: FailureKind | null
  detail: string | null
  blocked_until: Instant | null
  last_ok_at: Instant | null
  asked_last_hour: number
  budget_hour: number
}

interface Deps {
  db: Database
  clock: Clock
  http: Http
  log: Log
  config: Settings
}

const HOUR_MS = 3_600_000
const MOST_BYTES = 16 * 1024 * 1024
const SILENCE_MS = { routine: 30_000, urgent: 15_000 }

/**
 * All questions to outside services go over this desk: it keeps the pace and the budgets they ask for, answers from
 * what it kept, stays away from who shut us out, and makes a value with a sentence of every failure.
 */
export class Desk {
  private readonly lanes: Map<ProviderName, Lane>
  private readonly standings: Standings
  /** None of a trial: an answer that was kept says nothing of a new key. */
  private readonly replies: KeptReplies | undefined

  constructor(
    private readonly deps: Deps,
    /** The desk that a trial belongs to: they share their pace. */
    trialOf?: Desk,
  ) {
    this.lanes = trialOf?.lanes ?? new Map()
    this.standings = new Standings(deps, trialOf !== undefined)
    this.replies = trialOf ? undefined : new KeptReplies(deps)
  }

  /** A desk for keys that are not saved yet: what they come to changes nothing for the saved ones. */
  trial(config: Settings): Desk {
    return new Desk({ ...this.deps, config }, this)
  }

  /**
   * One question. `read` makes the answer of the JSON and throws for what it cannot read; it throws Trouble where
   * the service says in its own words that something is wrong. Every failure is a value; only an aborted `signal`
   * throws. A wait of more than a minute and a half is never made here: the answer is a failure with `until`.
   */
  async ask<T>(
    provider: ProviderName,
    question: Question,
    read: (json: unknown) => T,
    asking: Asking = {},
  ): Promise<Answer<T>> {
    const early = this.without(provider, question, read, asking)
    if (early) return early
    await this.lane(provider).turn(asking)
    // While it waited others may have learnt something.
    const late = this.without(provider, question, read, asking)
    if (late) return late
    this.standings.asked(provider, question.resource)
    try {
      const said = await this.exchange(provider, question, read, asking)
      this.standings.well(provider)
      return { ok: said }
    } catch (error) {
      asking.signal?.throwIfAborted()
      if (!(error instanceof Trouble)) throw error
      return this.standings.troubled(provider, error)
    }
  }

  state(provider: ProviderName): ProviderState {
    const { config, clock } = this.deps
    const row = this.standings.of(provider)
    const { budget, gapMs } = manners[provider]
    const off = notAsked(config, provider)
    const blocked = this.standings.blocked(provider)
    const shut = blocked?.failure === 'banned' || blocked?.failure === 'auth'
    return {
      enabled: isEnabled(config, provider),
      configured: isConfigured(config, provider),
      state: off ? 'off' : !blocked ? 'ready' : shut ? 'blocked' : 'waiting',
      failure: off?.failure ?? row?.failure ?? null,
      detail: off?.detail ?? row?.detail ?? null,
      blocked_until: blocked?.until ?? null,
      last_ok_at: row?.last_ok_at ?? null,
      asked_last_hour: askedLastHour(row?.spent ?? {}, budget?.of ?? 'all', clock.now()),
      budget_hour: budget?.perMs === HOUR_MS ? budget.questions : Math.floor(HOUR_MS / gapMs),
    }
  }

  /** Its key changed: whatever stood in the way is lifted, and the next question is tried. */
  forgive(provider: ProviderName): void {
    this.standings.forgive(provider)
  }

  /** Somebody wants to see whether it is well again. A limit or a ban stays: asking on makes them longer. */
  tryAgain(provider: ProviderName): void {
    this.standings.forgive(provider, 'ours')
  }

  /** Forgets answers that are old, or too many. */
  prune(): void {
    this.replies?.prune()
  }

  /** What can be said without asking: an answer that is kept and fresh, or why it cannot be asked now. */
  private without<T>(
    provider: ProviderName,
    question: Question,
    read: (json: unknown) => T,
    asking: Asking,
  ): Answer<T> | undefined {
    const off = notAsked(this.deps.config, provider)
    if (off) return off
    const said = asking.fresh ? undefined : this.replies?.fresh(question, read)
    return said ?? this.standings.blocked(provider) ?? this.crowded(provider, question.resource, asking)
  }

  /** Its budget is gone, or the wait for a turn is longer than this one is patient. */
  private crowded(provider: ProviderName, resource: string, asking: Asking): Failure | undefined {
    const now = this.deps.clock.now()
    const urgent = asking.urgent === true
    const { budget } = manners[provider]
    const spent = this.standings.of(provider)?.spent ?? {}
    const wait = this.lane(provider).waitMs()
    const until =
      (budget && roomAgain(spent, budget, { resource, urgent, now })) ??
      (wait > PATIENCE_MS[urgent ? 'urgent' : 'routine'] ? plus(now, wait) : undefined)
    return until === undefined
      ? undefined
      : { failure: 'limit', detail: sentenceOf(provider, new Trouble('limit')), until }
  }

  private async exchange<T>(
    provider: ProviderName,
    question: Question,
    read: (json: unknown) => T,
    asking: Asking,
  ): Promise<T> {
    const kept = this.replies?.find(question)
    const reply = await this.send(question, kept, asking)
    const now = this.deps.clock.now()
    const held = heldUntil(reply.headers, now)
    if (held) this.lane(provider).hold(held)
    if (reply.status === 304 && kept) {
      const said = this.replies?.read(kept, read)
      if (!said) throw new Trouble('unreadable', 'what was kept of it is no use any more')
      this.replies?.confirm(question)
      return said.ok
    }
    const said = readBy(read, jsonOf(reply, { absent: question.absent, keyed: keyOf[provider] !== null }, now))
    if (reply.status === 200) this.replies?.keep(provider, question, reply)
    return said
  }

  private async send(question: Question, kept: KeptReply | undefined, asking: Asking): Promise<Reply> {
    const url = new URL(question.url)
    const headers = new Headers({ Accept: 'application/json', 'User-Agent': AGENT, ...question.headers })
    if (kept?.etag) headers.set('If-None-Match', kept.etag)
    if (kept?.last_modified) headers.set('If-Modified-Since', kept.last_modified)
    question.key?.({ url, headers })
    const { method = 'GET', body, maxBytes = MOST_BYTES } = question
    const timeoutMs = SILENCE_MS[asking.urgent ? 'urgent' : 'routine']
    const request = new Request(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(asking.signal ? { signal: asking.signal } : {}),
    })
    try {
      const { bytes, ...reply } = await send(this.deps.http, request, { timeoutMs, maxBytes })
      return { ...reply, text: withoutKeys(this.deps.config, new TextDecoder().decode(bytes)) }
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      throw new Trouble(error.kind === 'too much' ? 'unreadable' : 'unreachable', error.message)
    }
  }

  private lane(provider: ProviderName): Lane {
    const lane = this.lanes.get(provider) ?? new Lane(this.deps.clock, manners[provider].gapMs)
    this.lanes.set(provider, lane)
    return lane
  }
}

function readBy<T>(read: (json: unknown) => T, json: unknown): T {
  try {
    return read(json)
  } catch (error) {
    throw error instanceof Trouble ? error : new OtherForm(error)
  }
}
