import { and, asc, count, eq, gt, sql } from 'drizzle-orm'
import type { PageSpan } from '../../../base/http/paging'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import { seriesSources } from '../../../library/metadata/tables'
import { FOLLOWED } from '../../../library/series/list-store'
import { issues, series } from '../../../library/series/tables'
import { isIgnored } from '../ignored-store'
import type { Likeness } from '../states'
import { carePairs } from '../tables'

const is = sql.placeholder
const STEP = 1000

const namesAfter = preparedQuery((db: ReadHandle) =>
  db
    .select({
      comic_id: series.comic_id,
      key: series.match_key,
      sort_name: series.sort_name,
      aliases: series.aliases,
      year: series.year,
      volume: series.volume,
      content_type: series.content_type,
      language: series.language,
      files: series.file_count,
      added_at: series.added_at,
    })
    .from(series)
    .where(and(gt(series.comic_id, is('after')), FOLLOWED))
    .orderBy(asc(series.comic_id))
    .limit(STEP)
    .prepare(),
)

export type NamedSeries = ReturnType<ReturnType<typeof namesAfter>['all']>[number]

/** The next series by id, without those that exist for story arcs only. */
export const seriesAfterId = (db: ReadHandle, after: string): NamedSeries[] => namesAfter(db).all({ after })

const linksOf = preparedQuery((db: ReadHandle) =>
  db
    .select({ source: seriesSources.source })
    .from(seriesSources)
    .where(and(eq(seriesSources.comic_id, is('comic_id')), sql`${seriesSources.provider_id} is not null`))
    .prepare(),
)

/** The providers that know the series. */
export const providersOf = (db: ReadHandle, comicId: string): string[] =>
  linksOf(db)
    .all({ comic_id: comicId })
    .map(({ source }) => source)

const add = preparedQuery((tx: Tx) =>
  tx
    .insert(carePairs)
    .values({
      keep_id: is('keep_id'),
      other_id: is('other_id'),
      likeness: is('likeness'),
      sort_key: is('sort_key'),
      ignored: is('ignored'),
    })
    .onConflictDoNothing()
    .prepare(),
)

export interface FoundPair {
  keep_id: string
  other_id: string
  likeness: Likeness
  sort_key: string
}

/** The same for both orders. */
export const pairKey = (one: string, other: string): string => [one, other].sort().join('\n')

export function replacePairs(tx: Tx, pairs: readonly FoundPair[]): void {
  tx.delete(carePairs).run()
  for (const pair of pairs)
    add(tx).run({ ...pair, ignored: Number(isIgnored(tx, 'pair', pairKey(pair.keep_id, pair.other_id))) })
}

export function setPairsIgnored(tx: Tx, keys: readonly string[], ignored: boolean): void {
  for (const key of keys) {
    const [one = '', other = ''] = key.split('\n')
    tx.update(carePairs)
      .set({ ignored })
      .where(
        sql`(${carePairs.keep_id} = ${one} and ${carePairs.other_id} = ${other})
          or (${carePairs.keep_id} = ${other} and ${carePairs.other_id} = ${one})`,
      )
      .run()
  }
}

const counts = preparedQuery((db: ReadHandle) =>
  db.select({ ignored: carePairs.ignored, count: count() }).from(carePairs).groupBy(carePairs.ignored).prepare(),
)
export function countPairs(db: ReadHandle): { shown: number; ignored: number } {
  const rows = counts(db).all()
  const of = (ignored: boolean) => rows.find((row) => row.ignored === ignored)?.count ?? 0
  return { shown: of(false), ignored: of(true) }
}

export function pairsPage(db: ReadHandle, ignored: boolean, { limit, offset }: PageSpan) {
  return db
    .select({ keep_id: carePairs.keep_id, other_id: carePairs.other_id, likeness: carePairs.likeness })
    .from(carePairs)
    .where(eq(carePairs.ignored, ignored))
    .orderBy(asc(carePairs.sort_key), asc(carePairs.keep_id))
    .limit(limit)
    .offset(offset)
    .all()
}

const commonIssues = preparedQuery((db: ReadHandle) =>
  db
    .select({ count: count() })
    .from(issues)
    .where(
      sql`${issues.comic_id} = ${is('one')} and exists (select 1 from issues o where o.comic_id = ${is('other')}
        and o.kind = ${issues.kind} and o.unit = ${issues.unit} and o.number = ${issues.number})`,
    )
    .prepare(),
)

/** Issues that both series have. */
export const countCommon = (db: ReadHandle, one: string, other: string): number =>
  commonIssues(db).get({ one, other })?.count ?? 0

const issueCount = preparedQuery((db: ReadHandle) =>
  db
    .select({ count: count() })
    .from(issues)
    .where(eq(issues.comic_id, is('comic_id')))
    .prepare(),
)
export const countIssues = (db: ReadHandle, comicId: string): number =>
  issueCount(db).get({ comic_id: comicId })?.count ?? 0
