import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { DirectLink } from '../../base/outbound/transfer/link'
import { bytes, flag, id, instant, json } from '../../base/storage/columns'
import type { PlaceMethod } from '../../library/filing/states'
import type { ClientSettings } from './clients/settings'
import type { CleanupState, ClientType, DdlStatus, EntityType, Origin, Protocol, Resolution, Stage } from './states'

/** Every grabbed release, from the intent until its files are in the library. */
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
    /** Whether Panelkeep added it to that client. Null until the client answers, and of torrents of earlier versions. */
    added: flag(),
    /** What told it from others at its client when it was first seen there: `ClientItem.instance`. */
    client_instance: text(),
    stage: text().$type<Stage>().notNull(),
    resolution: text().$type<Resolution>(),
    /** Of a failure: a token, and a sentence behind a colon. */
    reason: text(),
    grabbed_at: instant().notNull(),
    updated_at: instant().notNull(),
    origin: text().$type<Origin>().notNull().default('grab'),
    /** `interactive`, or what made a run search. */
    requested_by: text(),
    /** Of a torrent, in hex, lower case. */
    info_hash: text(),
    /** What it is whatever it is called: `contentsOf`. Null while it was not fetched, and of direct downloads. */
    content: text(),
    /** What its tracker asks for: uploaded to downloaded, and seconds of seeding. */
    minimum_ratio: real(),
    minimum_seed_seconds: integer(),
    /** Path of the finished download as this machine sees it: a file or a folder. */
    content_path: text(),
    /** Bytes there when it last got any, and since when it gets none. */
    bytes_done: bytes(),
    stalled_since: instant(),
    /** Since when its client does not know it, or does not answer. */
    missing_since: instant(),
    unreachable_since: instant(),
    held: text().$type<CleanupState>(),
    /** Its issues are due for another search then; null when that is done or not needed. */
    again_at: instant(),
    /** When it was cleared from the history. The row stays, so that the release remains known. */
    cleared_at: instant(),
  },
  (t) => [
    // The same release is not on its way twice.
    uniqueIndex('journal_one_open')
      .on(t.digest)
      .where(sql`${t.stage} in ('reserved','snatched','downloaded','post_processing','moved')`),
    index('journal_by_stage').on(t.stage, t.updated_at),
    index('journal_by_key').on(t.release_key),
    index('journal_by_entity').on(t.entity_id),
    index('journal_by_digest').on(t.digest),
    index('journal_by_content').on(t.content),
    index('journal_by_client_id').on(t.client_id),
    index('journal_by_time').on(t.grabbed_at),
    // Whole: a partial one would have each row read to be counted.
    index('journal_shown').on(t.cleared_at, t.grabbed_at, t.item_id),
    index('journal_shown_by_stage').on(t.cleared_at, t.stage, t.grabbed_at, t.item_id),
    // The comic first: with `cleared_at` first, SQLite may choose it instead of those above.
    index('journal_of_series').on(t.comic_id, t.cleared_at, t.grabbed_at, t.item_id),
    index('journal_again').on(t.again_at).where(sql`${t.again_at} is not null`),
    index('journal_held').on(t.held).where(sql`${t.held} in ('waiting','dropping','seeding')`),
    index('journal_unresolved')
      .on(t.updated_at)
      .where(sql`${t.stage} in ('failed','manual_review') and ${t.resolution} is null`),
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
    content: text(),
    title: text().notNull(),
    indexer: text().notNull(),
    entity_id: id(),
    comic_id: id(),
    /** A sentence. */
    reason: text().notNull(),
    blocked_at: instant().notNull(),
  },
  (t) => [
    index('blocklist_by_time').on(t.blocked_at),
    index('blocklist_by_entity').on(t.entity_id),
    index('blocklist_by_content').on(t.content),
  ],
)

/** Releases that turned out to be others under another title once they were fetched, so that they are not fetched again. */
export const otherTitles = sqliteTable('other_titles', {
  digest: text().primaryKey(),
  content: text().notNull(),
})

