import { and, between, eq, or, sql } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { issueSources } from '../../library/metadata/tables'
import { HAS_FILE } from '../../library/series/file-store'
import { issues, series } from '../../library/series/tables'
import { readingListEntries } from '../readlist/tables'
import type { DaySpan } from './calendar'
import type { ReleaseSource } from './states'
import { weeklyReleases } from './tables'

const is = sql.placeholder

const named = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(series)
    .where(
      sql`${series.match_key} in (select value from json_each(${is('keys')})) and ${series.status} <> 'unfollowed'`,
    )
    .prepare(),
)
const withIds = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(series)
    .where(sql`${series.comic_id} in (select value from json_each(${is('ids')}))`)
    .prepare(),
)

export type BindingSeries = ReturnType<ReturnType<typeof named>['all']>[number]

/** Series with one of these match keys or ids. */
export function seriesForReleases(
  db: ReadHandle,
  keys: readonly string[],
  comicIds: readonly string[],
): BindingSeries[] {
  const rows = [...named(db).all({ keys: JSON.stringify(keys) }), ...withIds(db).all({ ids: JSON.stringify(comicIds) })]
  return [...new Map(rows.map((row) => [row.comic_id, row])).values()]
}

const linked = preparedQuery((db: ReadHandle) =>
  db
    .select({ issue_id: issueSources.issue_id, source: issueSources.source, id: issueSources.provider_id })
    .from(issueSources)
    .innerJoin(issues, eq(issues.issue_id, issueSources.issue_id))
    .where(sql`${issues.comic_id} = ${is('comic_id')} and ${issueSources.provider_id} is not null`)
    .prepare(),
)

/** Ids of the issues of a series at the providers that list them. */
export function issueLinks(db: ReadHandle, comicId: string): Map<string, Record<string, string>> {
  const rows = Map.groupBy(linked(db).all({ comic_id: comicId }), ({ issue_id }) => issue_id)
  return new Map([...rows].map(([id, links]) => [id, Object.fromEntries(links.map((one) => [one.source, one.id!]))]))
}

const setBinding = preparedQuery((tx: Tx) =>
  tx
    .update(weeklyReleases)
    .set({ comic_id: sql`${is('comic_id')}`, issue_id: sql`${is('issue_id')}` })
    .where(eq(weeklyReleases.release_id, is('release_id')))
    .prepare(),
)

export function bindRow(tx: Tx, release_id: number, comic_id: string | null, issue_id: string | null): void {
  setBinding(tx).run({ release_id, comic_id, issue_id })
}

/** Sets whether the issue becomes wanted once the library has it. */
export function setWant(tx: Tx, releaseId: number, want: boolean): void {
  tx.update(weeklyReleases).set({ want }).where(eq(weeklyReleases.release_id, releaseId)).run()
}

/**
 * Issues that only this source announced, for days in one of the spans, and that no source names any more. Issues
 * that the user has touched are left out: wanted, skipped, downloading, or in a reading list.
 */
export function droppedIssues(db: ReadHandle, source: ReleaseSource, spans: readonly DaySpan[]): AnnouncedIssue[] {
  const days = or(...spans.map(({ first, last }) => between(issues.release_date, first, last)))
  const isListed = sql`exists (select 1 from ${weeklyReleases} where ${weeklyReleases.issue_id} = ${issues.issue_id})`
  const isKept = sql`exists (select 1 from ${readingListEntries} where ${readingListEntries.issue_id} = ${issues.issue_id})`
  return db
    .select({ issue_id: issues.issue_id, comic_id: issues.comic_id })
    .from(issues)
    .where(
      and(
        eq(issues.announced_by, source),
        days,
        eq(issues.intent, 'policy'),
        eq(issues.fulfillment, 'missing'),
        sql`not ${HAS_FILE} and not ${isListed} and not ${isKept}`,
      ),
    )
    .all()
}

type AnnouncedIssue = Pick<typeof issues.$inferSelect, 'issue_id' | 'comic_id'>
