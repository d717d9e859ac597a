import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { day, id, instant, json } from '../../../base/storage/columns'
import { series } from '../../../library/series/tables'

/** What the model made of file names that are unclear, once for each name. Never a part of the rows of the import. */
export const aiFileNames = sqliteTable('ai_file_names', {
  /** The name of the file, or of a group of files. */
  name: text().primaryKey(),
  /** The series of the library that it belongs to and its number there, as our own matcher confirmed; null: none. */
  comic_id: id().references(() => series.comic_id, { onDelete: 'set null' }),
  number: text(),
  asked_at: instant().notNull(),
})

/** Other names under which indexers may list a series. */
export const aiQueryAlternates = sqliteTable('ai_query_alternates', {
  comic_id: id()
    .primaryKey()
    .references(() => series.comic_id, { onDelete: 'cascade' }),
  /** Never more than five. */
  names: json<string[]>().notNull(),
  /** How often the model was asked, whatever came of it. */
  asks: integer().notNull(),
  asked_at: instant().notNull(),
})

/** A release of a week, and why the model thinks that it fits. */
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
  /** SHA-256 of the metadata that it was made from. */
  facts_hash: text().notNull(),
  model: text().notNull(),
  made_at: instant().notNull(),
})
