import { and, asc, eq, inArray, lte, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Instant } from '../../../base/platform/ports'
import type { ReadHandle } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import { issues } from '../../../library/series/tables'
import { openItems } from '../runs/machine'
import { searchItems, searchLast } from '../tables'

/** No client was available to accept a release, or the client became unavailable during the hand-over. */
const UNTAKEN = ['route_unavailable', 'handoff_rejected']

const open = alias(searchItems, 'open')
const OPEN = sql.raw(openItems.map((state) => `'${state}'`).join(','))

const untaken = preparedQuery((db: ReadHandle) => {
  const underWay = db
    .select({ found: sql`1` })
    .from(open)
    .where(and(eq(open.entity_id, searchItems.entity_id), sql`${open.state} in (${OPEN})`))
  return db
    .select({ entity_id: searchItems.entity_id })
    .from(searchItems)
    .innerJoin(
      searchLast,
      and(
        eq(searchLast.entity_id, searchItems.entity_id),
        eq(searchLast.run_id, searchItems.run_id),
        lte(searchLast.searched_at, sql.placeholder('by')),
      ),
    )
    .innerJoin(issues, and(eq(issues.issue_id, searchItems.entity_id), eq(issues.fulfillment, 'missing')))
    .where(and(eq(searchItems.state, 'failed'), inArray(searchItems.reason, UNTAKEN), notExists(underWay)))
    .orderBy(asc(searchLast.searched_at), asc(searchItems.entity_id))
    .limit(sql.placeholder('most'))
    .prepare()
})

/**
 * Issues whose last search found releases that no client accepted, and that are not being searched for now; longest
 * waiting first.
 */
export function untakenIssues(db: ReadHandle, by: Instant, most: number): string[] {
  return untaken(db)
    .all({ by, most })
    .map(({ entity_id }) => entity_id)
}
