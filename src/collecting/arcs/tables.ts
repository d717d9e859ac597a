import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ReadingListId } from '../../base/formats/documents/cbl'
import { id, instant, json } from '../../base/storage/columns'
import { series } from '../../library/series/tables'
import type { ArcOrder, ArcSource, MatchMethod, SettableStatus, UnmatchedReason } from './states'

/** Stories across series: made by the user, imported from reading lists, or loaded from a provider. */
export const storyArcs = sqliteTable('story_arcs', {
  /** `C` and digits show tools that no provider has the arc. Otherwise the id at its provider, with its prefix. */
  arc_id: id().primaryKey(),
  name: text().notNull(),
  source: text().$type<ArcSource>().notNull(),
  /** The source of the order of the arc's issues. */
  ordered_by: text().$type<ArcOrder>().notNull(),
  /** How many rows the arc ever had, so that the id of a deleted row is not used again. */
  rows_made: integer().notNull().default(0),
  // Fields of the provider.
  publisher: text(),
  description: text(),
  image_url: text(),
  page_url: text(),
  added_at: instant().notNull(),
  updated_at: instant().notNull(),
})

/**
 * The issues of each arc. A row has the fields of the list. `issue_id` is the matched issue of the library; it is no
 * foreign key, so that the row survives when the series is deleted.
 */
export const storyArcIssues = sqliteTable(
  'story_arc_issues',
  {
    /** `<arc_id>_<n>`; never used again after the row is deleted. */
    issue_arc_id: id().primaryKey(),
    arc_id: id()
      .notNull()
      .references(() => storyArcs.arc_id, { onDelete: 'cascade' }),
    /** The first issue has the lowest. */
    position: integer().notNull(),
    /** Added by the user: deleted for good. Other rows are only marked as deleted, so that an update leaves them out. */
    added_by: text().$type<'user' | 'list'>().notNull(),
    removed_at: instant(),

    // Fields of the list.
    series: text().notNull(),
    /** The key under which the series is searched for (`base/names/titles.ts`). */
    series_key: text().notNull(),
    /** The year in which the series began, or the ordinal of its run. */
    volume: integer(),
    number: text().notNull(),
    /** Year of the issue. */
    year: integer(),
    title: text(),
    /** Cover date or release date. */
    issue_date: text(),
    /** The release date, when the provider separates it from the cover date. */
    release_date: text(),
    /** `TPB`, `HC` …, when the provider states it: collections reprint the story. */
    book_type: text(),
    ids: json<ReadingListId[]>().notNull(),

    // The match.
    issue_id: id(),
    matched_by: text().$type<MatchMethod>(),
    reason: text().$type<UnmatchedReason>(),
    /** Ids of the issues that match equally well. */
    candidates: json<string[]>().notNull(),

    /** The user's status for the row itself; a matched issue has its own in the library. */
    status: text().$type<SettableStatus>(),
  },
  (t) => [
    index('story_arc_in_order').on(t.arc_id, t.position),
    index('story_arc_by_issue').on(t.issue_id).where(sql`${t.issue_id} is not null`),
    index('story_arc_unmatched').on(t.series_key).where(sql`${t.issue_id} is null and ${t.removed_at} is null`),
  ],
)

/** Files of the library that were put into the folder of an arc. */
export const storyArcFiles = sqliteTable('story_arc_files', {
  issue_arc_id: id()
    .primaryKey()
    .references(() => storyArcIssues.issue_arc_id, { onDelete: 'cascade' }),
  /** The target path, and the facts that the file must have once it is there. */
  target: text(),
  target_hash: text(),
  /** Row of `files` once the file is there. Kept when the file is deleted, so that it is not put there again. */
  file_id: id(),
})

/** Orders that the user replaced; the newest can be restored. */
export const storyArcOrders = sqliteTable(
  'story_arc_orders',
  {
    order_id: integer().primaryKey(),
    arc_id: id()
      .notNull()
      .references(() => storyArcs.arc_id, { onDelete: 'cascade' }),
    ordered_by: text().$type<ArcOrder>().notNull(),
    issue_arc_ids: json<string[]>().notNull(),
    replaced_at: instant().notNull(),
  },
  (t) => [index('story_arc_orders_of').on(t.arc_id, t.order_id)],
)

/** Series that the user chose for a name in reading lists: "the same series for all of these". */
export const readingListRules = sqliteTable(
  'reading_list_rules',
  {
    series_key: text().notNull(),
    /** 0: any volume. */
    volume: integer().notNull(),
    comic_id: id()
      .notNull()
      .references(() => series.comic_id, { onDelete: 'cascade' }),
    made_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.series_key, t.volume] })],
)

/** Arcs that files name and that the user does not want as story arcs. */
export const dismissedArcOffers = sqliteTable('dismissed_arc_offers', {
  /** The folded name (`base/names/titles.ts`). */
  key: text().primaryKey(),
  name: text().notNull(),
  dismissed_at: instant().notNull(),
})
