import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { HAS_FILE } from '../../library/series/file-store'
import { files, issueFiles, issues } from '../../library/series/tables'
import type { ArcIssueRow } from './store'
import { storyArcFiles as arcFiles, storyArcIssues as rows } from './tables'

export type ArcFileRow = typeof arcFiles.$inferSelect

const isUnfiled = and(
  isNull(rows.removed_at),
  HAS_FILE,
  sql`not exists (select 1 from ${arcFiles} where ${arcFiles.issue_arc_id} = ${rows.issue_arc_id}
    and ${arcFiles.file_id} is not null)`,
)

/** Rows whose issue has a file that is not in the folder of the arc yet. */
export function unfiledRows(db: ReadHandle): ArcIssueRow[] {
  return db
    .select({ row: rows })
    .from(rows)
    .innerJoin(issues, eq(issues.issue_id, rows.issue_id))
    .where(isUnfiled)
    .orderBy(rows.arc_id, rows.position, rows.issue_arc_id)
    .all()
    .map(({ row }) => row)
}

export function hasUnfiledRows(db: ReadHandle): boolean {
  const first = db.select({ id: rows.issue_arc_id }).from(rows).innerJoin(issues, eq(issues.issue_id, rows.issue_id)) // biome-ignore format: one line
  return first.where(isUnfiled).limit(1).get() !== undefined
}

export function findArcFile(db: ReadHandle, issueArcId: string): ArcFileRow | undefined {
  return db.select().from(arcFiles).where(eq(arcFiles.issue_arc_id, issueArcId)).get()
}

/** Whether a file is in the folder of an arc. */
export function isMovedToArc(db: ReadHandle, fileId: string): boolean {
  const moved = db.select({ id: arcFiles.issue_arc_id }).from(arcFiles).where(eq(arcFiles.file_id, fileId))
  return moved.limit(1).get() !== undefined
}

export function saveArcFile(tx: Tx, row: typeof arcFiles.$inferInsert): void {
  const { issue_arc_id: _key, ...change } = row
  tx.insert(arcFiles).values(row).onConflictDoUpdate({ target: arcFiles.issue_arc_id, set: change }).run()
}

/** Files of an issue that are on disk. */
export function filesOfIssue(db: ReadHandle, issueId: string): { file_id: string; path: string }[] {
  return db
    .select({ file_id: files.file_id, path: files.path })
    .from(issueFiles)
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .where(and(eq(issueFiles.issue_id, issueId), isNull(files.gone_at)))
    .orderBy(files.path)
    .all()
}

/** The place of a row among those of its arc, from 1. */
export function placeInArc(db: ReadHandle, { arc_id, position, issue_arc_id }: ArcIssueRow): number {
  const before = sql`(${rows.position}, ${rows.issue_arc_id}) <= (${position}, ${issue_arc_id})`
  return db
    .select({ place: sql<number>`count(*)` })
    .from(rows)
    .where(and(eq(rows.arc_id, arc_id), isNull(rows.removed_at), before))
    .get()!.place
}