/** Download clients, in the order in which releases of their protocol are offered to them. */
export const downloadClients = sqliteTable(
  'download_clients',
  {
    client_id: id().primaryKey(),
    type: text().$type<ClientType>().notNull(),
    name: text().notNull(),
    protocol: text().$type<Protocol>().notNull(),
    enabled: flag().notNull().default(true),
    /** Lower is tried first. */
    position: integer().notNull().default(0),
    /** `http://host:port/base`, tidied; of a blackhole its folder. */
    address: text().notNull(),
    username: text().notNull().default(''),
    /** Password, key or secret: it never leaves the server. */
    secret: text().notNull().default(''),
    /** Whether its certificate has to be good. */
    verify: flag().notNull().default(true),
    /** Category or label under which it files what we give it. */
    category: text().notNull().default('comics'),
    settings: json<ClientSettings>().notNull(),
    placing: text().$type<PlaceMethod>().notNull().default('move'),
    /** Torrents are removed from it once either is met; without both it seeds as the client says. */
    seed_ratio: real(),
    seed_minutes: integer(),
    /** What is done with its jobs once they are in the library, or have failed. */
    remove_completed: flag().notNull().default(true),
    remove_failed: flag().notNull().default(true),
    added_at: instant().notNull(),
    // Health.
    version: text(),
    failure: text(),
    detail: text(),
    failing_since: instant(),
    last_ok_at: instant(),
  },
  (t) => [uniqueIndex('download_clients_one_name').on(t.name)],
)

/** What a client calls a folder, and what this machine calls it. */
export const pathMappings = sqliteTable(
  'path_mappings',
  {
    mapping_id: id().primaryKey(),
    client_id: id()
      .notNull()
      .references(() => downloadClients.client_id, { onDelete: 'cascade' }),
    remote: text().notNull(),
    local: text().notNull(),
    position: integer().notNull().default(0),
  },
  (t) => [index('path_mappings_of_client').on(t.client_id, t.position)],
)

/** Direct downloads: files behind a URL. */
export const ddlItems = sqliteTable(
  'ddl_items',
  {
    /** Id for tools: for requests, the id that they gave. */
    ddl_id: id().primaryKey(),
    /** The name that the journal knows it by; its folder has it too. */
    client_name: text().notNull(),
    status: text().$type<DdlStatus>().notNull(),
    /** The addresses it can be had at, the best first. Queries may hold keys: they never leave the server. */
    links: json<DirectLink[]>().notNull(),
    /** Which of them is taken now. */
    link_at: integer().notNull().default(0),
    filename: text().notNull(),
    /** Announced size in bytes, for display; the required size is in `links`. */
    size: bytes(),
    got: bytes().notNull().default(0),
    /** Of the entity that its part is of, so that another one is not glued to it. */
    etag: text(),
    series: text(),
    year: text(),
    issues: text(),
    site: text().notNull(),
    link_type: text(),
    mainlink: text(),
    comic_id: id(),
    issue_id: id(),
    pack: flag().notNull().default(false),
    /** Its folder from its start; the path of the file when it is completed. */
    path: text(),
    attempts: integer().notNull().default(0),
    /** Not before then. */
    retry_at: instant(),
    /** When it last got a byte. */
    moved_at: instant(),
    error: text(),
    /** It failed because of the file itself, not the connection. */
    blames: flag().notNull().default(false),
    submitted_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('ddl_items_by_name').on(t.client_name),
    index('ddl_items_by_status').on(t.status, t.submitted_at),
  ],
)

/** Torrents of the built-in client, in its helper process. */
export const ownTorrents = sqliteTable('own_torrents', {
  info_hash: text().primaryKey(),
  client_name: text().notNull(),
  /** A magnet link, or nothing when `torrent` holds the file. */
  magnet: text(),
  /** The torrent file, in base64. */
  torrent: text(),
  /** Holds this torrent alone. */
  folder: text().notNull(),
  /** Bytes that it has; null until its list of files is known. */
  total: bytes(),
  /** Bytes that were sent, over all runs, and seconds of seeding. */
  uploaded: bytes().notNull().default(0),
  seeded_seconds: integer().notNull().default(0),
  /** The tracker's seeding rules. */
  minimum_ratio: real(),
  minimum_seed_seconds: integer(),
  completed_at: instant(),
  /** When it had seeded enough. */
  seeded_at: instant(),
  error: text(),
  added_at: instant().notNull(),
})
