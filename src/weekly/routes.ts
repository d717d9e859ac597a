import { Elysia, t } from 'elysia'
import { UncheckedReply } from '../http/wire'
import type { RefreshRequests } from './refresh-requests'
import * as schema from './schema'
import type { Releases } from './service'

/** What comes out in a week. */
export const weeklyRoutes = ({ releases, refreshing }: { releases: Releases; refreshing: RefreshRequests }) =>
  new Elysia({ tags: ['weekly'] })
    .get('/api/weekly', ({ query }) => releases.weekly(query), {
      query: schema.WeeklyQuery,
      response: UncheckedReply(t.Array(schema.WeeklyRow)),
    })
    .get('/api/upcoming', ({ query }) => releases.upcoming(query), {
      query: schema.UpcomingQuery,
      response: UncheckedReply(t.Array(schema.UpcomingRow)),
    })
    .post(
      '/api/weekly/refresh',
      ({ body, status }) => {
        const reply = refreshing.request(body ?? {})
        return status(reply.accepted ? 202 : 200, reply)
      },
      { body: schema.RefreshBody, response: { 200: schema.RefreshReply, 202: schema.RefreshReply } },
    )
    .get('/api/releases', ({ query }) => releases.list(query), {
      query: schema.ReleasesQuery,
      response: UncheckedReply(schema.ReleasesReply),
    })
