import { sql } from 'drizzle-orm'
import type { ReadHandle } from '../../base/storage/database'
import { namePlaces, nameSeries, names, nameUses } from '../../library/credits/tables'
import { series } from '../../library/series/tables'
import { seriesTags, tags } from '../../library/shelves/tables'
import { HAS_FILES } from '../opds/series-store'
import { firstReleased } from './condition-store'

/** The words that lists can be filtered by, of all series with files or of some. */

/** Undefined: all. */
export type OfSeries = readonly string[] | undefined

const among = (ids: OfSeries) =>
  ids === undefined ? HAS_FILES : sql`${HAS_FILES} and ${series.comic_id} in (select value from json_each(${JSON.stringify(ids)}))` // biome-ignore format: one condition

const list = (values: readonly string[]) => sql`(select value from json_each(${JSON.stringify(values)}))`

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

/** Those of the user, and those that sources state for series. */
export const tagsOfSeries = (db: ReadHandle, ids: OfSeries): string[] =>
  wordsOf(
    db.all(sql`select ${tags.name} as word from ${series} cross join ${seriesTags} cross join ${tags}
      where ${among(ids)} and ${seriesTags.comic_id} = ${series.comic_id} and ${tags.tag_id} = ${seriesTags.tag_id}
      union select n.name from ${series} cross join ${namePlaces} p cross join ${nameUses} u cross join ${names} n
      where ${among(ids)} and p.comic_id = ${series.comic_id} and u.place_id = p.place_id and n.name_id = u.name_id
        and n.kind = 'tag'`),
  )

/** The tags of all issues. */
export const tagsOfIssues = (db: ReadHandle): string[] =>
  wordsOf(
    db.all(sql`select n.name as word from ${names} n where n.kind = 'tag'
      and exists (select 1 from ${nameUses} u where u.name_id = n.name_id and u.place_id <> u.series_id)`),
  )

/** The tags of the issues of some series. */
export const tagsOfIssuesIn = (db: ReadHandle, comicIds: readonly string[]): string[] =>
  wordsOf(
    db.all(sql`select distinct n.name as word from ${namePlaces} p cross join ${nameSeries} c cross join ${names} n
      where p.comic_id in ${list(comicIds)} and c.series_id = p.place_id and n.name_id = c.name_id and n.kind = 'tag'
        and exists (select 1 from ${nameUses} u where u.name_id = n.name_id and u.series_id = p.place_id
          and u.place_id <> u.series_id)`),
  )

/** The tags of these issues. */
export const tagsOfSome = (db: ReadHandle, issueIds: readonly string[]): string[] =>
  wordsOf(
    db.all(sql`select distinct n.name as word from ${namePlaces} p cross join ${nameUses} u cross join ${names} n
      where p.issue_id in ${list(issueIds)} and u.place_id = p.place_id and n.name_id = u.name_id and n.kind = 'tag'`),
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
