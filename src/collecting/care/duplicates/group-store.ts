import { and, asc, count, desc, eq, gt, inArray, sql, sum } from 'drizzle-orm'
import type { PageSpan } from '../../../base/http/paging'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import { issueFiles, issues, series } from '../../../library/series/tables'
import { isIgnored } from '../ignored-store'
import type { CopyKind } from '../states'
import { careCopies, careGroups } from '../tables'
import type { ChosenCopy } from './choose-copy'

export type CopyGroup = typeof careGroups.$inferSelect

const is = sql.placeholder

const dropGroup = preparedQuery((tx: Tx) =>
  tx
    .delete(careGroups)
    .where(eq(careGroups.group_id, is('group_id')))
    .prepare(),
)
const addGroup = preparedQuery((tx: Tx) =>
  tx
    .insert(careGroups)
    .values({
      group_id: is('group_id'),
      kind: is('kind'),
      keep_id: is('keep_id'),
      reason: is('reason'),
      spare: is('spare'),
      bytes: is('bytes'),
      ignored: is('ignored'),
    })
    .prepare(),
)
const addCopy = preparedQuery((tx: Tx) =>
  tx
    .insert(careCopies)
    .values({ group_id: is('group_id'), file_id: is('file_id') })
    .prepare(),
)

/** Replaces the group; without copies it is deleted. */
export function writeGroup(tx: Tx, groupId: string, kind: CopyKind, chosen: ChosenCopy | undefined): void {
  dropGroup(tx).run({ group_id: groupId })
  if (!chosen) return
  const { keep, others, reason } = chosen
  addGroup(tx).run({
    group_id: groupId,
    kind,
    keep_id: keep.file_id,
    reason,
    spare: others.length,
    bytes: others.reduce((all, { size }) => all + size, 0),
    ignored: Number(isIgnored(tx, 'copies', groupId)),
  })
  for (const { file_id } of [keep, ...others]) addCopy(tx).run({ group_id: groupId, file_id })
}

const countByKind = preparedQuery((db: ReadHandle) =>
  db
    .select({
      kind: careGroups.kind,
      ignored: careGroups.ignored,
      groups: count(),
      files: sum(careGroups.spare).mapWith(Number),
      bytes: sum(careGroups.bytes).mapWith(Number),
    })
    .from(careGroups)
    .groupBy(careGroups.kind, careGroups.ignored)
    .prepare(),
)

/** The number of groups of each kind, and what removing their spare copies frees. */
export const countGroups = (db: ReadHandle) => countByKind(db).all()

/** Largest first. */
export function groupsOf(db: ReadHandle, kind: CopyKind, ignored: boolean, { limit, offset }: PageSpan): CopyGroup[] {
  return db
    .select()
    .from(careGroups)
    .where(and(eq(careGroups.kind, kind), eq(careGroups.ignored, ignored)))
    .orderBy(desc(careGroups.bytes), asc(careGroups.group_id))
    .limit(limit)
    .offset(offset)
    .all()
}

/** The groups with these ids, or the next of a kind after one of them. */
export function groupsWithIds(db: ReadHandle, groupIds: readonly string[]): CopyGroup[] {
  return db
    .select()
    .from(careGroups)
    .where(sql`${careGroups.group_id} in (select value from json_each(${JSON.stringify(groupIds)}))`)
    .all()
}

export function nextGroups(db: ReadHandle, kind: CopyKind, after: string, limit: number): CopyGroup[] {
  return db
    .select()
    .from(careGroups)
    .where(and(gt(careGroups.group_id, after), eq(careGroups.kind, kind), eq(careGroups.ignored, false)))
    .orderBy(asc(careGroups.group_id))
    .limit(limit)
    .all()
}

/** The ids of the files in each of the groups. */
export function filesInGroups(db: ReadHandle, groupIds: readonly string[]): Map<string, string[]> {
  const rows = db
    .select()
    .from(careCopies)
    .where(inArray(careCopies.group_id, [...groupIds]))
    .all()
  const byGroup = new Map<string, string[]>()
  for (const { group_id, file_id } of rows) byGroup.set(group_id, [...(byGroup.get(group_id) ?? []), file_id])
  return byGroup
}

export function groupIdsOfFiles(db: ReadHandle, fileIds: readonly string[]): string[] {
  const rows = db
    .selectDistinct({ group_id: careCopies.group_id })
    .from(careCopies)
    .where(inArray(careCopies.file_id, [...fileIds]))
    .all()
  return rows.map(({ group_id }) => group_id)
}

/** Groups that contain a file of the series. */
export function groupIdsOfSeries(db: ReadHandle, comicId: string): string[] {
  const rows = db
    .selectDistinct({ group_id: careCopies.group_id })
    .from(issues)
    .innerJoin(issueFiles, eq(issueFiles.issue_id, issues.issue_id))
    .innerJoin(careCopies, eq(careCopies.file_id, issueFiles.file_id))
    .where(eq(issues.comic_id, comicId))
    .all()
  return rows.map(({ group_id }) => group_id)
}

/** The next groups by id, whatever their kind. */
export function groupIdsAfter(db: ReadHandle, after: string, limit: number): string[] {
  const rows = db
    .select({ group_id: careGroups.group_id })
    .from(careGroups)
    .where(gt(careGroups.group_id, after))
    .orderBy(asc(careGroups.group_id))
    .limit(limit)
    .all()
  return rows.map(({ group_id }) => group_id)
}

export function setGroupsIgnored(tx: Tx, groupIds: readonly string[], ignored: boolean): void {
  tx.update(careGroups)
    .set({ ignored })
    .where(sql`${careGroups.group_id} in (select value from json_each(${JSON.stringify(groupIds)}))`)
    .run()
}

/** The first issue in each file, with its series. */
export function issueLabels(db: ReadHandle, fileIds: readonly string[]) {
  return db
    .select({
      file_id: issueFiles.file_id,
      issue_id: issues.issue_id,
      comic_id: series.comic_id,
      series: series.name,
      number: issues.number,
      unit: issues.unit,
      kind: issues.kind,
      title: issues.title,
    })
    .from(issueFiles)
    .innerJoin(issues, eq(issues.issue_id, issueFiles.issue_id))
    .innerJoin(series, eq(series.comic_id, issues.comic_id))
    .where(inArray(issueFiles.file_id, [...fileIds]))
    .orderBy(asc(issues.sort_key))
    .all()
}

/** Issues whose files on disk are all among these. */
export function issuesWithoutOthers(db: ReadHandle, fileIds: readonly string[]) {
  const list = JSON.stringify(fileIds)
  return db
    .selectDistinct({
      issue_id: issues.issue_id,
      series: series.name,
      number: issues.number,
      unit: issues.unit,
      kind: issues.kind,
      title: issues.title,
    })
    .from(issueFiles)
    .innerJoin(issues, eq(issues.issue_id, issueFiles.issue_id))
    .innerJoin(series, eq(series.comic_id, issues.comic_id))
    .where(
      sql`${issueFiles.file_id} in (select value from json_each(${list})) and not exists (
        select 1 from issue_files l join files f using (file_id) where l.issue_id = ${issues.issue_id}
        and f.gone_at is null and l.file_id not in (select value from json_each(${list})))`,
    )
    .all()
}
