import { and, asc, count, eq, gt, sql } from 'drizzle-orm'
import type { PageSpan } from '../../../base/http/paging'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import { files, issueFiles, issues, series } from '../../../library/series/tables'
import { isIgnored } from '../ignored-store'
import type { FindingKind } from '../states'
import { careFindings } from '../tables'
import type { Finding } from './rules'

const is = sql.placeholder

const drop = preparedQuery((tx: Tx) =>
  tx
    .delete(careFindings)
    .where(eq(careFindings.comic_id, is('comic_id')))
    .prepare(),
)
const add = preparedQuery((tx: Tx) =>
  tx
    .insert(careFindings)
    .values({
      kind: is('kind'),
      subject: is('subject'),
      comic_id: is('comic_id'),
      file_id: is('file_id'),
      sort_key: is('sort_key'),
      detail: is('detail'),
      ignored: is('ignored'),
    })
    .onConflictDoNothing()
    .prepare(),
)
const sortName = preparedQuery((tx: Tx) =>
  tx
    .select({ sort_name: series.sort_name })
    .from(series)
    .where(eq(series.comic_id, is('comic_id')))
    .prepare(),
)

/** Replaces what is known about a series and its files. */
export function writeFindings(tx: Tx, comicId: string, findings: readonly Finding[]): void {
  drop(tx).run({ comic_id: comicId })
  if (findings.length === 0) return
  const { sort_name = '' } = sortName(tx).get({ comic_id: comicId }) ?? {}
  for (const { kind, subject, file_id, number_key, detail } of findings)
    add(tx).run({
      kind,
      subject,
      comic_id: comicId,
      file_id,
      sort_key: `${sort_name}\n${number_key}`,
      detail,
      ignored: Number(isIgnored(tx, kind, subject)),
    })
}

const counts = preparedQuery((db: ReadHandle) =>
  db
    .select({ kind: careFindings.kind, ignored: careFindings.ignored, count: count() })
    .from(careFindings)
    .groupBy(careFindings.kind, careFindings.ignored)
    .prepare(),
)

export const countFindings = (db: ReadHandle) => counts(db).all()

/** Files that cannot be opened, without those that the user ignores. */
export const countUnreadable = (db: ReadHandle): number =>
  countFindings(db).find(({ kind, ignored }) => kind === 'unreadable' && !ignored)?.count ?? 0

/** In the order of series and numbers. */
export function findingsPage(db: ReadHandle, kind: FindingKind, ignored: boolean, { limit, offset }: PageSpan) {
  return db
    .select({
      subject: careFindings.subject,
      detail: careFindings.detail,
      comic_id: careFindings.comic_id,
      series: series.name,
      year: series.year,
      file_id: careFindings.file_id,
      path: files.path,
      size: files.size,
      issue_id: sql<string | null>`(select l.issue_id from ${issueFiles} l where l.file_id = ${careFindings.file_id}
        limit 1)`,
      /** Its kind, unit, number and title, as JSON. */
      issue: sql<
        string | null
      >`(select json_object('kind', i.kind, 'unit', i.unit, 'number', i.number, 'title', i.title) from ${issueFiles} l join ${issues} i using (issue_id)
        where l.file_id = ${careFindings.file_id} limit 1)`,
    })
    .from(careFindings)
    .innerJoin(series, eq(series.comic_id, careFindings.comic_id))
    .leftJoin(files, eq(files.file_id, careFindings.file_id))
    .where(and(eq(careFindings.kind, kind), eq(careFindings.ignored, ignored)))
    .orderBy(asc(careFindings.sort_key), asc(careFindings.subject))
    .limit(limit)
    .offset(offset)
    .all()
}

/** The next files of a kind that are not ignored, by their ids. */
export function foundFiles(db: ReadHandle, kind: FindingKind, after: string, limit: number) {
  return db
    .select({ file_id: files.file_id, path: files.path, format: files.format, comic_id: careFindings.comic_id })
    .from(careFindings)
    .innerJoin(files, eq(files.file_id, careFindings.file_id))
    .where(and(eq(careFindings.kind, kind), eq(careFindings.ignored, false), gt(careFindings.subject, after)))
    .orderBy(asc(careFindings.subject))
    .limit(limit)
    .all()
}

/** The series with a finding of this kind that is not ignored. */
export const seriesWithFinding = (db: ReadHandle, kind: FindingKind): string[] =>
  db
    .select({ comic_id: careFindings.comic_id })
    .from(careFindings)
    .where(and(eq(careFindings.kind, kind), eq(careFindings.ignored, false)))
    .all()
    .map(({ comic_id }) => comic_id)

export function setFindingsIgnored(tx: Tx, kind: FindingKind, subjects: readonly string[], ignored: boolean): void {
  tx.update(careFindings)
    .set({ ignored })
    .where(
      sql`${careFindings.kind} = ${kind} and ${careFindings.subject} in (select value from
        json_each(${JSON.stringify(subjects)}))`,
    )
    .run()
}
