import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id, instant, json } from '../storage/columns'

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
