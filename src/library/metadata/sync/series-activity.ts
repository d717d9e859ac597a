import { addTimelineRow } from '../../../base/activity/store'
import type { Instant } from '../../../base/platform/ports'
import type { Tx } from '../../../base/storage/database'
import { findSeries } from '../../series/store'

interface Step {
  activity: 'add' | 'refresh'
  comic_id: string
  at: Instant
  /** What it is called where the library does not have it. */
  otherwise?: string
}

/** Timeline entries of series that were added or refreshed; `failure` is the sentence of one that failed. */
export function recordSeriesActivity(
  tx: Tx,
  { activity, comic_id, at, otherwise = comic_id }: Step,
  status: 'started' | 'succeeded' | { failure: string },
): void {
  const label = findSeries(tx, comic_id)?.name ?? otherwise
  const subject = { type: 'series', id: comic_id, label } as const
  const about = { at, activity, subject, comic_id }
  if (typeof status === 'string') addTimelineRow(tx, { ...about, status })
  else
    addTimelineRow(tx, { ...about, status: 'failed', reason: { code: `${activity}_failed`, detail: status.failure } })
}
