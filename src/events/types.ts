import type { TimelineRow } from '../activity/store'

/**
 * Everything Panelkeep announces: small facts that carry ids, never records. An event tells a page to look again;
 * nothing may depend on one arriving.
 */
export type AppEvent =
  | { type: 'series.changed'; comic_id: string }
  | { type: 'issue.changed'; issue_id: string; comic_id: string }
  /** Series came or went: lists, counts and filters are out of date. */
  | { type: 'library.changed' }
  /** How far an issue was read. */
  | { type: 'reading.changed'; issue_id: string; comic_id: string }
  | { type: 'operation.changed'; operation_id: string; kind: string; state: string }
  | ({ type: 'import.progress' } & ImportProgress)
  /** Files of the import folder came, went or changed their state. */
  | { type: 'inbox.changed' }
  /** How a search run stands, or the search of one issue of it. */
  | { type: 'search.changed'; run_id: string; issue_id?: string }
  /** How far an interactive search is; for the browser session alone that began it. */
  | {
      type: 'interactive.changed'
      sid: string
      session_id: string
      state: string
      progress: { provider_total: number; provider_completed: number; current_provider: string | null }
      candidate_count: number
    }
  /** Something was written down for the timeline; it goes whole, since a page tells it at once. */
  | { type: 'activity.told'; row: TimelineRow }
  /** A grabbed release moved on, or somebody decided about it: queue, history, counts and attention are out of date. */
  | { type: 'download.changed'; item_id: string; release_key: string; stage: string }
  /** How far a download is; at most once a second for each. */
  | {
      type: 'download.progress'
      id: string
      status: string
      percent: number
      bytes: number
      total: number
      speed: number
      eta: number | null
    }
  /** How much is on its way, and how much waits for a person. */
  | {
      type: 'status.changed'
      in_flight: number
      recovery_pending: number
      attention: number
      attention_members: number
    }
  /** A download client was added, changed, removed, or stands otherwise than before. */
  | { type: 'clients.changed' }
  /** An indexer began to fail, fails in another way, or is well again. */
  | { type: 'indexers.changed' }
  /** Somebody else is told of what happens, or a notice moved on. */
  | { type: 'notices.changed' }
  | { type: 'config.changed'; keys: string[] }
  /** Something is not well any more, or is well again, or somebody dismissed it. */
  | { type: 'health.changed' }
  /** A backup was made or removed. */
  | { type: 'backups.changed' }
  /** The log began a new file, or, where it has none, was emptied. */
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
