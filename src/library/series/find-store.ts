import { and, type SQL, sql } from 'drizzle-orm'
import type { ReadHandle } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { FOLLOWED, seriesRowsOf } from './list-store'
import type { SeriesRow } from './store'
import { issues, series } from './tables'

/** A search by name, through the search index; without the index every series' key is compared. */
export interface NameSearch {
  keys: readonly string[]
  ids: readonly string[] | undefined
}

export type ReadableSeries = Pick<SeriesRow, 'comic_id' | 'readable'>

/**
 * The series of a search among those of `which`, best first: the exact name, names with that start, then
 * alphabetical order.
 */
export function rankedSeries(db: ReadHandle, { keys, ids }: NameSearch, which: SQL, limit: number): ReadableSeries[] {
  if (keys.length === 0 || ids?.length === 0) return []
  const whole = keys.join('')
  const isNamed = ids
    ? [sql`${series.comic_id} in (select value from json_each(${JSON.stringify(ids)}))`]
    : keys.map((key) => sql`instr(${series.match_key}, ${key}) > 0`)
  return db
    .select({ comic_id: series.comic_id, readable: series.readable })
    .from(series)
    .where(and(which, ...isNamed))
    .orderBy(
      sql`${series.match_key} = ${whole} desc`,
      sql`instr(${series.match_key}, ${whole}) = 1 desc`,
      series.sort_name,
      series.comic_id,
    )
    .limit(limit)
    .all()
}

/** Series of the library, best first. */
export function findFollowed(db: ReadHandle, search: NameSearch, limit: number): SeriesRow[] {
  return seriesRowsOf(db, rankedSeries(db, search, FOLLOWED, limit))
}

const foundIssues = preparedQuery((db: ReadHandle) =>
  db
    .select({
      issue_id: issues.issue_id,
      comic_id: issues.comic_id,
      series: series.name,
      year: series.year,
      kind: issues.kind,
      unit: issues.unit,
      number: issues.number,
      title: issues.title,
    })
    .from(sql`json_each(${sql.placeholder('ids')}) as asked`)
    .crossJoin(issues)
    .crossJoin(series)
    .where(sql`${issues.issue_id} = asked.value and ${series.comic_id} = ${issues.comic_id} and ${FOLLOWED}`)
    .orderBy(sql`asked.key`)
    .limit(sql.placeholder('limit'))
    .prepare(),
)

/** The issues whose series are in the library, in their order. */
export function findIssues(db: ReadHandle, ids: readonly string[], limit: number) {
  return foundIssues(db).all({ ids: JSON.stringify(ids), limit })
}
