import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from '../../base/storage/columns'

/**
 * When each page of the catalog last changed. Apps that use only Last-Modified would miss removals, since no
 * remaining entry is newer after one.
 */
export const catalogPages = sqliteTable('catalog_pages', {
  /** Address with its query. */
  path: text().primaryKey(),
  /** Identifies the content. */
  tag: text().notNull(),
  changed_at: instant().notNull(),
})
