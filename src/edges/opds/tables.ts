import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { OWNER_ID } from '../../base/platform/caller'
import { id, instant } from '../../base/storage/columns'

/**
 * When each page of a user's catalog last changed. Apps that use only Last-Modified would miss removals, since no
 * remaining entry is newer after one.
 */
export const catalogPages = sqliteTable(
  'catalog_pages',
  {
    user_id: id().notNull().default(OWNER_ID),
    /** Address with its query. */
    path: text().notNull(),
    /** Identifies the content. */
    tag: text().notNull(),
    changed_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.path] })],
)
