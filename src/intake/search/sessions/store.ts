import { and, count, eq, inArray, lt, lte } from 'drizzle-orm'
import type { Instant } from '../../../base/platform/ports'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import type { Offer } from '../offer'
import type { CandidateState } from '../states'
import { interactiveCandidates as candidates, interactiveSessions as sessions } from '../tables'

export type Session = typeof sessions.$inferSelect
/** An offer with the words that it was found by and the issue that it was judged for. */
export type KeptOffer = Offer & { found_by: string; found_for: string }
export type Candidate = Omit<typeof candidates.$inferSelect, 'offer'> & { offer: KeptOffer }
export type Slot = Pick<Session, 'sid' | 'entity_type' | 'entity_id'>

const active = inArray(sessions.state, ['queued', 'running'])
const one = (sessionId: string, candidateId: string) =>
  and(eq(candidates.session_id, sessionId), eq(candidates.candidate_id, candidateId))

/** The session in a slot, expired or not. */
export function inSlot(db: ReadHandle, { sid, entity_type, entity_id }: Slot): Session | undefined {
  const same = and(eq(sessions.sid, sid), eq(sessions.entity_type, entity_type), eq(sessions.entity_id, entity_id))
  return db.select().from(sessions).where(same).get()
}

export function addSession(tx: Tx, row: Session): void {
  tx.insert(sessions).values(row).run()
}

/** With its candidates. */
export function dropSession(tx: Tx, sessionId: string): void {
  tx.delete(sessions).where(eq(sessions.session_id, sessionId)).run()
}

export function findSession(db: ReadHandle, sessionId: string): Session | undefined {
  return db.select().from(sessions).where(eq(sessions.session_id, sessionId)).get()
}

/** Something of its candidates changed. */
export function tellAgain(tx: Tx, sessionId: string): void {
  const session = findSession(tx, sessionId)
  if (session) tell(tx, session)
}

function tell(tx: Tx, { sid, session_id, state, progress }: Session): void {
  const candidate_count = countCandidates(tx, session_id)
  tx.emit({ type: 'interactive.changed', sid, session_id, state, progress, candidate_count })
}

export type Change = Partial<Pick<Session, 'state' | 'progress' | 'provider_failures'>>

/** Undefined when it was replaced meanwhile. Tells its own browser session. */
export function changeSession(tx: Tx, sessionId: string, change: Change): Session | undefined {
  const row = tx.update(sessions).set(change).where(eq(sessions.session_id, sessionId)).returning().get()
  if (row) tell(tx, row)
  return row
}

export function countActive(db: ReadHandle): number {
  return db.select({ active: count() }).from(sessions).where(active).get()!.active
}

const failAll = preparedQuery((tx: Tx) => tx.update(sessions).set({ state: 'failed' }).where(active).prepare())

/** Searches that died with the last process. */
export function failActive(tx: Tx): void {
  failAll(tx).run()
}

/** Forgets what expired before `at`, and what the expired ones had found, but for grabs that are under way. */
export function purge(tx: Tx, { now, forget }: { now: Instant; forget: Instant }): void {
  const expired = tx.select({ id: sessions.session_id }).from(sessions).where(lte(sessions.expires_at, now))
  const idle: CandidateState[] = ['available', 'unavailable', 'failed']
  tx.delete(candidates)
    .where(and(inArray(candidates.session_id, expired), inArray(candidates.state, idle)))
    .run()
  tx.delete(sessions).where(lt(sessions.expires_at, forget)).run()
}

export function addCandidate(tx: Tx, row: Candidate): void {
  tx.insert(candidates).values(row).run()
}

export function dropCandidate(tx: Tx, { session_id, candidate_id }: Candidate): void {
  tx.delete(candidates).where(one(session_id, candidate_id)).run()
}

function countCandidates(db: ReadHandle, sessionId: string): number {
  return db.select({ count: count() }).from(candidates).where(eq(candidates.session_id, sessionId)).get()!.count
}

export function candidatesOf(db: ReadHandle, sessionId: string): Candidate[] {
  return db.select().from(candidates).where(eq(candidates.session_id, sessionId)).all() as Candidate[]
}

export function findCandidate(db: ReadHandle, sessionId: string, candidateId: string): Candidate | undefined {
  return db.select().from(candidates).where(one(sessionId, candidateId)).get() as Candidate | undefined
}

/** Grabs that are under way, or were when the process ended. */
export function submittingCandidates(db: ReadHandle, sessionId?: string): Candidate[] {
  const own = sessionId === undefined ? undefined : eq(candidates.session_id, sessionId)
  const under = and(eq(candidates.state, 'submitting'), own)
  return db.select().from(candidates).where(under).all() as Candidate[]
}

/** Not while it is being handed over. */
export function changeCandidate(
  tx: Tx,
  { session_id, candidate_id }: Candidate,
  change: Pick<Candidate, 'verdict' | 'satisfies' | 'state' | 'updated_at'>,
): void {
  const idle: CandidateState[] = ['available', 'unavailable']
  const open = and(one(session_id, candidate_id), inArray(candidates.state, idle))
  tx.update(candidates).set(change).where(open).run()
}

type Moved = Pick<Candidate, 'session_id' | 'candidate_id'> & { from: CandidateState; to: CandidateState }

/** Compare and set: false when it was not `from` any more. */
export function moveCandidate(tx: Tx, { session_id, candidate_id, from, to }: Moved, outcome: unknown, at: Instant) {
  const row = tx
    .update(candidates)
    .set({ state: to, outcome, updated_at: at })
    .where(and(one(session_id, candidate_id), eq(candidates.state, from)))
    .returning({ id: candidates.candidate_id })
    .get()
  return row !== undefined
}
