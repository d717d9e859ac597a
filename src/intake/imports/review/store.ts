import { isAbsolute } from 'node:path'
import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { PageSpan } from '../../../base/http/paging'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import type { ContentType, Unit } from '../../../library/series/states'
import type { GroupRow, ScannedFileRow } from '../store'
import { importFiles, importGroups } from '../tables'

/** Rows that the user corrects before a confirm. */

export function groupOfSeries(db: ReadHandle, scanId: string, comicId: string): GroupRow | undefined {
  const same = and(eq(importGroups.scan_id, scanId), eq(importGroups.comic_id, comicId))
  return db.select().from(importGroups).where(same).get()
}

/** In reading order; with a span, only one page. */
export function filesOfGroup(db: ReadHandle, groupId: string, { limit, offset }: PageSpan = ALL): ScannedFileRow[] {
  return db
    .select()
    .from(importFiles)
    .where(eq(importFiles.group_id, groupId))
    .orderBy(asc(importFiles.sort_key), asc(importFiles.path))
    .limit(limit)
    .offset(offset)
    .all()
}

const ALL: PageSpan = { limit: -1, offset: 0 }

/**
 * Files of the scan with the same content as a file of the group that is marked as a copy, in the order that decides
 * which is the original.
 */
export function twinsOfGroup(
  db: ReadHandle,
  { scan_id, group_id }: Pick<GroupRow, 'scan_id' | 'group_id'>,
): ScannedFileRow[] {
  const hashes = db
    .select({ hash: importFiles.content_hash })
    .from(importFiles)
    .where(and(eq(importFiles.group_id, group_id), isNotNull(importFiles.duplicate_of)))
    .all()
    .flatMap(({ hash }) => hash ?? [])
  if (hashes.length === 0) return []
  return db
    .select()
    .from(importFiles)
    .where(and(eq(importFiles.scan_id, scan_id), inArray(importFiles.content_hash, hashes)))
    .orderBy(sql`${importFiles.in_library} desc`, importFiles.path)
    .all()
}

export function updateGroup(tx: Tx, groupId: string, change: Partial<GroupRow>): void {
  tx.update(importGroups).set(change).where(eq(importGroups.group_id, groupId)).run()
}

export function updateFile(
  tx: Tx,
  { scan_id, path }: Pick<ScannedFileRow, 'scan_id' | 'path'>,
  change: Partial<ScannedFileRow>,
): void {
  tx.update(importFiles)
    .set(change)
    .where(and(eq(importFiles.scan_id, scan_id), eq(importFiles.path, path)))
    .run()
}

/** Converts between issues and chapters when the kind of content changes. */
export function recountUnits(tx: Tx, groupId: string, content: ContentType): void {
  const [from, to] = content === 'manga' ? (['issue', 'chapter'] as const) : (['chapter', 'issue'] as const)
  tx.update(importFiles)
    .set({ unit: to })
    .where(and(eq(importFiles.group_id, groupId), eq(importFiles.unit, from)))
    .run()
}

export function moveFilesToGroup(tx: Tx, fromGroup: string, toGroup: string): void {
  tx.update(importFiles).set({ group_id: toGroup, said: true }).where(eq(importFiles.group_id, fromGroup)).run()
}

/** Delete only an empty group: its files would be deleted with it. */
export function deleteGroup(tx: Tx, groupId: string): void {
  tx.delete(importGroups).where(eq(importGroups.group_id, groupId)).run()
}

/** Counts over the files of a group. */
export interface FileCounts {
  /** New files that are copies of another file. */
  duplicates: number
  /** The user corrected one of the files. */
  corrected: boolean
}
export const NO_FILE_COUNTS: FileCounts = { duplicates: 0, corrected: false }

/** By group; with an id, for one group only. A group without any is left out, as most are: only marked files are grouped. */
export function fileCountsOf(db: ReadHandle, scanId: string, groupId?: string): ReadonlyMap<string, FileCounts> {
  const copied = sql`${importFiles.duplicate_of} is not null and not ${importFiles.in_library}`
  const among = groupId === undefined ? eq(importFiles.scan_id, scanId) : eq(importFiles.group_id, groupId)
  const rows = db
    .select({
      group_id: importFiles.group_id,
      duplicates: sql<number>`count(*) filter (where ${copied})`,
      corrected: sql<number>`max(${importFiles.said})`,
    })
    .from(importFiles)
    .where(and(among, sql`(${copied} or ${importFiles.said})`))
    .groupBy(importFiles.group_id)
    .all()
  return new Map(
    rows.flatMap(({ group_id, duplicates, corrected }) =>
      group_id === null ? [] : [[group_id, { duplicates, corrected: corrected === 1 }] as const],
    ),
  )
}

export type UnitCount = { unit: Unit; issues: number }

/** The issues of all files of the groups, by group and unit, volumes first; files of the same issue are one. */
export function unitsOf(db: ReadHandle, groupIds: readonly string[]): ReadonlyMap<string | null, UnitCount[]> {
  const rows = db
    .select({
      group_id: importFiles.group_id,
      unit: importFiles.unit,
      issues: sql<number>`count(distinct ${importFiles.sort_key})`,
    })
    .from(importFiles)
    .where(inArray(importFiles.group_id, groupIds))
    .groupBy(importFiles.group_id, importFiles.unit)
    .orderBy(desc(importFiles.unit))
    .all()
  const units = new Map<string | null, UnitCount[]>()
  for (const { group_id, ...count } of rows) units.getOrInsertComputed(group_id, () => []).push(count)
  return units
}

/** Whether the file and the one that it is a copy of have the same content, and not just the same issue. */
export type SameContent = (file: ScannedFileRow) => boolean

export function sameContent(db: ReadHandle, group: Pick<GroupRow, 'scan_id' | 'group_id'>): SameContent {
  const twins = new Set(
    twinsOfGroup(db, group).map(({ content_hash, path, root_length }) => `${content_hash} ${path.slice(root_length)}`),
  )
  return ({ content_hash, duplicate_of }) => {
    if (content_hash === null || duplicate_of === null) return false
    // A file in another library folder has an absolute path, and only its content can have identified it.
    return twins.has(`${content_hash} ${duplicate_of}`) || isAbsolute(duplicate_of)
  }
}
