import { Elysia } from 'elysia'
import { SuccessReply } from '../../base/http/wire'
import * as schema from './notice-schema'
import { TargetTestReply } from './schema'
import type { Targets } from './targets'

/** Notification targets and the log of notices. */
export const noticeRoutes = ({ targets }: { targets: Targets }) =>
  new Elysia({ tags: ['config'] })
    .get('/api/config/notifications', () => targets.list(), { response: schema.TargetList })
    .post('/api/config/notifications', ({ body }) => targets.add(body), {
      body: schema.NewTarget,
      response: schema.SavedTarget,
    })
    .post('/api/config/notifications/test', ({ body }) => targets.test(body), {
      body: schema.TriedTarget,
      response: TargetTestReply,
    })
    .get('/api/config/notifications/log', ({ query }) => targets.log(query), {
      query: schema.LogQuery,
      response: schema.NoticeLog,
    })
    .put('/api/config/notifications/:target_id', ({ params, body }) => targets.change(params.target_id, body), {
      params: schema.TargetParams,
      body: schema.ChangedTarget,
      response: schema.SavedTarget,
    })
    .delete('/api/config/notifications/:target_id', ({ params }) => targets.remove(params.target_id), {
      params: schema.TargetParams,
      response: SuccessReply,
    })
