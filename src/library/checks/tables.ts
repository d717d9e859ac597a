import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { bytes, id } from '../../base/storage/columns'
import { files } from '../series/tables'

/**
 * What the directory of each library file showed when it was last read: one row for a file, never one for a page, of
 * which a large library has ten million.
 */
export const fileChecks = sqliteTable(
  'file_checks',
  {
    file_id: id()
      .primaryKey()
      .references(() => files.file_id, { onDelete: 'cascade' }),
    /** Size and time of the file that was read; a file whose row differs is read again. */
    size: bytes().notNull(),
    modified_ms: integer().notNull(),
    /** Version of the reader. */
    reading: integer().notNull(),
    /** Identifies the pages (`base/formats/archives/page-digest.ts`); null where the archive states no checksums. */
    page_digest: text(),
    /** Unpacked bytes of all pages; 0 where the format does not state them. */
    page_bytes: bytes().notNull(),
    /** Page numbers that are missing inside the run of page names: `12–13, 20`. */
    missing_pages: text(),
    /** Why the file cannot be opened, as a sentence. */
    problem: text(),
  },
  (t) => [index('file_checks_by_digest').on(t.page_digest).where(sql`${t.page_digest} is not null`)],
)
