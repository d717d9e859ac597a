import { and, eq, ne, sql } from 'drizzle-orm'
import type { ReadingListId } from '../../base/formats/documents/cbl'
import { normalNumber } from '../../base/names/numbers'
import { matchKey } from '../../base/names/titles'
import type { ReadHandle } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { issueSourcesOf, issuesKnownAs } from '../../library/metadata/store'
import { findIssue, findSeries } from '../../library/series/store'
import { issues, series } from '../../library/series/tables'
import type { CandidateIssue, LibraryIndex } from './match'
import { findArcRule } from './store'

const is = sql.placeholder

const named = preparedQuery((db: ReadHandle) =>
  db
    .select({ comic_id: series.comic_id, name: series.name, year: series.year, volume: series.volume })
    .from(series)
    .where(and(eq(series.match_key, is('key')), ne(series.status, 'unfollowed')))
    .orderBy(series.sort_name, series.comic_id)
    .prepare(),
)

const dated = { issue_id: issues.issue_id, release_date: issues.release_date, issue_date: issues.issue_date }
const ofSeries = and(eq(issues.comic_id, is('comic_id')), eq(issues.number, is('number')))

const numbered = preparedQuery((db: ReadHandle) =>
  db
    .select(dated)
    .from(issues)
    .where(and(ofSeries, ne(issues.kind, 'annual')))
    .orderBy(issues.unit)
    .prepare(),
)

const annuals = preparedQuery((db: ReadHandle) =>
  db
    .select(dated)
    .from(issues)
    .where(and(ofSeries, eq(issues.kind, 'annual')))
    .prepare(),
)

/** The library as the matcher reads it; each query runs once. */
export function libraryIndex(db: ReadHandle): LibraryIndex {
  const known = new Map<string, ReturnType<LibraryIndex['seriesNamed']>>()
  return {
    ruleFor: (key, volume) => findArcRule(db, key, volume),
    nameOf: (comicId) => findSeries(db, comicId)?.name,
    issuesById: (id) => issuesById(db, id),
    aboutIssue: (issueId) => aboutIssue(db, issueId),
    seriesNamed(key) {
      const rows = known.get(key) ?? named(db).all({ key })
      known.set(key, rows)
      return rows
    },
    issuesNumbered: (comic_id, number) =>
      numbered(db)
        .all({ comic_id, number: normalNumber(number) })
        .map(candidate),
    idsOf: (issueId) =>
      issueSourcesOf(db, issueId).flatMap(({ source, provider_id }) =>
        provider_id === null ? [] : [{ source, issue: provider_id }],
      ),
    annualsNumbered: (comic_id, number) =>
      annuals(db)
        .all({ comic_id, number: normalNumber(number) })
        .map(candidate),
  }
}

function issuesById(db: ReadHandle, { source, issue }: ReadingListId): string[] {
  return issue === undefined ? [] : issuesKnownAs(db, source, issue)
}

function aboutIssue(db: ReadHandle, issueId: string) {
  const issue = findIssue(db, issueId)
  const of = issue && findSeries(db, issue.comic_id)
  return of && { number: issue.number, keys: [of.name, ...(of.aliases ?? [])].map(matchKey) }
}

function candidate(row: { issue_id: string; release_date: string | null; issue_date: string | null }): CandidateIssue {
  const date = row.issue_date ?? row.release_date
  return { issue_id: row.issue_id, year: date === null ? null : Number(date.slice(0, 4)) }
}
