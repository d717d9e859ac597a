import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ArchiveFormat } from '../../base/formats/formats'
import { bytes, id } from '../../base/storage/columns'
import { series } from '../../library/series/tables'

/**
 * Number of files of each series by format and by the month they were added: some thousands of rows, so that no chart
 * reads every file. `keepHoldings` updates them in the transaction that changes the files. A file with issues of
 * several series counts once, for the series with the lowest id.
 */
export const seriesHoldings = sqliteTable(
  'series_holdings',
  {
    comic_id: id()
      .notNull()
      .references(() => series.comic_id, { onDelete: 'cascade' }),
    format: text().$type<ArchiveFormat>().notNull(),
    /** `2026-11` */
    month: text().notNull(),
    files: integer().notNull(),
    bytes: bytes().notNull(),
  },
  (t) => [primaryKey({ columns: [t.comic_id, t.format, t.month] })],
)
