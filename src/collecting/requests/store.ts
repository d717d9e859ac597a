import { and, count, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { PageSpan } from '../../base/http/paging'
import type { Instant } from '../../base/platform/ports'
import type { ProviderName } from '../../base/providers/descriptors'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { seriesSources } from '../../library/metadata/tables'
import { HAS_FILE } from '../../library/series/file-store'
import { issues, series } from '../../library/series/tables'
import type { RequestKind, RequestState } from './states'
import { requestAskers as askers, requests } from './tables'

export type RequestRow = typeof requests.$inferSelect
export type AskerRow = typeof askers.$inferSelect

/** What a request asks for, as it was when the first user asked. */
export type RequestSubject = Pick<RequestRow, 'kind' | 'subject' | 'title' | 'year' | 'cover_url'> & {
  provider: ProviderName | null
  series_at_provider: string | null
}

/** A request, and what became of it in the library as the caller sees the library. */
export interface ListedRequest extends RequestRow {
  state: RequestState
  comic_id: string | null
}

const ofSeries = sql`${requests.kind} = 'series'`
/** A provider's series is followed under any id; a series of story arcs alone is not in the library. */
const FROM = sql`${requests}
  left join ${issues} on ${requests.kind} = 'issue' and ${issues.issue_id} = ${requests.subject}
  left join ${seriesSources} on ${ofSeries} and ${seriesSources.source} = ${requests.provider}
    and ${seriesSources.provider_id} = ${requests.series_at_provider}
  left join ${series} on ${ofSeries} and ${series.status} <> 'unfollowed'
    and ${series.comic_id} = coalesce(${seriesSources.comic_id}, ${requests.subject})`
const COMIC_ID = sql`coalesce(${issues.comic_id}, ${series.comic_id})`
const STATE = sql`case when coalesce(${series.readable}, 0) > 0 or ${HAS_FILE} then 'readable' else ${requests.decision} end`

const isActive = isNull(askers.withdrawn_at)
const askedBy = (userId: string | undefined) => sql`exists (select 1 from ${askers}
  where ${askers.request_id} = ${requests.request_id} and ${isActive}
  and ${userId === undefined ? sql`1` : eq(askers.user_id, userId)})`

interface Scope {
  /** Only requests of this user. */
  userId?: string
  state?: RequestState
}

const within = ({ userId, state }: Scope): SQL =>
  sql`${askedBy(userId)} and ${state === undefined ? sql`1` : sql`${STATE} = ${state}`}`

const listed = (db: ReadHandle, which: SQL): ListedRequest[] =>
  db.all<ListedRequest>(sql`select ${requests}.*, ${STATE} as state, ${COMIC_ID} as comic_id from ${FROM} ${which}`)

/** A page of the requests: those that wait for a decision, then the others, the newest first. */
export function requestPage(db: ReadHandle, scope: Scope, { limit, offset }: PageSpan): ListedRequest[] {
  return listed(
    db,
    sql`where ${within(scope)} order by ${STATE} <> 'asked', ${requests.asked_at} desc, ${requests.request_id}
      limit ${limit} offset ${offset}`,
  )
}

export function countRequests(db: ReadHandle, scope: Scope): number {
  return db.all<{ count: number }>(sql`select count(*) as count from ${FROM} where ${within(scope)}`)[0]!.count
}

/** The number of requests that wait for a decision; reads only these. */
export function countWaiting(db: ReadHandle, userId?: string): number {
  const waits = sql`${requests.decision} = 'asked' and ${within({ userId, state: 'asked' })}`
  return db.all<{ count: number }>(sql`select count(*) as count from ${FROM} where ${waits}`)[0]!.count
}

/** Undefined when nobody asks for it any more. */
export function findRequest(db: ReadHandle, requestId: string): ListedRequest | undefined {
  return listed(db, sql`where ${requests.request_id} = ${requestId} and ${askedBy(undefined)}`)[0]
}

/** The request for the same thing: a series may have been asked for under another id. */
export function requestFor(
  db: ReadHandle,
  { kind, subject }: { kind: RequestKind; subject: string },
): RequestRow | undefined {
  const same = db
    .select()
    .from(requests)
    .where(and(eq(requests.kind, kind), eq(requests.subject, subject)))
    .get()
  return same ?? (kind === 'series' ? listed(db, sql`where ${series.comic_id} = ${subject} limit 1`)[0] : undefined)
}

export function requestsOfSeries(db: ReadHandle, comicId: string): ListedRequest[] {
  return listed(db, sql`where ${COMIC_ID} = ${comicId}`)
}

export function requestOfOperation(db: ReadHandle, operationId: string): RequestRow | undefined {
  return db.select().from(requests).where(eq(requests.operation_id, operationId)).get()
}

export function insertRequest(tx: Tx, row: RequestSubject & Pick<RequestRow, 'request_id' | 'asked_at'>): void {
  tx.insert(requests)
    .values({ ...row, decision: 'asked' })
    .run()
}

export function changeRequest(tx: Tx, requestId: string, change: Partial<RequestRow>): void {
  tx.update(requests).set(change).where(eq(requests.request_id, requestId)).run()
  emitChange(tx, requestId)
}

export function deleteRequest(tx: Tx, requestId: string): void {
  emitChange(tx, requestId)
  tx.delete(requests).where(eq(requests.request_id, requestId)).run()
}

/** Tells the pages of everybody who asks, and of those who decide. */
export function emitChange(tx: Tx, requestId: string): void {
  const user_ids = askersOf(tx, [requestId]).map(({ user_id }) => user_id)
  tx.emit({ type: 'request.changed', request_id: requestId, user_ids })
}

// Who asks

/** The users who ask for these, those who asked first at the top. */
export function askersOf(db: ReadHandle, requestIds: readonly string[]): AskerRow[] {
  const these = sql`${askers.request_id} in (select value from json_each(${JSON.stringify(requestIds)}))`
  // Ids are random: of two who ask at the same instant, the row's number tells who was first.
  return db.select().from(askers).where(and(these, isActive)).orderBy(askers.asked_at, sql`rowid`).all()
}

export function findAsker(db: ReadHandle, requestId: string, userId: string): AskerRow | undefined {
  return db
    .select()
    .from(askers)
    .where(and(eq(askers.user_id, userId), eq(askers.request_id, requestId)))
    .get()
}

/** Adds the user; one who withdrew asks again. */
export function putAsker(tx: Tx, row: Omit<AskerRow, 'withdrawn_at'>): void {
  tx.insert(askers)
    .values(row)
    .onConflictDoUpdate({
      target: [askers.user_id, askers.request_id],
      set: { note: row.note, asked_at: row.asked_at, withdrawn_at: null },
    })
    .run()
}

export function withdrawAsker(tx: Tx, requestId: string, userId: string, at: Instant): void {
  emitChange(tx, requestId)
  tx.update(askers)
    .set({ withdrawn_at: at })
    .where(and(eq(askers.user_id, userId), eq(askers.request_id, requestId)))
    .run()
}

/** How much the user asked for since then, withdrawn or not. */
export function countAsked(db: ReadHandle, userId: string, since: Instant): number {
  const those = and(eq(askers.user_id, userId), gt(askers.asked_at, since))
  return db.select({ count: count() }).from(askers).where(those).get()!.count
}

/** Forgets what the user withdrew, once it no longer counts. */
export function forgetWithdrawn(tx: Tx, userId: string, before: Instant): void {
  tx.delete(askers)
    .where(and(eq(askers.user_id, userId), lt(askers.withdrawn_at, before)))
    .run()
}
