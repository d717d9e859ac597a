import { t } from 'elysia'
import { Word } from '../http/wire'
import { hookNames } from './states'

const Moment = t.Nullable(t.String())

export const Hooks = t.Object({
  hooks: t.Array(
    t.Object({
      hook: Word(hookNames),
      label: t.String(),
      configured: t.Boolean(),
      /** Messages that are still to be said, and those that were given up in the last 30 days. */
      waiting: t.Integer(),
      given_up: t.Integer(),
      last_ok_at: Moment,
      /** Why the last one was not said, as a sentence, and when it is tried again. */
      error: t.Nullable(t.String()),
      next_at: Moment,
    }),
  ),
})

export const TestBody = t.Object({ hook: Word(hookNames) })
export const TestReply = t.Object({ success: t.Boolean(), detail: t.String() })
