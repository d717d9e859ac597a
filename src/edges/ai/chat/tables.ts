import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { bytes, flag, id, instant, json, ofUser } from '../../../base/storage/columns'
import type { ToolRow } from '../library/tool'
import type { MessageRole, MessageStatus } from './states'

/** The rows of one query that the assistant ran. */
export interface QueryResult {
  pattern_id: string
  data: ToolRow[]
}

/** Chats with the assistant. */
export const aiThreads = sqliteTable(
  'ai_threads',
  {
    thread_id: id().primaryKey(),
    /** Other users do not see the thread. */
    user_id: ofUser(),
    title: text().notNull(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (t) => [index('ai_threads_of_user').on(t.user_id, t.updated_at, t.thread_id)],
)

/** Messages of the user and the assistant, in the order of `position`. */
export const aiMessages = sqliteTable(
  'ai_messages',
  {
    message_id: id().primaryKey(),
    thread_id: id()
      .notNull()
      .references(() => aiThreads.thread_id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    role: text().$type<MessageRole>().notNull(),
    content: text().notNull(),
    status: text().$type<MessageStatus>().notNull(),
    results: json<QueryResult[]>().notNull(),
    /** Why the reply is missing or incomplete, as a sentence. */
    error: text(),
    retryable: flag().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('ai_messages_of_thread').on(t.thread_id, t.position),
    // Replies that an ended process left incomplete.
    index('ai_messages_streaming').on(t.message_id).where(sql`${t.status} = 'streaming'`),
  ],
)

/** Images of messages; the files are WebP and named by the id. */
export const aiAttachments = sqliteTable(
  'ai_attachments',
  {
    attachment_id: id().primaryKey(),
    message_id: id()
      .notNull()
      .references(() => aiMessages.message_id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    filename: text().notNull(),
    byte_size: bytes().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
  },
  (t) => [uniqueIndex('ai_attachments_of_message').on(t.message_id, t.position)],
)
