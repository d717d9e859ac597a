import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  notInArray,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { PageSpan } from '../../../base/http/paging'
import type { Instant } from '../../../base/platform/ports'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import type { Snapshot } from '../../../base/storage/snapshot'
import type { IssueTitleFields } from '../../../library/series/issue-title'
import { issues, series } from '../../../library/series/tables'
import { openStages, type Stage } from '../states'
import type { DownloadItem } from '../store'
import { journal } from '../tables'

export interface HistoryRow extends IssueTitleFields {
  item: DownloadItem
}

export interface HistoryFilter {
  /** Part of a match key of a series. */
  key?: string
  /** The search text as typed. */
  text?: string
  /** Stages whose status matches the search text. */
  called?: readonly Stage[]
  stages?: readonly Stage[]
  /** Of these rows alone. */
  rows?: readonly number[]
}

export type HistoryOrder = { sort: 'series' | 'issue' | 'provider' | 'status' | 'date'; descending: boolean }

const NUMBERED = { kind: issues.kind, unit: issues.unit, number: issues.number }

const SORTS = {
  series: sql`coalesce(${series.sort_name}, lower(${journal.title}))`,
  issue: sql`${issues.sort_key}`,
  provider: sql`lower(${journal.indexer})`,
  // As the API shows them: several stages share one status.
  status: sql`case ${journal.stage} when 'reserved' then 'snatched' when 'post_processing' then 'downloaded'
    when 'moved' then 'downloaded' when 'manual_review' then 'failed' when 'cancelled' then 'failed' else ${journal.stage} end`,
  date: sql`${journal.grabbed_at}`,
} as const satisfies Record<HistoryOrder['sort'], SQL>

/** A page of grabbed releases that are not cleared. */
export function listHistory(
  db: ReadHandle,
  filter: HistoryFilter,
  order: HistoryOrder,
  { limit, offset }: PageSpan,
): HistoryRow[] {
  return pastOf(db, itemIds(db, filter, order).limit(limit).offset(offset).all())
}

/** A search that finds more of them sorts by an index, which then comes to a page quickly. */
const FEW_FOUND = 500

export type TextFilter = HistoryFilter & { text: string }

/** A page of what holds some text, and how many items do: of a few, one search finds both. */
export function searchHistory(db: ReadHandle, filter: TextFilter, order: HistoryOrder, page: PageSpan) {
  const rows = db.all<{ at: number }>(sql`${holding(filter, sql`union all`)} limit ${FEW_FOUND + 1}`)
  if (rows.length > FEW_FOUND) {
    const [counted] = db.all<{ total: number }>(sql`select count(*) as total from (${holding(filter, sql`union`)})`)
    return { items: listHistory(db, filter, order, page), total: counted!.total }
  }
  const own = [...new Set(rows.map(({ at }) => at))]
  return { items: own.length === 0 ? [] : listHistory(db, { rows: own }, order, page), total: own.length }
}

/**
 * Rows that hold some text. Titles are compared in an index that holds little else, and of the indexers each name once;
 * the compound operator says whether a row that is found twice counts once.
 */
function holding({ text, key = '', called = [] }: TextFilter, compound: SQL): SQL {
  const shownBy = (index: SQL) => sql`select rowid as at from ${journal} indexed by ${index} where cleared_at is null`
  const byText = sql`journal_texts`
  const nextName = sql`select min(indexer) from ${journal} indexed by ${byText} where cleared_at is null`
  return sql`
    with recursive indexers(name) as (
      ${nextName} union all select (${nextName} and indexer > name) from indexers where name is not null
    )
    ${shownBy(byText)} and ${contains(sql`title`, text)}
    ${compound} ${shownBy(byText)} and indexer in (select name from indexers where ${contains(sql`name`, text)})
    ${compound} ${shownBy(sql`journal_of_series`)} and comic_id in (${seriesWith(key)})
    ${compound} ${shownBy(sql`journal_shown_by_stage`)} and ${inArray(sql`stage`, [...called])}`
}

/** The names that the whole history is sorted by, with the number of items of each; the others have their title. */
export interface HistoryName {
  name: string
  items: number
  /** JSON: the series with that name. */
  comic_ids: string
  /** Those of the items that belong to none. */
  loose: number
}

export function historyNames(db: ReadHandle): HistoryName[] {
  return db.all<HistoryName>(sql`
    with counted as (
      select comic_id, count(*) as items from ${journal} indexed by journal_of_series
      where cleared_at is null group by comic_id
    )
    select name, sum(items) as items, sum(comic_id is null) as loose,
      json_group_array(comic_id) filter (where comic_id is not null) as comic_ids
    from (
      select ${series.sort_name} as name, items, counted.comic_id as comic_id
      from counted cross join ${series} on ${series.comic_id} = counted.comic_id
      union all
      select lower(title), 1, null from ${journal} indexed by journal_of_series
      where cleared_at is null and comic_id in (
        select comic_id from counted where not exists (select 1 from ${series} where ${series.comic_id} = counted.comic_id))
    ) group by name order by name`)
}

