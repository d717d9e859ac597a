import { type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../../base/activity/scope'
import type { ReadHandle } from '../../base/storage/database'
import { healingReasons } from '../../intake/downloads/journal/reasons'
import type { EntityType, Resolution, Stage } from '../../intake/downloads/states'
import { journal, journalIssues } from '../../intake/downloads/tables'
import { searchItems } from '../../intake/search/tables'
import type { IssueTitleFields } from '../../library/series/issue-title'
import { issues, series } from '../../library/series/tables'
import type { WaitingStage } from './states'

/** A failed or unfinished item that the user has not resolved. */
export interface Obligation extends IssueTitleFields {
  release_key: string
  stage: WaitingStage
  reason: string | null
  /** The code of the reason. */
  base: string
  entity_type: EntityType
  entity_id: string
  comic_id: string | null
  title: string | null
  indexer: string | null
  content_path: string | null
  updated_at: string
  /** Row of the journal; null for a quarantined search. */
  item_id: string | null
  run_id: string | null
}

const baseOf = (reason: SQL) => sql`trim(substr(${reason}, 1, instr(${reason} || ':', ':') - 1))`
const HEALING = sql.raw(`(${healingReasons.map((code) => `'${code}'`).join(', ')})`)

/**
 * Written as literals, so that SQLite can use the partial index. The index is named because without statistics SQLite
 * may choose another.
 */
const WAITING = sql`stage in ('failed','manual_review') and resolution is null`

/** Searches that crashed too often, as items. */
const quarantined = (which: SQL) => sql`
  select entity_id || '|run:' || run_id, 'failed', reason, 'recovery_attempts_exhausted', entity_type, entity_id,
    null, null, null, null, updated_at, null, run_id
  from ${searchItems} as stuck where state = 'quarantined' and resolution is null and ${which}`

/**
 * Items that need attention: journal items that failed and are not retried, and searches that crashed too often,
 * unless the issue was searched for since. When several items have one key, the newest is listed.
 */
const OBLIGATIONS: SQL = sql`
  select * from (
    select *, row_number() over (partition by release_key order by updated_at desc, item_id desc) as nth from (
      select release_key, stage, reason, ${baseOf(sql`coalesce(reason, '')`)} as base, entity_type, entity_id,
        nullif(comic_id, '') as own_comic, title, indexer, content_path, updated_at, item_id, null as run_id
      from ${journal} indexed by journal_unresolved where ${WAITING}
    ) where base not in ${HEALING}
  ) where nth = 1
  union all
  select *, 1 from (${quarantined(sql`not exists (
    select 1 from ${searchItems} as later
    where later.entity_id = stuck.entity_id and later.updated_at > stuck.updated_at and later.run_id <> stuck.run_id)`)})`

const comic = sql`coalesce(${issues.comic_id}, own_comic)`

/** Newest first; `keys`: those with one of these. */
export function obligations(db: ReadHandle, scope?: Scope, keys?: readonly string[]): Obligation[] {
  const among = sql`release_key in (select value from json_each(${JSON.stringify(keys)}))`
  return db.all<Obligation>(sql`
    select due.*, ${comic} as comic_id, ${series.name} as series, ${issues.kind} as kind, ${issues.unit} as unit,
      ${issues.number} as number
    from (${OBLIGATIONS}) as due
      left join ${issues} on ${issues.issue_id} = due.entity_id
      left join ${series} on ${series.comic_id} = ${comic}
    where ${scope ? within(scope) : sql`1`} and ${keys ? among : sql`1`}
    order by due.updated_at desc, due.release_key`)
}

/** An item that needs attention, without what only a row of a page shows. */
export type ObligationRef = Pick<Obligation, 'release_key' | 'stage' | 'base' | 'entity_id' | 'item_id' | 'run_id'> &
  Pick<Obligation, 'updated_at' | 'kind'>

/** All of them, newest first. */
export function obligationRefs(db: ReadHandle): ObligationRef[] {
  return db.all<ObligationRef>(sql`
    select release_key, stage, base, entity_id, item_id, run_id, due.updated_at, ${issues.kind} as kind
    from (${OBLIGATIONS}) as due left join ${issues} on ${issues.issue_id} = due.entity_id
    order by due.updated_at desc, release_key`)
}

/** The items of these references, in their order. */
export function obligationsOf(db: ReadHandle, refs: readonly ObligationRef[]): Obligation[] {
  const list = (values: readonly (string | null)[]) =>
    sql`(select value from json_each(${JSON.stringify(values.filter((value) => value !== null))}))`
  const rows = db.all<Obligation>(sql`
    select due.*, ${comic} as comic_id, ${series.name} as series, ${issues.kind} as kind, ${issues.unit} as unit,
      ${issues.number} as number
    from (
      select release_key, stage, reason, ${baseOf(sql`coalesce(reason, '')`)} as base, entity_type, entity_id,
        nullif(comic_id, '') as own_comic, title, indexer, content_path, updated_at, item_id, null as run_id
      from ${list(refs.map(({ item_id }) => item_id))} as listed
        cross join ${journal} on item_id = listed.value
      where ${WAITING}
      union all
      ${quarantined(sql`run_id in ${list(refs.map(({ run_id }) => run_id))}`)}
    ) as due
      left join ${issues} on ${issues.issue_id} = due.entity_id
      left join ${series} on ${series.comic_id} = ${comic}`)
  const byKey = new Map(rows.map((row) => [row.release_key, row]))
  return refs.flatMap(({ release_key }) => byKey.get(release_key) ?? [])
}

/** The number of items and of groups. */
export function countObligations(db: ReadHandle): { members: number; groups: number } {
  const counts = sql`
    select count(*) as members, count(distinct coalesce(${comic}, release_key) || '|' || base) as groups
    from (${OBLIGATIONS}) as due left join ${issues} on ${issues.issue_id} = due.entity_id`
  return db.all<{ members: number; groups: number }>(counts)[0]!
}

/** SQL condition for the scope. A pack belongs to each of its issues. */
function within({ type, id }: Scope): SQL {
  if (type === 'series') return sql`${comic} = ${id}`
  const packed = sql`due.item_id in (select item_id from ${journalIssues} where issue_id = ${id})`
  return sql`due.entity_type = ${type} and (due.entity_id = ${id} or ${packed})`
}

/** Journal items of a series that need attention, including those that are retried. */
export function waitingItems(db: ReadHandle, comicId: string): string[] {
  const rows = sql`select item_id from ${journal} indexed by journal_unresolved where ${WAITING} and comic_id = ${comicId}`
  return db.all<{ item_id: string }>(rows).map(({ item_id }) => item_id)
}

export interface Traces {
  stage: Stage
  resolution: Resolution | null
}

/** The newest row of a key without an open item. */
export function tracesOf(db: ReadHandle, releaseKey: string): Traces | undefined {
  const known = sql`
    select stage, resolution from (
      select stage, resolution, updated_at from ${journal} where release_key = ${releaseKey}
      union all
      select 'failed', resolution, updated_at from ${searchItems}
      where state = 'quarantined' and entity_id || '|run:' || run_id = ${releaseKey}
    ) order by updated_at desc limit 1`
  return db.all<Traces>(known)[0]
}
