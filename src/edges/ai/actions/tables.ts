import { sql } from 'drizzle-orm'
import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id, instant, json } from '../../../base/storage/columns'
import type { ProposedChange } from './schema'
import type { ActionKind, ActionOutcome, ActionStatus } from './states'

/** A row of the library that a proposal depends on, as it was when the user was shown the preview. */
export interface SeenRow {
  key: string
  /** "Harbor Lights #3" */
  label: string
  /** In a reader's words, since a stale proposal is told with it. */
  state: string
}

/** Changes that the assistant proposed, and what the user decided. */
export const aiActions = sqliteTable(
  'ai_actions',
  {
    action_id: id().primaryKey(),
    /** The name of the user. */
    owner: text().notNull(),
    thread_id: id(),
    message_id: id(),
    kind: text().$type<ActionKind>().notNull(),
    status: text().$type<ActionStatus>().notNull(),
    outcome: text().$type<ActionOutcome>(),
    title: text().notNull(),
    /** What is changed; its shape follows from the kind. */
    payload: json<unknown>().notNull(),
    /** The preview. */
    changes: json<ProposedChange[]>().notNull(),
    seen: json<SeenRow[]>().notNull(),
    /** What came of it, as a sentence. */
    detail: text(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (t) => [
    index('ai_actions_of_thread').on(t.thread_id, t.created_at).where(sql`${t.thread_id} is not null`),
    // Confirmed, and the process ended before they were applied.
    index('ai_actions_unfinished').on(t.action_id).where(sql`${t.status} = 'processing'`),
  ],
)
