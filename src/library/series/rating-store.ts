import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { strictestOf, yearsOf } from './age-ratings'
import { issues, series } from './tables'

const is = sql.placeholder

const ratingOfSeries = preparedQuery((db: ReadHandle) =>
  db
    .select({
      stated: series.stated_age_rating,
      chosen: series.age_rating_chosen,
      age_rating: series.age_rating,
      age_years: series.age_years,
    })
    .from(series)
    .where(eq(series.comic_id, is('comic_id')))
    .prepare(),
)

const ratingsOfIssues = preparedQuery((db: ReadHandle) =>
  db
    .selectDistinct({ age_rating: issues.age_rating })
    .from(issues)
    .where(and(eq(issues.comic_id, is('comic_id')), isNotNull(issues.age_rating)))
    .prepare(),
)

/**
 * Sets the rating of a series and its years: the user's, or else the strictest one stated for the series or an issue.
 * Call it after a stated rating changed, or issues were added or removed; the stores of this folder do.
 */
export function rateSeries(tx: Tx, comicId: string): void {
  const row = ratingOfSeries(tx).get({ comic_id: comicId })
  if (!row) return
  const ofIssues = row.chosen ? [] : ratingsOfIssues(tx).all({ comic_id: comicId })
  const age_rating = strictestOf([row.stated, ...ofIssues.map((issue) => issue.age_rating)])
  const age_years = yearsOf(age_rating)
  if (age_rating === row.age_rating && age_years === row.age_years) return
  tx.update(series).set({ age_rating, age_years }).where(eq(series.comic_id, comicId)).run()
  tx.emit({ type: 'series.changed', comic_id: comicId })
}
