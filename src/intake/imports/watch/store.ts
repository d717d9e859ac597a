import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { plus } from '../../../base/platform/clock'
import type { Instant } from '../../../base/platform/ports'
import type { ReadHandle } from '../../../base/storage/database'
import type { ContentType } from '../../../library/series/states'
import { CORRECTED_GROUP } from '../review/corrected-store'
import { currentScan } from '../store'
import { importGroups } from '../tables'

/** How long a review counts as open, and how long a cancelled scan stays cancelled. */
const REVIEW_MS = 86_400_000

/**
 * Whether a library may be scanned automatically: it was scanned before, so its folders are correct, and no review is
 * open, since a new scan replaces the old one and its confirm would be rejected. A review is open while there are
 * proposals younger than a day, or corrected ones. After the user cancelled a scan, none starts automatically for a
 * day.
 */
export function mayScanAgain(db: ReadHandle, kind: ContentType, now: Instant): boolean {
  const scan = currentScan(db, kind)
  if (!scan) return false
  const fresh = (scan.finished_at ?? scan.started_at) > plus(now, -REVIEW_MS)
  if (fresh && scan.state === 'cancelled') return false
  const waiting = db
    .select({ group_id: importGroups.group_id })
    .from(importGroups)
    .where(
      and(
        eq(importGroups.scan_id, scan.scan_id),
        isNull(importGroups.imported_at),
        fresh ? or(gt(importGroups.new_files, 0), CORRECTED_GROUP) : CORRECTED_GROUP,
      ),
    )
    .limit(1)
    .get()
  return waiting === undefined
}
