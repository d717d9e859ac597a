import { sql } from 'drizzle-orm'
import type { ReadHandle } from '../../base/storage/database'
import { issues } from '../series/tables'
import { findName } from './names-store'
import { ANY_ROLE } from './states'
import { namePlaces, names, nameTotals, nameUses } from './tables'

/** Story arcs by the names in metadata, which are no story arcs of the library yet. */

export interface NamedArc {
  name_id: number
  name: string
  key: string
  issues: number
  series: number
}

const COLUMNS = sql`n.name_id as name_id, n.name as name, n.key as key, t.issues as issues, t.series as series`

/** Arcs that at least `least` issues name, the most named first; for users who see the whole library. */
export const namedArcs = (db: ReadHandle, least: number, limit: number): NamedArc[] =>
  db.all(sql`select ${COLUMNS} from ${nameTotals} t cross join ${names} n on n.name_id = t.name_id
    where t.kind = 'arc' and t.role_id = ${ANY_ROLE} and t.issues >= ${least}
    order by t.issues desc, t.name_id limit ${limit}`)

/** The arc that a spelling stands for. */
export function namedArc(db: ReadHandle, key: string): NamedArc | undefined {
  const found = findName(db, 'arc', key)
  const rows: NamedArc[] =
    found === undefined
      ? []
      : db.all(sql`select ${COLUMNS} from ${names} n cross join ${nameTotals} t on t.name_id = n.name_id
          where n.name_id = ${found.name_id} and t.role_id = ${ANY_ROLE}`)
  return rows[0]
}

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
