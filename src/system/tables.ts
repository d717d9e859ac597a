import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from '../storage/columns'

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
