import { t } from 'elysia'
import { Integer } from '../../../base/http/integer-schema'
import { OneOf } from '../../../base/http/wire'
import { checkIds, severities } from '../states'

const Moment = t.Nullable(t.String())

const Finding = t.Object({
  check_id: OneOf(checkIds),
  /** The folder, client or indexer; identifies the finding together with `check_id`. */
  subject: t.String(),
  label: t.String(),
  gravity: OneOf(severities),
  message: t.String(),
  remedy: t.String(),
  /** Path of the page with the remedy; null when it is outside Panelkeep. */
  page: t.Nullable(t.String()),
  since: t.String(),
  dismissed_at: Moment,
})

const Check = t.Object({
  check_id: OneOf(checkIds),
  label: t.String(),
  /** `unknown`: the check never ran, or failed the last time. */
  state: OneOf(['ok', ...severities, 'unknown']),
})

/** Worst first; dismissed ones come last and are not counted. */
export const HealthReply = t.Object({
  state: OneOf(['ok', ...severities]),
  checked_at: Moment,
  open_count: Integer(),
  findings: t.Array(Finding),
  checks: t.Array(Check),
})
export type HealthReply = typeof HealthReply.static

export const CheckPath = t.Object({ check_id: OneOf(checkIds) })

/** Without `subject`: all findings of the check. `dismissed: false` restores them. */
export const DismissBody = t.Optional(
  t.Object({
    subject: t.Optional(t.String({ maxLength: 5000 })),
    dismissed: t.Optional(t.Boolean()),
  }),
)
