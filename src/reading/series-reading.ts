import type { AppEvent } from '../events/types'
import type { Database, Tx } from '../storage/database'
import {
  lacksStandings,
  refreshSeriesReading,
  seriesBeside,
  seriesSharing,
  seriesWithProgress,
} from './series-reading-store'

/**
 * From here on, where each series stands is kept in every transaction that changes progress, issues or files: whoever
 * does announces it. What was read before anybody kept it is looked at now, once.
 */
export function keepSeriesReading(db: Database): void {
  db.beforeCommit(renew)
  if (!lacksStandings(db.read)) return
  db.write((tx) => {
    for (const comicId of seriesWithProgress(tx)) refreshSeriesReading(tx, comicId)
  })
}

function renew(tx: Tx, events: readonly AppEvent[]): void {
  const comics = new Set<string>()
  const read: string[] = []
  for (const event of events) {
    if (event.type === 'series.changed') for (const comicId of seriesBeside(tx, event.comic_id)) comics.add(comicId)
    if (event.type === 'reading.changed') {
      comics.add(event.comic_id)
      read.push(event.issue_id)
    }
  }
  for (const comicId of seriesSharing(tx, read)) comics.add(comicId)
  for (const comicId of comics) refreshSeriesReading(tx, comicId)
}
