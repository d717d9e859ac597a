import { type SQL, sql } from 'drizzle-orm'
import type { PageSpan } from '../../base/http/paging'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { seriesRowsOf } from '../series/list-store'
import type { SeriesRow } from '../series/store'
import { series } from '../series/tables'
import { ANY_ROLE, type NameKind, type NameSeriesSort, type NameSort } from './states'
import { namePlaces, nameRoles, nameSeries, names, nameTotals } from './tables'

/** What pages, searches and feeds read about names. */

const is = sql.placeholder

export interface FoundName {
  name_id: number
  name: string
}

export interface CountedName extends FoundName {
  issues: number
  series: number
}

const named = preparedQuery((db: ReadHandle) =>
  db
    .select({ name_id: names.name_id, name: names.name, joined_into: names.joined_into })
    .from(names)
    .where(sql`${names.kind} = ${is('kind')} and ${names.key} = ${is('key')}`)
    .prepare(),
)

export type NameRow = FoundName & { joined_into: number | null }

/** The spelling itself. */
export const findSpelling = (db: ReadHandle, kind: NameKind, key: string): NameRow | undefined =>
  named(db).get({ kind, key })

const byId = preparedQuery((db: ReadHandle) =>
  db
    .select({ name_id: names.name_id, name: names.name, joined_into: names.joined_into })
    .from(names)
    .where(sql`${names.name_id} = ${is('name_id')}`)
    .prepare(),
)

/** The name that a spelling stands for. */
export function findName(db: ReadHandle, kind: NameKind, key: string): FoundName | undefined {
  const own = findSpelling(db, kind, key)
  return own?.joined_into == null ? own : byId(db).get({ name_id: own.joined_into })
}

export const nameOf = (db: ReadHandle, nameId: number): string | null => byId(db).get({ name_id: nameId })?.name ?? null

const joined = preparedQuery((db: ReadHandle) =>
  db
    .select({ name_id: names.name_id, name: names.name })
    .from(names)
    .where(sql`${names.joined_into} = ${is('name_id')}`)
    .orderBy(names.sort_name)
    .prepare(),
)

/** The other spellings of a name. */
export const spellingsOf = (db: ReadHandle, nameId: number): FoundName[] => joined(db).all({ name_id: nameId })

export function joinSpelling(tx: Tx, nameId: number, into: number | null): void {
  tx.update(names).set({ joined_into: into }).where(sql`${names.name_id} = ${nameId}`).run()
}

const roleByWord = preparedQuery((db: ReadHandle) =>
  db
    .select({ role_id: nameRoles.role_id })
    .from(nameRoles)
    .where(sql`${nameRoles.role} = ${is('role')}`)
    .prepare(),
)

/** Undefined for a role that nobody has. */
export const findRole = (db: ReadHandle, role: string): number | undefined => roleByWord(db).get({ role })?.role_id

// Lists of names

export interface NameFilter {
  kind: NameKind
  role_id: number
  /** Part of a key. */
  key?: string
}

const matching = ({ key }: NameFilter): SQL => (key === undefined ? sql`1` : sql`instr(n.key, ${key}) > 0`)

/** A page of names with their sums, for users who see the whole library. */
export function listNames(
  db: ReadHandle,
  filter: NameFilter,
  sort: NameSort,
  { limit, offset }: PageSpan,
): CountedName[] {
  const { kind, role_id } = filter
  const columns = sql`n.name_id, n.name, t.issues, t.series`
  // The order of the tables makes SQLite walk an index until the page is full.
  return sort === 'issues'
    ? db.all(sql`select ${columns} from ${nameTotals} t cross join ${names} n on n.name_id = t.name_id
        where t.kind = ${kind} and t.role_id = ${role_id} and ${matching(filter)}
        order by t.issues desc, t.name_id desc limit ${limit} offset ${offset}`)
    : db.all(sql`select ${columns} from ${names} n cross join ${nameTotals} t on t.name_id = n.name_id
        where n.kind = ${kind} and t.role_id = ${role_id} and ${matching(filter)}
        order by n.sort_name, n.name_id limit ${limit} offset ${offset}`)
}

export function countNames(db: ReadHandle, filter: NameFilter): number {
  const { kind, role_id, key } = filter
  const from = key === undefined ? sql`${nameTotals} t` : sql`${nameTotals} t join ${names} n on n.name_id = t.name_id`
  const [row] = db.all<{ count: number }>(
    sql`select count(*) as count from ${from} where t.kind = ${kind} and t.role_id = ${role_id} and ${matching(filter)}`,
  )
  return row!.count
}

export interface RoleCount {
  role: string
  names: number
}

/** What people of this kind do, and how many of them; the most frequent first. */
export const rolesOfKind = (db: ReadHandle, kind: NameKind): RoleCount[] =>
  db.all(sql`select r.role as role, count(*) as names from ${nameTotals} t join ${nameRoles} r on r.role_id = t.role_id
    where t.kind = ${kind} group by t.role_id order by names desc, r.role`)

// Covers beside names

const topSeries = preparedQuery((db: ReadHandle) =>
  db
    .select({ comic_id: series.comic_id })
    .from(nameSeries)
    .crossJoin(namePlaces)
    .crossJoin(series)
    .where(
      sql`${nameSeries.name_id} = ${is('name_id')} and ${nameSeries.role_id} = ${ANY_ROLE}
        and ${namePlaces.place_id} = ${nameSeries.series_id} and ${series.comic_id} = ${namePlaces.comic_id}`,
    )
    .orderBy(sql`${nameSeries.issues} desc, ${nameSeries.series_id} desc`)
    .limit(is('limit'))
    .prepare(),
)

