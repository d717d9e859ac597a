import type { RequestCounts } from '../../../base/outbound/budget'
import { epochSeconds, plus } from '../../../base/platform/clock'
import type { Instant } from '../../../base/platform/ports'
import type { IndexerFailure, IndexerType, SourceType, sourceWords } from '../states'
import { type Caps, lacksCategories } from './caps'
import type { IndexerRow } from './indexer'
import type { KeyedRow } from './store'

/** An indexer without its secrets. */
export interface PublicIndexer {
  id: string
  name: string
  host: string
  verify: boolean
  /** `7030,8020`, as older tools write them. */
  categories: string
  enabled: boolean
  api_key_set: boolean
  rss_uid?: string
  /** Position among all indexers of both types. */
  order: number
}

/** Health of an indexer as shown to users. */
export interface IndexerHealthView {
  /** `waiting`: retried automatically. `blocked`: banned, or its key was rejected. */
  state: 'ready' | 'waiting' | 'blocked'
  failure: IndexerFailure | null
  detail: string | null
  blocked_until: Instant | null
  grabs_blocked_until: Instant | null
  last_ok_at: Instant | null
  asked_last_day: number
  grabs_last_day: number
  /** Releases of the feed may have been missed: it has more new ones than we read. */
  feed_gap: boolean
  /** The indexer lists categories, but none of the chosen ones. */
  lacks_categories: boolean
  caps: Caps | null
}

export interface IndexerView extends PublicIndexer {
  standing: IndexerHealthView
}

export type IndexerListViews = Record<IndexerType, { enabled: boolean; providers: IndexerView[] }>

export function indexerView(row: KeyedRow, now: Instant): IndexerView {
  return { ...publicOf(row), standing: healthOf(row, now) }
}

function publicOf(row: KeyedRow): PublicIndexer {
  const { indexer_id, name, host, verify, categories, enabled, api_key, rss_uid, position } = row
  return {
    id: indexer_id,
    name,
    host,
    verify,
    categories: categories.join(','),
    enabled,
    api_key_set: api_key !== '',
    ...(rss_uid === null ? {} : { rss_uid }),
    order: position,
  }
}

function healthOf(row: KeyedRow, now: Instant): IndexerHealthView {
  const shut = isBlockedNow(row, now)
  const grabsShut = (row.grabs_blocked_until ?? '') > now
  const needsUser = row.failure === 'auth' || (shut && (row.blocked_until ?? '') > plus(now, 3 * 3_600_000))
  return {
    state: shut ? (needsUser ? 'blocked' : 'waiting') : 'ready',
    failure: row.failure,
    detail: row.detail,
    blocked_until: shut ? row.blocked_until : null,
    grabs_blocked_until: grabsShut ? row.grabs_blocked_until : null,
    last_ok_at: row.last_ok_at,
    asked_last_day: spentOf(row.spent, 'api'),
    grabs_last_day: spentOf(row.spent, 'grab'),
    feed_gap: row.feed_gap,
    lacks_categories: lacksChosenCategories(row),
    caps: (row.caps as Caps | null) ?? null,
  }
}

/** Whether the indexer's categories are known, and none of the chosen ones is among them. */
export function lacksChosenCategories({ caps, categories }: IndexerRow): boolean {
  return caps !== null && lacksCategories(categories, caps as Caps)
}

/** Whether the indexer gets no requests now. */
export function isBlockedNow({ failure, blocked_until }: IndexerRow, now: Instant): boolean {
  return failure !== null && (blocked_until ?? '') > now
}

function spentOf(spent: RequestCounts | null, resource: string): number {
  const slices = Object.entries(spent ?? {}).filter(([key]) => key.startsWith(`${resource} `))
  return slices.reduce((sum, [, count]) => sum + count, 0)
}

export const sourceWordOf = (type: SourceType): (typeof sourceWords)[number] => (type === 'archive' ? 'ddl' : type)

/** The row of the older statistics. */
export function indexerStatistics(row: IndexerRow, busy: boolean) {
  return {
    id: row.indexer_id,
    provider: row.name,
    type: sourceWordOf(row.type),
    lastrun: row.last_asked_at === null ? 0 : epochSeconds(row.last_asked_at),
    active: busy ? ('Running' as const) : ('Idle' as const),
    hits: row.hits,
  }
}
