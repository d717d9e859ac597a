import { and, asc, count, desc, eq, gt, gte, inArray, lt, lte, max, not, type SQL, sql } from 'drizzle-orm'
import type { TimelineRow } from '../../base/activity/store'
import { timeline } from '../../base/activity/tables'
import { plus } from '../../base/platform/clock'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import type { NoticeEvent, NoticeState } from './states'
import { noticeReach, notices, noticeTargets } from './tables'

/** With its secrets: only for sending and for the settings. */
export type TargetRow = typeof noticeTargets.$inferSelect
export type NoticeRow = typeof notices.$inferSelect

const allTargets = preparedQuery((db: ReadHandle) =>
  db.select().from(noticeTargets).orderBy(asc(noticeTargets.added_at), asc(noticeTargets.target_id)).prepare(),
)

/** In the order they were added. */
export function listTargets(db: ReadHandle): TargetRow[] {
  return allTargets(db).all()
}

export function findTarget(db: ReadHandle, targetId: string): TargetRow | undefined {
  return db.select().from(noticeTargets).where(eq(noticeTargets.target_id, targetId)).get()
}

/** Adds a target or changes it. */
export function keepTarget(tx: Tx, row: TargetRow): void {
  const { target_id: _id, ...set } = row
  tx.insert(noticeTargets).values(row).onConflictDoUpdate({ target: noticeTargets.target_id, set }).run()
}

/** Removes a target with its notices. */
export function removeTarget(tx: Tx, targetId: string): void {
  tx.delete(noticeTargets).where(eq(noticeTargets.target_id, targetId)).run()
}

/** Rows of the same moment are ordered as they were written. */
const WRITTEN = sql`${notices}.rowid`

const waitingOf = (targetId: string) => and(eq(notices.target_id, targetId), eq(notices.state, 'waiting'))

const DAY_MS = 86_400_000

/**
 * SQL condition: the notice must wait. A wait of more than a day, or a start in the future, means that the clock was
 * set back after the row was written.
 */
const waits = (now: Instant) =>
  and(gt(notices.due_at, now), lte(notices.due_at, plus(now, DAY_MS)), lte(notices.created_at, now))!

/** The notice that still collects events: it is not due yet, and no attempt was made. */
export function openNotice(db: ReadHandle, targetId: string, event: NoticeEvent, now: Instant): NoticeRow | undefined {
  const open = and(waitingOf(targetId), eq(notices.event, event), eq(notices.attempts, 0), waits(now))
  return db.select().from(notices).where(open).limit(1).get()
}

/** The notice without attempts: while nothing is sent to the target, all events of a kind are in one notice. */
export function untriedNotice(db: ReadHandle, targetId: string, event: NoticeEvent): NoticeRow | undefined {
  const untried = and(waitingOf(targetId), eq(notices.event, event), eq(notices.attempts, 0))
  return db.select().from(notices).where(untried).limit(1).get()
}

/** Adds a notice or changes it. */
export function keepNotice(tx: Tx, row: NoticeRow): void {
  const { notice_id: _id, ...set } = row
  tx.insert(notices).values(row).onConflictDoUpdate({ target: notices.notice_id, set }).run()
}

/** The due notices of one target, in order; none while a failed one waits for its next attempt. */
export function dueNotices(db: ReadHandle, targetId: string, now: Instant): NoticeRow[] {
  const waiting = waitingOf(targetId)
  const same = db
    .select({ notice_id: notices.notice_id })
    .from(notices)
    .where(and(waiting, waits(now), gt(notices.error, '')))
    .limit(1)
    .get()
  if (same) return []
  return db
    .select()
    .from(notices)
    .where(and(waiting, not(waits(now))))
    .orderBy(asc(notices.created_at), asc(WRITTEN))
    .all()
}

/** Marks the notice as sent. */
export function markNoticeSent(tx: Tx, { notice_id, target_id }: NoticeRow, at: Instant): void {
  tx.update(notices).set({ state: 'done', done_at: at, error: null }).where(eq(notices.notice_id, notice_id)).run()
  tx.update(noticeTargets).set({ last_ok_at: at, error: null }).where(eq(noticeTargets.target_id, target_id)).run()
}

