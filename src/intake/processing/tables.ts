import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { bytes, flag, id, instant, json } from '../../base/storage/columns'
import type { PlacementReason, PlacementState } from './states'

/** The files of a finished download, with the outcome of each. */
export const placements = sqliteTable(
  'placements',
  {
    placement_id: id().primaryKey(),
    /** Id of the row in the download journal. */
    item_id: id().notNull(),
    position: integer().notNull(),
    /** Path on this machine. */
    source_path: text().notNull(),
    /**
     * The archives between the one at `source_path` and the file, outermost first; null when the file is directly
     * inside that one.
     */
    packed_in: json<string[]>(),
    /** Path inside the innermost archive; empty for a file that is not packed. */
    inner: text().notNull().default(''),
    /** `source_path` is a folder of images, one for each page. */
    pictures: flag().notNull().default(false),
    size: bytes().notNull(),
    modified_ms: integer().notNull(),
    state: text().$type<PlacementState>().notNull(),
    decision: text().$type<PlacementReason>(),
    /** The issues that the file contains. */
    issue_ids: json<string[]>(),
    comic_id: id(),
    /** Target path, and the content that must be there afterwards. */
    target: text(),
    target_hash: text(),
    /** The row of `files` for the imported file, and for the file that it replaced. */
    file_id: id(),
    replaced_file_id: id(),
    /** Why the file is not placed, or what is unusual about it: a sentence. */
    detail: text(),
    updated_at: instant().notNull(),
  },
  (t) => [uniqueIndex('placements_of_item').on(t.item_id, t.position)],
)
