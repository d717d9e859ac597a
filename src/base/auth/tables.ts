import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, id, instant, json, ofUser } from '../storage/columns'
import type { ComicTypes, Limits, Role, SetupStep, UserColour } from './states'

/** Who may log in. The owner's name and password are in config.ini, the other columns of that row count. */
export const users = sqliteTable(
  'users',
  {
    user_id: id().primaryKey(),
    /** Empty for the owner. */
    name: text().notNull(),
    /** The name case-folded, which no two users share. Null for the owner, and after a deletion. */
    name_key: text(),
    role: text().$type<Role>().notNull(),
    colour: text().$type<UserColour>().notNull(),
    /** A `data:` address of a small WebP. */
    picture: text(),
    /** argon2id; null until the invitation is accepted. */
    password_hash: text(),
    /** Null: none. */
    limits: json<Limits>(),
    /** Sessions that were made under another value have ended. */
    generation: text().notNull(),
    /** Whether the owner sees what this user reads. */
    share_reading: flag().notNull().default(false),
    /** The language of dates and numbers; null: that of the browser. */
    date_locale: text(),
    created_at: instant().notNull(),
    last_seen_at: instant(),
    /** Rows of a deleted user are kept for 30 days. */
    deleted_at: instant(),
  },
  (t) => [uniqueIndex('users_by_name').on(t.name_key)],
)

/** One for each user who has not chosen a password, or shall choose another. Used once. */
export const invitations = sqliteTable(
  'invitations',
  {
    user_id: id().primaryKey(),
    /** SHA-256 of the token in its address. */
    token_hash: text().notNull(),
    expires_at: instant().notNull(),
  },
  (t) => [uniqueIndex('invitations_by_token').on(t.token_hash)],
)

/** Browser sessions that were made and have not ended, to count them. */
export const loginSessions = sqliteTable(
  'login_sessions',
  {
    sid: text().primaryKey(),
    user_id: id().notNull(),
    expires_at: instant().notNull(),
  },
  (t) => [index('login_sessions_of_user').on(t.user_id), index('login_sessions_by_age').on(t.expires_at)],
)

/** Who logged in with a browser before, so that a shared tablet can offer them. */
export const browserUsers = sqliteTable(
  'browser_users',
  {
    /** SHA-256 of the browser's cookie. */
    browser: text().notNull(),
    user_id: id().notNull(),
    used_at: instant().notNull(),
    /** argon2id of the PIN for this browser; null without one. */
    pin_hash: text(),
    /** Wrong PINs since the last right one. */
    pin_failures: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.browser, t.user_id] }), index('browser_users_by_age').on(t.used_at)],
)

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

/**
 * Sessions of reading apps that log in once and then send a cookie or a token. They open `/komga` and nothing else, and
 * outlive a restart, because such apps do not log in again.
 */
export const appSessions = sqliteTable(
  'app_sessions',
  {
    /** SHA-256 of the token. */
    token_hash: text().primaryKey(),
    user_id: ofUser(),
    /** `remembered`: lasts a year, and begins new sessions. */
    kind: text().$type<'session' | 'remembered'>().notNull(),
    /** The user name as it was typed; apps compare it. */
    name: text().notNull(),
    /** Sessions of a password have ended when the generation of the user differs. */
    generation: text().notNull(),
    /** Made with the key of this device, and ends with it. */
    device_id: id(),
    expires_at: instant().notNull(),
  },
  (t) => [index('app_sessions_of_user').on(t.user_id, t.expires_at), index('app_sessions_by_age').on(t.expires_at)],
)

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
