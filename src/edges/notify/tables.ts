import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, id, instant, json } from '../../base/storage/columns'
import type { NoticeEvent, NoticeItem, NoticeService, NoticeState } from './states'

/** Calls of hooks: a row each until it succeeded or was given up. */
export const hookCalls = sqliteTable(
  'hook_calls',
  {
    call_id: id().primaryKey(),
    /** `komga`, `kavita`, `command` or `webhook`. */
    hook: text().notNull(),
    /** The imported files and their issues. */
    payload: json<unknown>().notNull(),
    state: text().$type<'waiting' | 'done' | 'failed'>().notNull(),
    attempts: integer().notNull().default(0),
    /** The next attempt. */
    due_at: instant().notNull(),
    /** Why the last attempt failed, as a sentence. */
    error: text(),
    created_at: instant().notNull(),
    done_at: instant(),
  },
  (t) => [index('hook_calls_due').on(t.state, t.due_at)],
)

/** Targets of notifications: a channel, a phone, a mailbox. */
export const noticeTargets = sqliteTable('notice_targets', {
  target_id: id().primaryKey(),
  service: text().$type<NoticeService>().notNull(),
  name: text().notNull(),
  enabled: flag().notNull().default(true),
  /** The events that the target gets. */
  events: json<NoticeEvent[]>().notNull(),
  /** Values that may be shown, such as an address without a key, a room or a sender. */
  settings: json<Record<string, string>>().notNull(),
  /** Tokens, passwords and secret addresses, which never leave the server. */
  secrets: json<Record<string, string>>().notNull(),
  added_at: instant().notNull(),
  /** The target was moved in from another program, and gets no notices until the user has reviewed the migration. */
  moved_in: flag().notNull().default(false),
  last_ok_at: instant(),
  last_failed_at: instant(),
  /** Why the last notice failed, as a sentence. */
  error: text(),
})

/** Queued notices: a row each until it was sent or given up. */
export const notices = sqliteTable(
  'notices',
  {
    notice_id: id().primaryKey(),
    target_id: id()
      .notNull()
      .references(() => noticeTargets.target_id, { onDelete: 'cascade' }),
    event: text().$type<NoticeEvent>().notNull(),
    /** The text for all events that were collected within a minute. */
    title: text().notNull(),
    body: text().notNull(),
    /** The number of events, and the first of them. */
    count: integer().notNull().default(1),
    items: json<NoticeItem[]>().notNull().default([]),
    /** Path of the page to open. */
    page: text(),
    state: text().$type<NoticeState>().notNull(),
    attempts: integer().notNull().default(0),
    due_at: instant().notNull(),
    error: text(),
    created_at: instant().notNull(),
    done_at: instant(),
  },
  (t) => [index('notices_due').on(t.state, t.due_at), index('notices_of_target').on(t.target_id, t.created_at)],
)

/** The position in the timeline; one row. Rows from before the first start give no notice. */
export const noticeReach = sqliteTable('notice_reach', {
  id: integer().primaryKey(),
  event_id: integer().notNull(),
})
