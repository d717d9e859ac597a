import { sql } from 'drizzle-orm'
import type { ReadHandle } from '../../base/storage/database'
import type { Snapshot } from '../../base/storage/snapshot'
import { type EntityType, openStages, type Protocol, type Stage } from '../../intake/downloads/states'
import { journal } from '../../intake/downloads/tables'
import { openItems } from '../../intake/search/runs/machine'
import type { SearchItemState } from '../../intake/search/states'
import { searchItems } from '../../intake/search/tables'
import type { IssueTitleFields } from '../../library/series/issue-title'
import { issues, series } from '../../library/series/tables'

export type Flight = IssueTitleFields & {
  entity_type: EntityType
  entity_id: string
  comic_id: string | null
  updated_at: string
} & (
    | { flight: 'run'; row: number; run_id: string; state: Extract<SearchItemState, (typeof openItems)[number]> }
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

const words = (list: readonly string[]) => sql.raw(`(${list.map((word) => `'${word}'`).join(',')})`)

/** Active work: open searches of one issue, and open items of the journal. */
const SEARCHED = sql`${searchItems} where state in ${words(openItems)}`
const GRABBED = sql`${journal} where stage in ${words(openStages)}`

/** Counts; `again`: searches that a crash interrupted and that were or will be restarted. */
export function countFlights(db: ReadHandle): { total: number; again: number } {
  const counts = sql`select (select count(*) from ${SEARCHED}) + (select count(*) from ${GRABBED}) as total,
    (select count(*) from ${searchItems} indexed by search_items_again
      where state in ${words(openItems)} and attempt_count > 0 and attempt_count > (state = 'running')) as again`
  return db.all<{ total: number; again: number }>(counts)[0]!
}

const none = sql`1`
const flown = (searched = none, grabbed = none) => sql`
  select 'run' as flight, ${searchItems}.rowid as row, run_id, state, null as release_key, null as stage, null as title,
    null as indexer, null as protocol, entity_type, entity_id, null as own_comic, updated_at
  from ${SEARCHED} and ${searched}
  union all
  select 'journal', item_id, null, null, release_key, stage, title, indexer, protocol, entity_type, entity_id,
    nullif(comic_id, ''), updated_at
  from ${GRABBED} and ${grabbed}`

type FlightId = Pick<Flight, 'flight' | 'row'>

const inOrder = ({ limit = -1, offset = 0 }: { limit?: number; offset?: number }) =>
  sql`select flight, row from (${flown()}) order by updated_at desc, row desc limit ${limit} offset ${offset}`

/** A page of active work, newest first. */
export function flights(db: ReadHandle, page: { limit?: number; offset?: number }): Flight[] {
  return flightsOf(db, db.all<FlightId>(inOrder(page)))
}

/** Like `flights`, in steps. */
export function* stepFlights(at: Snapshot, from: { offset?: number }): Generator<Flight[]> {
  for (const ids of at.steps<FlightId>(inOrder(from))) yield flightsOf(at.read, ids)
}

function flightsOf(db: ReadHandle, ids: readonly FlightId[]): Flight[] {
  const rows = (flight: Flight['flight']) =>
    sql`(select value from json_each(${JSON.stringify(ids.filter((id) => id.flight === flight).map(({ row }) => row))}))`
  return db.all<Flight>(sql`
    select flown.*, coalesce(${issues.comic_id}, own_comic) as comic_id, ${series.name} as series, ${issues.kind} as kind,
      ${issues.unit} as unit, ${issues.number} as number
    from (${flown(sql`${searchItems}.rowid in ${rows('run')}`, sql`item_id in ${rows('journal')}`)}) as flown
      left join ${issues} on ${issues.issue_id} = flown.entity_id
      left join ${series} on ${series.comic_id} = coalesce(${issues.comic_id}, own_comic)
    order by flown.updated_at desc, flown.row desc`)
}
