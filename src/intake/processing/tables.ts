import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { bytes, flag, id, instant, json } from '../../base/storage/columns'
import type { PlacementReason, PlacementState } from './states'

/** The files of a finished download, and what becomes of each. */
export const placements = sqliteTable(
  'placements',
  {
    placement_id: id().primaryKey(),
    /** Row of the journal. */
    item_id: id().notNull(),
    position: integer().notNull(),
    /** Its path on this machine. */
    source_path: text().notNull(),
    /** Where in the archive at `source_path` the archive lies that it is packed in, when that is not the same: outermost first. */
    packed_in: json<string[]>(),
    /** Its path inside the innermost archive; empty when it is a file of its own. */
    inner: text().notNull().default(''),
    /** `source_path` is a folder of pictures, one for each page. */
    pictures: flag().notNull().default(false),
    size: bytes().notNull(),
    modified_ms: integer().notNull(),
    state: text().$type<PlacementState>().notNull(),
    decision: text().$type<PlacementReason>(),
    /** The issues that it holds. */
    issue_ids: json<string[]>(),
    comic_id: id(),
    /** Where it goes, and what it has to be when it is there. */
    target: text(),
    target_hash: text(),
    /** Row of `files` once the library has it, and the one that it took the place of. */
    file_id: id(),
    replaced_file_id: id(),
    /** Why it is not placed, or what is odd about it: a sentence. */
    detail: text(),
    updated_at: instant().notNull(),
  },
  (t) => [uniqueIndex('placements_of_item').on(t.item_id, t.position)],
)
