import { and, asc, count, eq, inArray } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { importFiles } from '../tables'

/** Folders of loose pictures that a scan listed. */

const packable = (scanId: string) => and(eq(importFiles.scan_id, scanId), eq(importFiles.remedy, 'pack'))
const at = (scanId: string, path: string) => and(packable(scanId), eq(importFiles.path, path))

/** The folders that the scan listed and that were not packed since; with `paths`, only these. */
export function packablePaths(db: ReadHandle, scanId: string, paths?: readonly string[]): string[] {
  const named = paths === undefined ? undefined : inArray(importFiles.path, [...paths])
  return db
    .select({ path: importFiles.path })
    .from(importFiles)
    .where(and(packable(scanId), named))
    .orderBy(asc(importFiles.path))
    .all()
    .map(({ path }) => path)
}

export function countPackable(db: ReadHandle, scanId: string): number {
  return db.select({ count: count() }).from(importFiles).where(packable(scanId)).get()?.count ?? 0
}

export function wasPacked(tx: Tx, scanId: string, path: string): void {
  tx.delete(importFiles).where(at(scanId, path)).run()
}

export function wasNotPacked(tx: Tx, scanId: string, path: string, problem: string): void {
  tx.update(importFiles).set({ problem }).where(at(scanId, path)).run()
}
