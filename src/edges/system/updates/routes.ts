import { Elysia, t } from 'elysia'
import { SuccessReply } from '../../../base/http/wire'
import { UpdatePage } from './schema'
import type { Updates } from './service'

/** Updates of Panelkeep in place. */
export const updateRoutes = ({ updates }: { updates: Updates }) =>
  new Elysia({ tags: ['system'] })
    .get('/api/system/update', () => updates.read(), { response: UpdatePage })
    .post('/api/system/update', ({ body }) => updates.begin(body.version), {
      body: t.Object({ version: t.String({ maxLength: 64 }) }),
      response: t.Object({ success: t.Literal(true), operation_id: t.String() }),
    })
    .delete('/api/system/update', () => updates.cancel(), { response: SuccessReply })
