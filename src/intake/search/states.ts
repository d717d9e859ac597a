import type { Producer } from '../acquisition/states'

export const indexerTypes = ['newznab', 'torznab'] as const
export type IndexerType = (typeof indexerTypes)[number]

/** All sources of releases: indexers that the user sets up, and the Internet Archive. */
export type SourceType = IndexerType | 'archive'
/** In the terms of existing tools. */
export const sourceWords = [...indexerTypes, 'ddl'] as const

/** Why a query to an indexer failed, or its reply could not be used. */
export const indexerFailures = [
  'disabled',
  'auth',
  'limit',
  'grab_limit',
  'unreachable',
  'unavailable',
  'unreadable',
  'refused',
  'unsupported',
] as const
export type IndexerFailure = (typeof indexerFailures)[number]

export const triggers = [
  'manual_wanted_scan',
  'issue_wanted',
  'search_all_missing',
  'issue_retry',
  'band_retry',
  'band_search_again',
  'scheduled',
  'rss',
  /** The previous release failed. */
  'next_candidate',
  /** Wanted by a story arc. */
  'story_arc',
  /** A release of the week from a followed series. */
  'weekly',
] as const
export type Trigger = (typeof triggers)[number]

/** The triggers that tools know; other triggers are mapped to the nearest one. */
export const wireTriggers = [
  'manual_wanted_scan',
  'issue_wanted',
  'search_all_missing',
  'issue_retry',
  'band_retry',
  'band_search_again',
  'scheduled',
  'rss',
  'weekly',
] as const
export const wireTriggerOf = (trigger: Trigger): (typeof wireTriggers)[number] => {
  if (trigger === 'next_candidate') return 'issue_retry'
  return trigger === 'story_arc' ? 'issue_wanted' : trigger
}

/** The producer of each search, for the gate. */
export const producerOf = {
  manual_wanted_scan: 'search',
  issue_wanted: 'search',
  search_all_missing: 'search',
  scheduled: 'search',
  issue_retry: 'retry',
  band_retry: 'retry',
  band_search_again: 'retry',
  rss: 'feeds',
  next_candidate: 'next_candidate',
  story_arc: 'story_arcs',
  weekly: 'weekly',
} as const satisfies Record<Trigger, Producer>

/** What a release rule matches. */
export const ruleMatches = ['word', 'group', 'format'] as const
export type RuleMatch = (typeof ruleMatches)[number]

/** The series that a release rule applies to. */
export const ruleScopes = ['all', 'comic', 'manga', 'series'] as const
export type RuleScope = (typeof ruleScopes)[number]

export const ruleLevels = ['score', 'must', 'must_not'] as const
export type RuleLevel = (typeof ruleLevels)[number]

/** Formats that a release name may state. */
export const releaseFormats = ['cbz', 'cbr', 'cb7', 'cbt', 'pdf', 'epub'] as const
export type ReleaseFormat = (typeof releaseFormats)[number]

/** Earlier outcomes of a release, strongest first. */
export const pastStates = ['blocked', 'failed', 'cancelled', 'rejected'] as const
export type PastState = (typeof pastStates)[number]

export const runScopes = ['wanted_backlog', 'series', 'issue', 'annual', 'story_arc_issue'] as const
export type RunScope = (typeof runScopes)[number]
/** The id of the scope `wanted_backlog`: everything that is wanted. */
export const WHOLE_BACKLOG = 'all'

export const dispatchStates = ['pending', 'accepted', 'error', 'missed', 'max_instances'] as const
export type DispatchState = (typeof dispatchStates)[number]

export const completionStates = ['pending', 'running', 'completed', 'partial', 'blocked', 'failed'] as const
export type CompletionState = (typeof completionStates)[number]

export const searchItemStates = [
  'accepted',
  'running',
  'succeeded',
  'no_match',
  'blocked',
  'failed',
  'quarantined',
  'cancelled',
] as const
export type SearchItemState = (typeof searchItemStates)[number]

/** Highest first. */
export const priorities = ['interactive', 'routine', 'recovery'] as const
export type Priority = (typeof priorities)[number]

export const sessionStates = ['queued', 'running', 'complete', 'failed'] as const
export type SessionState = (typeof sessionStates)[number]

export const candidateStates = [
  'available',
  'unavailable',
  'submitting',
  'submitted',
  'failed',
  'manual_review',
] as const
export type CandidateState = (typeof candidateStates)[number]

/** From mildest to worst: search routes report the worst one that applies. */
export const routeReasons = [
  'ready',
  'providers_temporarily_blocked',
  'path_not_ready',
  'client_not_ready',
  'unsupported_restart_correlation',
  'provider_disabled',
  'downloader_disabled',
  'provider_not_configured',
  'disabled',
] as const
export type RouteReason = (typeof routeReasons)[number]
