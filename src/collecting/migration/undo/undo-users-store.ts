import { sql } from 'drizzle-orm'
import { purgeUser } from '../../../base/auth/user-store'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { isMadeSql } from '../../../base/storage/made-rows'
import { MADE, madeRowsOf } from '../made-store'

/** Users that a run made, and why some of them stay. */

const text = (value: string) => `'${value.replaceAll("'", "''")}'`

/** SQL conditions on the user `u`, strongest first, each with its sentence about the user. */
function changesSince(runId: string): [condition: string, sentence: string][] {
  const made = (table: keyof typeof MADE, row: string) => isMadeSql(madeRowsOf(runId), MADE[table], row)
  const hasOther = (table: 'reading_progress' | 'bookmarks' | 'series_marks' | 'reading_lists', and = '1') =>
    `EXISTS (SELECT 1 FROM main.${table} r WHERE r.user_id = u.user_id AND ${and} AND NOT ${made(table, 'r')})`
  return [
    ['u.password_hash IS NOT NULL OR u.last_seen_at IS NOT NULL', 'This user logged in since.'],
    [`NOT ${made('users', 'u')}`, 'You changed this user since.'],
    [
      `EXISTS (SELECT 1 FROM moving_ids o WHERE o.kind = 'user' AND o.own_id = u.user_id AND o.run_id <> ${text(runId)})`,
      'Another move has reading of this user too.',
    ],
    [
      [hasOther('reading_progress'), hasOther('bookmarks'), hasOther('series_marks')].join(' OR '),
      'This user has newer reading.',
    ],
    [hasOther('reading_lists', 'r.removed_at IS NULL'), 'This user has reading lists that were made or changed since.'],
  ]
}

export interface MadeUser {
  user_id: string
  name: string
  /** The change since, as a sentence; null for a user who can be removed. */
  reason: string | null
}

/** The users that the run made and that were not deleted since. */
export function madeUsers(db: ReadHandle, runId: string): MadeUser[] {
  const cases = changesSince(runId).map(([condition, sentence]) => `WHEN ${condition} THEN ${text(sentence)}`)
  return db.all<MadeUser>(
    sql.raw(`SELECT u.user_id AS user_id, u.name AS name, CASE ${cases.join(' ')} END AS reason
      FROM moving_rows m JOIN main.users u ON u.user_id = m.row_key AND u.deleted_at IS NULL
      WHERE m.run_id = ${text(runId)} AND m.table_name = 'users' AND m.before IS NULL ORDER BY u.name_key`),
  )
}

/** Removes users with all their rows; nobody ever logged in as one of them. */
export function removeUsers(tx: Tx, userIds: readonly string[]): void {
  for (const user_id of userIds) {
    purgeUser(tx, user_id)
    tx.emit({ type: 'user.changed', user_id })
  }
}
