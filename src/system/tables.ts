import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from '../storage/columns'
import type { CheckId, Severity } from './states'

/** One row: which version somebody has seen, and which one the release feed knows. */
export const ownVersion = sqliteTable('own_version', {
  only: integer().primaryKey(),
  /** The version whose news were read, or the one that came first. */
  last_seen: text().notNull(),
  /** As the release feed said last. */
  latest: text(),
  latest_name: text(),
  latest_url: text(),
  /** What the feed asks for, so that an answer that did not change costs nothing. */
  etag: text(),
  checked_at: instant(),
  /** Why the last look came to nothing, as a sentence. */
  error: text(),
})

/** What is not well, a row each for as long as it is so. */
export const healthFindings = sqliteTable(
  'health_findings',
  {
    check_id: text().$type<CheckId>().notNull(),
    /** Which folder, client or indexer it is of; empty where there is only one. */
    subject: text().notNull(),
    gravity: text().$type<Severity>().notNull(),
    /** What is not well, as a sentence. */
    message: text().notNull(),
    /** What to do, as a sentence. */
    remedy: text().notNull(),
    /** Path of the page where that is done; null where it is done outside. */
    page: text(),
    since: instant().notNull(),
    /** Somebody knows and does not want to hear of it while it lasts. */
    dismissed_at: instant(),
  },
  (t) => [primaryKey({ columns: [t.check_id, t.subject] })],
)
