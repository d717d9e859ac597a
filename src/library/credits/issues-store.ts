import { type SQL, sql } from 'drizzle-orm'
import { callerId } from '../../base/platform/caller'
import type { ReadHandle } from '../../base/storage/database'
import { issues, RELEASED_OF_ISSUES, series } from '../series/tables'
import { ANY_ROLE, type NameIssueFilter } from './states'
import { namePlaces, nameRoles, nameSeries, nameUses } from './tables'

/** The issues of a name. They are found through its series, a few at a time, since a genre may have every issue. */

/** A name with its spellings, in one role or (0) in any. */
export interface NameScope {
  name_id: number
  /** Of all spellings. */
  name_ids: readonly number[]
  role_id: number
}

interface SeriesCount {
  series_id: number
  issues: number
}

/** The series of a name with the number of its issues. */
export const countedSeries = (db: ReadHandle, { name_id, role_id }: NameScope): SeriesCount[] =>
  db.all(sql`select series_id, issues from ${nameSeries} where name_id = ${name_id} and role_id = ${role_id}
    order by issues desc, series_id`)

const list = (values: readonly (string | number)[]) => sql`(select value from json_each(${JSON.stringify(values)}))`

/** The ids of the issues of a name in these series: its own, and all issues of a series that it is stated for. */
function issuesIn({ name_ids, role_id }: NameScope, seriesIds: readonly number[]): SQL {
  const used = sql`u.name_id in ${list(name_ids)} and u.series_id in ${list(seriesIds)}
    and ${role_id === ANY_ROLE ? sql`1` : sql`u.role_id = ${role_id}`}`
  return sql`(select p.issue_id as issue_id from ${nameUses} u cross join ${namePlaces} p
      where ${used} and u.place_id <> u.series_id and p.place_id = u.place_id
    union select ${issues.issue_id} from ${nameUses} u cross join ${namePlaces} p cross join ${issues}
      where ${used} and u.place_id = u.series_id and p.place_id = u.series_id and ${issues.comic_id} = p.comic_id)`
}

const RELEASED = sql.raw(RELEASED_OF_ISSUES)
const OWNED = sql`${issues.fulfillment} in ('downloaded', 'archived', 'covered')`
/** Like the page of a series: an issue whose file was never found is missing, an ignored one is not. */
const missing = (
  today: string,
) => sql`${issues.fulfillment} in ('missing', 'failed', 'unknown') and ${issues.intent} <> 'ignored'
  and coalesce(${RELEASED} <= ${today}, 1)`
const announced = (today: string) => sql`not ${OWNED} and ${RELEASED} > ${today}`
const READABLE = sql`${issues.file_format} is not null`
const unread = () => sql`${READABLE} and not exists (select 1 from reading_progress r
  where r.issue_id = ${issues.issue_id} and r.user_id = ${callerId()} and r.completed)`

export interface YearCount {
  /** Null for issues without a date. */
  year: number | null
  issues: number
  owned: number
  missing: number
  announced: number
  readable: number
  unread: number
}

export const countByYear = (
  db: ReadHandle,
  scope: NameScope,
  seriesIds: readonly number[],
  today: string,
): YearCount[] =>
  db.all(sql`select cast(substr(${RELEASED}, 1, 4) as integer) as year, count(*) as issues,
      count(*) filter (where ${OWNED}) as owned, count(*) filter (where ${missing(today)}) as missing,
      count(*) filter (where ${announced(today)}) as announced,
      count(*) filter (where ${READABLE}) as readable, count(*) filter (where ${unread()}) as unread
    from ${issuesIn(scope, seriesIds)} m cross join ${issues} on ${issues.issue_id} = m.issue_id group by 1`)

export interface IssueOfName {
  issue_id: string
  released: string | null
}

/** Which issues a list shows. */
export interface IssueQuery {
  which: NameIssueFilter
  year?: number
  today: string
}

/** The newest issues of a name in these series, at most `limit`. */
export function newestIssues(
  db: ReadHandle,
  scope: NameScope,
  seriesIds: readonly number[],
  { which, year, today }: IssueQuery,
  limit: number,
): IssueOfName[] {
  const isListed = { all: sql`1`, missing: missing(today), readable: READABLE, unread: unread() }[which]
  const inYear = year === undefined ? sql`1` : sql`cast(substr(${RELEASED}, 1, 4) as integer) = ${year}`
  return db.all(sql`select ${issues.issue_id} as issue_id, ${RELEASED} as released
    from ${issuesIn(scope, seriesIds)} m cross join ${issues} on ${issues.issue_id} = m.issue_id
    where ${isListed} and ${inYear} order by released desc nulls last, issue_id desc limit ${limit}`)
}

/** The first unread issue of each of these series; series that the caller is reading come first. */
export const nextToRead = (
  db: ReadHandle,
  scope: NameScope,
  seriesIds: readonly number[],
  limit: number,
): { issue_id: string }[] =>
  db.all(sql`select issue_id, min(sort_key) from (
      select ${issues.issue_id} as issue_id, ${issues.comic_id} as comic_id,
        (${issues.kind} = 'annual') || ${issues.sort_key} as sort_key
      from ${issuesIn(scope, seriesIds)} m cross join ${issues} on ${issues.issue_id} = m.issue_id where ${unread()}) i
    cross join ${series} on ${series.comic_id} = i.comic_id
    left join series_reading r on r.comic_id = i.comic_id and r.user_id = ${callerId()}
    group by i.comic_id
    order by coalesce(r."read" + r.reading, 0) = 0, r.read_at desc, ${series.sort_name} limit ${limit}`)

/** The roles of a name in each of these issues. */
export const rolesInIssues = (
  db: ReadHandle,
  { name_ids }: Pick<NameScope, 'name_ids'>,
  issueIds: readonly string[],
): { issue_id: string; role: string }[] =>
  db.all(sql`select distinct p.issue_id as issue_id, r.role as role, r.role_id
    from ${namePlaces} p cross join ${nameUses} u cross join ${nameRoles} r
    where p.issue_id in ${list(issueIds)} and u.place_id = p.place_id and u.name_id in ${list(name_ids)}
      and r.role_id = u.role_id order by r.role_id`)

/** Which of these issues the caller has read. */
export const readAmong = (db: ReadHandle, issueIds: readonly string[]): Set<string> =>
  new Set(
    db
      .all<{ issue_id: string }>(
        sql`select distinct issue_id from reading_progress
          where issue_id in ${list(issueIds)} and user_id = ${callerId()} and completed`,
      )
      .map(({ issue_id }) => issue_id),
  )
