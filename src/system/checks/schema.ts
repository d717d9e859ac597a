import { t } from 'elysia'
import { Word } from '../../http/wire'
import { checkIds, severities } from '../states'

const Moment = t.Nullable(t.String())

const Finding = t.Object({
  check_id: Word(checkIds),
  /** Which folder, client or indexer it is of; with `check_id` it names the finding. */
  subject: t.String(),
  label: t.String(),
  gravity: Word(severities),
  message: t.String(),
  remedy: t.String(),
  /** Path of the page where it is mended; null where that is done outside. */
  page: t.Nullable(t.String()),
  since: t.String(),
  dismissed_at: Moment,
})

const Check = t.Object({
  check_id: Word(checkIds),
  label: t.String(),
  /** `unknown`: it was never looked at, or could not be the last time. */
  state: Word(['ok', ...severities, 'unknown']),
})

/** The worst comes first; what was dismissed comes last and counts for nothing. */
export const Health = t.Object({
  state: Word(['ok', ...severities]),
  checked_at: Moment,
  open_count: t.Integer(),
  findings: t.Array(Finding),
  checks: t.Array(Check),
})
export type Health = typeof Health.static

export const CheckPath = t.Object({ check_id: Word(checkIds) })

/** Without `subject`: all of the check. `dismissed: false` takes it back. */
export const DismissBody = t.Optional(
  t.Object({
    subject: t.Optional(t.String({ maxLength: 5000 })),
    dismissed: t.Optional(t.Boolean()),
  }),
)
