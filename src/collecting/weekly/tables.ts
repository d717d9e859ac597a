import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { day, flag, id, instant, json, ofUser } from '../../base/storage/columns'
import type { CrossIds } from '../../library/metadata/providers/provider'
import type { FailureKind } from '../../library/metadata/states'
import type { IssueKind, Unit } from '../../library/series/states'
import { issues, series } from '../../library/series/tables'
import type { ReleaseFailure, ReleaseSource } from './states'

/**
 * Releases of sources by day. A release is filed under its release date, never under a week number, since sources
 * count weeks differently around the new year.
 */
export const weeklyReleases = sqliteTable(
  'weekly_releases',
  {
    release_id: integer().primaryKey(),
    source: text().$type<ReleaseSource>().notNull(),
    /** The source's own id of the release. */
    source_id: text().notNull(),
    /** The release date. */
    day: day().notNull(),
    series: text().notNull(),
    /** Match key of the series name, to find the series in the library. */
    match_key: text().notNull(),
    kind: text().$type<IssueKind>().notNull(),
    unit: text().$type<Unit>().notNull(),
    number: text().notNull(),
    title: text(),
    publisher: text(),
    /** Year of the first issue of the series. */
    year: integer(),
    volume: integer(),
    book_type: text(),
    /** Candidate ids at the providers, from the source. */
    series_ids: json<CrossIds>().notNull(),
    issue_ids: json<CrossIds>().notNull(),
    /** The binding to the library, when series, type, number and date match. */
    comic_id: id().references(() => series.comic_id, { onDelete: 'set null' }),
    issue_id: id().references(() => issues.issue_id, { onDelete: 'set null' }),
    /** The issue becomes wanted once the library has it. */
    want: flag().notNull().default(false),
    fetched_at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('weekly_releases_once').on(t.source, t.source_id),
    index('weekly_releases_by_day').on(t.day),
    index('weekly_releases_by_series').on(t.comic_id).where(sql`${t.comic_id} is not null`),
    index('weekly_releases_by_issue').on(t.issue_id).where(sql`${t.issue_id} is not null`),
    index('weekly_releases_to_want').on(t.day).where(sql`${t.want} = 1`),
  ],
)

/** Results of the last requests for each week, one row for each source. */
export const weeklyFetches = sqliteTable(
  'weekly_fetches',
  {
    source: text().$type<ReleaseSource>().notNull(),
    /** The Sunday of the week. */
    first: day().notNull(),
    /** When the stored releases were fetched; null: never. */
    fetched_at: instant(),
    tried_at: instant().notNull(),
    /** Why the last request failed; null while the source works. */
    failure: text().$type<ReleaseFailure>(),
    /** The sentence of that failure. */
    detail: text(),
    count: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.source, t.first] }), index('weekly_fetches_by_week').on(t.first)],
)

/** Health of the sources that are no metadata providers: a ban or a limit outlives a restart. */
export const weeklyServices = sqliteTable('weekly_services', {
  service: text().primaryKey(),
  /** Null while the source works. */
  failure: text().$type<FailureKind>(),
  /** The sentence of that failure. */
  detail: text(),
  failures_in_row: integer().notNull().default(0),
  /** No request is sent before. */
  blocked_until: instant(),
  /** Number of requests by resource and time slot. */
  spent: json<Record<string, number>>(),
  last_asked_at: instant(),
  last_ok_at: instant(),
  last_failed_at: instant(),
})

/** Addresses of the calendar feed that work, one for each user; removing a row revokes its address. */
export const calendarFeeds = sqliteTable('calendar_feeds', {
  /** SHA-256 of the token in the address. */
  token_hash: text().primaryKey(),
  /** The feed shows what this user may see. */
  user_id: ofUser(),
  /** The token is derived from this and the key of this installation, so a copy of the database opens nothing. */
  nonce: text().notNull(),
  created_at: instant().notNull(),
})
