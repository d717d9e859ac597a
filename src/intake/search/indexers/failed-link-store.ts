import { and, eq, lt, sql } from 'drizzle-orm'
import { plus } from '../../../base/platform/clock'
import type { Instant } from '../../../base/platform/ports'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { failedLinks } from '../tables'

export type FailedLink = typeof failedLinks.$inferSelect
/** A release at one indexer. Other indexers have other links for it, and one indexer may have several. */
export type ReleaseAt = Pick<FailedLink, 'indexer_id' | 'digest'>
export type LinkAt = ReleaseAt & Pick<FailedLink, 'link'>

const HOUR_MS = 3_600_000
/** After one failure, two and so on: broken links are often fixed within hours or never. */
const WAIT_HOURS = [1, 6, 24, 72, 168]
/** How long the rows of links are kept that were not tried again. */
const KEPT_MS = 90 * 24 * HOUR_MS

const isLink = ({ indexer_id, digest, link }: LinkAt) =>
  and(eq(failedLinks.indexer_id, indexer_id), eq(failedLinks.digest, digest), eq(failedLinks.link, link))

export function saveFailedLink(tx: Tx, link: LinkAt & Pick<FailedLink, 'detail'>, now: Instant): void {
  const before = tx.select().from(failedLinks).where(isLink(link)).get()
  const failures = (before?.failures ?? 0) + 1
  const state = { failures, detail: link.detail, failed_at: now, retry_at: afterFailures(failures, now) }
  tx.insert(failedLinks)
    .values({ ...link, ...state })
    .onConflictDoUpdate({ target: [failedLinks.digest, failedLinks.indexer_id, failedLinks.link], set: state })
    .run()
  tx.delete(failedLinks)
    .where(lt(failedLinks.failed_at, plus(now, -KEPT_MS)))
    .run()
}

/** When to retry after this many failures in a row, the last one at `failedAt`. */
export function afterFailures(failures: number, failedAt: Instant): Instant {
  const hours = WAIT_HOURS[Math.min(failures, WAIT_HOURS.length) - 1] as number
  return plus(failedAt, hours * HOUR_MS)
}

/** Deletes the record of a link that worked. */
export function forgetFailedLink(tx: Tx, link: LinkAt): void {
  tx.delete(failedLinks).where(isLink(link)).run()
}

/** Deletes all failed links of an indexer. With another key or address, all of its links are different. */
export function forgetFailedLinks(tx: Tx, indexerId: string): void {
  tx.delete(failedLinks).where(eq(failedLinks.indexer_id, indexerId)).run()
}

/** The failed links of these releases, by `releaseName`; the latest failure comes last. */
export function failedAmong(db: ReadHandle, digests: readonly string[]): Map<string, FailedLink[]> {
  if (digests.length === 0) return new Map()
  const rows = db
    .select()
    .from(failedLinks)
    .where(sql`${failedLinks.digest} in (select value from json_each(${JSON.stringify(digests)}))`)
    .orderBy(failedLinks.failed_at)
    .all()
  return Map.groupBy(rows, releaseName)
}

export const releaseName = ({ indexer_id, digest }: ReleaseAt): string => `${indexer_id} ${digest}`
