import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { id, instant, ofUser } from '../../base/storage/columns'
import { series } from '../series/tables'

const ofSeries = () =>
  id()
    .notNull()
    .references(() => series.comic_id, { onDelete: 'cascade' })

/** Series that the user put together, in a custom order. */
export const collections = sqliteTable('collections', {
  collection_id: id().primaryKey(),
  name: text().notNull(),
  /** The first has the lowest position. */
  position: integer().notNull(),
  created_at: instant().notNull(),
  /** When the name or the series last changed. */
  updated_at: instant().notNull(),
  /** Deleted by the user. The row stays, since undoing the deletion of a series may restore rows that refer to it. */
  removed_at: instant(),
})

export const collectionSeries = sqliteTable(
  'collection_series',
  {
    collection_id: id()
      .notNull()
      .references(() => collections.collection_id, { onDelete: 'cascade' }),
    comic_id: ofSeries(),
    position: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.collection_id, t.comic_id] }),
    index('collection_in_order').on(t.collection_id, t.position),
    index('collections_of_series').on(t.comic_id),
  ],
)

/** The marks of each user on a series. Without a row: not a favourite, no rating. */
export const seriesMarks = sqliteTable(
  'series_marks',
  {
    user_id: ofUser(),
    comic_id: ofSeries(),
    /** When the series became a favourite. */
    favourite_at: instant(),
    /** 1 to 5. */
    rating: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.comic_id] }),
    index('favourite_series').on(t.user_id, t.favourite_at, t.comic_id).where(sql`${t.favourite_at} is not null`),
    index('rated_series').on(t.user_id, t.rating, t.comic_id).where(sql`${t.rating} is not null`),
    index('marks_of_series').on(t.comic_id),
  ],
)

export const tags = sqliteTable(
  'tags',
  {
    tag_id: integer().primaryKey(),
    /** As first written. */
    name: text().notNull(),
    /** Case-folded: "Noir" and "noir" are one tag. */
    key: text().notNull(),
  },
  (t) => [uniqueIndex('tags_by_key').on(t.key)],
)

export const seriesTags = sqliteTable(
  'series_tags',
  {
    comic_id: ofSeries(),
    tag_id: integer()
      .notNull()
      .references(() => tags.tag_id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.comic_id, t.tag_id] }), index('series_of_tags').on(t.tag_id, t.comic_id)],
)

/** Named filters, order and layout of the library: the tabs above it, for each user. */
export const libraryViews = sqliteTable('library_views', {
  view_id: id().primaryKey(),
  user_id: ofUser(),
  name: text().notNull(),
  /** The query of the library's address. */
  query: text().notNull(),
  position: integer().notNull(),
  /** Deleted by the user; the row stays for undo. */
  removed_at: instant(),
})

/** Groups of series that files name and that the user does not want as collections. */
export const dismissedCollectionOffers = sqliteTable('dismissed_collection_offers', {
  /** The folded name (`base/names/titles.ts`). */
  key: text().primaryKey(),
  name: text().notNull(),
  dismissed_at: instant().notNull(),
})