/** The series with the most issues of each name. */
export function topSeriesOf(db: ReadHandle, nameIds: readonly number[], limit: number): Map<number, SeriesRow[]> {
  const ids = new Map(nameIds.map((name_id) => [name_id, topSeries(db).all({ name_id, limit })]))
  const rows = new Map(seriesRowsOf(db, [...ids.values()].flat()).map((row) => [row.comic_id, row]))
  return new Map([...ids].map(([nameId, list]) => [nameId, list.flatMap(({ comic_id }) => rows.get(comic_id) ?? [])]))
}

// Search

export interface NameMatch extends FoundName {
  kind: NameKind
  /** Names of this kind that match. */
  total: number
}

/** For each kind the best names that contain the key: the whole name, names that start with it, those with most issues. */
export const searchNames = (db: ReadHandle, key: string, limit: number): NameMatch[] =>
  db.all(sql`select kind, name_id, name, total from (
      select m.kind, m.name_id, n.name, count(*) over (partition by m.kind) as total,
        row_number() over (partition by m.kind
          order by m.rank, coalesce(t.issues, 0) desc, n.sort_name) as place
      from (select kind, coalesce(joined_into, name_id) as name_id,
          min(case instr(key, ${key}) when 1 then key <> ${key} else 2 end) as rank
        from ${names} where instr(key, ${key}) > 0 group by 1, 2) m
      join ${names} n on n.name_id = m.name_id
      left join ${nameTotals} t on t.name_id = m.name_id and t.role_id = ${ANY_ROLE}
      where exists (select 1 from ${nameSeries} c where c.name_id = m.name_id and c.role_id = ${ANY_ROLE}))
    where place <= ${limit} order by kind, place`)

const sums = preparedQuery((db: ReadHandle) =>
  db
    .select({ issues: sql<number>`coalesce(sum(${nameSeries.issues}), 0)`, series: sql<number>`count(*)` })
    .from(nameSeries)
    .where(sql`${nameSeries.name_id} = ${is('name_id')} and ${nameSeries.role_id} = ${is('role_id')}`)
    .prepare(),
)

/** What the caller may see of a name. */
export const sumsOf = (db: ReadHandle, name_id: number, role_id = ANY_ROLE): Pick<CountedName, 'issues' | 'series'> =>
  sums(db).get({ name_id, role_id })!

// The series of a name

const SERIES_SORTS = {
  issues: sql`c.issues desc, ${series.sort_name}`,
  title: sql`${series.sort_name}`,
  year: sql`${series.year} desc nulls last, ${series.sort_name}`,
} as const satisfies Record<NameSeriesSort, SQL>

export interface NameInSeries {
  comic_id: string
  /** Its number in the tables of names. */
  series_id: number
  issues: number
}

export const seriesOfName = (
  db: ReadHandle,
  nameId: number,
  roleId: number,
  sort: NameSeriesSort,
  { limit, offset }: PageSpan,
): NameInSeries[] =>
  db.all(sql`select ${series.comic_id} as comic_id, c.series_id as series_id, c.issues as issues
    from ${nameSeries} c cross join ${namePlaces} p cross join ${series}
    where c.name_id = ${nameId} and c.role_id = ${roleId} and p.place_id = c.series_id and ${series.comic_id} = p.comic_id
    order by ${SERIES_SORTS[sort]}, ${series.comic_id} limit ${limit} offset ${offset}`)

export interface NameOfSeries extends FoundName {
  kind: NameKind
  issues: number
}

/** The names of a series and of its issues, by kind, those with most issues first; at most `limit` of each kind. */
export const namesOfSeries = (db: ReadHandle, comicId: string, limit: number): NameOfSeries[] =>
  db.all(sql`select kind, name_id, name, issues from (
      select n.kind, n.name_id, n.name, c.issues,
        row_number() over (partition by n.kind order by c.issues desc, n.sort_name) as place
      from ${namePlaces} p cross join ${nameSeries} c cross join ${names} n
      where p.comic_id = ${comicId} and c.series_id = p.place_id and c.role_id = ${ANY_ROLE} and n.name_id = c.name_id)
    where place <= ${limit} order by kind, place`)

/** What each of these people does in the series. */
export const rolesOfSeries = (
  db: ReadHandle,
  comicId: string,
  nameIds: readonly number[],
): { name_id: number; role: string }[] =>
  db.all(sql`select c.name_id, r.role from ${namePlaces} p cross join ${nameSeries} c cross join ${nameRoles} r
    where p.comic_id = ${comicId} and c.series_id = p.place_id and r.role_id = c.role_id
      and c.name_id in (select value from json_each(${JSON.stringify(nameIds)}))
    order by c.issues desc, r.role_id`)

export interface RoleInSeries {
  series_id: number
  role: string
  issues: number
}

/** What the person does in each of these series. */
export const rolesInSeries = (db: ReadHandle, nameId: number, seriesIds: readonly number[]): RoleInSeries[] =>
  db.all(sql`select c.series_id as series_id, r.role as role, c.issues as issues
    from ${nameRoles} r cross join ${nameSeries} c
    where c.name_id = ${nameId} and c.role_id = r.role_id
      and c.series_id in (select value from json_each(${JSON.stringify(seriesIds)}))
    order by c.issues desc, r.role_id`)

export interface RoleOfName {
  role: string
  issues: number
  series: number
}

/** All that the person does, most first. */
export const rolesOfName = (db: ReadHandle, nameId: number): RoleOfName[] =>
  db.all(sql`select r.role as role, sum(c.issues) as issues, count(*) as series
    from ${nameRoles} r cross join ${nameSeries} c where c.name_id = ${nameId} and c.role_id = r.role_id
    group by r.role_id order by issues desc, r.role_id`)
