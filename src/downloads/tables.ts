import { sql } from 'drizzle-orm'
import { index, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { bytes, flag, id, instant } from '../storage/columns'
import type { EntityType, Protocol, Resolution, Stage } from './states'

/** Every release that was grabbed, from the moment somebody meant to until its files lie in the library. */
export const journal = sqliteTable(
  'journal',
  {
    item_id: id().primaryKey(),
    /** `<issue>|<indexer>`, as tools know it; may hold slashes. */
    release_key: text().notNull(),
    /** What makes it the same release wherever it is met again: `releaseDigest`. */
    digest: text().notNull(),
    entity_type: text().$type<EntityType>().notNull(),
    /** The issue it was grabbed for. */
    entity_id: id().notNull(),
    comic_id: id().notNull(),
    title: text().notNull(),
    indexer_id: id(),
    /** Its name when it was grabbed: indexers come and go. */
    indexer: text().notNull(),
    protocol: text().$type<Protocol>().notNull(),
    size: bytes(),
    pack: flag().notNull().default(false),
    /** The client it was handed to, and the name that client knows it by. */
    client: text(),
    client_name: text(),
    client_id: text(),
    stage: text().$type<Stage>().notNull(),
    resolution: text().$type<Resolution>(),
    /** Of a failure: a token, and a sentence behind a colon. */
    reason: text(),
    grabbed_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (t) => [
    // The same release is not on its way twice.
    uniqueIndex('journal_one_open')
      .on(t.digest)
      .where(sql`${t.stage} in ('reserved','snatched','downloaded','post_processing','moved')`),
    index('journal_by_stage').on(t.stage, t.updated_at),
    index('journal_by_key').on(t.release_key),
    index('journal_by_entity').on(t.entity_id),
    index('journal_by_time').on(t.grabbed_at),
  ],
)

/** The issues that an item is to bring: one, or those of a pack. */
export const journalIssues = sqliteTable(
  'journal_issues',
  {
    item_id: id()
      .notNull()
      .references(() => journal.item_id, { onDelete: 'cascade' }),
    issue_id: id().notNull(),
  },
  (t) => [primaryKey({ columns: [t.item_id, t.issue_id] }), index('journal_issues_by_issue').on(t.issue_id)],
)

/** Its moves, in order; nothing here is changed. */
export const journalLog = sqliteTable(
  'journal_log',
  {
    log_id: id().primaryKey(),
    item_id: id()
      .notNull()
      .references(() => journal.item_id, { onDelete: 'cascade' }),
    at: instant().notNull(),
    from: text().$type<Stage>(),
    to: text().$type<Stage>().notNull(),
    why: text(),
  },
  (t) => [index('journal_log_of_item').on(t.item_id, t.at)],
)

/** Releases that are not taken again, and why. */
export const blocklist = sqliteTable(
  'blocklist',
  {
    digest: text().primaryKey(),
    title: text().notNull(),
    indexer: text().notNull(),
    entity_id: id(),
    comic_id: id(),
    /** A sentence. */
    reason: text().notNull(),
    blocked_at: instant().notNull(),
  },
  (t) => [index('blocklist_by_time').on(t.blocked_at)],
)
