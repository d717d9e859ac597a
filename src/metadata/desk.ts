import { plus } from '../platform/clock'
import { sha256 } from '../platform/digest'
import type { Clock, Http, Instant, Log } from '../platform/ports'
import type { Database } from '../storage/database'
import { VERSION } from '../version'
import { askedLastHour, roomAgain, spend } from './budget'
import { isConfigured, isEnabled, keyOf, notAsked, type Settings } from './configured'
import * as store from './desk-store'
import { Lane } from './lane'
import { AUTH_MS, BAN_MS, backOffMs, manners } from './manners'
import type { Answer, Asking, Failure } from './providers/provider'
import { heldUntil, jsonOf, type Reply } from './reply'
import type { FailureKind, ProviderName } from './states'
import { sentenceOf, Trouble } from './trouble'

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

const AGENT = `Panelkeep/${VERSION}`
const HOUR_MS = 3_600_000
const MOST_BYTES = 16 * 1024 * 1024
/** Routine waits this long for its turn at most; a longer wait is the caller's, who can say so. Urgent waits less. */
const PATIENCE_MS = { routine: 90_000, urgent: 6000 }
const SILENCE_MS = { routine: 30_000, urgent: 15_000 }
const KEPT_MS = 30 * 86_400_000
const KEPT_BYTES = 128 * 1024 * 1024

/**
 * All questions to outside services go over this desk: it keeps the pace and the budgets they ask for, answers from
 * what it kept, stays away from who shut us out, and makes a value with a sentence of every failure.
 */
export class Desk {
  private readonly lanes: Map<ProviderName, Lane>

  constructor(
    private readonly deps: Deps,
    /** The desk that a trial belongs to: they share their pace. */
    private readonly trialOf?: Desk,
  ) {
    this.lanes = trialOf?.lanes ?? new Map()
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
    this.spend(provider, question.resource)
    try {
      const said = await this.exchange(provider, question, read, asking)
      this.well(provider)
      return { ok: said }
    } catch (error) {
      asking.signal?.throwIfAborted()
      if (!(error instanceof Trouble)) throw error
      return this.troubled(provider, error)
    }
  }

  state(provider: ProviderName): ProviderState {
    const { config, clock, db } = this.deps
    const row = store.findStanding(db.read, provider)
    const { budget, gapMs } = manners[provider]
    const off = notAsked(config, provider)
    const blocked = row?.blocked_until != null && row.blocked_until > clock.now() ? row.blocked_until : null
    const shut = row?.failure === 'banned' || row?.failure === 'auth'
    return {
      enabled: isEnabled(config, provider),
      configured: isConfigured(config, provider),
      state: off ? 'off' : !blocked ? 'ready' : shut ? 'blocked' : 'waiting',
      failure: off?.failure ?? row?.failure ?? null,
      detail: off?.detail ?? row?.detail ?? null,
      blocked_until: blocked,
      last_ok_at: row?.last_ok_at ?? null,
      asked_last_hour: askedLastHour(row?.spent ?? {}, budget?.of ?? 'all', clock.now()),
      budget_hour: budget?.perMs === HOUR_MS ? budget.questions : Math.floor(HOUR_MS / gapMs),
    }
  }

  /** Its key changed, or somebody wants to see whether it is well again: the next question is tried. */
  forgive(provider: ProviderName): void {
    this.deps.db.write((tx) =>
      store.saveStanding(tx, provider, { failure: null, detail: null, failures_in_row: 0, blocked_until: null }),
    )
  }

  /** Forgets answers that are old, or too many. */
  prune(): void {
    const { db, clock } = this.deps
    db.write((tx) => store.pruneReplies(tx, plus(clock.now(), -KEPT_MS), KEPT_BYTES))
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
    const kept = asking.fresh || this.trialOf ? undefined : store.findReply(this.deps.db.read, keyFor(question))
    if (kept && kept.fresh_until > this.deps.clock.now()) {
      const said = this.readKept(kept, read)
      if (said) return said
    }
    return this.blocked(provider, question.resource, asking)
  }

  /** An answer that an older version kept may not be one for this one. */
  private readKept<T>(kept: store.KeptReply, read: (json: unknown) => T): { ok: T } | undefined {
    try {
      return { ok: read(JSON.parse(kept.body)) }
    } catch (error) {
      this.deps.log.debug('metadata', 'a kept answer is no use', { provider: kept.provider, error })
      this.deps.db.write((tx) => store.forgetReply(tx, kept.key))
      return undefined
    }
  }

  private blocked(provider: ProviderName, resource: string, asking: Asking): Failure | undefined {
    const { clock, db } = this.deps
    const now = clock.now()
    const row = store.findStanding(db.read, provider)
    if (row?.failure && row.blocked_until && row.blocked_until > now && !(this.trialOf && row.failure === 'auth'))
      return { failure: row.failure, detail: row.detail ?? '', until: row.blocked_until }
    const { budget } = manners[provider]
    const urgent = asking.urgent === true
    const room = budget && roomAgain(row?.spent ?? {}, budget, { resource, urgent, now })
    if (room) return this.limited(provider, room)
    const wait = this.lane(provider).waitMs()
    return wait > PATIENCE_MS[urgent ? 'urgent' : 'routine'] ? this.limited(provider, plus(now, wait)) : undefined
  }

