import { t } from 'elysia'
import { Id } from '../../../base/http/wire'

export const DdlParams = t.Object({ item_id: Id })
/** The service checks the fields, and reports errors in the older form. */
export const DdlBody = t.Record(t.String(), t.Unknown())
export const DdlAccepted = t.Object({
  success: t.Literal(true),
  message: t.String(),
  /** Id in the queue and the routes. */
  id: Id,
})
export type DdlAccepted = typeof DdlAccepted.static
