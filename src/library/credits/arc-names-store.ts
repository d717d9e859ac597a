import { sql } from 'drizzle-orm'
import type { ReadHandle } from '../../base/storage/database'
import { issues } from '../series/tables'
import { ANY_ROLE } from './states'
import { namePlaces, nameSeries, names, nameUses } from './tables'

/** Story arcs by the names in metadata, which are no story arcs of the library yet. */

export interface NamedArc {
  name_id: number
  name: string
  key: string
  issues: number
  series: number
}

/** Arcs that at least `least` issues name, the most named first. */
export const namedArcs = (db: ReadHandle, least: number, limit: number): NamedArc[] =>
  db.all(sql`select n.name_id as name_id, n.name as name, n.key as key, sum(c.issues) as issues, count(*) as series
    from ${names} n cross join ${nameSeries} c
    where n.kind = 'arc' and n.joined_into is null and c.name_id = n.name_id and c.role_id = ${ANY_ROLE}
    group by n.name_id having sum(c.issues) >= ${least} order by issues desc, n.sort_name limit ${limit}`)

export interface IssueOfArc {
  issue_id: string
  released: string | null
}

/** The issues that name the arc in any of its spellings. */
export const issuesNamingArc = (db: ReadHandle, nameId: number): IssueOfArc[] =>
  db.all(sql`select distinct i.issue_id as issue_id, coalesce(i.release_date, i.issue_date, i.digital_date) as released
    from ${nameUses} u cross join ${namePlaces} p cross join ${issues} i
    where u.name_id in (select name_id from ${names} where name_id = ${nameId} or joined_into = ${nameId})
      and p.place_id = u.place_id and i.issue_id = p.issue_id`)
