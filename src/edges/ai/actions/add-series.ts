import type { ReadHandle } from '../../../base/storage/database'
import type { Operations } from '../../../base/work/operations'
import { ADD } from '../../../library/metadata/add/series-adder'
import { comicOf } from '../../../library/metadata/store'
import type { Monitor } from '../../../library/metadata/sync/monitoring'
import { readSeriesId, refId } from '../../../library/metadata/wire-ids'
import { findSeries } from '../../../library/series/store'
import type { ActionType } from './action-type'

/** Proposes to follow a series from a provider search. */

export interface AddSeries {
  series_id: string
  /** "Harbor Lights (2015)" */
  title: string
  monitor: Monitor
}

interface Deps {
  operations: Pick<Operations, 'active'>
  add: (seriesId: string, choices: { monitor: Monitor }) => { message: string }
}

export const NOT_FOLLOWED = 'not in the library'

export function addSeriesAction({ operations, add }: Deps): ActionType<AddSeries> {
  const stateOf = (db: ReadHandle, seriesId: string): string => {
    const ref = readSeriesId(seriesId)
    if (ref && operations.active(ADD, refId(ref)).length > 0) return 'being added'
    const row = findSeries(db, (ref && comicOf(db, ref.provider, ref.provider_id)) ?? seriesId)
    return row ? 'in the library' : NOT_FOLLOWED
  }
  return {
    see: (db, { series_id, title }) => [{ key: series_id, label: title, state: stateOf(db, series_id) }],
    apply: ({ series_id, title, monitor }) => `${title}: ${add(series_id, { monitor }).message}`,
  }
}
