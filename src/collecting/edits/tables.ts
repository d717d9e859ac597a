import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id, instant, json } from '../../base/storage/columns'
import type { EditRowState, EditState, EditSubject, FieldValues } from './states'

/** Values of many series or issues that were saved together, and are undone together. */
export const edits = sqliteTable(
  'edits',
  {
    edit_id: id().primaryKey(),
    of: text().$type<EditSubject>().notNull(),
    state: text().$type<EditState>().notNull(),
    /** Who saved it. */
    edited_by: id().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [index('edits_by_age').on(t.created_at)],
)

/** The changes of one series or issue. Kept after it is deleted. */
export const editRows = sqliteTable(
  'edit_rows',
  {
    edit_id: id()
      .notNull()
      .references(() => edits.edit_id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    comic_id: id().notNull(),
    /** Null in an edit of series. */
    issue_id: id(),
    name: text().notNull(),
    state: text().$type<EditRowState>().notNull(),
    /** The new values; null returns a field to its sources. */
    changes: json<FieldValues>().notNull(),
    /** The values that the table showed. */
    seen: json<FieldValues>().notNull(),
    /** The user's earlier values of the same fields, written with the first change of the row. */
    before: json<FieldValues>(),
    /** Why the row was not saved, or not undone. */
    sentence: text(),
  },
  (t) => [
    primaryKey({ columns: [t.edit_id, t.position] }),
    index('edit_rows_by_state').on(t.edit_id, t.state, t.position),
  ],
)
