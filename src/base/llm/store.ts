import { and, count, desc, eq, gt, gte, isNotNull, isNull, lt, lte, or, sql, sum } from 'drizzle-orm'
import { plus } from '../platform/clock'
import type { Instant } from '../platform/ports'
import type { ReadHandle, Tx } from '../storage/database'
import { preparedQuery } from '../storage/prepared-query'
import { MINUTE_MS } from './machine'
import { llmCalls, llmModels, llmRequests, llmServers } from './tables'

export type CallRow = typeof llmCalls.$inferSelect
type NewCall = typeof llmCalls.$inferInsert
export type ServerRow = typeof llmServers.$inferSelect
type ModelRow = typeof llmModels.$inferSelect

export function insertModelCall(tx: Tx, call: NewCall): number {
  return tx.insert(llmCalls).values(call).returning({ call_id: llmCalls.call_id }).get().call_id
}

export function updateCall(tx: Tx, callId: number, change: Partial<NewCall>): void {
  tx.update(llmCalls).set(change).where(eq(llmCalls.call_id, callId)).run()
}

const endOpenTrials = preparedQuery((tx: Tx) =>
  tx.update(llmServers).set({ circuit: 'open' }).where(eq(llmServers.circuit, 'half-open')).prepare(),
)

/** A trial whose process ended counts as failed. */
export function endTrials(tx: Tx): void {
  endOpenTrials(tx).run()
}

const endOpenCalls = preparedQuery((tx: Tx) =>
  tx
    .update(llmCalls)
    .set({ latency_ms: 0, failure: 'interrupted', detail: sql`${sql.placeholder('detail')}` })
    .where(isNull(llmCalls.latency_ms))
    .prepare(),
)

/** Calls that were open when the process ended. */
export function interruptCalls(tx: Tx, detail: string): void {
  endOpenCalls(tx).run({ detail })
}

export function listCalls(db: ReadHandle, { limit, offset }: { limit: number; offset: number }): CallRow[] {
  const ended = isNotNull(llmCalls.latency_ms)
  return db.select().from(llmCalls).where(ended).orderBy(desc(llmCalls.call_id)).limit(limit).offset(offset).all()
}

export function deleteCallsBefore(tx: Tx, at: Instant): void {
  tx.delete(llmCalls).where(lt(llmCalls.at, at)).run()
}

/** Counts a request and deletes those outside the window, including future ones left by a clock that was set back. */
export function countModelRequest(tx: Tx, now: Instant): void {
  const past = plus(now, -MINUTE_MS)
  tx.delete(llmRequests)
    .where(or(lte(llmRequests.at, past), gt(llmRequests.at, now)))
    .run()
  tx.insert(llmRequests).values({ at: now }).run()
}

/** Times of the requests of the last minute, the earliest first. */
export function requestsOfLastMinute(db: ReadHandle, now: Instant): Instant[] {
  const past = plus(now, -MINUTE_MS)
  const recent = and(gt(llmRequests.at, past), lte(llmRequests.at, now))
  const rows = db.select({ at: llmRequests.at }).from(llmRequests).where(recent).orderBy(llmRequests.at).all()
  return rows.map(({ at }) => at)
}

/** Tokens and requests of the day of `now`, in UTC. */
export function usageOfDay(db: ReadHandle, now: Instant): { tokens: number; requests: number } {
  const day = now.slice(0, 10)
  const row = db
    .select({
      tokens: sum(sql`${llmCalls.prompt_tokens} + ${llmCalls.completion_tokens}`),
      requests: sum(llmCalls.requests),
    })
    .from(llmCalls)
    .where(and(gte(llmCalls.at, day), lt(llmCalls.at, `${day}U`)))
    .get()
  return { tokens: Number(row?.tokens ?? 0), requests: Number(row?.requests ?? 0) }
}

export function usageByDay(db: ReadHandle, since: Instant) {
  const day = sql<string>`substr(${llmCalls.at}, 1, 10)`
  return db
    .select({
      day,
      feature: llmCalls.feature,
      calls: count(),
      failed: count(llmCalls.failure),
      prompt_tokens: sum(llmCalls.prompt_tokens).mapWith(Number),
      completion_tokens: sum(llmCalls.completion_tokens).mapWith(Number),
      cost_micros: sum(llmCalls.cost_micros).mapWith(Number),
    })
    .from(llmCalls)
    .where(gte(llmCalls.at, since))
    .groupBy(day, llmCalls.feature)
    .orderBy(day, llmCalls.feature)
    .all()
}

export function findServer(db: ReadHandle, baseUrl: string): ServerRow | undefined {
  return db.select().from(llmServers).where(eq(llmServers.base_url, baseUrl)).get()
}

export function saveServer(tx: Tx, baseUrl: string, change: Partial<ServerRow>): void {
  tx.insert(llmServers)
    .values({ ...change, base_url: baseUrl })
    .onConflictDoUpdate({ target: llmServers.base_url, set: { ...change, base_url: baseUrl } })
    .run()
}

export function findModel(db: ReadHandle, at: { baseUrl: string; model: string }): ModelRow | undefined {
  return db.select().from(llmModels).where(isModel(at)).get()
}

export function saveModel(
  tx: Tx,
  at: { baseUrl: string; model: string },
  change: Partial<ModelRow> & Pick<ModelRow, 'learned_at'>,
): void {
  const row = { ...change, base_url: at.baseUrl, model: at.model }
  tx.insert(llmModels)
    .values(row)
    .onConflictDoUpdate({ target: [llmModels.base_url, llmModels.model], set: row })
    .run()
}

/** The server or the model may have been replaced, so abilities are learned again. */
export function forgetModel(tx: Tx, at: { baseUrl: string; model: string }): void {
  tx.delete(llmModels).where(isModel(at)).run()
  tx.update(llmServers).set({ plain_streams: false }).where(eq(llmServers.base_url, at.baseUrl)).run()
}

const isModel = ({ baseUrl, model }: { baseUrl: string; model: string }) =>
  and(eq(llmModels.base_url, baseUrl), eq(llmModels.model, model))
