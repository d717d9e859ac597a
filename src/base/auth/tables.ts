import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, id, instant, ofUser } from '../storage/columns'
import type { ComicTypes, SetupStep } from './states'

/** Sessions that were logged out before they expired. */
export const revokedSessions = sqliteTable('revoked_sessions', {
  sid: text().primaryKey(),
  expires_at: instant().notNull(),
})

/** One row while the first setup is not finished: the step at which its page continues. */
export const setupProgress = sqliteTable('setup_progress', {
  only: integer().primaryKey(),
  step: text().$type<SetupStep>().notNull(),
})

/** Failed logins of one address, kept so that a restart does not end a lockout. */
export const loginFailures = sqliteTable(
  'login_failures',
  {
    /** The lockout key: `login:203.0.113.7`, `opds:203.0.113.7`. Each key is counted separately. */
    door: text().primaryKey(),
    count: integer().notNull(),
    first_at: instant().notNull(),
    locked_until: instant(),
  },
  (t) => [index('login_failures_by_age').on(t.first_at)],
)

/** Keys of reading apps, each for one device. They open the catalog and its sync, nothing else. */
export const deviceKeys = sqliteTable(
  'device_keys',
  {
    device_id: id().primaryKey(),
    /** The key opens the catalog as this user. */
    user_id: ofUser(),
    /** The name that the user gave the device. */
    name: text().notNull(),
    /** SHA-256 of the key. */
    key_hash: text().notNull(),
    created_at: instant().notNull(),
    last_used_at: instant(),
    /** The User-Agent of the device's last request. */
    last_agent: text(),
    last_address: text(),
    /** Whether pages fetched one by one count as read. */
    counts_streaming: flag().notNull().default(true),
    comic_types: text().$type<ComicTypes>().notNull().default('standard'),
  },
  (t) => [uniqueIndex('device_keys_by_key').on(t.key_hash)],
)

/**
 * SHA-256 of the MD5 of each way to type a key: KOReader's sync sends the MD5 of the typed text in place of the key.
 */
export const syncHashes = sqliteTable(
  'sync_hashes',
  {
    hash: text().primaryKey(),
    device_id: id()
      .notNull()
      .references(() => deviceKeys.device_id, { onDelete: 'cascade' }),
  },
  (t) => [index('sync_hashes_by_device').on(t.device_id)],
)
