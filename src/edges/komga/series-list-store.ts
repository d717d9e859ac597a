import { type SQL, sql } from 'drizzle-orm'
import { callerId } from '../../base/platform/caller'
import type { ReadHandle } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { seriesSources } from '../../library/metadata/tables'
import { seriesReading } from '../../library/reading/tables'
import { issues, series } from '../../library/series/tables'
import { seriesTags, tags } from '../../library/shelves/tables'
import { HAS_FILES } from '../opds/series-store'
import type { Condition } from './condition'
import { conditionSql, firstReleased, READABLE, releasedAt, type Spellings } from './condition-store'
import type { Sort } from './query'

const is = sql.placeholder

const inOrder: SQL[] = [sql`${series.sort_name}`, sql`${series.comic_id}`]

const KEYS: Record<string, (() => SQL) | undefined> = {
  'metadata.titleSort': () => sql`${series.sort_name}`,
  created: () => sql`${series.added_at}`,
  createdDate: () => sql`${series.added_at}`,
  lastModified: () => sql`${series.files_at}`,
  lastModifiedDate: () => sql`${series.files_at}`,
  'booksMetadata.releaseDate': () => firstReleased,
  readDate: () => sql`(select ${seriesReading.read_at} from ${seriesReading}
    where ${seriesReading.comic_id} = ${series.comic_id} and ${seriesReading.user_id} = ${callerId()})`,
  name: () => sql`lower(${series.name})`,
  booksCount: () => sql`${series.readable}`,
  random: () => sql`random()`,
}

/** Those of the orders that lists of series have; others are ignored. */
export const knownSeriesSorts = (sorts: readonly Sort[]): Sort[] => sorts.filter(({ key }) => Object.hasOwn(KEYS, key))

export interface SeriesList {
  condition: Condition
  sorts: readonly Sort[]
  /** Only these, which a search found or a list holds. */
  among?: readonly string[]
  /** Without an order: in the order of `among`. */
  updated?: boolean
}

/** Ids of the series with files, in order. */
export function listedSeries(db: ReadHandle, { condition, sorts, among, updated }: SeriesList, known: Spellings) {
  const orders = sorts.flatMap(({ key, descending }) => {
    const column = KEYS[key]?.()
    return column ? [descending ? sql`${column} desc` : column] : []
  })
  const where = sql`${HAS_FILES} and ${conditionSql(condition, 'series', known)}
    ${updated ? sql`and ${series.files_at} > ${series.added_at}` : sql``}`
  const from =
    among === undefined
      ? sql`${series} where ${where}`
      : sql`json_each(${JSON.stringify(among)}) as asked cross join ${series}
          where ${series.comic_id} = asked.value and ${where}`
  const asGiven = among === undefined ? inOrder : [sql`asked.key`]
  const by = sql.join(orders.length > 0 ? [...orders, ...inOrder] : asGiven, sql`, `)
  return db
    .all<{ comic_id: string }>(sql`select ${series.comic_id} as comic_id from ${from} order by ${by}`)
    .map(({ comic_id }) => comic_id)
}

const nameRows = preparedQuery((db: ReadHandle) =>
  db
    .select({ name: sql<string>`substr(${series.sort_name}, 1, 8)` })
    .from(series)
    .where(sql`${series.comic_id} in (select value from json_each(${is('ids')}))`)
    .prepare(),
)

/** The first letters of the names by which these series are sorted. */
export const sortNames = (db: ReadHandle, comicIds: readonly string[]): string[] =>
  nameRows(db)
    .all({ ids: JSON.stringify(comicIds) })
    .map(({ name }) => name)

export interface SeriesFacts {
  tags: string[]
  /** Writers and artists, as sources name them. */
  authors: string[]
  links: { source: string; id: string | null; url: string | null }[]
  /** The first release of its readable issues. */
  released: string | null
  writers: string[]
}

const sourceRows = preparedQuery((db: ReadHandle) =>
  db
    .select({
      comic_id: seriesSources.comic_id,
      source: sql<string>`${seriesSources.source}`,
      id: seriesSources.provider_id,
      url: sql<string | null>`${seriesSources.facts} ->> '$.url'`,
      tags: sql<string | null>`${seriesSources.facts} -> '$.tags'`,
      authors: sql<string | null>`${seriesSources.facts} -> '$.authors'`,
    })
    .from(seriesSources)
    .where(sql`${seriesSources.comic_id} in (select value from json_each(${is('ids')}))`)
    .prepare(),
)

const tagRows = preparedQuery((db: ReadHandle) =>
  db
    .select({ comic_id: seriesTags.comic_id, name: tags.name })
    .from(seriesTags)
    .innerJoin(tags, sql`${tags.tag_id} = ${seriesTags.tag_id}`)
    .where(sql`${seriesTags.comic_id} in (select value from json_each(${is('ids')}))`)
    .prepare(),
)

const releaseRows = preparedQuery((db: ReadHandle) =>
  db
    .select({ comic_id: sql<string>`asked.value`, released: sql<string | null>`min(${releasedAt})` })
    .from(sql`json_each(${is('ids')}) as asked`)
    .crossJoin(issues)
    .where(sql`${issues.comic_id} = asked.value and ${READABLE}`)
    .groupBy(sql`asked.value`)
    .prepare(),
)

const writerRows = preparedQuery((db: ReadHandle) =>
  db
    .selectDistinct({ comic_id: issues.comic_id, writer: sql<string>`${issues.writer}` })
    .from(issues)
    .where(
      sql`${issues.comic_id} in (select value from json_each(${is('ids')})) and ${READABLE} and ${issues.writer} <> ''`,
    )
    .prepare(),
)

/** What sources and the user say about these series. */
export function factsOfSeries(db: ReadHandle, comicIds: readonly string[]): Map<string, SeriesFacts> {
  const ids = JSON.stringify(comicIds)
  const facts = new Map<string, SeriesFacts>(
    comicIds.map((id) => [id, { tags: [], authors: [], links: [], released: null, writers: [] }]),
  )
  for (const { comic_id, name } of tagRows(db).all({ ids })) facts.get(comic_id)?.tags.push(name)
  for (const { comic_id, source, id, url, ...lists } of sourceRows(db).all({ ids })) {
    const of = facts.get(comic_id)
    of?.tags.push(...textsIn(lists.tags))
    of?.authors.push(...textsIn(lists.authors))
    of?.links.push({ source, id, url })
  }
  for (const { comic_id, released } of releaseRows(db).all({ ids })) facts.get(comic_id)!.released = released
  for (const { comic_id, writer } of writerRows(db).all({ ids }))
    facts.get(comic_id)?.writers.push(...writer.split(','))
  return facts
}

/** The texts of a JSON list; empty for anything else. */
export function textsIn(json: string | null): string[] {
  const list: unknown = json === null ? [] : JSON.parse(json)
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
}
