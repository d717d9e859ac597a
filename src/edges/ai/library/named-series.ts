import { Type } from 'typebox'
import { matchKey } from '../../../base/names/titles'
import type { ReadHandle } from '../../../base/storage/database'
import { findSeries } from '../../../library/series/store'
import { IdArgument, NameArgument } from './arguments'
import { type ListedSeries, seriesLike } from './series-store'

/** A series as a model names it: by id or by name. */

export const SERIES_PARAMETERS = {
  series_name: Type.Optional(NameArgument('Of the series')),
  series_id: Type.Optional(IdArgument('Its ComicID')),
}

interface Named {
  series?: Pick<ListedSeries, 'comic_id' | 'name' | 'year'>
  /** Why there is no series, or which others have the name. */
  note?: string
}

/** Other series that are named beside the chosen one. */
const MOST_OTHERS = 5

/** With an id, that series; with a name, the series of that name, or the first whose name contains it. */
export function seriesFromArguments(
  db: ReadHandle,
  { series_id, series_name }: { series_id?: string; series_name?: string },
): Named {
  if (series_id !== undefined) {
    const series = findSeries(db, series_id)
    return series ? { series } : { note: `The library has no series with the id ${series_id}.` }
  }
  if (series_name === undefined) return { note: 'Name the series: series_name or series_id is required.' }
  const key = matchKey(series_name)
  const { rows } = key === '' ? { rows: [] } : seriesLike(db, key, MOST_OTHERS + 1)
  const [series, ...others] = rows
  if (!series) return { note: `The library has no series named ${series_name}.` }
  if (others.length === 0) return { series }
  const named = others.map((other) => `${titleOf(other)}, ComicID ${other.comic_id}`).join('; ')
  return { series, note: `These are of ${titleOf(series)}. Other series with the name: ${named}.` }
}

const titleOf = ({ name, year }: Pick<ListedSeries, 'name' | 'year'>) => (year === null ? name : `${name} (${year})`)
