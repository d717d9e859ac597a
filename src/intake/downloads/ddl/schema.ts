import { t } from 'elysia'
import { Id } from '../../../base/http/wire'

export const DdlParams = t.Object({ item_id: Id })
/** Checked by the service, which says what is wrong in the older form. */
export const DdlBody = t.Record(t.String(), t.Unknown())
export const DdlAccepted = t.Object({
  success: t.Literal(true),
  message: t.String(),
  /** As the queue and the routes know it. */
  id: Id,
})
export type DdlAccepted = typeof DdlAccepted.static
