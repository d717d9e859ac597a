import { sql } from 'drizzle-orm'
import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id, instant, json, ofUser } from '../../../base/storage/columns'
import type { ProposedChange } from './schema'
import type { ActionKind, ActionOutcome, ActionStatus } from './states'

/** A row of the library that a proposal depends on, as it was in the preview. */
export interface SeenRow {
  key: string
  /** "Harbor Lights #3" */
  label: string
  /** A state in the user's words, since the sentence of a stale proposal contains it. */
  state: string
}

/** Changes that the assistant proposed, and the user's decisions. */
export const aiActions = sqliteTable(
  'ai_actions',
  {
    action_id: id().primaryKey(),
    /** Who asked for it. */
    user_id: ofUser(),
    thread_id: id(),
    message_id: id(),
    kind: text().$type<ActionKind>().notNull(),
    status: text().$type<ActionStatus>().notNull(),
    outcome: text().$type<ActionOutcome>(),
    title: text().notNull(),
    /** The change; its shape depends on the kind. */
    payload: json<unknown>().notNull(),
    /** The preview. */
    changes: json<ProposedChange[]>().notNull(),
    seen: json<SeenRow[]>().notNull(),
    /** The result, as a sentence. */
    detail: text(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (t) => [
    index('ai_actions_of_thread').on(t.thread_id, t.created_at).where(sql`${t.thread_id} is not null`),
    // Proposals that were confirmed and not applied before the process ended.
    index('ai_actions_unfinished').on(t.action_id).where(sql`${t.status} = 'processing'`),
  ],
)
