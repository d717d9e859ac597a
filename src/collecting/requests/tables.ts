import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { id, instant } from '../../base/storage/columns'
import type { Decision, RequestKind } from './states'

/**
 * What users asked for: one row for each series and issue. No column is named as in the library's tables, whose rows
 * are hidden from users with limits: a user sees the own requests, whatever became of the series.
 */
export const requests = sqliteTable(
  'requests',
  {
    request_id: id().primaryKey(),
    kind: text().$type<RequestKind>().notNull(),
    /** An issue's id; a series' id at its provider in the library's form, or that of a series without a provider. */
    subject: id().notNull(),
    /** The provider of a series, and its own id there. */
    provider: text(),
    series_at_provider: text(),
    title: text().notNull(),
    year: integer(),
    cover_url: text(),
    decision: text().$type<Decision>().notNull(),
    reason: text(),
    decided_by: id(),
    decided_at: instant(),
    /** The operation that adds the accepted series. */
    operation_id: id(),
    /** When the first user asked, or asked again after it was declined. */
    asked_at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('requests_once').on(t.kind, t.subject),
    index('requests_in_order').on(t.asked_at, t.request_id),
    // Few rows: what waits for a decision, which every page counts.
    index('requests_waiting').on(t.asked_at).where(sql`${t.decision} = 'asked'`),
    index('requests_by_operation').on(t.operation_id).where(sql`${t.operation_id} is not null`),
  ],
)

/** Who asked. A trigger deletes a request that nobody asks for any more. */
export const requestAskers = sqliteTable(
  'request_askers',
  {
    user_id: id().notNull().default('owner'),
    request_id: id()
      .notNull()
      .references(() => requests.request_id, { onDelete: 'cascade' }),
    note: text().notNull(),
    asked_at: instant().notNull(),
    /** The user no longer asks. The row stays for a week, since it counts against the user's limit. */
    withdrawn_at: instant(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.request_id] }), index('request_askers_of').on(t.request_id)],
)
