import { Elysia } from 'elysia'
import { IssueParams, SuccessReply } from '../../base/http/wire'
import * as schema from './schema'
import type { ReadingLists } from './service'

/** The four routes of the default list that existing tools use, and our routes for all lists. */
export const readlistRoutes = ({ readlist }: { readlist: ReadingLists }) =>
  new Elysia({ tags: ['readlist'] })
    .get('/api/readlist', () => readlist.older(), { response: schema.OlderEntries })
    .post('/api/readlist', ({ body }) => readlist.addOne(body.issue_id), {
      body: schema.AddEntriesBody,
      response: schema.AddEntriesReply,
    })
    .delete('/api/readlist', ({ query }) => readlist.clear(query.status), {
      query: schema.EntryStatusQuery,
      response: SuccessReply,
    })
    .delete('/api/readlist/:issue_id', ({ params }) => readlist.removeOne(params.issue_id), {
      params: IssueParams,
      response: SuccessReply,
    })
    .get('/api/readlists', () => readlist.lists(), { response: schema.ReadingListsReply })
    .post('/api/readlists', ({ body }) => readlist.make(body.name), {
      body: schema.ListNameBody,
      response: schema.ListReply,
    })
    .get('/api/readlists/:list_id', ({ params }) => readlist.list(params.list_id), {
      params: schema.ReadingListParams,
      response: schema.ListDetail,
    })
    .patch('/api/readlists/:list_id', ({ params, body }) => readlist.alter(params.list_id, body), {
      params: schema.ReadingListParams,
      body: schema.ListChangeBody,
      response: schema.ListReply,
    })
    .delete('/api/readlists/:list_id', ({ params }) => readlist.delete(params.list_id), {
      params: schema.ReadingListParams,
      response: SuccessReply,
    })
    .post('/api/readlists/:list_id/restore', ({ params, body }) => readlist.restore(params.list_id, body.issue_ids), {
      params: schema.ReadingListParams,
      body: schema.RestoreBody,
      response: schema.ListChangeReply,
    })
    .put('/api/readlists/:list_id/order', ({ params, body }) => readlist.order(params.list_id, body.issue_ids), {
      params: schema.ReadingListParams,
      body: schema.ListIssuesBody,
      response: schema.ListChangeReply,
    })
    .post('/api/readlists/:list_id/issues', ({ params, body }) => readlist.add(params.list_id, body.issue_ids), {
      params: schema.ReadingListParams,
      body: schema.ListIssuesBody,
      response: schema.ListChangeReply,
    })
    .delete('/api/readlists/:list_id/issues', ({ params, body }) => readlist.remove(params.list_id, body.issue_ids), {
      params: schema.ReadingListParams,
      body: schema.ListIssuesBody,
      response: schema.ListChangeReply,
    })
