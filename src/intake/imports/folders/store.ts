import { sep } from 'node:path'
import { and, desc, eq, gt, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/platform/ports'
import type { ReadHandle } from '../../../base/storage/database'
import type { ContentType } from '../../../library/series/states'
import { files } from '../../../library/series/tables'
import { importInbox, importScans } from '../tables'

export interface FolderCounts {
  /** Library files that are present. */
  file_count: number
  gone_count: number
}

/** Library files below a folder, including its subfolders. */
export function figuresBelow(db: ReadHandle, folder: string): FolderCounts {
  const inside = folder.endsWith(sep) ? folder : folder + sep
  const below = and(gt(files.path, inside), lt(files.path, `${inside}\u{10ffff}`))
  // Two counts that each read an index: opening a quarter of a million rows would be slow.
  const count = (where: SQL | undefined) =>
    db.select({ count: sql<number>`count(*)` }).from(files).where(where).get()!.count
  const gone_count = count(and(below, isNotNull(files.gone_at)))
  return { file_count: count(below) - gone_count, gone_count }
}

/** Number of files in the import folder that wait for import. */
export function waitingCount(db: ReadHandle): number {
  return db
    .select({ count: sql<number>`count(*)` })
    .from(importInbox)
    .where(and(inArray(importInbox.status, ['Not Imported', 'Failed']), eq(importInbox.ignored, false)))
    .get()!.count
}

/** When a scan of a kind last completed. */
export function lastScanAt(db: ReadHandle, kind: ContentType): Instant | null {
  const scan = db
    .select({ at: importScans.finished_at })
    .from(importScans)
    .where(and(eq(importScans.kind, kind), eq(importScans.state, 'completed')))
    .orderBy(desc(importScans.started_at))
    .limit(1)
    .get()
  return scan?.at ?? null
}
