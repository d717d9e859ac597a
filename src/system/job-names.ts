/**
 * Labels of the jobs, their ids in existing tools, and the kind of operation that each starts. A job that is missing here
 * is shown by its own name.
 */
const JOBS: Record<string, { label: string; id?: string; work?: string }> = {
  dbupdater: { label: 'Refresh series from their providers', work: 'metadata_refresh' },
  import_inbox: { label: 'Scan the import folder', id: 'importinbox', work: 'inbox_scan' },
  library_scan: { label: 'Look for new files in the library folders', work: 'import_scan' },
  weekly: { label: 'Refresh releases', work: 'weekly_refresh' },
  search: { label: 'Search for what is wanted', work: 'search_run' },
  rss: { label: 'Check indexer feeds', work: 'feed_pass' },
  version: { label: 'Look for a newer Panelkeep' },
  health: { label: 'Look whether everything is well' },
  backup: { label: 'Back up the library and the settings' },
  hooks: { label: 'Tell other programs of arrivals again' },
  notices: { label: 'Send notices' },
  download_scan: { label: 'Scan completed downloads', id: 'monitor' },
  ddl_health: { label: 'Look after direct downloads' },
  ddl_retention: { label: 'Forget old direct downloads' },
  metadata_answers: { label: 'Forget old answers of providers' },
  activity_retention: { label: 'Forget old activity' },
  ai_suggestions: { label: 'Suggest comics of the week', work: 'ai_suggestions' },
  assistant_retention: { label: 'Clean up the log of the assistant' },
  migration_retention: { label: 'Forget which files a migration looked for' },
  recycle: { label: 'Empty what rested long enough in recycle folders' },
  search_history: { label: 'Forget old searches' },
  next_candidate: { label: 'Try the next release where one failed' },
  interactive_search_retention: { label: 'Clean up interactive searches' },
  repair_retention: { label: 'Delete repairs older than 30 days' },
  download_clients: { label: 'Ask download clients how they are' },
  grabs_left: { label: 'Ask download clients about grabs that were cut off' },
  watch_folders: { label: 'Watch the folders for changes' },
  covers: { label: 'Tidy the covers kept ready' },
  sessions: { label: 'Forget old logins' },
  lockouts: { label: 'Forget failed logins' },
  reading: { label: 'Tidy what reading needs' },
  catalog_pages: { label: 'Tidy the pages of the catalog' },
}

export const jobLabel = (name: string): string => JOBS[name]?.label ?? name.replaceAll('_', ' ')

/** The kind of operation that a job starts; undefined when it does the work itself. */
export const jobWork = (name: string): string | undefined => JOBS[name]?.work

/** Its id on the wire. */
export const jobId = (name: string): string => JOBS[name]?.id ?? name

/** The name of the job with an id of the wire. */
export const jobNamed = (id: string): string => Object.keys(JOBS).find((name) => JOBS[name]?.id === id) ?? id
