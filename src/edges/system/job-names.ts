/**
 * Labels of the jobs, their ids in existing tools, and the kind of operation that each starts. A job that is missing here
 * is shown by its own name.
 */
const JOBS: Record<string, { label: string; id?: string; work?: string }> = {
  dbupdater: { label: 'Refresh series metadata', work: 'metadata_refresh' },
  import_inbox: { label: 'Scan the import folder', id: 'importinbox', work: 'inbox_scan' },
  library_scan: { label: 'Rescan library folders', work: 'import_scan' },
  weekly: { label: 'Refresh releases', work: 'weekly_refresh' },
  search: { label: 'Search for wanted issues', work: 'search_run' },
  rss: { label: 'RSS sync', work: 'feed_pass' },
  version: { label: 'Check for updates' },
  health: { label: 'Health check' },
  backup: { label: 'Back up' },
  hooks: { label: 'Retry connections' },
  notices: { label: 'Send notifications' },
  download_scan: { label: 'Scan completed downloads', id: 'monitor' },
  ddl_health: { label: 'Check direct downloads' },
  ddl_retention: { label: 'Delete old direct downloads' },
  metadata_answers: { label: 'Clear metadata cache' },
  activity_retention: { label: 'Delete old activity' },
  ai_suggestions: { label: 'Suggest comics of the week', work: 'ai_suggestions' },
  assistant_retention: { label: 'Clean up assistant log' },
  migration_retention: { label: 'Clean up migration results' },
  bulk_results: { label: 'Clean up results of bulk operations' },
  recycle: { label: 'Empty recycle folders' },
  search_history: { label: 'Delete old searches' },
  next_candidate: { label: 'Retry failed downloads with another release' },
  interactive_search_retention: { label: 'Clean up interactive searches' },
  repair_retention: { label: 'Delete repairs older than 30 days' },
  download_clients: { label: 'Check download clients' },
  grabs_left: { label: 'Recover interrupted grabs' },
  watch_folders: { label: 'Watch folders for changes' },
  covers: { label: 'Clean up cover cache' },
  sessions: { label: 'Delete expired sessions' },
  lockouts: { label: 'Delete failed logins' },
  reading: { label: 'Clean up reading data' },
  statistics: { label: 'Optimize the database' },
  catalog_pages: { label: 'Clean up catalog pages' },
}

export const jobLabel = (name: string): string => JOBS[name]?.label ?? name.replaceAll('_', ' ')

/** The kind of operation that a job starts; undefined when it does the work itself. */
export const jobWork = (name: string): string | undefined => JOBS[name]?.work

/** Its id on the wire. */
export const jobId = (name: string): string => JOBS[name]?.id ?? name

/** The name of the job with an id of the wire. */
export const jobNamed = (id: string): string => Object.keys(JOBS).find((name) => JOBS[name]?.id === id) ?? id
