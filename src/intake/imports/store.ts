import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import type { ContentType } from '../../library/series/states'
import { importFiles, importGroups, importScans, type ScanState } from './tables'

export type ScanRow = typeof importScans.$inferSelect
export type GroupRow = typeof importGroups.$inferSelect
export type ScannedFileRow = typeof importFiles.$inferSelect
type FileInsert = typeof importFiles.$inferInsert
/** What a scan read from a file; its group is added later. */
export type ScannedRow = Pick<FileInsert, 'scan_id' | 'path' | 'root_length' | 'size' | 'modified_ms' | 'evidence'> &
  Partial<FileInsert>
export type NewGroup = typeof importGroups.$inferInsert
type Placed = Pick<
  ScannedFileRow,
  'group_id' | 'kind' | 'unit' | 'number' | 'number_end' | 'sort_key' | 'duplicate_of' | 'scan_id' | 'path'
>

const is = sql.placeholder

// Scans

/** The newest scan of a kind, for progress and confirm. */
export function currentScan(db: ReadHandle, kind: ContentType): ScanRow | undefined {
  return db
    .select()
    .from(importScans)
    .where(eq(importScans.kind, kind))
    .orderBy(desc(importScans.started_at), sql`rowid desc`)
    .limit(1)
    .get()
}

const scanById = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(importScans)
    .where(eq(importScans.scan_id, is('scan_id')))
    .prepare(),
)

export function findScan(db: ReadHandle, scanId: string): ScanRow | undefined {
  return scanById(db).get({ scan_id: scanId })
}

export function insertScan(tx: Tx, scan: { scan_id: string; kind: ContentType; at: Instant }): void {
  const { scan_id, kind, at } = scan
  tx.insert(importScans).values({ scan_id, kind, state: 'scanning', errors: [], started_at: at }).run()
}

type ScanChange = Partial<Omit<ScanRow, 'scan_id' | 'kind' | 'started_at'>>

/** Changes the scan only while it is in `state`, so that a cancelled scan stays cancelled; undefined when it is not. */
export function changeScan(tx: Tx, scanId: string, state: ScanState, change: ScanChange): ScanRow | undefined {
  return tx
    .update(importScans)
    .set(change)
    .where(and(eq(importScans.scan_id, scanId), eq(importScans.state, state)))
    .returning()
    .get()
}

/** Adds to the count of the scan's changes in the library: a resumed run continues the count. */
export function countReconciled(
  tx: Tx,
  scanId: string,
  { moved_files = 0, missing_files = 0 }: Partial<Pick<ScanRow, 'moved_files' | 'missing_files'>>,
): void {
  tx.update(importScans)
    .set({
      moved_files: sql`${importScans.moved_files} + ${moved_files}`,
      missing_files: sql`${importScans.missing_files} + ${missing_files}`,
    })
    .where(eq(importScans.scan_id, scanId))
    .run()
}

// Files

const addFile = preparedQuery((tx: Tx) =>
  tx
    .insert(importFiles)
    .values({
      scan_id: is('scan_id'),
      path: is('path'),
      root_length: is('root_length'),
      size: is('size'),
      modified_ms: is('modified_ms'),
      format: is('format'),
      page_count: is('page_count'),
      cover_page: is('cover_page'),
      content_hash: is('content_hash'),
      problem: is('problem'),
      remedy: is('remedy'),
      in_library: is('in_library'),
      title: is('title'),
      year: is('year'),
      release_date: is('release_date'),
      writer: is('writer'),
      summary: is('summary'),
      evidence: is('evidence'),
    })
    .prepare(),
)

const UNSAID = {
  format: null,
  page_count: null,
  cover_page: null,
  content_hash: null,
  problem: null,
  remedy: null,
  in_library: false,
  title: null,
  year: null,
  release_date: null,
  writer: null,
  summary: null,
} as const satisfies Partial<FileInsert>

export function insertFiles(tx: Tx, rows: readonly ScannedRow[]): void {
  for (const row of rows) addFile(tx).run({ ...UNSAID, ...row })
}

/** Marks files that were taken for new ones as known. */
export function nowInLibrary(tx: Tx, rows: readonly ScannedRow[]): void {
  for (const { scan_id, path, page_count, moved_from, evidence } of rows) {
    tx.update(importFiles)
      .set({ in_library: true, page_count, moved_from, evidence })
      .where(and(eq(importFiles.scan_id, scan_id), eq(importFiles.path, path)))
      .run()
  }
}

