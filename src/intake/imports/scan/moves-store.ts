import { and, asc, eq, gte, isNotNull } from 'drizzle-orm'
import type { Instant } from '../../../base/platform/ports'
import type { ReadHandle } from '../../../base/storage/database'
import { lastPathOf } from '../../../library/series/presence-store'
import { files } from '../../../library/series/tables'
import { importFiles } from '../tables'

/** Library files that a scan found elsewhere, or not at all. */

export function movedIn(db: ReadHandle, scanId: string, limit: number): { path: string; was: string | null }[] {
  return db
    .select({ path: importFiles.path, was: importFiles.moved_from })
    .from(importFiles)
    .where(and(eq(importFiles.scan_id, scanId), isNotNull(importFiles.moved_from)))
    .orderBy(asc(importFiles.path))
    .limit(limit)
    .all()
}

/** Paths of files that went missing after a moment, and have not come back. */
export function missingSince(db: ReadHandle, at: Instant, limit: number): string[] {
  const rows = db
    .select({ file_id: files.file_id, path: files.path })
    .from(files)
    .where(gte(files.gone_at, at))
    .orderBy(asc(files.path))
    .limit(limit)
    .all()
  return rows.map(lastPathOf)
}
