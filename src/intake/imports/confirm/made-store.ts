import { and, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import { plus } from '../../../base/platform/clock'
import type { Instant } from '../../../base/platform/ports'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { operations } from '../../../base/work/tables'
import type { ContentType } from '../../../library/series/states'
import { files, issueFiles, issues, series } from '../../../library/series/tables'
import type { MadeRows } from '../../../library/series/unmake-store'
import { CONFIRM } from '../states'
import type { GroupRow } from '../store'
import { importFiles, importMade } from '../tables'

/** A row created by a confirm. */
export type MadeRow = Omit<typeof importMade.$inferInsert, 'operation_id'>

/** How long a confirm can be undone. The last confirms of a kind can always be undone. */
const KEPT_MS = 30 * 86_400_000
const KEPT_CONFIRMS = 20

/** Rows of one statement: SQLite binds a limited number of values. */
const BATCH = 500

export function saveMadeRows(tx: Tx, operation_id: string, made: readonly MadeRow[]): void {
  for (let from = 0; from < made.length; from += BATCH) {
    const some = made.slice(from, from + BATCH).map((row) => ({ ...row, operation_id }))
    tx.insert(importMade).values(some).onConflictDoNothing().run()
  }
}

export type NumberedMadeRow = MadeRow & { rowid: number }

const ROWID = sql<number>`${importMade}.rowid`

/** Rows created before a given row, or all of them, newest first. */
export function madeBefore(
  db: ReadHandle,
  operationId: string,
  before: number | undefined,
  most: number,
): NumberedMadeRow[] {
  const { kind, id, file_id } = importMade
  return db
    .select({ rowid: ROWID, kind, id, file_id })
    .from(importMade)
    .where(and(eq(importMade.operation_id, operationId), before === undefined ? undefined : sql`${ROWID} < ${before}`))
    .orderBy(sql`${ROWID} desc`)
    .limit(most)
    .all()
}

export const lastMade = (db: ReadHandle, operationId: string, most: number) =>
  madeBefore(db, operationId, undefined, most)

/** The files that the operation added to the library. */
export function filesMade(db: ReadHandle, operationId: string): string[] {
  return db
    .select({ id: importMade.id })
    .from(importMade)
    .where(and(eq(importMade.operation_id, operationId), eq(importMade.kind, 'file')))
    .all()
    .map(({ id }) => id)
}

const madeWith = (fileId: string) => and(eq(importMade.kind, 'link'), eq(importMade.file_id, fileId))

/** Issues that an import created for this file. */
export function issuesMadeFor(db: ReadHandle, fileId: string): string[] {
  const links = db.select({ id: importMade.id }).from(importMade).where(madeWith(fileId))
  return db
    .selectDistinct({ id: importMade.id })
    .from(importMade)
    .where(and(eq(importMade.kind, 'issue'), inArray(importMade.id, links)))
    .all()
    .map(({ id }) => id)
}

export function forgetIssuesMade(tx: Tx, fileId: string): void {
  const ids = issuesMadeFor(tx, fileId)
  tx.delete(importMade).where(madeWith(fileId)).run()
  tx.delete(importMade)
    .where(and(eq(importMade.kind, 'issue'), inArray(importMade.id, ids)))
    .run()
}

/** Whether the series has a file that the scan put into another proposal. */
export function holdsFilesOfOthers(
  db: ReadHandle,
  { scan_id, group_id }: Pick<GroupRow, 'scan_id' | 'group_id'>,
  comicId: string,
): boolean {
  const other = db
    .select({ path: files.path })
    .from(issues)
    .innerJoin(issueFiles, eq(issueFiles.issue_id, issues.issue_id))
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .innerJoin(importFiles, and(eq(importFiles.scan_id, scan_id), eq(importFiles.path, files.path)))
    .where(and(eq(issues.comic_id, comicId), ne(importFiles.group_id, group_id)))
    .limit(1)
    .get()
  return other !== undefined
}

export function rowsOf(rows: readonly MadeRow[]): MadeRows {
  const ids = (kind: MadeRow['kind']) => new Set(rows.flatMap((row) => (row.kind === kind ? row.id : [])))
  return {
    series: ids('series'),
    issues: ids('issue'),
    files: ids('file'),
    links: rows.flatMap(({ kind, id, file_id = '' }) => (kind === 'link' ? { issue_id: id, file_id } : [])),
  }
}

/** The row of a total that the files of an import raised in a series from before the import. */
export const raisedTotal = (comicId: string, before: number | null, raised: number): MadeRow => ({
  kind: 'total',
  id: comicId,
  file_id: `${before ?? ''} ${raised}`,
})

export const raisedTotalsOf = (rows: readonly MadeRow[]) =>
  rows.flatMap(({ kind, id, file_id = '' }) => {
    const [before, raised] = file_id.split(' ')
    return kind === 'total' ? { comic_id: id, before: before ? Number(before) : null, raised: Number(raised) } : []
  })

/** The series of these issues. */
export function seriesOfIssues(db: ReadHandle, issueIds: Iterable<string>): { comic_id: string; name: string }[] {
  const ids = JSON.stringify([...issueIds])
  return db
    .selectDistinct({ comic_id: series.comic_id, name: series.name })
    .from(issues)
    .innerJoin(series, eq(series.comic_id, issues.comic_id))
    .where(sql`${issues.issue_id} in (select value from json_each(${ids}))`)
    .all()
}

/** Undefined when the operation created nothing, or was undone. */
export function madeCounts(db: ReadHandle, operationId: string) {
  const rows = db
    .select({ kind: importMade.kind, count: sql<number>`count(*)` })
    .from(importMade)
    .where(eq(importMade.operation_id, operationId))
    .groupBy(importMade.kind)
    .all()
  if (rows.length === 0) return undefined
  const of = (kind: string) => rows.find((row) => row.kind === kind)?.count ?? 0
  return { series: of('series'), issues: of('issue'), files: of('file') }
}

export function forgetMade(tx: Tx, rows: readonly NumberedMadeRow[]): void {
  const ids = JSON.stringify(rows.map(({ rowid }) => rowid))
  tx.delete(importMade).where(sql`rowid in (select value from json_each(${ids}))`).run()
}

const ofKind = (kind: ContentType) => and(eq(operations.kind, CONFIRM), eq(operations.subject, kind))

/** Whether the confirm is too old to be undone. */
export function isTooLongAgo(db: ReadHandle, kind: ContentType, operationId: string, now: Instant): boolean {
  const operation = db.select().from(operations).where(eq(operations.operation_id, operationId)).get()
  if (!operation || operation.created_at >= plus(now, -KEPT_MS)) return false
  return !lastOnes(db, kind).includes(operationId)
}

/** Deletes up to `most` rows of confirms that can no longer be undone; false when none is left. */
export function pruneMade(tx: Tx, kind: ContentType, now: Instant, most: number): boolean {
  const old = tx
    .select({ id: operations.operation_id })
    .from(operations)
    .where(and(ofKind(kind), lt(operations.created_at, plus(now, -KEPT_MS))))
    .all()
    .map(({ id }) => id)
  const kept = new Set(lastOnes(tx, kind))
  const ids = JSON.stringify(old.filter((id) => !kept.has(id)))
  const some = sql`(select rowid from ${importMade} where operation_id in (select value from json_each(${ids})) limit ${most})`
  return tx.delete(importMade).where(sql`rowid in ${some}`).returning({ id: importMade.id }).all().length > 0
}

/** The newest confirms of the kind that still have rows, newest first. */
function lastOnes(db: ReadHandle, kind: ContentType): string[] {
  return db
    .select({ id: operations.operation_id })
    .from(operations)
    .where(
      and(
        ofKind(kind),
        sql`exists (select 1 from ${importMade} where ${importMade.operation_id} = ${operations.operation_id})`,
      ),
    )
    .orderBy(desc(operations.created_at), sql`${operations}.rowid desc`)
    .limit(KEPT_CONFIRMS)
    .all()
    .map(({ id }) => id)
}
