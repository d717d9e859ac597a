import { and, eq, lt, sql } from 'drizzle-orm'
import { plus } from '../../platform/clock'
import type { Instant } from '../../platform/ports'
import type { Reader, Tx } from '../../storage/database'
import { failedLinks } from '../tables'

export type FailedLink = typeof failedLinks.$inferSelect
/** The same release has another link at each indexer. */
export type LinkKey = Pick<FailedLink, 'indexer_id' | 'digest'>

const HOUR_MS = 3_600_000
/** After one failure, two … : links are often mended within hours or never. */
const WAIT_HOURS = [1, 6, 24, 72, 168]
/** Rows of links that nobody tried since. */
const KEPT_MS = 90 * 24 * HOUR_MS

const isLink = ({ indexer_id, digest }: LinkKey) =>
  and(eq(failedLinks.indexer_id, indexer_id), eq(failedLinks.digest, digest))

export function noteFailedLink(tx: Tx, link: LinkKey & Pick<FailedLink, 'detail'>, now: Instant): void {
  const before = tx.select().from(failedLinks).where(isLink(link)).get()
  const failures = (before?.failures ?? 0) + 1
  const hours = WAIT_HOURS[Math.min(failures, WAIT_HOURS.length) - 1] as number
  const state = { failures, detail: link.detail, failed_at: now, retry_at: plus(now, hours * HOUR_MS) }
  tx.insert(failedLinks)
    .values({ ...link, ...state })
    .onConflictDoUpdate({ target: [failedLinks.indexer_id, failedLinks.digest], set: state })
    .run()
  tx.delete(failedLinks)
    .where(lt(failedLinks.failed_at, plus(now, -KEPT_MS)))
    .run()
}

/** It worked. */
export function forgetFailedLink(tx: Tx, link: LinkKey): void {
  tx.delete(failedLinks).where(isLink(link)).run()
}

/** The indexer has another key or address: all its links are others. */
export function forgetFailedLinks(tx: Tx, indexerId: string): void {
  tx.delete(failedLinks).where(eq(failedLinks.indexer_id, indexerId)).run()
}

/** Those of these releases that failed, by `linkName`. */
export function failedAmong(db: Reader, digests: readonly string[]): Map<string, FailedLink> {
  if (digests.length === 0) return new Map()
  const rows = db
    .select()
    .from(failedLinks)
    .where(sql`${failedLinks.digest} in (select value from json_each(${JSON.stringify(digests)}))`)
    .all()
  return new Map(rows.map((row) => [linkName(row), row]))
}

export const linkName = ({ indexer_id, digest }: LinkKey): string => `${indexer_id} ${digest}`
