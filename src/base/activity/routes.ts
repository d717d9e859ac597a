import { Elysia } from 'elysia'
import * as schema from './schema'
import type { Timeline } from './service'

export const activityRoutes = ({ timeline }: { timeline: Timeline }) =>
  new Elysia({ tags: ['activity'] }).get('/api/activity/timeline', ({ query }) => timeline.list(query), {
    query: schema.TimelineQuery,
    response: schema.TimelinePage,
  })
