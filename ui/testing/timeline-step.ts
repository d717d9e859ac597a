import type { Reply } from '../api/contract'

type WireStep = Reply<'GET /api/activity/timeline'>['results'][number]

/** A step of the timeline, such as `grab.succeeded`, about Harbor Lights #3. */
export function timelineStep(
  event_id: number,
  step: string,
  created_at: string,
  more: Partial<WireStep> = {},
): WireStep {
  const [activity, status] = step.split('.') as [WireStep['activity'], WireStep['status']]
  return {
    event_id,
    created_at,
    activity,
    status,
    subject_type: 'issue',
    subject_id: 'i3',
    subject_label: 'Harbor Lights #3',
    reason_code: null,
    reason_detail: null,
    provider: activity === 'grab' ? 'Indexer A' : null,
    run_id: null,
    release_key: 'i3|indexer a',
    parent_series_id: 's1',
    scope_type: null,
    scope_id: null,
    ...more,
  }
}
