import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from '../storage/columns'

/** Sessions that were logged out before they expired. */
export const revokedSessions = sqliteTable('revoked_sessions', {
  sid: text().primaryKey(),
  expires_at: instant().notNull(),
})

/** Failed logins of one address at one door, kept so that a restart does not open a lock. */
export const loginFailures = sqliteTable(
  'login_failures',
  {
    /** `login:203.0.113.7`, `opds:203.0.113.7`: each door counts for itself. */
    door: text().primaryKey(),
    count: integer().notNull(),
    first_at: instant().notNull(),
    locked_until: instant(),
  },
  (t) => [index('login_failures_by_age').on(t.first_at)],
)
