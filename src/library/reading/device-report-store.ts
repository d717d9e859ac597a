import { and, eq, lt, sql } from 'drizzle-orm'
import { callerId } from '../../base/platform/caller'
import { plus } from '../../base/platform/clock'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { deviceReports } from './tables'

type DeviceReportRow = Omit<typeof deviceReports.$inferSelect, 'user_id'>

const is = sql.placeholder

/** Longer than any device stores a report that it could not send. */
const KEPT_MS = 60 * 86_400_000

const lastReport = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(deviceReports)
    .where(
      and(
        eq(deviceReports.user_id, is('user_id')),
        eq(deviceReports.device, is('device')),
        eq(deviceReports.issue_id, is('issue_id')),
      ),
    )
    .prepare(),
)

/** The last report of a device of the caller about an issue. */
export function lastReportOf(db: ReadHandle, device: string, issueId: string): DeviceReportRow | undefined {
  return lastReport(db).get({ user_id: callerId(), device, issue_id: issueId })
}

/** Stores the last report of a device of the caller about an issue. */
export function saveReport(tx: Tx, row: DeviceReportRow): void {
  const before = lastReportOf(tx, row.device, row.issue_id)
  tx.insert(deviceReports)
    .values({ ...row, user_id: callerId() })
    .onConflictDoUpdate({ target: [deviceReports.user_id, deviceReports.device, deviceReports.issue_id], set: row })
    .run()
  if (before) return
  tx.delete(deviceReports)
    .where(lt(deviceReports.received_at, plus(row.received_at, -KEPT_MS)))
    .run()
}
