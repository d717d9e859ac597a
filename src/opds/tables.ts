import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from '../storage/columns'

/**
 * When each page of the catalog was last seen to be another than before. Apps that know Last-Modified only would miss
 * what leaves the library, since nothing that stays is newer then.
 */
export const catalogPages = sqliteTable('catalog_pages', {
  /** Address with its query. */
  path: text().primaryKey(),
  /** Names the content. */
  tag: text().notNull(),
  changed_at: instant().notNull(),
})
