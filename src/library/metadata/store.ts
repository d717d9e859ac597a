import { and, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Instant } from '../../base/platform/ports'
import type { ProviderName } from '../../base/providers/descriptors'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { issues, series } from '../series/tables'
import type { IssueFacts } from './providers/provider'
import type { FactSource } from './states'
import { issueSources, seriesSources } from './tables'

export type SeriesSource = typeof seriesSources.$inferSelect
export type IssueSource = typeof issueSources.$inferSelect
type NewSeriesSource = typeof seriesSources.$inferInsert
type NewIssueSource = typeof issueSources.$inferInsert

const is = sql.placeholder

// Series

const ofSeries = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(seriesSources)
    .where(eq(seriesSources.comic_id, is('comic_id')))
    .prepare(),
)

export function seriesSourcesOf(db: ReadHandle, comicId: string): SeriesSource[] {
  return ofSeries(db).all({ comic_id: comicId })
}

const ofMany = preparedQuery((db: ReadHandle) =>
  db
    .select({ comic_id: seriesSources.comic_id, source: seriesSources.source, id: seriesSources.provider_id })
    .from(seriesSources)
    .where(
      and(
        sql`${seriesSources.comic_id} in (select value from json_each(${is('comic_ids')}))`,
        isNotNull(seriesSources.provider_id),
      ),
    )
    .prepare(),
)

/** When a provider was last queried for the series; null when none was. */
export function checkedAt(db: ReadHandle, comicId: string): string | null {
  const last = sql<string | null>`max(coalesce(${seriesSources.checked_at}, ${seriesSources.said_at}))`
  const of = and(eq(seriesSources.comic_id, comicId), isNotNull(seriesSources.provider_id))
  return db.select({ last }).from(seriesSources).where(of).get()?.last ?? null
}

/** The ids of each of these series at the services that it is linked to. */
export function seriesLinksOf(db: ReadHandle, comicIds: readonly string[]): Map<string, Record<string, string>> {
  const rows = Map.groupBy(ofMany(db).all({ comic_ids: JSON.stringify(comicIds) }), ({ comic_id }) => comic_id)
  return new Map([...rows].map(([id, links]) => [id, Object.fromEntries(links.map((one) => [one.source, one.id!]))]))
}

export function seriesSourceOf(db: ReadHandle, comicId: string, source: FactSource): SeriesSource | undefined {
  return seriesSourcesOf(db, comicId).find((row) => row.source === source)
}

const byProvider = preparedQuery((db: ReadHandle) =>
  db
    .select({ comic_id: seriesSources.comic_id })
    .from(seriesSources)
    .where(and(eq(seriesSources.source, is('source')), eq(seriesSources.provider_id, is('provider_id'))))
    .prepare(),
)

/** The series of the library with this id at the provider. */
export function comicOf(db: ReadHandle, source: ProviderName, provider_id: string): string | undefined {
  return byProvider(db).get({ source, provider_id })?.comic_id
}

/** Ids at a provider, of the series that are not paused. */
export function followedIds(db: ReadHandle, source: ProviderName): string[] {
  return db
    .select({ id: seriesSources.provider_id })
    .from(seriesSources)
    .innerJoin(series, eq(series.comic_id, seriesSources.comic_id))
    .where(and(eq(seriesSources.source, source), isNotNull(seriesSources.provider_id), ne(series.status, 'paused')))
    .all()
    .flatMap(({ id }) => id ?? [])
}

const putSeries = preparedQuery((tx: Tx) =>
  tx
    .insert(seriesSources)
    .values({
      comic_id: is('comic_id'),
      source: is('source'),
      provider_id: is('provider_id'),
      facts: is('facts'),
      said_at: is('said_at'),
      checked_at: is('checked_at'),
    })
    .onConflictDoUpdate({
      target: [seriesSources.comic_id, seriesSources.source],
      set: {
        provider_id: sql`excluded.provider_id`,
        facts: sql`excluded.facts`,
        changed: null,
        said_at: sql`excluded.said_at`,
        checked_at: sql`excluded.checked_at`,
        removed_at: null,
      },
    })
    .prepare(),
)

/** Writes the whole row; the issues still have to be fetched. */
export function putSeriesSource(tx: Tx, row: Omit<NewSeriesSource, 'changed' | 'removed_at'>): void {
  putSeries(tx).run({ provider_id: null, checked_at: null, ...row })
}

