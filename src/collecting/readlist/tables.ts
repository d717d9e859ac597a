import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { day, flag, id, instant, ofUser } from '../../base/storage/columns'

/** Reading lists, each of one user. The list with the id `default` always exists; it is the owner's. */
export const readingLists = sqliteTable('reading_lists', {
  list_id: id().primaryKey(),
  user_id: ofUser(),
  /** Whether all users see the list. Only its user changes it. */
  shared: flag().notNull().default(false),
  name: text().notNull(),
  created_at: instant().notNull(),
  /** When the name or the entries last changed. */
  updated_at: instant().notNull(),
  /** Removed by the user; deleted for good a day later, so that the removal can be undone. */
  removed_at: instant(),
})

/**
 * The issues of each list in order. `issue_id` is no foreign key: an entry survives when its series leaves the
 * library, and belongs to the issue again when the series returns.
 */
export const readingListEntries = sqliteTable(
  'reading_list_entries',
  {
    list_id: id()
      .notNull()
      .references(() => readingLists.list_id, { onDelete: 'cascade' }),
    issue_id: id().notNull(),
    /** The first entry has the lowest. */
    position: integer().notNull(),
    added_at: instant().notNull(),
    /** As for a list. */
    removed_at: instant(),
    // The issue at the time it was added.
    comic_id: id().notNull(),
    series_name: text().notNull(),
    label: text().notNull(),
    issue_date: day(),
  },
  (t) => [
    primaryKey({ columns: [t.list_id, t.issue_id] }),
    index('reading_list_in_order').on(t.list_id, t.position).where(sql`${t.removed_at} is null`),
  ],
)
