import type { AppEvent } from '../../base/events/types'
import type { Database, Tx } from '../../base/storage/database'
import {
  lacksSeriesReading,
  refreshSeriesReading,
  seriesBeside,
  seriesSharing,
  seriesWithProgress,
} from './series-reading-store'

/**
 * Keeps the reading rows of series up to date in every transaction that changes progress, issues or files and emits the
 * event. Progress from older versions is counted once, now.
 */
export function updateSeriesReading(db: Pick<Database, 'read' | 'write' | 'beforeCommit'>): void {
  db.beforeCommit(renew)
  if (!lacksSeriesReading(db.read)) return
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
