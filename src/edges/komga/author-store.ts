import { type SQL, sql } from 'drizzle-orm'
import { matchKey } from '../../base/names/titles'
import type { ReadHandle } from '../../base/storage/database'
import { namePlaces, nameRoles, nameSeries, names, nameUses } from '../../library/credits/tables'
import { issues, series } from '../../library/series/tables'
import { HAS_FILES } from '../opds/series-store'
import type { Leaf } from './condition'
import type { Listed, Spellings } from './condition-store'

/** People and tags as apps ask for them: lists of people, and conditions on both. */

type AuthorLeaf = Extract<Leaf, { is: 'author' }>

const list = (values: readonly (string | number)[]) => sql`(select value from json_each(${JSON.stringify(values)}))`

/** The names that these stand for, also as spellings of another. */
const standing = (kind: SQL, keys: readonly string[]) => sql`(select coalesce(n.joined_into, n.name_id) from ${names} n
  where n.kind = ${kind} and n.key in ${list(keys)})`

/** All spellings of the same names. */
const spellings = (kind: SQL, keys: readonly string[]) => sql`(select a.name_id from ${names} a
  where a.name_id in ${standing(kind, keys)} or a.joined_into in ${standing(kind, keys)})`

/** SQL condition: the series, or the book, is by that person, or by anyone in that role. */
export function authorSql({ name, role }: AuthorLeaf, of: Listed, known: Spellings): SQL {
  const roles = known.rolesCalled(role)
  const inRole = (column: SQL) => (roles === undefined ? sql`1` : sql`${column} in ${list(roles)}`)
  if (name !== undefined) return byPerson(matchKey(name), of, inRole)
  // Nearly every book has a writer, so each book is tested alone.
  const person = sql`n.kind = 'person'`
  if (of === 'series')
    return sql`exists (select 1 from ${namePlaces} p cross join ${nameSeries} c cross join ${names} n
      where p.comic_id = ${series.comic_id} and c.series_id = p.place_id and ${inRole(sql`c.role_id`)}
        and n.name_id = c.name_id and ${person})`
  return sql`exists (select 1 from ${namePlaces} p cross join ${nameUses} u cross join ${names} n
    where p.issue_id = ${issues.issue_id} and u.place_id = p.place_id and ${inRole(sql`u.role_id`)}
      and n.name_id = u.name_id and ${person})`
}

function byPerson(key: string, of: Listed, inRole: (column: SQL) => SQL): SQL {
  const used = sql`u.name_id in ${spellings(sql`'person'`, [key])} and ${inRole(sql`u.role_id`)}`
  const comics = (which: SQL) => sql`(select p.comic_id from ${nameUses} u cross join ${namePlaces} p
    where ${used} and p.place_id = u.series_id and ${which})`
  if (of === 'series') return sql`${series.comic_id} in ${comics(sql`1`)}`
  return sql`(${issues.issue_id} in (select p.issue_id from ${nameUses} u cross join ${namePlaces} p
      where ${used} and p.place_id = u.place_id and p.issue_id is not null)
    or ${issues.comic_id} in ${comics(sql`u.place_id = u.series_id`)})`
}

/** SQL condition: a source states one of these tags for the series or one of its issues. */
export const seriesTagged = (
  words: readonly string[],
): SQL => sql`exists (select 1 from ${namePlaces} p cross join ${nameSeries} c
  where p.comic_id = ${series.comic_id} and c.series_id = p.place_id and c.role_id = 0
    and c.name_id in ${standing(sql`'tag'`, words.map(matchKey))})`

/** SQL condition: a source states a tag for the series itself. */
export const SERIES_HAS_TAG = sql`exists (select 1 from ${namePlaces} p cross join ${nameUses} u cross join ${names} n
  where p.comic_id = ${series.comic_id} and u.place_id = p.place_id and n.name_id = u.name_id and n.kind = 'tag')`

/** SQL condition: a source states one of these tags, or (undefined) any, for the book. */
export const bookTagged = (
  words: readonly string[] | undefined,
): SQL => sql`exists (select 1 from ${namePlaces} p cross join ${nameUses} u cross join ${names} n
  where p.issue_id = ${issues.issue_id} and u.place_id = p.place_id and n.name_id = u.name_id
    and n.kind = 'tag' and ${words === undefined ? sql`1` : sql`n.name_id in ${spellings(sql`'tag'`, words.map(matchKey))}`})`

export interface PersonRow {
  name: string
  role: string
}

/** The people of series with files and what they do, from the one after `after`; `limit` people at a time. */
export const peopleAfter = (db: ReadHandle, after: number, limit: number): PersonRow[] =>
  db.all(sql`select distinct n.name, r.role
    from (select name_id, name from ${names} where kind = 'person' and name_id > ${after} and joined_into is null
      order by name_id limit ${limit}) n
    cross join ${nameSeries} c cross join ${nameRoles} r cross join ${namePlaces} p cross join ${series}
    where c.name_id = n.name_id and r.role_id = c.role_id and p.place_id = c.series_id
      and ${series.comic_id} = p.comic_id and ${HAS_FILES}`)

/** The number of the last person of that step; undefined when there are no more. */
export function lastOfPeople(db: ReadHandle, after: number, limit: number): number | undefined {
  const [row] = db.all<{ last: number | null }>(sql`select max(name_id) as last from (select name_id from ${names}
    where kind = 'person' and name_id > ${after} and joined_into is null order by name_id limit ${limit})`)
  return row?.last ?? undefined
}

/** The people of some series. */
export const peopleOfSeries = (db: ReadHandle, comicIds: readonly string[]): PersonRow[] =>
  db.all(sql`select distinct n.name, r.role
    from ${namePlaces} p cross join ${nameSeries} c cross join ${names} n cross join ${nameRoles} r
    where p.comic_id in ${list(comicIds)} and c.series_id = p.place_id and n.name_id = c.name_id and n.kind = 'person'
      and r.role_id = c.role_id`)

/** The people of some issues. */
export const peopleOfIssues = (db: ReadHandle, issueIds: readonly string[]): PersonRow[] =>
  db.all(sql`select distinct s.name, r.role
    from ${namePlaces} p cross join ${nameUses} u cross join ${names} n cross join ${names} s cross join ${nameRoles} r
    where p.issue_id in ${list(issueIds)} and u.place_id = p.place_id and n.name_id = u.name_id and n.kind = 'person'
      and s.name_id = coalesce(n.joined_into, n.name_id) and r.role_id = u.role_id`)

export const allRoles = (db: ReadHandle): { role_id: number; role: string }[] =>
  db.all(sql`select role_id, role from ${nameRoles}`)
