import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { files } from '../series/tables'
import { id } from '../storage/columns'

/** What is known of a file's cover once it was made, so that a list can leave room in the right shape and colour. */
export const covers = sqliteTable('covers', {
  file_id: id()
    .primaryKey()
    .references(() => files.file_id, { onDelete: 'cascade' }),
  /** Pixels of the page as it is in the archive. */
  width: integer().notNull(),
  height: integer().notNull(),
  /** The average colour, `#rrggbb`. */
  color: text().notNull(),
  /** Size and time of the file it was made from; another value means it is out of date. */
  version: text().notNull(),
})
