import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { bytes, id, instant } from '../../base/storage/columns'
import type { PageDecoding, PageRule, PageState } from './states'

/**
 * Files whose first and last pages are known by CRC-32 and size, as their directory states them. Without a reference:
 * the row of a deleted file is removed together with its pages, so that counts stay right.
 */
export const pageFiles = sqliteTable('page_files', {
  /** Short, since millions of rows repeat it. */
  file_no: integer().primaryKey({ autoIncrement: true }),
  file_id: id().notNull().unique(),
  /** Size and time of the file when its directory was read. */
  size: bytes().notNull(),
  modified_ms: integer().notNull(),
  /** Its rows of `page_prints` (`page-prints.ts`), which have no index by file. */
  prints: blob({ mode: 'buffer' }).notNull(),
  /** The same form: pages that were hidden or are to be hidden again when the file changes. Null without any. */
  hidden: blob({ mode: 'buffer' }),
})

/** The first and last pages of all files: which files have a page. Without row ids: half the size. */
export const pagePrints = sqliteTable(
  'page_prints',
  {
    crc: integer().notNull(),
    size: bytes().notNull(),
    file_no: integer().notNull(),
    /** Index among all pages of the file. */
    page: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.crc, t.size, t.file_no, t.page] })],
)

/** Pages that are or were in several files, and pages that the user decided about. */
export const repeatedPages = sqliteTable(
  'repeated_pages',
  {
    crc: integer().notNull(),
    size: bytes().notNull(),
    /** Number of files with the page, counted with every change of `page_prints`. */
    files: integer().notNull(),
    state: text().$type<PageState>().notNull().default('found'),
    /** Null: new files keep the page. */
    rule: text().$type<PageRule>(),
    decided_at: instant(),
    /** Null until the page was decoded. */
    look: text().$type<PageDecoding>(),
    /** SHA-256 of its bytes: nothing is hidden or removed that differs. */
    sha256: text(),
    width: integer(),
    height: integer(),
    /** Perceptual hash. */
    picture_hash: text(),
    /** The id of the page that it looks like; null for a page that is unlike those before. */
    near_to: text(),
  },
  (t) => [
    primaryKey({ columns: [t.crc, t.size] }),
    index('repeated_pages_by_state').on(t.state, t.files),
    index('repeated_pages_by_near').on(t.near_to),
  ],
)
