import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { day, id, instant, json } from '../../../base/storage/columns'
import { series } from '../../../library/series/tables'

/** The model's readings of unclear file names, one for each name. Never part of the rows of the import. */
export const aiFileNames = sqliteTable('ai_file_names', {
  /** The name of the file, or of a group of files. */
  name: text().primaryKey(),
  /** The series and number, confirmed by our own matcher; null: none. */
  comic_id: id().references(() => series.comic_id, { onDelete: 'set null' }),
  number: text(),
  asked_at: instant().notNull(),
})

/** Other names under which indexers may list a series. */
export const aiQueryAlternates = sqliteTable('ai_query_alternates', {
  comic_id: id()
    .primaryKey()
    .references(() => series.comic_id, { onDelete: 'cascade' }),
  /** At most five. */
  names: json<string[]>().notNull(),
  /** How often the model was queried, with any result. */
  asks: integer().notNull(),
  asked_at: instant().notNull(),
})

/** A release of a week, and the model's reason for suggesting it. */
export interface StoredSuggestion {
  series: string
  number: string
  reason: string
}

export const aiWeeklySuggestions = sqliteTable('ai_weekly_suggestions', {
  /** The Sunday of the week. */
  first: day().primaryKey(),
  suggestions: json<StoredSuggestion[]>().notNull(),
  made_at: instant().notNull(),
})

export const aiSeriesSentences = sqliteTable('ai_series_sentences', {
  comic_id: id()
    .primaryKey()
    .references(() => series.comic_id, { onDelete: 'cascade' }),
  sentence: text().notNull(),
  /** SHA-256 of the metadata behind the sentence. */
  facts_hash: text().notNull(),
  model: text().notNull(),
  made_at: instant().notNull(),
})
