import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, id, instant, json } from '../storage/columns'
import type { NoticeEvent, NoticeItem, NoticeService, NoticeState } from './states'

/** What others are told of arrivals: a row each until it was said, or given up. */
export const hookCalls = sqliteTable(
  'hook_calls',
  {
    call_id: id().primaryKey(),
    /** `komga`, `kavita`, `command` or `webhook`. */
    hook: text().notNull(),
    /** What is said: which files came, of which issues. */
    payload: json<unknown>().notNull(),
    state: text().$type<'waiting' | 'done' | 'failed'>().notNull(),
    attempts: integer().notNull().default(0),
    /** Not before then. */
    due_at: instant().notNull(),
    /** Why it failed last, as a sentence. */
    error: text(),
    created_at: instant().notNull(),
    done_at: instant(),
  },
  (t) => [index('hook_calls_due').on(t.state, t.due_at)],
)

/** Whom Panelkeep tells of what happens: a channel, a phone, a mailbox. */
export const noticeTargets = sqliteTable('notice_targets', {
  target_id: id().primaryKey(),
  service: text().$type<NoticeService>().notNull(),
  name: text().notNull(),
  enabled: flag().notNull().default(true),
  /** What it is told of. */
  events: json<NoticeEvent[]>().notNull(),
  /** What may be shown again: an address without a key, a room, a sender. */
  settings: json<Record<string, string>>().notNull(),
  /** Tokens, passwords, addresses that are keys: they never leave the server. */
  secrets: json<Record<string, string>>().notNull(),
  added_at: instant().notNull(),
  last_ok_at: instant(),
  last_failed_at: instant(),
  /** Why the last one did not arrive, as a sentence. */
  error: text(),
})

/** Notices on their way: a row each until it was said, or given up. */
export const notices = sqliteTable(
  'notices',
  {
    notice_id: id().primaryKey(),
    target_id: id()
      .notNull()
      .references(() => noticeTargets.target_id, { onDelete: 'cascade' }),
    event: text().$type<NoticeEvent>().notNull(),
    /** As it is said: of all that came together within a minute. */
    title: text().notNull(),
    body: text().notNull(),
    /** What came together: how many, and the first of them. */
    count: integer().notNull().default(1),
    items: json<NoticeItem[]>().notNull().default([]),
    /** Path of the page that it is about. */
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

/** How far the timeline was told of; one row. What is older than the first start of this was never told. */
export const noticeReach = sqliteTable('notice_reach', {
  id: integer().primaryKey(),
  event_id: integer().notNull(),
})
