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
 * event: the row of one user after a change of progress, those of all users after a change of issues or files. Progress
 * from older versions is counted once, now.
 */
export function updateSeriesReading(db: Pick<Database, 'read' | 'write' | 'beforeCommit'>): void {
  db.beforeCommit(renew)
  if (!lacksSeriesReading(db.read)) return
  db.write((tx) => {
    for (const comicId of seriesWithProgress(tx)) refreshSeriesReading(tx, comicId)
  })
}

function renew(tx: Tx, events: readonly AppEvent[]): void {
  const changed = new Set<string>()
  for (const event of events)
    if (event.type === 'series.changed') for (const comicId of seriesBeside(tx, event.comic_id)) changed.add(comicId)
  for (const comicId of changed) refreshSeriesReading(tx, comicId)
  const read = Map.groupBy(
    events.filter((event) => event.type === 'reading.changed'),
    ({ user_id }) => user_id,
  )
  for (const [user_id, own] of read) {
    const issueIds = own.map(({ issue_id }) => issue_id)
    const comics = new Set([...own.map(({ comic_id }) => comic_id), ...seriesSharing(tx, issueIds)])
    for (const comicId of comics) if (!changed.has(comicId)) refreshSeriesReading(tx, comicId, [user_id])
  }
}
