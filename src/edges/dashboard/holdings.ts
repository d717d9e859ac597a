import type { AppEvent } from '../../base/events/types'
import type { Database, Tx } from '../../base/storage/database'
import { seriesBeside } from '../../library/reading/series-reading-store'
import { findSeries } from '../../library/series/store'
import { refreshHoldings } from './store'

/** Updates the holdings of series in every transaction that changes their files, and emits the event. */
export function keepHoldings(db: Pick<Database, 'beforeCommit'>): void {
  db.beforeCommit(renew)
}

function renew(tx: Tx, events: readonly AppEvent[]): void {
  const comics = new Set<string>()
  for (const event of events)
    if (event.type === 'series.changed') for (const comicId of seriesBeside(tx, event.comic_id)) comics.add(comicId)
  for (const comicId of comics) if (findSeries(tx, comicId)) refreshHoldings(tx, comicId)
}