/** A page of the whole history by the names of series, of which only the named part is read. */
export function historyByName(
  db: ReadHandle,
  names: readonly HistoryName[],
  descending: boolean,
  page: PageSpan,
): HistoryRow[] {
  const ordered = descending ? names.toReversed() : names
  let before = 0
  let at = 0
  for (; at < ordered.length && before + ordered[at]!.items <= page.offset; at++) before += ordered[at]!.items
  const part: HistoryName[] = []
  for (let items = 0; at < ordered.length && before + items < page.offset + page.limit; at++) {
    part.push(ordered[at]!)
    items += ordered[at]!.items
  }
  const list = (values: readonly string[]) => sql`(select value from json_each(${JSON.stringify(values)}))`
  const comics = part.flatMap(({ comic_ids }) => JSON.parse(comic_ids) as string[])
  const titles = part.map(({ name }) => name)
  const titled = sql`not exists (select 1 from ${series} where ${series.comic_id} = ${journal.comic_id})
    and lower(title) in ${list(titles)}`
  // Titles are read only where the page has an item without a series.
  const own = part.some(({ loose }) => loose > 0) ? titled : sql`0`
  const way = descending ? sql`desc` : sql`asc`
  return pastOf(
    db,
    db.all<ItemId>(sql`
      select item_id from (
        select item_id, grabbed_at, ${series.sort_name} as name from ${journal} indexed by journal_of_series
          join ${series} on ${series.comic_id} = ${journal.comic_id}
        where ${journal.comic_id} in ${list(comics)} and cleared_at is null
        union all
        select item_id, grabbed_at, lower(title) from ${journal} where cleared_at is null and ${own}
      ) order by name ${way}, grabbed_at desc, item_id desc limit ${page.limit} offset ${page.offset - before}`),
  )
}

/** Like `listHistory`, but all rows from `offset` on, in steps. */
export function* stepHistory(
  at: Snapshot,
  filter: HistoryFilter,
  order: HistoryOrder,
  offset: number,
): Generator<HistoryRow[]> {
  const ids = itemIds(at.read, filter, order).limit(EVERY_ONE).offset(offset)
  for (const step of at.steps<ItemId>(ids)) yield pastOf(at.read, step)
}

/** SQLite only applies an offset together with a limit, and the query builder drops a limit of -1. */
const EVERY_ONE = Number.MAX_SAFE_INTEGER

type ItemId = Pick<DownloadItem, 'item_id'>

/** Only ids are sorted; whole rows are loaded for the page or step alone. */
function itemIds(db: ReadHandle, filter: HistoryFilter, order: HistoryOrder) {
  const newest = [desc(journal.grabbed_at), desc(journal.item_id)]
  const way = order.descending ? desc : asc
  // With several stages SQLite would walk the whole index by time. The plus hides that index, and few rows need
  // sorting.
  const date = (filter.stages?.length ?? 0) > 1 ? sql`+${journal.grabbed_at}` : journal.grabbed_at
  const by = order.sort === 'date' ? [way(date), way(journal.item_id)] : [way(SORTS[order.sort]), ...newest]
  const ids = db.select({ item_id: journal.item_id }).from(journal).$dynamic()
  if (order.sort === 'issue') ids.leftJoin(issues, eq(issues.issue_id, journal.entity_id))
  if (order.sort === 'series') ids.leftJoin(series, eq(series.comic_id, journal.comic_id))
  return ids.where(shown(filter)).orderBy(...by)
}

const pastById = preparedQuery((db: ReadHandle) =>
  db
    .select({ item: getTableColumns(journal), series: series.name, ...NUMBERED })
    .from(journal)
    .leftJoin(issues, eq(issues.issue_id, journal.entity_id))
    .leftJoin(series, eq(series.comic_id, journal.comic_id))
    .where(sql`${journal.item_id} in (select value from json_each(${sql.placeholder('ids')}))`)
    .prepare(),
)

/** The items with these ids, in their order. */
function pastOf(db: ReadHandle, ids: readonly ItemId[]): HistoryRow[] {
  const rows = pastById(db).all({ ids: JSON.stringify(ids.map(({ item_id }) => item_id)) })
  const found = new Map(rows.map((row) => [row.item.item_id, row]))
  return ids.flatMap(({ item_id }) => found.get(item_id) ?? [])
}

export function countHistory(db: ReadHandle, filter: HistoryFilter): number {
  if (Object.keys(filter).length === 0) return db.all<{ past: number }>(ALL_SHOWN)[0]!.past
  return db.select({ past: count() }).from(journal).where(shown(filter)).get()!.past
}

/** SQLite counts whole tables without reading rows, a hundred times as fast as counting rows that are not cleared. */
const ALL_SHOWN = sql`select (select count(*) from ${journal})
  - (select count(*) from ${journal} where ${journal.cleared_at} is not null) as past`

function shown({ key = '', text, called = [], stages, rows }: HistoryFilter): SQL | undefined {
  if (rows) return sql`${journal}.rowid in (select value from json_each(${JSON.stringify(rows)}))`
  const own = text === undefined ? undefined : or(holds(text, key), inArray(journal.stage, [...called]))
  return and(isNull(journal.cleared_at), stages && inArray(journal.stage, [...stages]), own)
}

/** Matches the row's own text, which names the issue, or the name of its series. */
function holds(text: string, key: string): SQL {
  return sql`(${contains(journal.title, text)} or ${contains(journal.indexer, text)}
    or ${journal.comic_id} in (${seriesWith(key)}))`
}

/** Without `escape` where nothing is escaped, which takes a quarter less. */
function contains(field: SQLWrapper, text: string): SQL {
  const escaped = text.replace(/[\\%_]/g, '\\$&')
  return escaped === text ? sql`${field} like ${`%${text}%`}` : sql`${field} like ${`%${escaped}%`} escape '\\'`
}

const seriesWith = (key: string): SQL =>
  sql`select ${series.comic_id} from ${series} where ${key} <> '' and instr(${series.match_key}, ${key}) > 0`

/** Clears ended items; open ones stay. The rows remain for searches and for pending decisions. */
export function clearHistory(tx: Tx, stages: readonly Stage[] | undefined, at: Instant): void {
  const ended = notInArray(journal.stage, [...openStages])
  tx.update(journal)
    .set({ cleared_at: at })
    .where(and(isNull(journal.cleared_at), ended, stages && inArray(journal.stage, [...stages])))
    .run()
}
