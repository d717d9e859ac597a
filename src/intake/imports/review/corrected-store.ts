import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import type { GroupRow, ScannedFileRow, ScanRow } from '../store'
import { importFiles, importGroups, importScans } from '../tables'

/** Corrections from earlier scans. They stay until a newer scan has taken them over, and are then deleted. */

export type ScanKey = Pick<ScanRow, 'kind' | 'scan_id'>

const SAID = sql`exists (select 1 from ${importFiles} where ${importFiles.group_id} = ${importGroups.group_id} and ${importFiles.said} = 1)`

/** The user corrected the proposal or one of its files, and it was not imported. */
export const CORRECTED_GROUP = and(
  isNull(importGroups.imported_at),
  or(eq(importGroups.said, true), eq(importGroups.proposal_said, true), isNull(importGroups.found_confidence), SAID),
)

const correctedBefore = preparedQuery((db: ReadHandle) =>
  db
    .select({ group: importGroups })
    .from(importGroups)
    .innerJoin(importScans, eq(importScans.scan_id, importGroups.scan_id))
    .where(
      and(
        eq(importScans.kind, sql.placeholder('kind')),
        ne(importScans.scan_id, sql.placeholder('scan_id')),
        eq(importScans.state, 'completed'),
        CORRECTED_GROUP,
      ),
    )
    .orderBy(asc(importScans.started_at), sql`${importGroups}.rowid`)
    .prepare(),
)

/** Corrected groups of earlier, completed scans of the kind. Groups with older series come first. */
export function correctedGroups(db: ReadHandle, { kind, scan_id }: ScanKey): GroupRow[] {
  return correctedBefore(db)
    .all({ kind, scan_id })
    .map(({ group }) => group)
}

export function fileOfScan(db: ReadHandle, scanId: string, path: string): ScannedFileRow | undefined {
  const is = and(eq(importFiles.scan_id, scanId), eq(importFiles.path, path))
  return db.select().from(importFiles).where(is).get()
}

/**
 * Deletes up to `most` files of the kind's scans and, once no file is left, their groups; false when nothing is left to
 * delete. Files in the groups of `keep` stay, and with `own` false, so do the results of the scan itself.
 */
export function removeSomeFiles(
  tx: Tx,
  scan: ScanKey,
  { own, keep }: { own: boolean; keep: string[] },
  most: number,
): boolean {
  const { kind, scan_id } = scan
  const scans = sql`(select scan_id from ${importScans} where kind = ${kind} and (${own ? 1 : 0} = 1 or scan_id <> ${scan_id}))`
  const kept = sql`(select value from json_each(${JSON.stringify(keep)}))`
  const some = sql`(select rowid from ${importFiles} where scan_id in ${scans}
    and (group_id is null or group_id not in ${kept}) limit ${most})`
  if (tx.delete(importFiles).where(sql`rowid in ${some}`).returning({ at: importFiles.size }).all().length > 0)
    return true
  tx.delete(importGroups).where(sql`scan_id in ${scans} and group_id not in ${kept}`).run()
  tx.delete(importScans)
    .where(
      and(
        eq(importScans.kind, kind),
        ne(importScans.scan_id, scan_id),
        sql`not exists (select 1 from ${importGroups} where ${importGroups.scan_id} = ${importScans.scan_id})`,
      ),
    )
    .run()
  return false
}
