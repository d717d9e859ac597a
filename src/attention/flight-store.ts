import { type SQL, sql } from 'drizzle-orm'
import { type EntityType, openStages, type Protocol, type Stage } from '../downloads/states'
import { journal } from '../downloads/tables'
import { openItems } from '../search/runs/machine'
import type { ItemState } from '../search/states'
import { searchItems } from '../search/tables'
import type { IssueKind, Unit } from '../series/states'
import { issues, series } from '../series/tables'
import type { Reader } from '../storage/database'

/** What names an issue; null where the library does not have it. */
export interface Named {
  series: string | null
  kind: IssueKind | null
  unit: Unit | null
  number: string | null
}

export type Flight = Named & {
  entity_type: EntityType
  entity_id: string
  comic_id: string | null
  updated_at: string
} & (
    | { flight: 'run'; row: number; run_id: string; state: Extract<ItemState, (typeof openItems)[number]> }
    | {
        flight: 'journal'
        row: string
        release_key: string
        stage: Extract<Stage, (typeof openStages)[number]>
        title: string
        indexer: string
        protocol: Protocol
      }
  )

const words = (list: readonly string[]) => sql.raw(`(${list.map((word) => `'${word}'`).join(', ')})`)

/**
 * All that is on its way, searched for or grabbed: the status bar counts these rows and the list shows them. `again`: a
 * search that the process died under.
 */
const FLIGHTS: SQL = sql`
  select 'run' as flight, ${searchItems}.rowid as row, run_id, state, null as release_key, null as stage, null as title,
    null as indexer, null as protocol, entity_type, entity_id, null as own_comic, updated_at,
    attempt_count > (state = 'running') as again
  from ${searchItems} where state in ${words(openItems)}
  union all
  select 'journal', item_id, null, null, release_key, stage, title, indexer, protocol, entity_type, entity_id, comic_id,
    updated_at, 0
  from ${journal} where stage in ${words(openStages)}`

export function countFlights(db: Reader): { total: number; again: number } {
  const counts = sql`select count(*) as total, coalesce(sum(again), 0) as again from (${FLIGHTS})`
  return db.all<{ total: number; again: number }>(counts)[0]!
}

/** The newest first. */
export function flights(db: Reader, { limit = -1, offset = 0 }: { limit?: number; offset?: number }): Flight[] {
  return db.all<Flight>(sql`
    select flown.*, coalesce(${issues.comic_id}, own_comic) as comic_id, ${series.name} as series, ${issues.kind} as kind,
      ${issues.unit} as unit, ${issues.number} as number
    from (select * from (${FLIGHTS}) order by updated_at desc, row desc limit ${limit} offset ${offset}) as flown
      left join ${issues} on ${issues.issue_id} = flown.entity_id
      left join ${series} on ${series.comic_id} = coalesce(${issues.comic_id}, own_comic)
    order by flown.updated_at desc, flown.row desc`)
}
