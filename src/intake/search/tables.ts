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

/** Indexers in the order of their queries. Rows and not config.ini: they have ids, an order and a health. */
export const indexers = sqliteTable(
  'indexers',
  {
    indexer_id: id().primaryKey(),
    type: text().$type<SourceType>().notNull(),
    name: text().notNull(),
    /** Its address as typed by the user, tidied: without `/api`, without a trailing slash. */
    host: text().notNull(),
    api_key: text().notNull().default(''),
    verify: flag().notNull().default(true),
    /** Newznab numbers. */
    categories: json<number[]>().notNull(),
    enabled: flag().notNull().default(true),
    /** Lower is queried first and preferred between equals. */
    position: integer().notNull().default(0),
    rss_uid: text(),
    added_at: instant().notNull(),
    // Health; a ban or a limit outlives a restart.
    failure: text().$type<IndexerFailure>(),
    detail: text(),
    failures_in_row: integer().notNull().default(0),
    blocked_until: instant(),
    grabs_blocked_until: instant(),
    /** Questions and grabs of the last day. */
    spent: json<RequestCounts>(),
    last_asked_at: instant(),
    last_ok_at: instant(),
    last_failed_at: instant(),
    /** Releases it ever showed that were accepted. */
    hits: integer().notNull().default(0),
    /** Its capabilities; requested again weekly. */
    caps: json<unknown>(),
    caps_at: instant(),
    /** The newest release of its feed that was seen: where the next look has to reach back to. */
    feed_guid: text(),
    /** Its title: several items may have one guid. Null in rows of before. */
    feed_title: text(),
    feed_at: instant(),
    /** The last look did not reach back to it. */
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
    /** Why it could not begin. */
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
    /** What a person decided about one that was left alone after too many attempts. */
    resolution: text().$type<Resolution>(),
    updated_at: instant().notNull(),
    completed_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.run_id, t.entity_type, t.entity_id] }),
    index('search_items_of_entity').on(t.entity_id, t.updated_at),
    index('search_items_by_state').on(t.state),
    index('search_items_in_order').on(t.run_id, t.position),
    // Those that a process died under: few of many that wait.
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
    /** As typed by the user. */
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
  /** Those of them that were suggested, after the names of the series found nothing. */
  alternates?: string[]
  found: number
  /** A sentence about items that could not be used. */
  left_out?: string
  failure?: string
  detail?: string
}

/** An accepted release of a search: its place, and what came of it. */
export interface RankedRelease {
  digest: string
  title: string
  indexer: string
  size_bytes: number | null
  score: number
  /** What it won and lost by, as a sentence. */
  line: string
  /** Null when a better one was downloaded. */
  outcome: 'downloaded' | 'failed' | null
  /** Why it failed. */
  detail: string | null
}

/** A release that was refused, and why. */
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

/** The last search of each issue: why nothing was grabbed, or what was. */
export const searchLast = sqliteTable('search_last', {
  entity_id: id().primaryKey(),
  entity_type: text().$type<EntityType>().notNull(),
  run_id: id(),
  state: text().$type<SearchItemState>().notNull(),
  /** A sentence: what came of it. */
  summary: text().notNull(),
  asked: json<IndexerQueryResult[]>().notNull(),
  /** The nearest misses first, 25 at most. */
  refused: json<RefusedRelease[]>().notNull(),
  /** The best accepted ones first, 10 at most. */
  ranked: json<RankedRelease[]>().notNull().default([]),
  grabbed: text(),
  searched_at: instant().notNull(),
})

/** Download links that failed: they are not tried again before `retry_at`, and others go first after it. */
export const failedLinks = sqliteTable(
  'failed_links',
  {
    /** `releaseDigest` */
    digest: text().notNull(),
    indexer_id: id().notNull(),
    /** `linkKeys`: a hash. */
    link: text().notNull(),
    /** In a row. */
    failures: integer().notNull(),
    /** A sentence. */
    detail: text().notNull(),
    failed_at: instant().notNull(),
    retry_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.digest, t.indexer_id, t.link] }), index('failed_links_by_age').on(t.failed_at)],
)

/** A count of what a search would look for, shown before it begins; good once. */
export const searchPreviews = sqliteTable(
  'search_previews',
  {
    /** SHA-256 of the token. */
    token_hash: text().primaryKey(),
    sid: text().notNull(),
    scope_type: text().$type<RunScope>().notNull(),
    scope_id: id().notNull(),
    fingerprint: text().notNull(),
    /** The run it became: the same token answers with the same run. */
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
    /** Missing issues that it would bring. */
    satisfies: json<{ entity_type: EntityType; entity_id: string; issue_number: string }[]>().notNull(),
    /** Outcome of the grab, for repeated requests. */
    outcome: json<unknown>(),
    updated_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.session_id, t.candidate_id] })],
)