export function markSeriesSource(
  tx: Tx,
  comicId: string,
  source: FactSource,
  change: Partial<Pick<SeriesSource, 'changed' | 'checked_at' | 'removed_at'>>,
): void {
  tx.update(seriesSources)
    .set(change)
    .where(and(eq(seriesSources.comic_id, comicId), eq(seriesSources.source, source)))
    .run()
}

/** Removes the metadata of a source from the series and all its issues. */
export function dropSource(tx: Tx, comicId: string, source: FactSource): void {
  tx.delete(seriesSources)
    .where(and(eq(seriesSources.comic_id, comicId), eq(seriesSources.source, source)))
    .run()
  const mine = tx.select({ issue_id: issues.issue_id }).from(issues).where(eq(issues.comic_id, comicId))
  tx.delete(issueSources)
    .where(and(eq(issueSources.source, source), inArray(issueSources.issue_id, mine)))
    .run()
}

export function dropSeriesSource(tx: Tx, comicId: string, source: FactSource): void {
  tx.delete(seriesSources)
    .where(and(eq(seriesSources.comic_id, comicId), eq(seriesSources.source, source)))
    .run()
}

const checked = preparedQuery((tx: Tx) =>
  tx
    .update(seriesSources)
    .set({ checked_at: sql`${is('at')}`, removed_at: null })
    .where(and(eq(seriesSources.comic_id, is('comic_id')), eq(seriesSources.source, is('source'))))
    .prepare(),
)

/** The provider still lists the series, unchanged. */
export function markChecked(tx: Tx, comic_id: string, source: ProviderName, at: Instant): void {
  checked(tx).run({ comic_id, source, at })
}

/** The providers that a series is linked to. */
export function linkedTo(db: ReadHandle, comicId: string): { provider: ProviderName; provider_id: string }[] {
  return seriesSourcesOf(db, comicId).flatMap(({ source, provider_id }) =>
    provider_id === null ? [] : [{ provider: source as ProviderName, provider_id }],
  )
}

export interface DueSeries {
  comic_id: string
  provider_id: string
}

/** Series not refreshed from the provider since `before`, the oldest refresh first. Paused series are skipped. */
export function stalestSeries(db: ReadHandle, source: ProviderName, before: Instant, limit: number): DueSeries[] {
  return db
    .select({ comic_id: seriesSources.comic_id, provider_id: sql<string>`${seriesSources.provider_id}` })
    .from(seriesSources)
    .innerJoin(series, eq(series.comic_id, seriesSources.comic_id))
    .where(
      and(
        eq(seriesSources.source, source),
        sql`${seriesSources.provider_id} is not null`,
        or(isNull(seriesSources.checked_at), lt(seriesSources.checked_at, before)),
        eq(series.status, 'active'),
      ),
    )
    .orderBy(sql`${seriesSources.checked_at} nulls first`, seriesSources.comic_id)
    .limit(limit)
    .all()
}

// Issues

export interface IssueIdAtProvider {
  issue_id: string
  provider_id: string | null
}

const namedBy = preparedQuery((db: ReadHandle) =>
  db
    .select({ issue_id: issueSources.issue_id, provider_id: issueSources.provider_id })
    .from(issues)
    .innerJoin(issueSources, and(eq(issueSources.issue_id, issues.issue_id), eq(issueSources.source, is('source'))))
    .where(eq(issues.comic_id, is('comic_id')))
    .prepare(),
)

/** The provider's ids of the issues of a series. */
export function issueIdsAtProvider(db: ReadHandle, comicId: string, source: FactSource): IssueIdAtProvider[] {
  return namedBy(db).all({ comic_id: comicId, source })
}

const knownAs = preparedQuery((db: ReadHandle) =>
  db
    .select({ issue_id: issueSources.issue_id })
    .from(issueSources)
    .where(and(eq(issueSources.source, is('source')), eq(issueSources.provider_id, is('provider_id'))))
    .prepare(),
)

/** The issues with this id at a service; empty for a service that Panelkeep does not query. */
export function issuesKnownAs(db: ReadHandle, source: string, provider_id: string): string[] {
  return knownAs(db)
    .all({ source, provider_id })
    .map(({ issue_id }) => issue_id)
}

const ofIssue = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(issueSources)
    .where(eq(issueSources.issue_id, is('issue_id')))
    .prepare(),
)

export function issueSourcesOf(db: ReadHandle, issueId: string): IssueSource[] {
  return ofIssue(db).all({ issue_id: issueId })
}

const ofIssues = preparedQuery((db: ReadHandle) =>
  db
    .select({ issue_id: issueSources.issue_id, source: issueSources.source, facts: issueSources.facts })
    .from(issueSources)
    .where(sql`${issueSources.issue_id} in (select value from json_each(${is('issue_ids')}))`)
    .prepare(),
)

