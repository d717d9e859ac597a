import { and, eq, lt, sql } from 'drizzle-orm'
import { plus } from '../../base/platform/clock'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { deviceReports } from './tables'

type DeviceReportRow = typeof deviceReports.$inferSelect

const is = sql.placeholder

/** Longer than any device stores a report that it could not send. */
const KEPT_MS = 60 * 86_400_000

const lastReport = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(deviceReports)
    .where(and(eq(deviceReports.device, is('device')), eq(deviceReports.issue_id, is('issue_id'))))
    .prepare(),
)

export function lastReportOf(db: ReadHandle, device: string, issueId: string): DeviceReportRow | undefined {
  return lastReport(db).get({ device, issue_id: issueId })
}

/** Stores the last report of a device about an issue. */
export function saveReport(tx: Tx, row: DeviceReportRow): void {
  const before = lastReportOf(tx, row.device, row.issue_id)
  tx.insert(deviceReports)
    .values(row)
    .onConflictDoUpdate({ target: [deviceReports.device, deviceReports.issue_id], set: row })
    .run()
  if (before) return
  tx.delete(deviceReports)
    .where(lt(deviceReports.received_at, plus(row.received_at, -KEPT_MS)))
    .run()
}