const putInGroup = preparedQuery((tx: Tx) =>
  tx
    .update(importFiles)
    .set({
      group_id: sql`${is('group_id')}`,
      kind: sql`${is('kind')}`,
      unit: sql`${is('unit')}`,
      number: sql`${is('number')}`,
      number_end: sql`${is('number_end')}`,
      sort_key: sql`${is('sort_key')}`,
      duplicate_of: sql`${is('duplicate_of')}`,
    })
    .where(and(eq(importFiles.scan_id, is('scan_id')), eq(importFiles.path, is('path'))))
    .prepare(),
)

export function placeFiles(tx: Tx, rows: readonly Placed[]): void {
  for (const row of rows) putInGroup(tx).run(row)
}

const listed = preparedQuery((db: ReadHandle) =>
  db
    .select({
      path: importFiles.path,
      root_length: importFiles.root_length,
      size: importFiles.size,
      page_count: importFiles.page_count,
      in_library: importFiles.in_library,
      duplicate_of: importFiles.duplicate_of,
      kind: importFiles.kind,
      unit: importFiles.unit,
      number: importFiles.number,
      number_end: importFiles.number_end,
      title: importFiles.title,
      year: importFiles.year,
      evidence: importFiles.evidence,
    })
    .from(importFiles)
    .where(eq(importFiles.group_id, is('group_id')))
    .orderBy(asc(importFiles.sort_key), asc(importFiles.path))
    .limit(is('limit'))
    .prepare(),
)

export type ListedFile = ReturnType<typeof listScannedFiles>[number]

/** The first files of a group, in reading order. */
export function listScannedFiles(db: ReadHandle, groupId: string, limit: number) {
  return listed(db).all({ group_id: groupId, limit })
}

/** The file whose cover represents the group. */
export function firstFile(db: ReadHandle, groupId: string): ScannedFileRow | undefined {
  return db
    .select()
    .from(importFiles)
    .where(eq(importFiles.group_id, groupId))
    .orderBy(sql`${importFiles.page_count} = 0`, asc(importFiles.sort_key), asc(importFiles.path))
    .limit(1)
    .get()
}

const newFiles = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(importFiles)
    .where(and(eq(importFiles.group_id, is('group_id')), sql`${importFiles.in_library} = 0`))
    .orderBy(asc(importFiles.sort_key), asc(importFiles.path))
    .prepare(),
)

/** Files of the group that the library does not have with this content, in reading order. */
export function newFilesOfGroup(db: ReadHandle, groupId: string): ScannedFileRow[] {
  return newFiles(db).all({ group_id: groupId })
}

const withProblem = (scanId: string) => and(eq(importFiles.scan_id, scanId), isNotNull(importFiles.problem))

export function fileProblemsOf(db: ReadHandle, scanId: string, limit: number): ScannedFileRow[] {
  // The plus keeps SQLite from using the index by path, which would visit every file of the scan.
  const byPath = sql`+${importFiles.path}`
  return db.select().from(importFiles).where(withProblem(scanId)).orderBy(byPath).limit(limit).all()
}

export function countProblems(db: ReadHandle, scanId: string): number {
  const counted = db.select({ count: sql<number>`count(*)` }).from(importFiles).where(withProblem(scanId)).get()
  return counted?.count ?? 0
}

// Groups

export function insertGroup(tx: Tx, row: NewGroup): void {
  tx.insert(importGroups).values(row).run()
}

/** A series with a single issue gets the description of that issue. */
export function describeByFile(tx: Tx, groupId: string): void {
  const summary = sql`(select ${importFiles.summary} from ${importFiles} where ${importFiles.group_id} = ${groupId} limit 1)`
  tx.update(importGroups)
    .set({ description: sql`coalesce(${importGroups.description}, ${summary})` })
    .where(eq(importGroups.group_id, groupId))
    .run()
}

/** Groups that can still be confirmed, ordered by name. */
export function openGroups(db: ReadHandle, scanId: string): GroupRow[] {
  return db
    .select()
    .from(importGroups)
    .where(and(eq(importGroups.scan_id, scanId), isNull(importGroups.imported_at)))
    .orderBy(importGroups.sort_name, importGroups.year, importGroups.comic_id)
    .all()
}

export type OutlineRow = Pick<
  GroupRow,
  | 'group_id'
  | 'comic_id'
  | 'series_name'
  | 'year'
  | 'publisher'
  | 'issue_count'
  | 'confidence'
  | 'location'
  | 'file_count'
  | 'new_files'
  | 'size_bytes'
  | 'existing_comic_id'
  | 'proposal_id'
  | 'content_type'
