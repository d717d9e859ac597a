import { Elysia, status } from 'elysia'
import { SuccessReply } from '../../base/http/wire'
import * as schema from './schema'
import type { BulkOperations } from './service'

/** Actions on many series at once. */
export const bulkRoutes = ({ bulk }: { bulk: BulkOperations }) =>
  new Elysia({ tags: ['series'] })
    .post('/api/series/bulk/preview', ({ body }) => bulk.preview(body), {
      body: schema.BulkPreviewBody,
      response: schema.BulkPreview,
    })
    .post('/api/series/bulk', ({ body }) => status(202, bulk.begin(body)), {
      body: schema.BulkBody,
      response: { 202: schema.Begun },
    })
    .get('/api/series/bulk', () => bulk.latest(), { response: schema.Latest })
    .get('/api/series/bulk/:operation_id', ({ params, query }) => bulk.detail(params.operation_id, query), {
      params: schema.BulkParams,
      query: schema.ItemsQuery,
      response: schema.Detail,
    })
    .post('/api/series/bulk/:operation_id/choice', ({ params, body }) => bulk.choose(params.operation_id, body), {
      params: schema.BulkParams,
      body: schema.ChoiceBody,
      response: schema.ChoiceReply,
    })
    .post('/api/series/bulk/:operation_id/undo', ({ params }) => status(202, bulk.undo(params.operation_id)), {
      params: schema.BulkParams,
      response: { 202: schema.BulkUndoBegun },
    })
    .post('/api/series/bulk/:operation_id/cancel', ({ params }) => bulk.cancel(params.operation_id), {
      params: schema.BulkParams,
      response: SuccessReply,
    })