  private limited(provider: ProviderName, until: Instant): Failure {
    return { failure: 'limit', detail: sentenceOf(provider, new Trouble('limit')), until }
  }

  private async exchange<T>(
    provider: ProviderName,
    question: Question,
    read: (json: unknown) => T,
    asking: Asking,
  ): Promise<T> {
    const { db, clock } = this.deps
    const key = keyFor(question)
    const kept = this.trialOf ? undefined : store.findReply(db.read, key)
    const reply = await this.send(question, kept, asking)
    const now = clock.now()
    const held = heldUntil(reply.headers, now)
    if (held) this.lane(provider).hold(held)
    if (reply.status === 304 && kept) {
      const said = this.readKept(kept, read)
      if (!said) throw new Trouble('unreadable', 'what was kept of it is no use any more')
      db.write((tx) => store.confirmReply(tx, key, now, plus(now, question.freshForMs)))
      return said.ok
    }
    const said = readBy(read, jsonOf(reply, { absent: question.absent, keyed: keyOf[provider] !== null }, now))
    if (reply.status === 200) this.keep(provider, question, reply)
    return said
  }

  private async send(question: Question, kept: store.KeptReply | undefined, asking: Asking): Promise<Reply> {
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
      const reply = await this.deps.http.fetch(request, { timeoutMs, maxBytes })
      return { status: reply.status, headers: reply.headers, text: await reply.text() }
    } catch (error) {
      // Its own words may hold the address with the key, so they go nowhere.
      throw new Trouble('unreachable', isTimeout(error) ? `no answer within ${timeoutMs / 1000} seconds` : '')
    }
  }

  private keep(provider: ProviderName, question: Question, { headers, text }: Reply): void {
    const { db, clock } = this.deps
    const [etag, last_modified] = [headers.get('etag'), headers.get('last-modified')]
    if (this.trialOf || (question.freshForMs <= 0 && etag === null && last_modified === null)) return
    const now = clock.now()
    db.write((tx) =>
      store.saveReply(tx, {
        key: keyFor(question),
        provider,
        body: text.replace(/^\uFEFF/, ''),
        size: text.length,
        etag,
        last_modified,
        kept_at: now,
        fresh_until: plus(now, question.freshForMs),
      }),
    )
  }

  private spend(provider: ProviderName, resource: string): void {
    const { db, clock } = this.deps
    const now = clock.now()
    const keepMs = manners[provider].budget?.perMs ?? HOUR_MS
    db.write((tx) => {
      const spent = spend(store.findStanding(tx, provider)?.spent ?? {}, resource, now, keepMs)
      store.saveStanding(tx, provider, { spent, last_asked_at: now })
    })
  }

  private well(provider: ProviderName): void {
    if (this.trialOf) return
    const well = { failure: null, detail: null, failures_in_row: 0, blocked_until: null }
    const { db, clock, log } = this.deps
    if (store.findStanding(db.read, provider)?.failure) log.info('metadata', 'provider is well again', { provider })
    db.write((tx) => store.saveStanding(tx, provider, { ...well, last_ok_at: clock.now() }))
  }

  private troubled(provider: ProviderName, trouble: Trouble): Failure {
    const { db, clock, log } = this.deps
    const detail = sentenceOf(provider, trouble)
    const { kind } = trouble
    const now = clock.now()
    const inRow = (store.findStanding(db.read, provider)?.failures_in_row ?? 0) + 1
    const until = trouble.until ?? blockedUntil(provider, trouble, inRow, now)
    log.warn('metadata', kind === 'banned' ? 'provider shut us out, it is left alone' : 'provider failed', {
      provider,
      failure: kind,
      what: trouble.what || undefined,
      until,
    })
    // A key that is only tried says nothing of the saved one; one question refused nothing of the service.
    if (kind !== 'refused' && !(this.trialOf && kind === 'auth')) {
      const blocked_until = until ?? null
      db.write((tx) =>
        store.saveStanding(tx, provider, {
          failure: kind,
          detail,
          failures_in_row: inRow,
          blocked_until,
          last_failed_at: now,
        }),
      )
    }
    return { failure: kind, detail, ...(until === undefined ? {} : { until }) }
  }

  private lane(provider: ProviderName): Lane {
    const lane = this.lanes.get(provider) ?? new Lane(this.deps.clock, manners[provider].gapMs)
    this.lanes.set(provider, lane)
    return lane
  }
}

/** A question that is answered with another form of data does not block the service: only this answer is no use. */
class OtherForm extends Trouble {}

function readBy<T>(read: (json: unknown) => T, json: unknown): T {
  try {
    return read(json)
  } catch (error) {
    if (error instanceof Trouble) throw error
    throw new OtherForm('unreadable', error instanceof Error ? error.message : '')
  }
}

function blockedUntil(provider: ProviderName, trouble: Trouble, inRow: number, now: Instant): Instant | undefined {
  if (trouble instanceof OtherForm) return undefined
  switch (trouble.kind) {
    case 'auth':
      return plus(now, AUTH_MS)
    case 'banned':
      return plus(now, BAN_MS)
    case 'limit':
      return plus(now, manners[provider].limitMs)
    case 'unreachable':
    case 'unavailable':
    case 'unreadable':
      return plus(now, backOffMs(inRow))
    case 'refused':
      return undefined
  }
}

function keyFor({ method = 'GET', url, body = '' }: Question): string {
  return sha256(`${method} ${url}\n${body}`)
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}
