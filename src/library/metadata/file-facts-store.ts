import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ReadHandle } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { files, issueFiles, issues, series } from '../series/tables'
import type { IssueFacts, PageMark } from './providers/provider'
import { issueSources, seriesSources } from './tables'

const is = sql.placeholder

/** The facts of an issue by which a series is described. */
export type SharableFacts = Pick<
  IssueFacts,
  'genres' | 'tags' | 'credits' | 'language' | 'manga' | 'age_rating' | 'series_groups'
>
const FIELDS = [
  'genres',
  'tags',
  'credits',
  'language',
  'manga',
  'age_rating',
  'series_groups',
] as const satisfies (keyof SharableFacts)[]

/** SQLite extracts these faster than all facts are parsed: a series may have thousands of issues. */
const PATHS = sql.join(
  FIELDS.map((field) => sql.raw(`'$.${field}'`)),
  sql`, `,
)

const ofIssues = preparedQuery((db: ReadHandle) =>
  db
    .select({ facts: sql<string | null>`json_extract(${issueSources.facts}, ${PATHS})` })
    .from(issues)
    .leftJoin(issueSources, and(eq(issueSources.issue_id, issues.issue_id), eq(issueSources.source, 'file')))
    .where(
      and(
        eq(issues.comic_id, is('comic_id')),
        eq(issues.kind, 'issue'),
        sql`exists (select 1 from ${issueFiles} join ${files} on ${files.file_id} = ${issueFiles.file_id}
          where ${issueFiles.issue_id} = ${issues.issue_id} and ${isNull(files.gone_at)})`,
      ),
    )
    .prepare(),
)

/** What the files of the regular issues say; an empty entry for a file that says nothing. */
export function fileFactsOfIssues(db: ReadHandle, comicId: string): SharableFacts[] {
  return ofIssues(db)
    .all({ comic_id: comicId })
    .map(({ facts }) => (facts === null ? {} : named(JSON.parse(facts))))
}

function named(values: readonly unknown[]): SharableFacts {
  const stated = FIELDS.map((field, at) => [field, values[at]] as const).filter(([, value]) => value !== null)
  return Object.fromEntries(stated)
}

const marksOfIssue = preparedQuery((db: ReadHandle) =>
  db
    .select({ marks: sql<string | null>`json_extract(${issueSources.facts}, '$.page_marks')` })
    .from(issueSources)
    .where(and(eq(issueSources.issue_id, is('issue_id')), eq(issueSources.source, 'file')))
    .prepare(),
)

/** The pages that the file of an issue marks. */
export function pageMarksOf(db: ReadHandle, issueId: string): PageMark[] {
  const marks = marksOfIssue(db).get({ issue_id: issueId })?.marks
  return marks ? JSON.parse(marks) : []
}

export interface NamedGroup {
  name: string
  comic_id: string
}

/** The groups that files name, with each of their series. */
export const groupsOfSeries = (db: ReadHandle): NamedGroup[] =>
  db.all(sql`select grouped.value as name, ${series.comic_id} as comic_id
    from ${seriesSources} cross join json_each(${seriesSources.facts}, '$.series_groups') as grouped
    cross join ${series} on ${series.comic_id} = ${seriesSources.comic_id}
    where ${seriesSources.source} = 'file' order by ${series.sort_name}, ${series.comic_id}`)
