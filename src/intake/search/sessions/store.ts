import { and, count, eq, inArray, lt, lte } from 'drizzle-orm'
import type { Instant } from '../../../base/platform/ports'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import type { Offer } from '../offer'
import type { CandidateState } from '../states'
import { interactiveCandidates as candidates, interactiveSessions as sessions } from '../tables'

export type SearchSession = typeof sessions.$inferSelect
/** An offer with the query that found it and the issue that it was judged for. */
export type SavedOffer = Offer & { found_by: string; found_for: string }
export type SessionCandidate = Omit<typeof candidates.$inferSelect, 'offer'> & { offer: SavedOffer }
export type Slot = Pick<SearchSession, 'sid' | 'entity_type' | 'entity_id'>

const active = inArray(sessions.state, ['queued', 'running'])
const one = (sessionId: string, candidateId: string) =>
  and(eq(candidates.session_id, sessionId), eq(candidates.candidate_id, candidateId))

/** The session in a slot, expired or not. */
export function sessionInSlot(db: ReadHandle, { sid, entity_type, entity_id }: Slot): SearchSession | undefined {
  const same = and(eq(sessions.sid, sid), eq(sessions.entity_type, entity_type), eq(sessions.entity_id, entity_id))
  return db.select().from(sessions).where(same).get()
}

export function addSession(tx: Tx, row: SearchSession): void {
  tx.insert(sessions).values(row).run()
}

/** Removes the session with its candidates. */
export function dropSession(tx: Tx, sessionId: string): void {
  tx.delete(sessions).where(eq(sessions.session_id, sessionId)).run()
}

export function findSession(db: ReadHandle, sessionId: string): SearchSession | undefined {
  return db.select().from(sessions).where(eq(sessions.session_id, sessionId)).get()
}

/** Notifies the browser session that candidates changed. */
export function emitSession(tx: Tx, sessionId: string): void {
  const session = findSession(tx, sessionId)
  if (session) emitSessionRow(tx, session)
}

function emitSessionRow(tx: Tx, { sid, session_id, state, progress }: SearchSession): void {
  const candidate_count = countCandidates(tx, session_id)
  tx.emit({ type: 'interactive.changed', sid, session_id, state, progress, candidate_count })
}

export type SessionChange = Partial<Pick<SearchSession, 'state' | 'progress' | 'provider_failures'>>

/** Changes a session and notifies its browser session. Undefined when it was replaced meanwhile. */
export function changeSession(tx: Tx, sessionId: string, change: SessionChange): SearchSession | undefined {
  const row = tx.update(sessions).set(change).where(eq(sessions.session_id, sessionId)).returning().get()
  if (row) emitSessionRow(tx, row)
  return row
}

export function countActive(db: ReadHandle): number {
  return db.select({ active: count() }).from(sessions).where(active).get()!.active
}

const failAll = preparedQuery((tx: Tx) => tx.update(sessions).set({ state: 'failed' }).where(active).prepare())

/** Fails the searches that ended with the previous process. */
export function failActive(tx: Tx): void {
  failAll(tx).run()
}

/** Deletes sessions that expired before `forget`, and the candidates of expired ones, except running grabs. */
export function purgeSessions(tx: Tx, { now, forget }: { now: Instant; forget: Instant }): void {
  const expired = tx.select({ id: sessions.session_id }).from(sessions).where(lte(sessions.expires_at, now))
  const idle: CandidateState[] = ['available', 'unavailable', 'failed']
  tx.delete(candidates)
    .where(and(inArray(candidates.session_id, expired), inArray(candidates.state, idle)))
    .run()
  tx.delete(sessions).where(lt(sessions.expires_at, forget)).run()
}

export function addCandidate(tx: Tx, row: SessionCandidate): void {
  tx.insert(candidates).values(row).run()
}

export function dropCandidate(tx: Tx, { session_id, candidate_id }: SessionCandidate): void {
  tx.delete(candidates).where(one(session_id, candidate_id)).run()
}

function countCandidates(db: ReadHandle, sessionId: string): number {
  return db.select({ count: count() }).from(candidates).where(eq(candidates.session_id, sessionId)).get()!.count
}

export function candidatesOf(db: ReadHandle, sessionId: string): SessionCandidate[] {
  return db.select().from(candidates).where(eq(candidates.session_id, sessionId)).all() as SessionCandidate[]
}

export function findCandidate(db: ReadHandle, sessionId: string, candidateId: string): SessionCandidate | undefined {
  return db.select().from(candidates).where(one(sessionId, candidateId)).get() as SessionCandidate | undefined
}

/** Grabs that are running, or were when the process ended. */
export function submittingCandidates(db: ReadHandle, sessionId?: string): SessionCandidate[] {
  const own = sessionId === undefined ? undefined : eq(candidates.session_id, sessionId)
  const under = and(eq(candidates.state, 'submitting'), own)
  return db.select().from(candidates).where(under).all() as SessionCandidate[]
}

/** Changes a candidate, unless it is being grabbed. */
export function changeCandidate(
  tx: Tx,
  { session_id, candidate_id }: SessionCandidate,
  change: Pick<SessionCandidate, 'verdict' | 'satisfies' | 'state' | 'updated_at'>,
): void {
  const idle: CandidateState[] = ['available', 'unavailable']
  const open = and(one(session_id, candidate_id), inArray(candidates.state, idle))
  tx.update(candidates).set(change).where(open).run()
}

type Moved = Pick<SessionCandidate, 'session_id' | 'candidate_id'> & { from: CandidateState; to: CandidateState }

/** Compare and set: false when the state was not `from` any more. */
export function moveCandidate(tx: Tx, { session_id, candidate_id, from, to }: Moved, outcome: unknown, at: Instant) {
  const row = tx
    .update(candidates)
    .set({ state: to, outcome, updated_at: at })
    .where(and(one(session_id, candidate_id), eq(candidates.state, from)))
    .returning({ id: candidates.candidate_id })
    .get()
  return row !== undefined
}
