import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, json } from '../../base/storage/columns'
import type { CheckId, Severity } from './states'
import type { Artefact } from './updates/feed'

/** One row: the version whose news the user saw, and the latest version in the update feed. */
export const ownVersion = sqliteTable('own_version', {
  only: integer().primaryKey(),
  /** The version whose news the user saw, or the first installed one. */
  last_seen: text().notNull(),
  /** From the last reply of the update feed. */
  latest: text(),
  latest_name: text(),
  latest_url: text(),
  latest_notes: json<string[]>(),
  /** Files of the latest version by target. */
  latest_artefacts: json<Record<string, Artefact>>(),
  /** ETag of the last reply, for conditional requests. */
  etag: text(),
  checked_at: instant(),
  /** Why the last request failed, as a sentence. */
  error: text(),
})

/** Folders that were chosen in the folder picker, which opens beside the newest. */
export const chosenFolders = sqliteTable('chosen_folders', {
  path: text().primaryKey(),
  chosen_at: instant().notNull(),
})

/** Health problems, a row each as long as they last. */
export const healthFindings = sqliteTable(
  'health_findings',
  {
    check_id: text().$type<CheckId>().notNull(),
    /** The folder, client or indexer; empty where there is only one. */
    subject: text().notNull(),
    gravity: text().$type<Severity>().notNull(),
    /** The problem, as a sentence. */
    message: text().notNull(),
    /** The remedy, as a sentence. */
    remedy: text().notNull(),
    /** Path of the page with the remedy; null when it is outside Panelkeep. */
    page: text(),
    since: instant().notNull(),
    /** When the user dismissed the problem for as long as it lasts. */
    dismissed_at: instant(),
  },
  (t) => [primaryKey({ columns: [t.check_id, t.subject] })],
)
