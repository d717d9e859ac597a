import type { WatchedTable } from '../../base/storage/made-rows'

/** The tables that a move writes, each with the values that show whether a row was changed since. */

const columns =
  (...names: string[]) =>
  (row: string): string[] =>
    names.map((name) => `${row}."${name}"`)

/** Services are queried repeatedly, so only an edit of the user is a change. */
const userWord = (row: string) => [`iif(${row}."source" = 'user', ${row}."said_at", '')`]

export const MADE = {
  series: {
    table: 'series',
    key: ['comic_id'],
    state: columns('status', 'want_new', 'allow_packs', 'ignore_type', 'bare_number_mode', 'monitor_mode', 'content_type', 'content_type_chosen', 'reading_direction', 'cover_choice'),
    changes: ['status', 'want_new', 'location', 'source', 'listed', 'said_total', 'year', 'end_year', 'publisher', 'imprint', 'volume', 'book_type', 'description', 'language', 'aliases', 'publication', 'stated_age_rating', 'age_rating_chosen', 'genres', 'image_url'],
  },
  series_sources: { table: 'series_sources', key: ['comic_id', 'source'], state: userWord, changes: ['provider_id', 'facts', 'said_at'] },
  issues: {
    table: 'issues',
    key: ['issue_id'],
    state: columns('comic_id', 'intent', 'kept_format'),
    changes: ['intent', 'fulfillment', 'title', 'release_date', 'issue_date', 'digital_date', 'summary', 'volume_number', 'image_url', 'writer', 'age_rating'],
  },
  issue_sources: { table: 'issue_sources', key: ['issue_id', 'source'], state: userWord, changes: ['provider_id', 'facts', 'said_at'] },
  files: { table: 'files', key: ['file_id'], state: columns() },
  issue_files: { table: 'issue_files', key: ['issue_id', 'file_id'], state: columns() },
  // By issue: the key depends on the content, which is known once the file was opened.
  reading_progress: {
    table: 'reading_progress',
    key: ['user_id', 'issue_id'],
    state: columns('page', 'completed', 'read_at', 'times_read'),
    changes: ['page', 'page_count', 'share', 'furthest', 'completed', 'again', 'started_at', 'read_at', 'finished_at', 'times_read', 'device', 'device_id'],
  },
  bookmarks: { table: 'bookmarks', key: ['user_id', 'issue_id', 'page'], state: columns('created_at', 'note') },
  reading_days: { table: 'reading_days', key: ['user_id', 'day', 'comic_id'], state: columns('pages', 'issues', 'seconds'), changes: ['pages', 'issues', 'seconds'] },
  reading_totals: { table: 'reading_totals', key: ['user_id', 'comic_id'], state: columns('pages', 'issues', 'seconds'), changes: ['pages', 'issues', 'seconds', 'last_day'] },
  series_marks: { table: 'series_marks', key: ['user_id', 'comic_id'], state: columns('favourite_at', 'rating'), changes: ['rating'] },
  reading_lists: { table: 'reading_lists', key: ['list_id'], state: columns('name') },
  reading_list_entries: { table: 'reading_list_entries', key: ['list_id', 'issue_id'], state: columns() },
  collections: { table: 'collections', key: ['collection_id'], state: columns('name') },
  collection_series: { table: 'collection_series', key: ['collection_id', 'comic_id'], state: columns() },
  story_arcs: { table: 'story_arcs', key: ['arc_id'], state: columns('name', 'ordered_by') },
  story_arc_issues: { table: 'story_arc_issues', key: ['issue_arc_id'], state: columns('position') },
  journal: { table: 'journal', key: ['item_id'], state: columns('stage', 'resolution') },
  blocklist: { table: 'blocklist', key: ['digest'], state: columns('blocked_at') },
  ddl_items: { table: 'ddl_items', key: ['ddl_id'], state: columns('status') },
  // Neither the password nor the last login: who logged in is asked apart (`undo-users-store.ts`).
  users: { table: 'users', key: ['user_id'], state: columns('name', 'role', 'colour', 'limits', 'picture', 'share_reading', 'date_locale') },
  weekly_releases: { table: 'weekly_releases', key: ['release_id'], state: columns('want') },
} as const satisfies Record<string, WatchedTable> // biome-ignore format: a table

export const EVERY: readonly WatchedTable[] = Object.values(MADE)

/** Tables of settings, which a move fills after its steps. No key or password is among the values. */
export const SETTINGS_TABLES = {
  indexers: { table: 'indexers', key: ['indexer_id'], state: columns('name', 'host', 'enabled') },
  download_clients: { table: 'download_clients', key: ['client_id'], state: columns('name', 'address', 'enabled') },
  notice_targets: { table: 'notice_targets', key: ['target_id'], state: columns('service', 'name', 'enabled') },
} as const satisfies Record<string, WatchedTable>

/** Tables of reading progress. */
export const READING: readonly WatchedTable[] = [MADE.reading_progress, MADE.reading_days, MADE.reading_totals]

/** The table in which a run records its rows. */
export const madeRowsOf = (run_id: string) => ({ into: 'moving_rows', run_id })
