import { sql } from 'drizzle-orm'
import type { ReadHandle } from '../../base/storage/database'
import type { NameKind } from './states'
import { namePlaces, nameRoles, nameSeries, names } from './tables'

/** What the sums of a user with limits are made of. */

/** The numbers of the series that the caller may see. */
export const visibleSeries = (db: ReadHandle): number[] =>
  db
    .all<{ place_id: number }>(sql`select place_id from ${namePlaces} where comic_id is not null`)
    .map(({ place_id }) => place_id)

export interface PartialSum {
  name_id: number
  name: string
  key: string
  sort_name: string
  role_id: number
  role: string | null
  issues: number
  series: number
}

/**
 * The sums over these series, of the names of a kind after the one with the number `after`. Of the tables: the views of
 * users with limits look up every row, and the series are visible.
 */
export const sumVisible = (
  db: ReadHandle,
  kind: NameKind,
  seriesIds: string,
  { after, limit }: { after: number; limit: number },
): PartialSum[] =>
  db.all(sql`select n.name_id, n.name, n.key, n.sort_name, c.role_id, r.role, sum(c.issues) as issues, count(*) as series
    from (select * from main.${names} where kind = ${kind} and name_id > ${after} and joined_into is null
      order by name_id limit ${limit}) n
    cross join main.${nameSeries} c on c.name_id = n.name_id
      and c.series_id in (select value from json_each(${seriesIds}))
    left join ${nameRoles} r on r.role_id = c.role_id
    group by n.name_id, c.role_id order by n.name_id`)

/** The number of the last name of that step; undefined when there are no more. */
export function lastOfStep(db: ReadHandle, kind: NameKind, after: number, limit: number): number | undefined {
  const [row] = db.all<{ last: number | null }>(
    sql`select max(name_id) as last from (select name_id from main.${names}
      where kind = ${kind} and name_id > ${after} and joined_into is null order by name_id limit ${limit})`,
  )
  return row?.last ?? undefined
}
