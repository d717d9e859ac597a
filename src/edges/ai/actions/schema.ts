import { t } from 'elysia'
import { Id, OneOf } from '../../../base/http/wire'
import { actionKinds, actionOutcomes, actionStatuses } from './states'

const Maybe = t.Nullable(t.String())

/** A row of the preview. */
const ProposedChange = t.Object({
  /** "Harbor Lights #3" */
  label: t.String(),
  /** The current value; null for a new row. */
  before: Maybe,
  after: t.String(),
  comic_id: t.Nullable(Id),
  issue_id: t.Nullable(Id),
})
export type ProposedChange = typeof ProposedChange.static

export const ProposedAction = t.Object({
  id: Id,
  kind: OneOf(actionKinds),
  status: OneOf(actionStatuses),
  /** Null until the action ended; a dismissed action has no outcome. */
  outcome: t.Nullable(OneOf(actionOutcomes)),
  /** "Want 3 issues of Harbor Lights" */
  title: t.String(),
  changes: t.Array(ProposedChange),
  /** The result, as a sentence. */
  detail: Maybe,
  thread_id: t.Nullable(Id),
  message_id: t.Nullable(Id),
  created_at: t.String(),
  updated_at: t.String(),
})
export type ProposedAction = typeof ProposedAction.static

export const ActionParams = t.Object({ action_id: Id })
export const ActionReply = t.Object({ action: ProposedAction })
