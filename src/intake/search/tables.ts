import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { RequestCounts } from '../../base/outbound/budget'
import { flag, id, instant, json } from '../../base/storage/columns'
import { series } from '../../library/series/tables'
import type { EntityType, Resolution } from '../downloads/states'
import type { Offer } from './offer'
import type {
  CandidateState,
  CompletionState,
  DispatchState,
  IndexerFailure,
  Priority,
  RuleLevel,
  RuleMatch,
  RuleScope,
  RunScope,
  SearchItemState,
  SessionState,
  SourceType,
  Trigger,
} from './states'
import type { ReleaseVerdict } from './verdict/judge'

/** Indexers in the order of their queries. Rows instead of config.ini, since they have ids, an order and a health. */
export const indexers = sqliteTable(
  'indexers',
  {
    indexer_id: id().primaryKey(),
    type: text().$type<SourceType>().notNull(),
    name: text().notNull(),
    /** Address as entered by the user, normalized: without `/api`, without a trailing slash. */
    host: text().notNull(),
    api_key: text().notNull().default(''),
    verify: flag().notNull().default(true),
    /** Newznab categories. */
    categories: json<number[]>().notNull(),
    enabled: flag().notNull().default(true),
    /** Lower is queried first and preferred between equals. */
    position: integer().notNull().default(0),
    rss_uid: text(),
    added_at: instant().notNull(),
    // Health; a ban or a limit survives a restart.
    failure: text().$type<IndexerFailure>(),
    detail: text(),
    failures_in_row: integer().notNull().default(0),
    blocked_until: instant(),
    grabs_blocked_until: instant(),
    /** Requests and grabs of the last day. */
    spent: json<RequestCounts>(),
    last_asked_at: instant(),
    last_ok_at: instant(),
    last_failed_at: instant(),
    /** Number of accepted releases that the indexer ever listed. */
    hits: integer().notNull().default(0),
    /** Capabilities; requested again weekly. */
    caps: json<unknown>(),
    caps_at: instant(),
    /** The newest feed item that was seen: the next pass has to reach back to it. */
    feed_guid: text(),
    /** Title of that item, since several items may share a guid. Null in older rows. */
    feed_title: text(),
    feed_at: instant(),
    /** The last pass did not reach back to that item. */
    feed_gap: flag().notNull().default(false),
  },
  (t) => [uniqueIndex('indexers_one_name').on(t.type, t.name)],
)

/** One search for one or many wanted issues. It survives a restart. */
export const searchRuns = sqliteTable(
  'search_runs',
  {
    run_id: id().primaryKey(),
    trigger: text().$type<Trigger>().notNull(),
    scope_type: text().$type<RunScope>().notNull(),
    scope_id: id().notNull(),
    priority: text().$type<Priority>().notNull(),
    dispatch_state: text().$type<DispatchState>().notNull(),
    completion_state: text().$type<CompletionState>().notNull(),
    /** Why the run could not start. */
    reason: text(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
    completed_at: instant(),
  },
  (t) => [index('search_runs_by_time').on(t.created_at), index('search_runs_by_state').on(t.completion_state)],
)

export const searchItems = sqliteTable(
  'search_items',
  {
    run_id: id()
      .notNull()
      .references(() => searchRuns.run_id, { onDelete: 'cascade' }),
    entity_type: text().$type<EntityType>().notNull(),
    entity_id: id().notNull(),
    /** Order within the run. */
    position: integer().notNull(),
    state: text().$type<SearchItemState>().notNull(),
    attempt_count: integer().notNull().default(0),
    reason: text(),
    /** The user's decision about an item that was given up after too many attempts. */
    resolution: text().$type<Resolution>(),
    updated_at: instant().notNull(),
    completed_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.run_id, t.entity_type, t.entity_id] }),
    index('search_items_of_entity').on(t.entity_id, t.updated_at),
    index('search_items_by_state').on(t.state),
    index('search_items_in_order').on(t.run_id, t.position),
    // Items that a process died under: few among many waiting ones.
    index('search_items_again')
      .on(t.run_id)
      .where(sql`${t.state} in ('accepted','running') and ${t.attempt_count} > 0`),
  ],
)

/** Preferred, required and blocked words, groups and formats of release names. */
export const releaseRules = sqliteTable(
  'release_rules',
  {
    rule_id: id().primaryKey(),
    match: text().$type<RuleMatch>().notNull(),
    /** As entered by the user. */
    text: text().notNull(),
    scope: text().$type<RuleScope>().notNull(),
    /** Set for the scope `series` only. */
    comic_id: id().references(() => series.comic_id, { onDelete: 'cascade' }),
    level: text().$type<RuleLevel>().notNull(),
    /** Counts for the level `score` only. */
    score: integer().notNull().default(0),
    added_at: instant().notNull(),
  },
  (t) => [index('release_rules_of_series').on(t.comic_id)],
)

