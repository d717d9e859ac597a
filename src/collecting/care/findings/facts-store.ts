import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { ReadHandle } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import { fileStatements } from '../../../intake/imports/tables'
import { fileChecks } from '../../../library/checks/tables'
import { findSeries } from '../../../library/series/store'
import { files, issueFiles, issues } from '../../../library/series/tables'

const is = sql.placeholder

const filesBySeries = preparedQuery((db: ReadHandle) =>
  db
    .select({
      file_id: files.file_id,
      path: files.path,
      size: files.size,
      format: files.format,
      pages: files.page_count,
      added_at: files.added_at,
      page_bytes: fileChecks.page_bytes,
      missing_pages: fileChecks.missing_pages,
      problem: fileChecks.problem,
      language: sql<string | null>`${fileStatements.stated} ->> '$.language'`,
      sort_key: sql<string>`min(${issues.sort_key})`,
      date: sql<string | null>`coalesce(${issues.release_date}, ${issues.issue_date})`,
    })
    .from(issues)
    .innerJoin(issueFiles, eq(issueFiles.issue_id, issues.issue_id))
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .leftJoin(fileChecks, eq(fileChecks.file_id, files.file_id))
    .leftJoin(fileStatements, eq(fileStatements.file_id, files.file_id))
    .where(and(eq(issues.comic_id, is('comic_id')), isNull(files.gone_at)))
    .groupBy(files.file_id)
    .prepare(),
)

/** Two issues of one kind and unit whose numbers are in the same place of the order, such as 1 and 01. */
const repeatedNumbers = preparedQuery((db: ReadHandle) =>
  db
    .select({ number: sql<string>`min(${issues.number})` })
    .from(issues)
    .where(and(eq(issues.comic_id, is('comic_id')), sql`${issues.number} <> ''`))
    .groupBy(issues.kind, issues.unit, issues.sort_key)
    .having(sql`count(*) > 1`)
    .orderBy(asc(issues.sort_key))
    .prepare(),
)

/** Released issues that a provider lists and that are missing between the first and the last owned one. */
const missingBetween = preparedQuery((db: ReadHandle) =>
  db
    .select({ issue_id: issues.issue_id, number: issues.number, intent: issues.intent })
    .from(issues)
    .where(
      sql`${issues.comic_id} = ${is('comic_id')} and ${issues.kind} = 'issue' and ${issues.fulfillment} = 'missing'
        and ${issues.intent} not in ('skipped', 'ignored') and ${issues.announced_by} is null
        and coalesce(${issues.release_date}, ${issues.digital_date}, ${issues.issue_date}) < ${is('today')}
        and ${issues.sort_key} > (select min(o.sort_key) from issues o where o.comic_id = ${is('comic_id')}
          and o.kind = 'issue' and o.unit = ${issues.unit} and o.file_format is not null)
        and ${issues.sort_key} < (select max(o.sort_key) from issues o where o.comic_id = ${is('comic_id')}
          and o.kind = 'issue' and o.unit = ${issues.unit} and o.file_format is not null)`,
    )
    .orderBy(asc(issues.sort_key))
    .prepare(),
)

export type CheckedFile = ReturnType<ReturnType<typeof filesBySeries>['all']>[number]

export interface SeriesFacts {
  comic_id: string
  files: CheckedFile[]
  same_numbers: string[]
  gaps: string[]
}

/** The issues missing inside a series, as its metadata source lists them; none without a source. */
export const listedGaps = (db: ReadHandle, comicId: string, today: string) =>
  findSeries(db, comicId)?.listed ? missingBetween(db).all({ comic_id: comicId, today }) : []

/** All that the rules about a series read. */
export function factsOf(db: ReadHandle, comicId: string, today: string): SeriesFacts {
  const of = { comic_id: comicId }
  const numbers = (rows: readonly { number: string }[]) => rows.map(({ number }) => number)
  return {
    comic_id: comicId,
    files: filesBySeries(db).all(of),
    same_numbers: numbers(repeatedNumbers(db).all(of)),
    gaps: numbers(listedGaps(db, comicId, today)),
  }
}
