import { sep } from 'node:path'
import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Instant } from '../platform/ports'
import type { ContentType } from '../series/states'
import { files } from '../series/tables'
import type { Reader } from '../storage/database'
import { importInbox, importScans } from './tables'

export interface Figures {
  /** Files that are there as far as the library knows. */
  file_count: number
  gone_count: number
}

/** Files of the library below a folder, those of folders within it included. */
export function figuresBelow(db: Reader, folder: string): Figures {
  const inside = folder.endsWith(sep) ? folder : folder + sep
  return db
    .select({
      file_count: sql<number>`count(*) filter (where ${files.gone_at} is null)`,
      gone_count: sql<number>`count(*) filter (where ${files.gone_at} is not null)`,
    })
    .from(files)
    .where(and(gt(files.path, inside), lt(files.path, `${inside}\u{10ffff}`)))
    .get()!
}

/** Files of the import folder that wait to be filed. */
export function waitingCount(db: Reader): number {
  return db
    .select({ count: sql<number>`count(*)` })
    .from(importInbox)
    .where(and(inArray(importInbox.status, ['Not Imported', 'Failed']), eq(importInbox.ignored, false)))
    .get()!.count
}

/** When the folders of a kind were last looked through to the end. */
export function lastLookAt(db: Reader, kind: ContentType): Instant | null {
  const scan = db
    .select({ at: importScans.finished_at })
    .from(importScans)
    .where(and(eq(importScans.kind, kind), eq(importScans.state, 'completed')))
    .orderBy(desc(importScans.started_at))
    .limit(1)
    .get()
  return scan?.at ?? null
}
