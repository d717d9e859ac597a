import { t } from 'elysia'
import { Integer } from '../../base/http/integer-schema'
import { OneOf } from '../../base/http/wire'
import { hookNames } from './states'

const Moment = t.Nullable(t.String())

export const HooksReply = t.Object({
  hooks: t.Array(
    t.Object({
      hook: OneOf(hookNames),
      label: t.String(),
      configured: t.Boolean(),
      /** Calls still to be made, and those given up in the last 30 days. */
      waiting: Integer(),
      given_up: Integer(),
      last_ok_at: Moment,
      /** Why the last attempt failed, as a sentence. */
      error: t.Nullable(t.String()),
      next_at: Moment,
    }),
  ),
})

export const TargetTestBody = t.Object({ hook: OneOf(hookNames) })
export const TargetTestReply = t.Object({ success: t.Boolean(), detail: t.String() })