export interface NoticeFailure {
  /** A sentence. */
  error: string
  attempts: number
  /** The next attempt; undefined: it is given up. */
  again: Instant | undefined
}

export function markNoticeFailed(
  tx: Tx,
  { notice_id, target_id }: NoticeRow,
  failure: NoticeFailure,
  at: Instant,
): void {
  const { error, attempts, again } = failure
  const next = again ? { due_at: again } : { state: 'failed' as const, done_at: at }
  tx.update(notices)
    .set({ attempts, error, ...next })
    .where(eq(notices.notice_id, notice_id))
    .run()
  tx.update(noticeTargets).set({ last_failed_at: at, error }).where(eq(noticeTargets.target_id, target_id)).run()
}

/** Makes failed notices due at once, after the target's settings changed. */
export function retryNow(tx: Tx, targetId: string, now: Instant): void {
  const tried = and(waitingOf(targetId), gt(notices.error, ''))
  tx.update(notices).set({ due_at: now, attempts: 0, error: null }).where(tried).run()
}

/** Deletes the waiting notices of a target. */
export function forgetNotices(tx: Tx, targetId: string): void {
  tx.delete(notices).where(waitingOf(targetId)).run()
}

const forgetEnded = preparedQuery((tx: Tx) =>
  tx
    .delete(notices)
    .where(and(inArray(notices.state, ['done', 'failed']), lt(notices.done_at, sql.placeholder('at'))))
    .prepare(),
)

/** Deletes notices that ended before `at`. */
export function forgetEndedBefore(tx: Tx, at: Instant): void {
  forgetEnded(tx).run({ at })
}

/** How many notices wait for one target, and how many were given up. */
export function deliveryCountsOf(db: ReadHandle, targetId: string) {
  const many = (state: NoticeState) =>
    db
      .select({ n: count() })
      .from(notices)
      .where(and(eq(notices.target_id, targetId), eq(notices.state, state)))
      .get()!.n
  const tried = and(waitingOf(targetId), gt(notices.error, ''))
  const next = db.select().from(notices).where(tried).orderBy(asc(notices.due_at)).limit(1).get()
  return { waiting: many('waiting'), given_up: many('failed'), next_at: next?.due_at ?? null }
}

export interface LogFilter {
  target_id?: string
  state?: NoticeState
}

/** Newest first, each with its target. */
export function listNotices(db: ReadHandle, filter: LogFilter, page: { limit: number; offset: number }) {
  return db
    .select({ notice: notices, target: noticeTargets })
    .from(notices)
    .innerJoin(noticeTargets, eq(notices.target_id, noticeTargets.target_id))
    .where(matching(filter))
    .orderBy(desc(notices.created_at), desc(WRITTEN))
    .limit(page.limit)
    .offset(page.offset)
    .all()
}

export function countNotices(db: ReadHandle, filter: LogFilter): number {
  return db.select({ n: count() }).from(notices).where(matching(filter)).get()!.n
}

function matching({ target_id, state }: LogFilter): SQL | undefined {
  return and(
    target_id === undefined ? undefined : eq(notices.target_id, target_id),
    state === undefined ? undefined : eq(notices.state, state),
  )
}

const newestEvent = preparedQuery((db: ReadHandle) =>
  db
    .select({ at: max(timeline.event_id) })
    .from(timeline)
    .prepare(),
)
const keptReach = preparedQuery((db: ReadHandle) => db.select().from(noticeReach).prepare())

/** The last row of the timeline, and the last one that was read; undefined before the first read. */
export function reachOf(db: ReadHandle): { newest: number; reach: number | undefined } {
  return { newest: newestEvent(db).get()?.at ?? 0, reach: keptReach(db).get()?.event_id }
}

export function keepReach(tx: Tx, event_id: number): void {
  tx.insert(noticeReach)
    .values({ id: 1, event_id })
    .onConflictDoUpdate({ target: noticeReach.id, set: { event_id } })
    .run()
}

/** Timeline rows after `reach`, in order, none older than `since`. */
export function timelineBehind(db: ReadHandle, reach: number, since: Instant): TimelineRow[] {
  return db
    .select()
    .from(timeline)
    .where(and(gt(timeline.event_id, reach), gte(timeline.created_at, since)))
    .orderBy(asc(timeline.event_id))
    .all()
}
