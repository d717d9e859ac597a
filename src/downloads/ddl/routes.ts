import { Elysia } from 'elysia'
import { SuccessReply } from '../../http/wire'
import type { DdlRequests } from './requests'
import * as schema from './schema'

/** Direct downloads that somebody asks for, and the end of downloads that nobody wants any more. */
export const ddlRoutes = ({ direct }: { direct: DdlRequests }) =>
  new Elysia({ tags: ['downloads'] })
    .post('/api/downloads/ddl', ({ body }) => direct.ask(body), { body: schema.DdlBody, response: schema.DdlTaken })
    .post('/api/downloads/:item_id/requeue', ({ params }) => direct.requeue(params.item_id), {
      params: schema.DdlParams,
      response: SuccessReply,
    })
    .delete('/api/downloads/:item_id', ({ params }) => direct.remove(params.item_id), {
      params: schema.DdlParams,
      response: SuccessReply,
    })
