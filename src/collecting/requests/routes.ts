import { Elysia } from 'elysia'
import { SuccessReply } from '../../base/http/wire'
import * as schema from './schema'
import type { Requests } from './service'

/** Requests of users for series and issues. */
export const requestRoutes = ({ requests }: { requests: Requests }) =>
  new Elysia({ tags: ['requests'] })
    .get('/api/requests', ({ query }) => requests.list(query), {
      query: schema.RequestsQuery,
      response: schema.RequestsReply,
    })
    .post(
      '/api/requests',
      async ({ body, set }) => {
        const request = await requests.ask(body)
        set.status = 201
        return request
      },
      { body: schema.AskBody, response: { 201: schema.RequestReply } },
    )
    .patch('/api/requests/:request_id', ({ params, body }) => requests.decide(params.request_id, body), {
      params: schema.RequestParams,
      body: schema.DecideBody,
      response: schema.RequestReply,
    })
    .delete('/api/requests/:request_id', ({ params }) => requests.remove(params.request_id), {
      params: schema.RequestParams,
      response: SuccessReply,
    })
