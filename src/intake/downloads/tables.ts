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
    /** `<issue>|<indexer>`; may contain slashes. */
    release_key: text().notNull(),
    /** Identifies the same release everywhere: `releaseDigest`. */
    digest: text().notNull(),
    entity_type: text().$type<EntityType>().notNull(),
    /** The issue that the release was grabbed for. */
    entity_id: id().notNull(),
    comic_id: id().notNull(),
    title: text().notNull(),
    indexer_id: id(),
    /** Name of the indexer at the time of the grab, since indexers may be removed. */
    indexer: text().notNull(),
    protocol: text().$type<Protocol>().notNull(),
    size: bytes(),
    pack: flag().notNull().default(false),
    /** The client, and the name of the release in that client. */
    client: text(),
    client_name: text(),
    client_id: text(),
    /**
     * Whether Panelkeep added it to that client. Null until the client answers, and for torrents of earlier versions.
     */
    added: flag(),
    /** Distinguishes the client's item from a later one with the same id: `ClientItem.instance`. */
    client_instance: text(),
    stage: text().$type<Stage>().notNull(),
    resolution: text().$type<Resolution>(),
    /** Why the item failed: a token and, after a colon, a sentence. */
    reason: text(),
    grabbed_at: instant().notNull(),
    updated_at: instant().notNull(),
    origin: text().$type<Origin>().notNull().default('grab'),
    /** `interactive`, or the trigger of the search run. */
    requested_by: text(),
    /** Info hash of a torrent, in lower-case hex. */
    info_hash: text(),
    /**
     * Hash of the content, independent of the title: `contentsOf`. Null before the release was fetched, and for direct
     * downloads.
     */
    content: text(),
    /** The tracker's minimum: ratio of uploaded to downloaded bytes, and seconds of seeding. */
    minimum_ratio: real(),
    minimum_seed_seconds: integer(),
    /** Local path of the finished download: a file or a folder. */
    content_path: text(),
    /** Bytes at the last progress, and since when there has been none. */
    bytes_done: bytes(),
    stalled_since: instant(),
    /** Since when the client does not have the item, or does not answer. */
    missing_since: instant(),
    unreachable_since: instant(),
    held: text().$type<CleanupState>(),
    /** When its issues are searched for again; null when that is done or not needed. */
    again_at: instant(),
    /** When it was cleared from the history. The row stays, so that the release remains known. */
    cleared_at: instant(),
  },
  (t) => [
    // The same release is open only once.
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
    // Not a partial index: SQLite would read each row to count it.
    index('journal_shown').on(t.cleared_at, t.grabbed_at, t.item_id),
    index('journal_shown_by_stage').on(t.cleared_at, t.stage, t.grabbed_at, t.item_id),
    // The comic first: with `cleared_at` first, SQLite may choose it instead of those above.
    index('journal_of_series').on(t.comic_id, t.cleared_at, t.grabbed_at, t.item_id),
    // For a search of the history: a title is compared without its row, which is ten times as long.
    index('journal_texts').on(t.indexer, t.title).where(sql`${t.cleared_at} is null`),
    index('journal_again').on(t.again_at).where(sql`${t.again_at} is not null`),
    index('journal_held').on(t.held).where(sql`${t.held} in ('waiting','dropping','seeding')`),
    index('journal_unresolved')
      .on(t.updated_at)
      .where(sql`${t.stage} in ('failed','manual_review') and ${t.resolution} is null`),
  ],
)

/** The issues of an item: one, or those of a pack. */
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

/** The stage changes of an item, in order. Rows are never changed. */
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

/** Releases that are not grabbed again, and why. */
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

/** Releases whose content turned out to be already known under another title, so that they are not fetched again. */
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
    /** `http://host:port/base`, normalized; for a watched folder its path. */
    address: text().notNull(),
    username: text().notNull().default(''),
    /** Password, key or secret. Never leaves the server. */
    secret: text().notNull().default(''),
    /** Whether the client's certificate must be valid. */
    verify: flag().notNull().default(true),
    /** Category or label for releases from Panelkeep. */
    category: text().notNull().default('comics'),
    settings: json<ClientSettings>().notNull(),
    placing: text().$type<PlaceMethod>().notNull().default('move'),
    /** Torrents are removed once either limit is met; without both, the client decides. */
    seed_ratio: real(),
    seed_minutes: integer(),
    /** What happens to jobs that were imported or have failed. */
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

/** A folder's path in the client, and its path on this machine. */
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

/** Direct downloads: files at a URL. */
export const ddlItems = sqliteTable(
  'ddl_items',
  {
    /** Id for tools: the id that they sent with a request. */
    ddl_id: id().primaryKey(),
    /** Name of the download in the journal; its folder is named after it. */
    client_name: text().notNull(),
    status: text().$type<DdlStatus>().notNull(),
    /** URLs of the file, best first. Queries may contain keys, which never leave the server. */
    links: json<DirectLink[]>().notNull(),
    /** Index of the URL in use. */
    link_at: integer().notNull().default(0),
    filename: text().notNull(),
    /** Announced size in bytes, for display; the required size is in `links`. */
    size: bytes(),
    got: bytes().notNull().default(0),
    /** ETag of the partial file, so that parts of two versions are never joined. */
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
    /** The folder of the download while it runs; the path of the file when it is completed. */
    path: text(),
    attempts: integer().notNull().default(0),
    /** No attempt before this time. */
    retry_at: instant(),
    /** When the download last received data. */
    moved_at: instant(),
    error: text(),
    /** The file itself is to blame for the failure, not the connection. */
    blames: flag().notNull().default(false),
    submitted_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('ddl_items_by_name').on(t.client_name),
    index('ddl_items_by_status').on(t.status, t.submitted_at),
  ],
)

/** Torrents of the built-in client, which its helper process downloads. */
export const ownTorrents = sqliteTable('own_torrents', {
  info_hash: text().primaryKey(),
  client_name: text().notNull(),
  /** A magnet link; null when `torrent` has the file. */
  magnet: text(),
  /** The torrent file, in base64. */
  torrent: text(),
  /** Contains only this torrent. */
  folder: text().notNull(),
  /** Total bytes; null until the list of files is known. */
  total: bytes(),
  /** Bytes uploaded in all runs, and seconds of seeding. */
  uploaded: bytes().notNull().default(0),
  seeded_seconds: integer().notNull().default(0),
  /** The tracker's seeding rules. */
  minimum_ratio: real(),
  minimum_seed_seconds: integer(),
  completed_at: instant(),
  /** When the torrent had seeded enough. */
  seeded_at: instant(),
  error: text(),
  added_at: instant().notNull(),
})
