import type { MigrationProgress } from '../../collecting/migration/progress'
import type { TimelineRow } from '../activity/store'

/**
 * All events: small facts with ids, never records. An event tells a page to fetch again; nothing may depend on its
 * arrival.
 */
export type AppEvent =
  /** With a user: only what this user marked, which no other page shows. */
  | { type: 'series.changed'; comic_id: string; user_id?: string }
  | { type: 'issue.changed'; issue_id: string; comic_id: string }
  /** A user was added, changed or removed, or an invitation or session of one. */
  | { type: 'user.changed'; user_id: string }
  /** Series were added or removed: lists, counts and filters are out of date. */
  | { type: 'library.changed' }
  /** A user's reading position in an issue changed. */
  | { type: 'reading.changed'; issue_id: string; comic_id: string; user_id: string }
  /** A reading list was changed, added or removed, or its entries changed. With a user: no other user sees the list. */
  | { type: 'readlist.changed'; list_id: string; user_id?: string }
  /** A collection of series was added, changed or removed, or the order of all (then without an id). */
  | { type: 'collection.changed'; collection_id: string }
  /** The saved views of a user changed. */
  | { type: 'views.changed'; user_id: string }
  /** A user asked for a series or an issue, or the request was decided or removed. `user_ids`: who asked. */
  | { type: 'request.changed'; request_id: string; user_ids: readonly string[] }
  /** A story arc was added, changed or removed, or its issues. */
  | { type: 'arc.changed'; arc_id: string }
  | { type: 'operation.changed'; operation_id: string; kind: string; state: string }
  | ({ type: 'import.progress' } & ImportProgress)
  /** The progress of a migration changed; the event carries the whole progress, as the page shows it. */
  | { type: 'migration.progress'; progress: MigrationProgress }
  /** Files of the import folder were added or removed, or their state changed. */
  | { type: 'inbox.changed' }
  /** The state of a search run changed, or of the search for one of its issues. */
  | { type: 'search.changed'; run_id: string; issue_id?: string }
  /** The gate of automatic searches was closed or opened. */
  | { type: 'acquisition.changed' }
  /** A repair run or its canary permit changed its state. */
  | { type: 'repair.changed'; run_id: string }
  /** Progress of an interactive search; only for the browser session that started it. */
  | {
      type: 'interactive.changed'
      sid: string
      session_id: string
      state: string
      progress: { provider_total: number; provider_completed: number; current_provider: string | null }
      candidate_count: number
    }
  /** A timeline row was added; the event carries the whole row, since a page shows it at once. */
  | { type: 'activity.added'; row: TimelineRow }
  /**
   * A grabbed release changed its state, or the user decided about it: queue, history, counts and attention are out of
   * date.
   */
  | { type: 'download.changed'; item_id: string; release_key: string; stage: string }
  /** Progress of a download; at most once a second for each. */
  | {
      type: 'download.progress'
      id: string
      status: string
      percent: number
      bytes: number
      total: number
      speed: number
      eta: number | null
      /** The download's id in its client; null where the client has none. */
      priority: string | null
      place: number | null
    }
  /** How many downloads are active, and how many items and requests need attention. */
  | {
      type: 'status.changed'
      in_flight: number
      recovery_pending: number
      attention: number
      attention_members: number
      requests: number
    }
  /** A download client was added, changed or removed, or its state changed. */
  | { type: 'clients.changed' }
  /** An indexer started to fail, failed with a different error, or recovered. */
  | { type: 'indexers.changed' }
  /** A metadata source began to fail, failed again, or answers again. */
  | { type: 'providers.changed' }
  /** The names of changed series and issues were read. */
  | { type: 'names.changed' }
  /** A connection for notifications was changed, or a notification changed its state. */
  | { type: 'notices.changed' }
  /** Releases of a week were fetched, or a source failed. */
  | { type: 'releases.changed' }
  /** A call of the language model ended. */
  | { type: 'ai.called'; feature_type: string; action: string; success: boolean; latency_ms: number }
  | { type: 'config.changed'; keys: string[] }
  /** A health check failed or recovered, or the user dismissed one. */
  | { type: 'health.changed' }
  /** A backup was made or removed. */
  | { type: 'backups.changed' }
  /** The state of an update of Panelkeep changed, or more of it was downloaded. */
  | { type: 'update.changed' }
  /** The log file was rotated, or the in-memory log was cleared where there is no file. */
  | { type: 'logs.rotated'; rotated: boolean }
  | { type: 'session.ended'; sid: string }
  | { type: 'shutdown'; message: string }
  | { type: 'restart'; message: string }

export interface ImportProgress {
  kind: 'comic' | 'manga'
  status: 'scanning' | 'importing' | 'completed' | 'error' | 'cancelled'
  total_files: number
  processed_files: number
  series_found: number
  current_series: string | null
}
