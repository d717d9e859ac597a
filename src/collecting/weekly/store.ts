import { and, eq, gte, lt, lte, sql } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import type { DaySpan } from './calendar'
import type { ReleaseSource } from './states'
import { weeklyFetches, weeklyReleases } from './tables'

export type ReleaseRow = typeof weeklyReleases.$inferSelect
export type NewRelease = typeof weeklyReleases.$inferInsert
export type FetchRow = typeof weeklyFetches.$inferSelect

const is = sql.placeholder

const byDay = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(weeklyReleases)
    .where(sql`${weeklyReleases.day} between ${is('first')} and ${is('last')}`)
    .orderBy(weeklyReleases.release_id)
    .prepare(),
)

/** The columns that a list shows: parsing the ids of a thousand rows takes longer than reading them. */
const shown = {
  release_id: weeklyReleases.release_id,
  source: weeklyReleases.source,
  day: weeklyReleases.day,
  series: weeklyReleases.series,
  match_key: weeklyReleases.match_key,
  kind: weeklyReleases.kind,
  unit: weeklyReleases.unit,
  number: weeklyReleases.number,
  title: weeklyReleases.title,
  publisher: weeklyReleases.publisher,
  year: weeklyReleases.year,
  book_type: weeklyReleases.book_type,
  comic_id: weeklyReleases.comic_id,
  issue_id: weeklyReleases.issue_id,
  want: weeklyReleases.want,
  fetched_at: weeklyReleases.fetched_at,
}

const shownByDay = preparedQuery((db: ReadHandle) =>
  db
    .select(shown)
    .from(weeklyReleases)
    .where(sql`${weeklyReleases.day} between ${is('first')} and ${is('last')}`)
    // In index order, so nothing is sorted.
    .orderBy(weeklyReleases.day, weeklyReleases.release_id)
    .prepare(),
)

export type ListedRelease = ReturnType<ReturnType<typeof shownByDay>['all']>[number]

/** The same rows without the ids that sources name. */
export function listedReleases(db: ReadHandle, { first, last }: DaySpan): ListedRelease[] {
  return shownByDay(db).all({ first, last })
}

/** Releases of all sources from `first` to `last`. */
export function releasesIn(db: ReadHandle, { first, last }: DaySpan): ReleaseRow[] {
  return byDay(db).all({ first, last })
}

/** Releases of series with these names, in the same order. */
export function releasesNamed(db: ReadHandle, { first, last }: DaySpan, keys: readonly string[]): ReleaseRow[] {
  return db
    .select()
    .from(weeklyReleases)
    .where(
      sql`${weeklyReleases.day} between ${first} and ${last}
        and ${weeklyReleases.match_key} in (select value from json_each(${JSON.stringify(keys)}))`,
    )
    .orderBy(weeklyReleases.release_id)
    .all()
}

export function findRelease(db: ReadHandle, releaseId: number): ReleaseRow | undefined {
  return db.select().from(weeklyReleases).where(eq(weeklyReleases.release_id, releaseId)).get()
}

/** Results of the requests for the weeks that begin from `first` to `last`. */
export function fetchesIn(db: ReadHandle, { first, last }: DaySpan): FetchRow[] {
  return db
    .select()
    .from(weeklyFetches)
    .where(and(gte(weeklyFetches.first, first), lte(weeklyFetches.first, last)))
    .all()
}

export function saveFetch(tx: Tx, row: typeof weeklyFetches.$inferInsert): void {
  const { source: _, first: __, ...set } = row
  tx.insert(weeklyFetches)
    .values(row)
    .onConflictDoUpdate({ target: [weeklyFetches.source, weeklyFetches.first], set })
    .run()
}

/** Replaces the releases of a source from `first` to `last`; those that it no longer names are removed. */
export function replaceReleases(
  tx: Tx,
  source: ReleaseSource,
  { first, last }: DaySpan,
  rows: readonly NewRelease[],
): void {
  const named = JSON.stringify(rows.map(({ source_id }) => source_id))
  tx.delete(weeklyReleases)
    .where(
      sql`${weeklyReleases.source} = ${source} and ${weeklyReleases.day} between ${first} and ${last}
        and ${weeklyReleases.source_id} not in (select value from json_each(${named}))`,
    )
    .run()
  for (const row of rows) {
    // The user's choice and the binding stay until the release is bound again.
    const set = isReused(tx, row) ? { ...row, want: false, comic_id: null, issue_id: null } : row
    tx.insert(weeklyReleases)
      .values(row)
      .onConflictDoUpdate({ target: [weeklyReleases.source, weeklyReleases.source_id], set })
      .run()
  }
}

const knownAs = preparedQuery((db: ReadHandle) =>
  db
    .select({ match_key: weeklyReleases.match_key, series_ids: weeklyReleases.series_ids })
    .from(weeklyReleases)
    .where(and(eq(weeklyReleases.source, is('source')), eq(weeklyReleases.source_id, is('source_id'))))
    .prepare(),
)

/** Whether the source reused the id for another series; the user did not want that release. */
function isReused(db: ReadHandle, { source, source_id, match_key, series_ids }: NewRelease): boolean {
  const known = knownAs(db).get({ source, source_id })
  if (!known || known.match_key === match_key) return false
  // A renamed series keeps its ids.
  const providers = Object.keys(series_ids) as (keyof typeof series_ids)[]
  return !providers.some((provider) => series_ids[provider] === known.series_ids[provider])
}

/** Adds a release that no source fetched. False when the source already has it. */
export function addRelease(tx: Tx, row: NewRelease): boolean {
  return tx.insert(weeklyReleases).values(row).onConflictDoNothing().returning().get() !== undefined
}

export function countReleases(db: ReadHandle, source: ReleaseSource, { first, last }: DaySpan): number {
  const rows = sql`${weeklyReleases.source} = ${source} and ${weeklyReleases.day} between ${first} and ${last}`
  return db.select({ count: sql<number>`count(*)` }).from(weeklyReleases).where(rows).get()!.count
}

/** Deletes releases before that day, except wanted ones, and the records of their fetches. */
export function pruneReleases(tx: Tx, before: string): void {
  tx.delete(weeklyReleases)
    .where(and(lt(weeklyReleases.day, before), eq(weeklyReleases.want, false)))
    .run()
  tx.delete(weeklyFetches).where(lt(weeklyFetches.first, before)).run()
}
