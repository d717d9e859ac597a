import { sql } from 'drizzle-orm'
import type { ReadHandle } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { issueSources, seriesSources } from '../../library/metadata/tables'
import { issues, series } from '../../library/series/tables'
import { seriesTags, tags } from '../../library/shelves/tables'
import { HAS_FILES } from '../opds/series-store'
import { firstReleased, READABLE } from './condition-store'

/** The words that lists can be filtered by, of all series with files or of some. */

/** Undefined: all. */
export type OfSeries = readonly string[] | undefined

const among = (ids: OfSeries) =>
  ids === undefined ? HAS_FILES : sql`${HAS_FILES} and ${series.comic_id} in (select value from json_each(${JSON.stringify(ids)}))` // biome-ignore format: one condition

const wordsOf = (rows: readonly { word: string | null }[]): string[] => rows.flatMap(({ word }) => word || [])

export const publishersOf = (db: ReadHandle, ids: OfSeries): string[] =>
  wordsOf(db.all(sql`select distinct ${series.publisher} as word from ${series} where ${among(ids)}`))

export const languagesOf = (db: ReadHandle, ids: OfSeries): string[] =>
  wordsOf(db.all(sql`select distinct ${series.language} as word from ${series} where ${among(ids)}`))

export const genresOf = (db: ReadHandle, ids: OfSeries): string[] =>
  wordsOf(
    db.all(sql`select distinct genre.value as word from ${series}, json_each(${series.genres}) as genre
      where ${among(ids)}`),
  )

export const tagsOfSeries = (db: ReadHandle, ids: OfSeries): string[] =>
  wordsOf(
    db.all(sql`select ${tags.name} as word from ${series} cross join ${seriesTags} cross join ${tags}
      where ${among(ids)} and ${seriesTags.comic_id} = ${series.comic_id} and ${tags.tag_id} = ${seriesTags.tag_id}
      union select tag.value from ${series} cross join ${seriesSources}, json_each(${seriesSources.facts}, '$.tags') as tag
      where ${among(ids)} and ${seriesSources.comic_id} = ${series.comic_id}`),
  )

export const agesOf = (db: ReadHandle, ids: OfSeries): (number | null)[] =>
  db
    .all<{ years: number | null }>(
      sql`select distinct ${series.age_years} as years from ${series} where ${among(ids)} order by years`,
    )
    .map(({ years }) => years)

/** The years of the first releases. */
export const yearsOfSeries = (db: ReadHandle, ids: OfSeries): string[] =>
  wordsOf(
    db.all(
      sql`select distinct substr(${firstReleased}, 1, 4) as word from ${series} where ${among(ids)} order by word desc`,
    ),
  )

/** Writers and artists that sources name for series. */
export const authorsOfSeries = (db: ReadHandle, ids: OfSeries): string[] =>
  wordsOf(
    db.all(sql`select distinct author.value as word from ${series} cross join ${seriesSources},
      json_each(${seriesSources.facts}, '$.authors') as author
      where ${among(ids)} and ${seriesSources.comic_id} = ${series.comic_id}`),
  )

export interface CreditRow {
  issue_id: string
  comic_id: string
  writer: string | null
  credits: string | null
  tags: string | null
}

const is = sql.placeholder

const LAST = '\u{10ffff}'
const inRange = sql`${issues.issue_id} > ${is('after')} and ${issues.issue_id} <= ${is('upTo')} and ${READABLE}`

const wordRanges = preparedQuery((db: ReadHandle) => {
  const saying = sql`${issues} cross join ${issueSources}`
  const ofSource = sql`${inRange} and ${issueSources.issue_id} = ${issues.issue_id}`
  return {
    writers: db
      .selectDistinct({ word: sql<string>`${issues.writer}` })
      .from(issues)
      .where(sql`${inRange} and ${issues.writer} <> ''`)
      .prepare(),
    people: db
      .selectDistinct({ name: sql<unknown>`person.value ->> 'name'`, role: sql<unknown>`role.value` })
      .from(
        sql`${saying}, json_each(${issueSources.facts}, '$.credits') as person, json_each(person.value, '$.roles') as role`,
      )
      .where(ofSource)
      .prepare(),
    tags: db
      .selectDistinct({ word: sql<unknown>`tag.value` })
      .from(sql`${saying}, json_each(${issueSources.facts}, '$.tags') as tag`)
      .where(ofSource)
      .prepare(),
  }
})

/** The words of the readable issues between two ids, each once. */
export function wordsBetween(db: ReadHandle, after: string, upTo = LAST) {
  const { writers, people, tags } = wordRanges(db)
  const range = { after, upTo }
  return {
    writers: writers.all(range).map(({ word }) => word),
    people: people.all(range),
    tags: tags.all(range).map(({ word }) => word),
  }
}

export const creditsOfIssues = (db: ReadHandle, issueIds: readonly string[]): CreditRow[] =>
  db.all(sql`select ${issues.issue_id} as issue_id, ${issues.comic_id} as comic_id, ${issues.writer} as writer,
      ${issueSources.facts} -> '$.credits' as credits, ${issueSources.facts} -> '$.tags' as tags
    from ${issues} left join ${issueSources} on ${issueSources.issue_id} = ${issues.issue_id}
    where ${issues.issue_id} in (select value from json_each(${JSON.stringify(issueIds)})) and ${READABLE}`)

/** Readable issues of these series. */
export const issueIdsOf = (db: ReadHandle, comicIds: readonly string[]): string[] =>
  db
    .all<{ issue_id: string }>(
      sql`select ${issues.issue_id} as issue_id from ${issues}
        where ${issues.comic_id} in (select value from json_each(${JSON.stringify(comicIds)})) and ${READABLE}`,
    )
    .map(({ issue_id }) => issue_id)

/** The series whose sources name one of these authors. */
export const seriesByAuthors = (db: ReadHandle, names: readonly string[]): string[] =>
  db
    .all<{ comic_id: string }>(
      sql`select distinct ${seriesSources.comic_id} as comic_id from ${seriesSources},
        json_each(${seriesSources.facts}, '$.authors') as author
        where author.value in (select value from json_each(${JSON.stringify(names)}))`,
    )
    .map(({ comic_id }) => comic_id)
