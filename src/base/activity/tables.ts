import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id, instant } from '../storage/columns'
import type { Activity, ActivityStatus, SubjectType } from './states'

/** What happened. Rows never change and are deleted after 90 days. */
export const timeline = sqliteTable(
  'timeline',
  {
    event_id: integer().primaryKey(),
    created_at: instant().notNull(),
    activity: text().$type<Activity>().notNull(),
    status: text().$type<ActivityStatus>().notNull(),
    subject_type: text().$type<SubjectType>().notNull(),
    subject_id: id().notNull(),
    /** The name at that time: "Harbor Lights #3". */
    subject_label: text().notNull(),
    /** For failures: a code, and a sentence for the user. */
    reason_code: text(),
    reason_detail: text(),
    /** The indexer of a grab. */
    provider: text(),
    run_id: id(),
    release_key: text(),
    /** The series that the row belongs to, whatever the subject. */
    parent_series_id: id(),
    /** For a run: its scope. */
    scope_type: text(),
    scope_id: id(),
  },
  (t) => [
    index('timeline_by_time').on(t.created_at, t.event_id),
    index('timeline_of_subject').on(t.subject_type, t.subject_id, t.event_id),
    index('timeline_of_series').on(t.parent_series_id, t.event_id),
    index('timeline_of_scope').on(t.scope_type, t.scope_id, t.event_id),
  ],
)