/** One query to an indexer and the size of its result. */
export interface IndexerQueryResult {
  indexer: string
  queries: string[]
  /** The query texts that were suggested, after the names of the series found nothing. */
  alternates?: string[]
  found: number
  /** A sentence about items that could not be used. */
  left_out?: string
  failure?: string
  detail?: string
}

/** An accepted release of a search: its rank and its outcome. */
export interface RankedRelease {
  digest: string
  title: string
  indexer: string
  size_bytes: number | null
  score: number
  /** Why it has that rank, as a sentence. */
  line: string
  /** Null when a better one was downloaded. */
  outcome: 'downloaded' | 'failed' | null
  /** Why it failed. */
  detail: string | null
}

/** A release that was rejected, and why. */
export interface RefusedRelease {
  /** Missing in rows of earlier versions. */
  digest?: string
  title: string
  indexer: string
  size_bytes: number | null
  published_at: string | null
  reasons: ReleaseVerdict['reasons']
  overrideable: boolean
}

/** The last search of each issue: what was grabbed, or why nothing was. */
export const searchLast = sqliteTable('search_last', {
  entity_id: id().primaryKey(),
  entity_type: text().$type<EntityType>().notNull(),
  run_id: id(),
  state: text().$type<SearchItemState>().notNull(),
  /** The outcome as a sentence. */
  summary: text().notNull(),
  asked: json<IndexerQueryResult[]>().notNull(),
  /** The nearest misses first, 25 at most. */
  refused: json<RefusedRelease[]>().notNull(),
  /** The best accepted releases first, 10 at most. */
  ranked: json<RankedRelease[]>().notNull().default([]),
  grabbed: text(),
  searched_at: instant().notNull(),
})

/** Failed download links: they are not retried before `retry_at`, and after it other links come first. */
export const failedLinks = sqliteTable(
  'failed_links',
  {
    /** `releaseDigest`. */
    digest: text().notNull(),
    indexer_id: id().notNull(),
    /** `linkKeys`: a hash. */
    link: text().notNull(),
    /** Failures in a row. */
    failures: integer().notNull(),
    /** A sentence. */
    detail: text().notNull(),
    failed_at: instant().notNull(),
    retry_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.digest, t.indexer_id, t.link] }), index('failed_links_by_age').on(t.failed_at)],
)

/** A preview of a search, with the number of issues; its token can be used once. */
export const searchPreviews = sqliteTable(
  'search_previews',
  {
    /** SHA-256 of the token. */
    token_hash: text().primaryKey(),
    sid: text().notNull(),
    scope_type: text().$type<RunScope>().notNull(),
    scope_id: id().notNull(),
    fingerprint: text().notNull(),
    /** The run that it started: the same token returns the same run. */
    run_id: id(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
  },
  (t) => [index('search_previews_by_age').on(t.expires_at)],
)

/**
 * An interactive search, bound to a browser session. Expired ones are kept for a day, to distinguish them from unknown
 * ones.
 */
export const interactiveSessions = sqliteTable(
  'interactive_sessions',
  {
    session_id: id().primaryKey(),
    sid: text().notNull(),
    entity_type: text().$type<EntityType>().notNull(),
    entity_id: id().notNull(),
    series_id: id().notNull(),
    state: text().$type<SessionState>().notNull(),
    progress: json<{
      provider_total: number
      provider_completed: number
      current_provider: string | null
      /** Sentences about items that could not be used. */
      left_out?: string[]
    }>().notNull(),
    provider_failures: json<{ provider: string; code: string; detail: string }[]>().notNull(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('interactive_sessions_one').on(t.sid, t.entity_type, t.entity_id),
    index('interactive_sessions_by_age').on(t.expires_at),
  ],
)

export const interactiveCandidates = sqliteTable(
  'interactive_candidates',
  {
    session_id: id()
      .notNull()
      .references(() => interactiveSessions.session_id, { onDelete: 'cascade' }),
    candidate_id: id().notNull(),
    digest: text().notNull(),
    indexer_id: id().notNull(),
    state: text().$type<CandidateState>().notNull(),
    offer: json<Offer>().notNull(),
    verdict: json<ReleaseVerdict>().notNull(),
    /** Missing issues in the release. */
    satisfies: json<{ entity_type: EntityType; entity_id: string; issue_number: string }[]>().notNull(),
    /** Outcome of the grab, for repeated requests. */
    outcome: json<unknown>(),
    updated_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.session_id, t.candidate_id] })],
)
