import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { ContentType } from '../series/states'
import type { Reader } from '../storage/database'
import { currentScan } from './store'
import { importFiles, importGroups } from './tables'

/**
 * Whether a library may be scanned without being asked: somebody scanned it before, so its folders are the right ones,
 * and no proposal of the last scan was corrected by hand and still waits, since a new scan would take its place.
 */
export function mayLookAgain(db: Reader, kind: ContentType): boolean {
  const scan = currentScan(db, kind)
  if (!scan) return false
  const files = sql`exists (select 1 from ${importFiles} where ${importFiles.group_id} = ${importGroups.group_id} and ${importFiles.said} = 1)`
  const corrected = db
    .select({ group_id: importGroups.group_id })
    .from(importGroups)
    .where(
      and(
        eq(importGroups.scan_id, scan.scan_id),
        isNull(importGroups.imported_at),
        or(eq(importGroups.said, true), isNull(importGroups.found_confidence), files),
      ),
    )
    .limit(1)
    .get()
  return corrected === undefined
}
