import { Elysia } from 'elysia'
import { SuccessReply } from '../../../base/http/wire'
import type { DdlRequests } from './requests'
import * as schema from './schema'

/** Starts direct downloads and cancels downloads. */
export const ddlRoutes = ({ direct }: { direct: DdlRequests }) =>
  new Elysia({ tags: ['downloads'] })
    .post('/api/downloads/ddl', ({ body }) => direct.add(body), { body: schema.DdlBody, response: schema.DdlAccepted })
    .post('/api/downloads/:item_id/requeue', ({ params }) => direct.requeue(params.item_id), {
      params: schema.DdlParams,
      response: SuccessReply,
    })
    .delete('/api/downloads/:item_id', ({ params }) => direct.remove(params.item_id), {
      params: schema.DdlParams,
      response: SuccessReply,
    })
