import { addTimelineRow } from '../../../base/activity/store'
import type { Instant } from '../../../base/platform/ports'
import type { Tx } from '../../../base/storage/database'
import { findSeries } from '../../series/store'

interface Step {
  activity: 'add' | 'refresh'
  comic_id: string
  at: Instant
  /** The name of a series that the library does not have. */
  otherwise?: string
}

/** Timeline entries of added or refreshed series; `failure` is the sentence of a failed one. */
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
