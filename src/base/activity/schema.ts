import { t } from 'elysia'
import { Integer } from '../http/integer-schema'
import { Id, OneOf } from '../http/wire'
import { activities, activityStatuses, subjectTypes } from './states'

const Text = t.String()
const Maybe = t.Nullable(Text)

/**
 * An issue, an annual or a series: both fields or neither. Unknown types are refused with a sentence, not by the
 * schema.
 */
export const ScopeQuery = {
  scope_type: t.Optional(t.String({ maxLength: 32 })),
  scope_id: t.Optional(t.String({ maxLength: 255 })),
}

const Most = t.Optional(t.Integer({ minimum: 1, maximum: 100 }))
const Far = { maximum: 1_000_000_000 }
export const TimelineQuery = t.Object({
  ...ScopeQuery,
  limit: Most,
  offset: t.Optional(t.Integer({ minimum: 0, ...Far })),
  page: t.Optional(t.Integer({ minimum: 1, ...Far })),
  per_page: Most,
})
export type TimelineQuery = typeof TimelineQuery.static

export const TimelineRowReply = t.Object({
  event_id: Integer(),
  created_at: Text,
  activity: OneOf(activities),
  status: OneOf(activityStatuses),
  subject_type: OneOf(subjectTypes),
  subject_id: Id,
  subject_label: Text,
  reason_code: Maybe,
  reason_detail: Maybe,
  provider: Maybe,
  run_id: Maybe,
  release_key: Maybe,
  parent_series_id: Maybe,
  scope_type: Maybe,
  scope_id: Maybe,
})

/** This list is older than the others, so its reply has the counts beside the rows. */
export const TimelinePage = t.Object({
  results: t.Array(TimelineRowReply),
  total: Integer(),
  limit: Integer(),
  offset: Integer(),
  has_more: t.Boolean(),
})
export type TimelinePage = typeof TimelinePage.static
