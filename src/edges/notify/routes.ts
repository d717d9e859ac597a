import { Elysia } from 'elysia'
import type { Hooks } from './hooks'
import * as schema from './schema'

/** Hooks: their state and tests. */
export const hookRoutes = ({ hooks }: { hooks: Hooks }) =>
  new Elysia({ tags: ['config'] })
    .get('/api/config/hooks', () => hooks.states(), { response: schema.HooksReply })
    .post('/api/config/hooks/test', ({ body }) => hooks.test(body.hook), {
      body: schema.TargetTestBody,
      response: schema.TargetTestReply,
    })
