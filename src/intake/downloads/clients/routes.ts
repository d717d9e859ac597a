import { Elysia } from 'elysia'
import { SuccessReply } from '../../../base/http/wire'
import * as schema from './schema'
import type { ClientSetup } from './service'

/** Download clients in the settings. */
export const clientRoutes = ({ clientSetup }: { clientSetup: ClientSetup }) =>
  new Elysia({ tags: ['config'] })
    .get('/api/config/clients', () => clientSetup.lists(), { response: schema.ClientLists })
    .post('/api/config/clients', ({ body }) => clientSetup.add(body), {
      body: schema.NewClientBody,
      response: schema.ClientSaved,
    })
    .put('/api/config/clients/order', ({ body }) => clientSetup.order(body.client_ids), {
      body: schema.ClientOrderBody,
      response: SuccessReply,
    })
    .post('/api/config/clients/test', ({ body }) => clientSetup.test(body), {
      body: schema.ClientTestBody,
      response: schema.ClientTestReply,
    })
    .put(
      '/api/config/clients/:client_id',
      ({ params, query, body }) => clientSetup.change(params.client_id, body, query.force),
      {
        params: schema.ClientParams,
        query: schema.ForceQuery,
        body: schema.ClientChangeBody,
        response: schema.ClientSaved,
      },
    )
    .delete(
      '/api/config/clients/:client_id',
      ({ params, query }) => clientSetup.remove(params.client_id, query.force),
      {
        params: schema.ClientParams,
        query: schema.ForceQuery,
        response: SuccessReply,
      },
    )
