import { and, count, desc, eq, gt, inArray, lt, lte, ne, notInArray, or, sql } from 'drizzle-orm'
import { plus } from '../../base/platform/clock'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import type { HookName } from './states'
import { hookCalls } from './tables'

export type HookCall = typeof hookCalls.$inferSelect

export function insertHookCall(tx: Tx, row: { call_id: string; hook: HookName; payload: unknown; at: Instant }): void {
  const { call_id, hook, payload, at } = row
  tx.insert(hookCalls).values({ call_id, hook, payload, state: 'waiting', due_at: at, created_at: at }).run()
}

/** Whether the same call is already queued, not counting the `begun` ones. */
export function isWaiting(db: ReadHandle, hook: HookName, payload: unknown, begun: Iterable<string>): boolean {
  const found = db
    .select({ call_id: hookCalls.call_id })
    .from(hookCalls)
    .where(
      and(
        eq(hookCalls.hook, hook),
        eq(hookCalls.state, 'waiting'),
        eq(hookCalls.payload, payload),
        notInArray(hookCalls.call_id, [...begun]),
      ),
    )
    .limit(1)
    .get()
  return found !== undefined
}

const LONGEST_WAIT_MS = 60 * 60_000

const is = sql.placeholder

const dueCallsOf = preparedQuery((db: ReadHandle) => {
  // A wait longer than the longest, or a start in the future: the clock was set back after the row was written.
  const isSetBack = or(gt(hookCalls.due_at, is('longest')), gt(hookCalls.created_at, is('now')))
  const isDue = or(lte(hookCalls.due_at, is('now')), isSetBack)
  return db
    .select()
    .from(hookCalls)
    .where(and(eq(hookCalls.hook, is('hook')), eq(hookCalls.state, 'waiting'), isDue))
    .orderBy(hookCalls.due_at, hookCalls.created_at)
    .prepare()
})

/** The due calls of one hook, in order. */
export function dueCalls(db: ReadHandle, hook: HookName, now: Instant): HookCall[] {
  return dueCallsOf(db).all({ hook, now, longest: plus(now, LONGEST_WAIT_MS) })
}

/** Marks a call as successful. Earlier successful calls are deleted, since the page shows only the last. */
export function callDone(tx: Tx, call: HookCall, at: Instant): void {
  tx.update(hookCalls).set({ state: 'done', done_at: at, error: null }).where(eq(hookCalls.call_id, call.call_id)).run()
  tx.delete(hookCalls)
    .where(and(eq(hookCalls.hook, call.hook), eq(hookCalls.state, 'done'), ne(hookCalls.call_id, call.call_id)))
    .run()
}

/** Marks a call as failed: it is retried at `again`, or given up. */
export function callFailed(tx: Tx, call: HookCall, error: string, at: Instant, again: Instant | undefined): void {
  tx.update(hookCalls)
    .set({
      attempts: call.attempts + 1,
      error,
      ...(again ? { due_at: again } : { state: 'failed' as const, done_at: at }),
    })
    .where(eq(hookCalls.call_id, call.call_id))
    .run()
}

/** Deletes the queued calls of a hook that is no longer set up. */
export function forgetWaiting(tx: Tx, hook: HookName): void {
  tx.delete(hookCalls)
    .where(and(eq(hookCalls.hook, hook), eq(hookCalls.state, 'waiting')))
    .run()
}

const forgetFailed = preparedQuery((tx: Tx) =>
  tx
    .delete(hookCalls)
    .where(and(inArray(hookCalls.state, ['failed']), lt(hookCalls.created_at, sql.placeholder('at'))))
    .prepare(),
)

export function forgetFailedBefore(tx: Tx, at: Instant): void {
  forgetFailed(tx).run({ at })
}

/** Counts and times of one hook's calls. */
export function hookCountsOf(db: ReadHandle, hook: HookName) {
  const of = (state: HookCall['state']) => and(eq(hookCalls.hook, hook), eq(hookCalls.state, state))
  const many = (state: HookCall['state']) => db.select({ n: count() }).from(hookCalls).where(of(state)).get()?.n ?? 0
  const newest = (state: HookCall['state']) =>
    db.select().from(hookCalls).where(of(state)).orderBy(desc(hookCalls.created_at)).limit(1).get()
  const waiting = db.select().from(hookCalls).where(of('waiting')).orderBy(desc(hookCalls.attempts)).limit(1).get()
  const failed = newest('failed')
  return {
    waiting: many('waiting'),
    given_up: many('failed'),
    last_ok_at: newest('done')?.done_at ?? null,
    /** The error of a queued call, else of the last call that was given up. */
    error: waiting?.error ?? failed?.error ?? null,
    next_at: waiting?.error ? waiting.due_at : null,
  }
}
