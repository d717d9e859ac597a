import { asCaller, callerId } from '../../../base/platform/caller'
import { plus } from '../../../base/platform/clock'
import type { Clock, Log, Random } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import type { Database, Tx } from '../../../base/storage/database'
import { passingSentence } from '../../../base/storage/write-errors'
import type { ProposalContext } from './action-tool'
import { type ActionType, differenceOf } from './action-type'
import type { AddSeries } from './add-series'
import type { NamedIssues } from './make-lists'
import type { MarkIssues } from './mark-issues'
import type { OrderList } from './order-list'
import type { ProposedAction, ProposedChange } from './schema'
import type { ActionKind } from './states'
import * as store from './store'
import type { SeenRow } from './tables'
import { actionWire } from './wire'

export interface Payloads extends Record<ActionKind, unknown> {
  add_series: AddSeries
  mark_issues: MarkIssues
  make_arc: NamedIssues
  make_list: NamedIssues
  order_list: OrderList
}

export type ActionTypes = { [K in ActionKind]: ActionType<Payloads[K]> }

interface Deps {
  db: Database
  clock: Clock
  random: Random
  log: Log
  types: ActionTypes
}

export interface NewProposal<K extends ActionKind> {
  kind: K
  title: string
  payload: Payloads[K]
  changes: ProposedChange[]
}

/** Maximum number of proposals in one answer. */
const MOST_IN_MESSAGE = 5
/** How long a proposal without a thread is kept. */
const LOOSE_MS = 30 * 86_400_000
/** Reading lists are each user's own; all other proposals are for the library, which owner and managers share. */
const OF_OWN_LISTS: readonly ActionKind[] = ['make_list', 'order_list']
const UNCHANGED = 'Nothing was changed.'

/** Proposals of the assistant. Each is a row; nothing changes until the user confirms it. */
export class ActionProposals {
  constructor(private readonly deps: Deps) {}

  /** Stores the proposal with the rows that it depends on. An equal proposal in the same thread is returned instead. */
  propose<K extends ActionKind>(
    { kind, title, payload, changes }: NewProposal<K>,
    context: ProposalContext,
  ): ProposedAction {
    const { db, clock, random } = this.deps
    const { thread_id = null, message_id = null } = context
    return db.write((tx) => {
      const others = thread_id === null ? [] : store.actionsOf(tx, thread_id)
      const same = others.find((row) => row.status === 'pending' && row.kind === kind && isEqual(row.payload, payload))
      if (same) return actionWire(same)
      if (others.filter((row) => message_id !== null && row.message_id === message_id).length >= MOST_IN_MESSAGE)
        throw new Refusal('invalid', `One answer may propose ${MOST_IN_MESSAGE} changes at most.`)
      store.deleteLooseActions(tx, plus(clock.now(), -LOOSE_MS))
      const seen = this.see(tx, kind, payload)
      const row = {
        action_id: random.id(),
        user_id: callerId(),
        thread_id,
        message_id,
        kind,
        title,
        payload,
        changes,
        seen,
      }
      return actionWire(store.insertAction(tx, { ...row, created_at: clock.now() }))
    })
  }

  /** Throws Refusal 'missing' when the proposal does not exist, or concerns a list of another user. */
  view(actionId: string): { action: ProposedAction } {
    return { action: actionWire(this.need(actionId)) }
  }

  /** The proposals of a thread, oldest first. */
  ofThread(threadId: string): ProposedAction[] {
    return store.actionsOf(this.deps.db.read, threadId).map(actionWire)
  }

  /**
   * Applies the proposal once; repeated calls return the same outcome. Throws Refusal 'conflict' when it was
   * dismissed.
   */
  confirm(actionId: string): { action: ProposedAction } {
    const row = this.need(actionId)
    if (row.status === 'dismissed')
      throw new Refusal('conflict', 'This proposal was dismissed. Ask the assistant again.')
    const moved = this.move(row, 'confirm') ?? row
    if (moved.status === 'processing') this.apply(moved)
    return this.view(actionId)
  }

  /** Throws Refusal 'conflict' when the proposal was confirmed. */
  dismiss(actionId: string): { action: ProposedAction } {
    const row = this.need(actionId)
    if (row.status !== 'dismissed' && !this.move(row, 'dismiss'))
      throw new Refusal('conflict', 'This proposal was confirmed already. It cannot be dismissed.')
    return this.view(actionId)
  }

  /**
   * Applies proposals that were confirmed before the last process ended; none of their changes are in the library
   * yet.
   */
  recover(): void {
    for (const row of store.unfinishedActions(this.deps.db.read))
      try {
        asCaller({ user_id: row.user_id, role: 'manager', limits: null }, () => this.apply(row))
      } catch (error) {
        this.deps.log.warn('ai', 'proposal waits for the next start', { action_id: row.action_id, error })
      }
  }

  /** Writes change and outcome together: the proposal is applied completely and once, or not at all. */
  private apply(row: store.ActionRow): void {
    const { db, clock, log } = this.deps
    const { action_id, kind } = row
    try {
      const ended = db.write((tx) => {
        const difference = differenceOf(row.seen, this.see(tx, kind, row.payload))
        const at = clock.now()
        if (difference !== undefined)
          return store.moveAction(tx, row, { move: 'outdate', at, detail: `${difference} ${UNCHANGED}` })
        const moved = store.moveAction(tx, row, { move: 'apply', at })
        return moved && store.recordActionDetail(tx, action_id, this.typeOf(kind).apply(row.payload))
      })
      log.info('ai', 'proposal ended', { action_id, kind, outcome: ended?.outcome })
    } catch (error) {
      const passing = passingSentence(error)
      // The proposal stays confirmed; the next click or start applies it.
      if (passing !== undefined) throw new Refusal('unavailable', passing, {}, { cause: error })
      log.warn('ai', 'proposal failed', { action_id, kind, error })
      const why = error instanceof Refusal ? error.detail : 'It failed because of an internal error; the log has more.'
      this.move(row, 'fail', `${why} ${UNCHANGED}`)
    }
  }

  private see(tx: Tx, kind: ActionKind, payload: unknown): SeenRow[] {
    return this.typeOf(kind).see(tx, payload)
  }

  private typeOf(kind: ActionKind): ActionType<unknown> {
    return this.deps.types[kind] as ActionType<unknown>
  }

  private move(row: store.ActionRow, move: 'confirm' | 'dismiss' | 'fail', detail?: string) {
    const { db, clock } = this.deps
    return db.write((tx) => store.moveAction(tx, row, { move, at: clock.now(), detail }))
  }

  private need(actionId: string): store.ActionRow {
    const row = store.findAction(this.deps.db.read, actionId)
    const isHidden = row && OF_OWN_LISTS.includes(row.kind) && row.user_id !== callerId()
    if (!row || isHidden) throw new Refusal('missing', `There is no proposal ${actionId}.`)
    return row
  }
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
