import { Elysia, t } from 'elysia'
import { UncheckedReply } from '../http/wire'
import * as schema from './schema'
import type { Releases } from './service'

/** What comes out in a week. */
export const weeklyRoutes = ({ releases }: { releases: Releases }) =>
  new Elysia({ tags: ['weekly'] })
    .get('/api/weekly', ({ query }) => releases.weekly(query), {
      query: schema.WeeklyQuery,
      response: UncheckedReply(t.Array(schema.WeeklyRow)),
    })
    .get('/api/upcoming', ({ query }) => releases.upcoming(query), {
      query: schema.UpcomingQuery,
      response: UncheckedReply(t.Array(schema.UpcomingRow)),
    })
    .get('/api/releases', ({ query }) => releases.list(query), {
      query: schema.ReleasesQuery,
      response: UncheckedReply(schema.ReleasesReply),
    })
