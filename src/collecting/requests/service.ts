import type { Config } from '../../base/config/config'
import { type Caller, currentCaller } from '../../base/platform/caller'
import { plus } from '../../base/platform/clock'
import type { Clock, Instant, Random } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database, Tx } from '../../base/storage/database'
import type { Acceptance } from './acceptance'
import { decisionAfter } from './machine'
import type { AskBody, DecideBody, RequestReply, RequestsQuery, RequestsReply } from './schema'
import type { Decision, RequestEvent } from './states'
import * as store from './store'
import type { RequestSubjects } from './subjects'
import { type CardOf, mayDecide, requestReply } from './wire'

const WEEK_MS = 7 * 86_400_000
const USUAL = 50

interface Deps {
  db: Database
  clock: Clock
  random: Pick<Random, 'id'>
  config: Pick<Config, 'get'>
  subjects: RequestSubjects
  acceptance: Acceptance
  cardOf: CardOf
  /** Records a notice that a user asks for something. */
  recordNotice: (tx: Tx, item: { label: string; detail: string }) => void
}

/** What users ask for, and the decisions about it. Readers reach their own requests only. */
export class Requests {
  constructor(private readonly deps: Deps) {}

  list({ state, limit = USUAL, offset = 0 }: RequestsQuery): RequestsReply {
    const { read } = this.deps.db
    const userId = this.onlyUser()
    const rows = store.requestPage(read, { userId, state }, { limit, offset })
    return {
      requests: this.replies(rows),
      total: store.countRequests(read, { userId, state }),
      waiting: this.waiting(),
    }
  }

  /** The number of requests that wait for a decision, of those that the caller sees. */
  waiting(): number {
    return store.countWaiting(this.deps.db.read, this.onlyUser())
  }

  /**
   * Asks for a series or an issue, or joins those who ask for it. Throws Refusal 'forbidden' for a user who may not
   * ask, and 'throttled' beyond the limit of a week.
   */
  async ask(body: AskBody): Promise<RequestReply> {
    const { db, subjects } = this.deps
    const caller = currentCaller()
    if (caller.limits?.may_request === false)
      throw new Refusal('forbidden', 'You may not ask for comics. Ask the owner of this library.')
    const subject = body.kind === 'issue' ? subjects.issue(body) : await subjects.series(body)
    const requestId = db.write((tx) => this.join(tx, caller, subject, body.note?.trim() ?? ''))
    return this.reply(requestId)
  }

  /** Throws Refusal 'conflict' when the decision does not apply any more. */
  decide(requestId: string, body: DecideBody): RequestReply {
    const { db, acceptance, clock } = this.deps
    const caller = currentCaller()
    if (!mayDecide(caller)) throw new Refusal('forbidden', 'Ask the owner of this library.')
    const accepted = db.write((tx) => {
      const request = this.need(requestId)
      const decision = this.after(request, body.action)
      const work = body.action === 'accept' ? acceptance.accept(tx, request, body) : undefined
      store.changeRequest(tx, requestId, {
        decision,
        reason: body.action === 'decline' ? body.reason?.trim() || null : null,
        decided_by: caller.user_id,
        decided_at: clock.now(),
        operation_id: work?.operation_id ?? null,
      })
      return work
    })
    if (accepted) acceptance.search(accepted)
    return this.reply(requestId)
  }

  /** Withdraws the user's own request; those who decide remove the requests of others. */
  remove(requestId: string): { success: true } {
    const { db, clock } = this.deps
    const caller = currentCaller()
    db.write((tx) => {
      this.need(requestId)
      const own = store.findAsker(tx, requestId, caller.user_id)
      if (mayDecide(caller)) store.deleteRequest(tx, requestId)
      else if (own) store.withdrawAsker(tx, requestId, caller.user_id, clock.now())
    })
    return { success: true }
  }

  private join(tx: Tx, caller: Caller, subject: store.RequestSubject, note: string): string {
    const now = this.deps.clock.now()
    const known = store.requestFor(tx, subject)
    const requestId = known?.request_id ?? this.deps.random.id()
    const own = store.findAsker(tx, requestId, caller.user_id)
    store.forgetWithdrawn(tx, caller.user_id, plus(now, -WEEK_MS))
    if (!own) this.checkWeek(tx, caller, now)
    const isReopened = known?.decision === 'declined'
    if (!known) store.insertRequest(tx, { ...subject, request_id: requestId, asked_at: now })
    else if (isReopened) this.reopen(tx, known, now)
    const asked_at = own?.withdrawn_at === null && !isReopened ? own.asked_at : now
    store.putAsker(tx, {
      request_id: requestId,
      user_id: caller.user_id,
      note: note || (own?.note ?? ''),
      asked_at,
    })
    store.emitChange(tx, requestId)
    if ((!known || isReopened) && !mayDecide(caller)) this.notify(tx, caller, subject, note)
    return requestId
  }

  private reopen(tx: Tx, request: store.RequestRow, asked_at: Instant): void {
    const decision = this.after(request, 'ask')
    store.changeRequest(tx, request.request_id, {
      decision,
      reason: null,
      decided_by: null,
      decided_at: null,
      asked_at,
    })
  }

  private checkWeek(tx: Tx, caller: Caller, now: Instant): void {
    const most = this.deps.config.get('requests_per_week')
    if (most === 0 || mayDecide(caller)) return
    if (store.countAsked(tx, caller.user_id, plus(now, -WEEK_MS)) < most) return
    throw new Refusal('throttled', `You asked for ${most} comics in the last seven days, the most of this library.`)
  }

  private notify(tx: Tx, caller: Caller, { title, year }: store.RequestSubject, detail: string): void {
    const { cardOf, recordNotice } = this.deps
    const name = cardOf(caller.user_id)?.name ?? 'A reader'
    const what = year === null ? title : `${title} (${year})`
    recordNotice(tx, { label: `${name} asks for ${what}`, detail })
  }

  /** Throws Refusal 'conflict' when the request is decided already. */
  private after({ decision }: { decision: Decision }, event: RequestEvent): Decision {
    const after = decisionAfter(decision, event)
    if (after === undefined) throw new Refusal('conflict', `The request is ${decision} already.`)
    return after
  }

  /** Throws Refusal 'missing' for a request that the caller does not see. */
  private need(requestId: string): store.ListedRequest {
    const { read } = this.deps.db
    const request = store.findRequest(read, requestId)
    const userId = this.onlyUser()
    const isSeen = userId === undefined || store.findAsker(read, requestId, userId)?.withdrawn_at === null
    if (request && isSeen) return request
    throw new Refusal('missing', `There is no request ${requestId}.`)
  }

  private reply(requestId: string): RequestReply {
    return this.replies([this.need(requestId)])[0]!
  }

  private replies(rows: readonly store.ListedRequest[]): RequestReply[] {
    const { db, cardOf } = this.deps
    const caller = currentCaller()
    const ids = rows.map(({ request_id }) => request_id)
    const askers = store.askersOf(db.read, ids)
    const byRequest = Map.groupBy(askers, ({ request_id }) => request_id)
    return rows.map((row) => requestReply(row, byRequest.get(row.request_id) ?? [], { caller, cardOf }))
  }

  /** The user whose requests alone the caller sees; undefined for all. */
  private onlyUser(): string | undefined {
    const caller = currentCaller()
    return mayDecide(caller) ? undefined : caller.user_id
  }
}
