import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id, instant, json } from '../../base/storage/columns'
import type { LinkCandidate } from '../../library/metadata/schema'
import type { BulkItemState, ItemUndo } from './states'

/** The series of a bulk operation, each with its outcome. */
export const bulkItems = sqliteTable(
  'bulk_items',
  {
    operation_id: id().notNull(),
    position: integer().notNull(),
    comic_id: id().notNull(),
    /** Kept after the series is deleted. */
    name: text().notNull(),
    state: text().$type<BulkItemState>().notNull(),
    /** The operation that does the work for this series, if there is one. */
    work_id: id(),
    started_at: instant(),
    /** The result, or the reason of the failure. */
    sentence: text(),
    undo: json<ItemUndo>(),
    /** `unsure`: the possible matches with their evidence. */
    choices: json<LinkCandidate[]>(),
  },
  (t) => [
    primaryKey({ columns: [t.operation_id, t.position] }),
    index('bulk_items_by_state').on(t.operation_id, t.state, t.position),
  ],
)

/** Rows of deleted series, as SQL that restores them. */
export const bulkDeletedRows = sqliteTable(
  'bulk_deleted_rows',
  {
    operation_id: id().notNull(),
    position: integer().notNull(),
    seq: integer().notNull(),
    head: text().notNull(),
    row: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.operation_id, t.position, t.seq] })],
)
