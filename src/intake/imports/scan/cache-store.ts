import { and, asc, eq, gt, inArray, notExists, sql } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import type { ContentType } from '../../../library/series/states'
import type { ScanKey } from '../review/corrected-store'
import { importFiles, importSeen } from '../tables'

/** Facts that scans read from files that the library does not have yet, kept while a scan may need them. */

/** Increase when scans read more, or other facts, from files. */
const READING = 4

export type CachedFile = Pick<typeof importSeen.$inferSelect, 'size' | 'modified_ms' | 'content_hash' | 'facts'>
export type FileToCache = CachedFile & { path: string; kind: ContentType }

const is = sql.placeholder

const byPath = preparedQuery((db: ReadHandle) =>
  db
    .select({
      size: importSeen.size,
      modified_ms: importSeen.modified_ms,
      content_hash: importSeen.content_hash,
      facts: importSeen.facts,
    })
    .from(importSeen)
    .where(and(eq(importSeen.path, is('path')), eq(importSeen.reading, READING)))
    .prepare(),
)

/** The facts that a scan read at the path before. */
export function findCachedFile(db: ReadHandle, path: string): CachedFile | undefined {
  return byPath(db).get({ path })
}

const add = preparedQuery((tx: Tx) =>
  tx
    .insert(importSeen)
    .values({
      path: is('path'),
      kind: is('kind'),
      size: is('size'),
      modified_ms: is('modified_ms'),
      content_hash: is('content_hash'),
      reading: READING,
      facts: is('facts'),
    })
    .onConflictDoUpdate({
      target: importSeen.path,
      set: {
        kind: sql`excluded.kind`,
        size: sql`excluded.size`,
        modified_ms: sql`excluded.modified_ms`,
        content_hash: sql`excluded.content_hash`,
        reading: READING,
        facts: sql`excluded.facts`,
      },
    })
    .prepare(),
)

export function cacheFiles(tx: Tx, files: readonly FileToCache[]): void {
  for (const file of files) add(tx).run(file)
}

/** The file moved unchanged. Safe to repeat. */
export function moveCachedFile(tx: Tx, from: string, to: string): void {
  const row = tx.select().from(importSeen).where(eq(importSeen.path, from)).get()
  if (!row) return
  tx.delete(importSeen)
    .where(inArray(importSeen.path, [from, to]))
    .run()
  tx.insert(importSeen)
    .values({ ...row, path: to })
    .run()
}

/**
 * Of the next `most` files after a path, deletes those that the scan did not find, or that the library has by now.
 * Returns the path to continue after; undefined at the end.
 */
export function pruneCachedFiles(tx: Tx, { kind, scan_id }: ScanKey, after: string, most: number): string | undefined {
  const paths = tx
    .select({ path: importSeen.path })
    .from(importSeen)
    .where(and(eq(importSeen.kind, kind), gt(importSeen.path, after)))
    .orderBy(asc(importSeen.path))
    .limit(most)
    .all()
    .map(({ path }) => path)
  const found = tx
    .select({ one: sql`1` })
    .from(importFiles)
    .where(
      and(eq(importFiles.scan_id, scan_id), eq(importFiles.path, importSeen.path), eq(importFiles.in_library, false)),
    )
  tx.delete(importSeen)
    .where(and(inArray(importSeen.path, paths), notExists(found)))
    .run()
  return paths.length < most ? undefined : paths.at(-1)
}