> & {
  proposal_said: 0 | 1
  said: 0 | 1
  /** JSON; null when there are none. */
  errors: string | null
  /** The first file in reading order. */
  path: string | null
  root_length: number | null
}

/** What a list is sorted and filtered by, in the order of `rows`. Raw: there are thousands of rows. */
export function outlineRows(db: ReadHandle, rows: readonly number[]): OutlineRow[] {
  return db.all<OutlineRow>(sql`
    select g.group_id, comic_id, series_name, g.year, publisher, issue_count, confidence, location, file_count, new_files,
      size_bytes, existing_comic_id, proposal_id, proposal_said, g.said, content_type, nullif(errors, '[]') as errors,
      f.path, f.root_length
    from json_each(${JSON.stringify(rows)}) as at cross join ${importGroups} as g on g.rowid = at.value
      left join ${importFiles} as f on f.rowid = (
        select rowid from ${importFiles} where group_id = g.group_id order by sort_key, path limit 1)
    order by at.key`)
}

/** The open groups of a scan with files that the library does not have. */
export function countOpenGroups(db: ReadHandle, scanId: string): number {
  const hasNew = sql`(${importGroups.existing_comic_id} is null or ${importGroups.new_files} > 0)`
  return db
    .select({ count: sql<number>`count(*)` })
    .from(importGroups)
    .where(and(eq(importGroups.scan_id, scanId), isNull(importGroups.imported_at), hasNew))
    .get()!.count
}

/** Rows of `openGroups`, in the same order. */
export function openGroupRows(db: ReadHandle, scanId: string): number[] {
  const rows = db.all<{ at: number }>(sql`
    select rowid as at from ${importGroups} where scan_id = ${scanId} and imported_at is null
    order by sort_name, year, comic_id`)
  return rows.map(({ at }) => at)
}

/** Ids of `openGroups`, in the same order. */
export function openGroupIds(db: ReadHandle, scanId: string): string[] {
  return db
    .select({ group_id: importGroups.group_id })
    .from(importGroups)
    .where(and(eq(importGroups.scan_id, scanId), isNull(importGroups.imported_at)))
    .orderBy(importGroups.sort_name, importGroups.year, importGroups.comic_id)
    .all()
    .map(({ group_id }) => group_id)
}

/** The groups that still exist, ordered by id. */
export function groupsWith(db: ReadHandle, groupIds: readonly string[]): GroupRow[] {
  const rows = db.select().from(importGroups).where(inArray(importGroups.group_id, groupIds)).all()
  const byId = new Map(rows.map((row) => [row.group_id, row]))
  return groupIds.flatMap((id) => byId.get(id) ?? [])
}

const groupById = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(importGroups)
    .where(eq(importGroups.group_id, is('group_id')))
    .prepare(),
)

export function findGroup(db: ReadHandle, groupId: string): GroupRow | undefined {
  return groupById(db).get({ group_id: groupId })
}

export function changeGroup(tx: Tx, groupId: string, change: Partial<Pick<GroupRow, 'errors' | 'imported_at'>>): void {
  tx.update(importGroups).set(change).where(eq(importGroups.group_id, groupId)).run()
}

export interface GroupCounts {
  all: number
  existing: number
  imported: number
  /** Groups imported into an existing series. */
  reconciled: number
}

export function countGroups(db: ReadHandle, scanId: string): GroupCounts {
  const done = sql`${importGroups.imported_at} is not null`
  const old = sql`${importGroups.existing_comic_id} is not null`
  return db
    .select({
      all: sql<number>`count(*)`,
      existing: sql<number>`count(*) filter (where ${old})`,
      imported: sql<number>`count(*) filter (where ${done})`,
      reconciled: sql<number>`count(*) filter (where ${done} and ${old})`,
    })
    .from(importGroups)
    .where(eq(importGroups.scan_id, scanId))
    .get()!
}

/** Number of files of a scan that the library does not have, and of their series. */
export function countNew(db: ReadHandle, scanId: string): { files: number; series: number } {
  return db
    .select({
      files: sql<number>`coalesce(sum(${importGroups.new_files}), 0)`,
      series: sql<number>`count(*) filter (where ${importGroups.new_files} > 0)`,
    })
    .from(importGroups)
    .where(eq(importGroups.scan_id, scanId))
    .get()!
}
