import { eq, isNotNull } from 'drizzle-orm'
import type { Instant } from '../../../base/platform/ports'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { libraryDisks } from '../tables'

/** Disks that were mounted in library folders at the last scan. */

export function knownDisks(db: ReadHandle): string[] {
  return db
    .select({ path: libraryDisks.path })
    .from(libraryDisks)
    .all()
    .map(({ path }) => path)
}

/** Disks that the last scan did not find, and that have library files on them. */
export function lostDisks(db: ReadHandle): string[] {
  return db
    .select({ path: libraryDisks.path })
    .from(libraryDisks)
    .where(isNotNull(libraryDisks.lost_at))
    .orderBy(libraryDisks.path)
    .all()
    .map(({ path }) => path)
}

export function saveDisk(tx: Tx, path: string, at: Instant): void {
  const here = { seen_at: at, lost_at: null }
  tx.insert(libraryDisks)
    .values({ path, ...here })
    .onConflictDoUpdate({ target: libraryDisks.path, set: here })
    .run()
}

export function loseDisk(tx: Tx, path: string, at: Instant): void {
  tx.update(libraryDisks).set({ lost_at: at }).where(eq(libraryDisks.path, path)).run()
}

export function forgetDisk(tx: Tx, path: string): void {
  tx.delete(libraryDisks).where(eq(libraryDisks.path, path)).run()
}