export function sourcesOfIssues(
  db: ReadHandle,
  issueIds: readonly string[],
): Pick<IssueSource, 'issue_id' | 'source' | 'facts'>[] {
  return ofIssues(db).all({ issue_ids: JSON.stringify(issueIds) })
}

const putIssue = preparedQuery((tx: Tx) =>
  tx
    .insert(issueSources)
    .values({
      issue_id: is('issue_id'),
      source: is('source'),
      provider_id: is('provider_id'),
      facts: is('facts'),
      detailed: is('detailed'),
      changed: is('changed'),
      said_at: is('said_at'),
      removed_at: null,
    })
    .onConflictDoUpdate({
      target: [issueSources.issue_id, issueSources.source],
      set: {
        provider_id: sql`excluded.provider_id`,
        facts: sql`excluded.facts`,
        detailed: sql`excluded.detailed`,
        changed: sql`excluded.changed`,
        said_at: sql`excluded.said_at`,
        removed_at: null,
      },
    })
    .prepare(),
)

/** Writes the whole row; the source lists the issue. */
export function putIssueSource(tx: Tx, row: NewIssueSource & { facts: IssueFacts }): void {
  putIssue(tx).run({ provider_id: null, detailed: false, changed: null, ...row })
}

/**
 * Marks issues of the series that the provider listed before and lists no longer. Returns how many of them are newly
 * missing.
 */
export function markMissing(
  tx: Tx,
  {
    comic_id,
    source,
    listed,
    at,
  }: { comic_id: string; source: ProviderName; listed: ReadonlySet<string>; at: Instant },
): number {
  let marked = 0
  for (const { issue_id, provider_id } of issueIdsAtProvider(tx, comic_id, source)) {
    if (provider_id !== null && listed.has(provider_id)) continue
    const row = tx
      .update(issueSources)
      .set({ removed_at: at })
      .where(and(eq(issueSources.issue_id, issue_id), eq(issueSources.source, source), isNull(issueSources.removed_at)))
      .returning({ issue_id: issueSources.issue_id })
      .get()
    if (row) marked++
  }
  return marked
}

export function dropIssueSource(tx: Tx, issueId: string, source: FactSource): void {
  tx.delete(issueSources)
    .where(and(eq(issueSources.issue_id, issueId), eq(issueSources.source, source)))
    .run()
}

/** Issues of the series that only this source knows. */
export function issuesOnlyFrom(db: ReadHandle, comicId: string, source: FactSource): Set<string> {
  const others = db
    .select({ issue_id: issueSources.issue_id })
    .from(issueSources)
    .where(and(eq(issueSources.issue_id, issues.issue_id), ne(issueSources.source, source)))
  const rows = db
    .select({ issue_id: issues.issue_id })
    .from(issues)
    .innerJoin(issueSources, eq(issueSources.issue_id, issues.issue_id))
    .where(and(eq(issues.comic_id, comicId), eq(issueSources.source, source), sql`not exists ${others}`))
    .all()
  return new Set(rows.map(({ issue_id }) => issue_id))
}

/** Whether a provider lists issues of the series. */
export function hasListedIssues(db: ReadHandle, comicId: string): boolean {
  const named = db
    .select({ issue_id: issueSources.issue_id })
    .from(issues)
    .innerJoin(issueSources, eq(issueSources.issue_id, issues.issue_id))
    .where(and(eq(issues.comic_id, comicId), isNotNull(issueSources.provider_id)))
  return named.limit(1).get() !== undefined
}

/** Issues of the series with data from any source. */
export function issuesWithFacts(db: ReadHandle, comicId: string): Set<string> {
  const rows = db
    .selectDistinct({ issue_id: issueSources.issue_id })
    .from(issues)
    .innerJoin(issueSources, eq(issueSources.issue_id, issues.issue_id))
    .where(eq(issues.comic_id, comicId))
    .all()
  return new Set(rows.map(({ issue_id }) => issue_id))
}

/** Moves what providers say about one series to another, unless the other one has that provider already. */
export function moveSeriesSources(tx: Tx, from: string, to: string): void {
  tx.run(
    sql`update or ignore series_sources set comic_id = ${to} where comic_id = ${from} and source not in ('user', 'file')`,
  )
}

/** The same for issues. */
export function moveIssueSources(tx: Tx, from: string, to: string): void {
  tx.run(
    sql`update or ignore issue_sources set issue_id = ${to} where issue_id = ${from} and source not in ('user', 'file')`,
  )
}
