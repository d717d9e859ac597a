import { Elysia } from 'elysia'
import * as schema from './schema'
import type { EditTables } from './service'

/** Tables in which many series or issues are edited. */
export const editRoutes = ({ edits }: { edits: EditTables }) =>
  new Elysia({ tags: ['metadata'] })
    .post('/api/series/edits/rows', ({ body }) => edits.rows(body), {
      body: schema.TableBody,
      response: schema.TableReply,
    })
    .post('/api/series/edits', ({ body }) => edits.save(body), { body: schema.EditBody, response: schema.EditReply })
    .get('/api/series/edits', () => edits.latest(), { response: schema.LatestEdit })
    .get('/api/series/edits/:edit_id', ({ params }) => edits.detail(params.edit_id), {
      params: schema.EditParams,
      response: schema.EditReply,
    })
    .post('/api/series/edits/:edit_id/undo', ({ params }) => edits.undo(params.edit_id), {
      params: schema.EditParams,
      response: schema.EditReply,
    })
