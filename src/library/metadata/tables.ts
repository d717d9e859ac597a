import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { ProviderName } from '../../base/providers/descriptors'
import { bytes, flag, id, instant, json } from '../../base/storage/columns'
import { issues, series } from '../series/tables'
import type { IssueFacts } from './providers/provider'
import type { FactSource, FailureKind } from './states'
import type { KnownSeries } from './sync/merge'

/**
 * Metadata of a series by source, one row each: providers, the files, and the user's edits (`user`), which nothing
 * overwrites. The row of `series` has the merged values (`merge.ts`).
 */
export const seriesSources = sqliteTable(
  'series_sources',
  {
    comic_id: id()
      .notNull()
      .references(() => series.comic_id, { onDelete: 'cascade' }),
    source: text().$type<FactSource>().notNull(),
    /** The provider's own id; null for `user` and `file`. */
    provider_id: text(),
    facts: json<KnownSeries>().notNull(),
    /** The provider's mark of its last change; the issues are fetched again when the mark differs. */
    changed: text(),
    said_at: instant().notNull(),
    /** Time of the last request to the provider, successful or not. */
    checked_at: instant(),
    /** When the provider stopped listing the series; the issues stay. */
    removed_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.comic_id, t.source] }),
    // One series of a provider is one series of the library, even when it is added several times.
    uniqueIndex('series_sources_once').on(t.source, t.provider_id).where(sql`${t.provider_id} is not null`),
    index('series_sources_stalest').on(t.source, t.checked_at),
  ],
)

/** The same for issues. */
export const issueSources = sqliteTable(
  'issue_sources',
  {
    issue_id: id()
      .notNull()
      .references(() => issues.issue_id, { onDelete: 'cascade' }),
    source: text().$type<FactSource>().notNull(),
    provider_id: text(),
    facts: json<IssueFacts>().notNull(),
    /** Credits, characters and arcs were fetched as well. */
    detailed: flag().notNull().default(false),
    changed: text(),
    said_at: instant().notNull(),
    removed_at: instant(),
  },
  (t) => [primaryKey({ columns: [t.issue_id, t.source] }), index('issue_sources_by_id').on(t.source, t.provider_id)],
)

/** Health of each provider: a ban or a limit outlives a restart. */
export const metadataProviders = sqliteTable('metadata_providers', {
  provider: text().$type<ProviderName>().primaryKey(),
  /** Null while the provider works. */
  failure: text().$type<FailureKind>(),
  /** The failure's sentence. */
  detail: text(),
  failures_in_row: integer().notNull().default(0),
  /** No request is sent before this time. */
  blocked_until: instant(),
  /** Requests sent, by resource and slice of time (`budget.ts`), for hourly and daily budgets. */
  spent: json<Record<string, number>>(),
  last_asked_at: instant(),
  last_ok_at: instant(),
  last_failed_at: instant(),
})

/** Replies of providers that may be reused; every row may be deleted at any time. */
export const metadataReplies = sqliteTable(
  'metadata_replies',
  {
    /** SHA-256 of method, address without keys, and body. */
    key: text().primaryKey(),
    provider: text().$type<ProviderName>().notNull(),
    body: text().notNull(),
    size: bytes().notNull(),
    etag: text(),
    last_modified: text(),
    kept_at: instant().notNull(),
    /** Until then no request is needed. */
    fresh_until: instant().notNull(),
  },
  (t) => [index('metadata_replies_by_age').on(t.kept_at)],
)
