import { Elysia, status } from 'elysia'
import { SuccessReply } from '../../base/http/wire'
import * as schema from './schema'
import type { Care } from './service'

/** The page about the care of the collection. */
export const careRoutes = ({ care }: { care: Care }) =>
  new Elysia({ tags: ['care'] })
    .get('/api/care', () => care.summary(), { response: schema.CareSummary })
    .post('/api/care/check', () => status(202, care.checkNow()), { response: { 202: schema.CheckStarted } })
    .post('/api/care/ignored', ({ body }) => care.ignore(body), { body: schema.IgnoreBody, response: SuccessReply })
    .get('/api/care/copies', ({ query }) => care.copyPage(query), {
      query: schema.CopiesQuery,
      response: schema.CopyPage,
    })
    .post('/api/care/copies/preview', ({ body }) => care.previewRemoval(body), {
      body: schema.RemoveCopiesBody,
      response: schema.RemovalPreview,
    })
    .post('/api/care/copies/remove', ({ body }) => status(202, care.removeCopies(body)), {
      body: schema.RemoveCopiesBody,
      response: { 202: schema.WorkStarted },
    })
