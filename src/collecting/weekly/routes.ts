import { Elysia, t } from 'elysia'
import { SUCCESS } from '../../base/http/success'
import { SuccessReply, UncheckedReply } from '../../base/http/wire'
import type { CalendarFeed } from './calendar-feed'
import type { ReleaseFollower } from './follow-release'
import type { RefreshRequests } from './refresh-requests'
import * as schema from './schema'
import type { Releases } from './service'

interface Deps {
  releases: Releases
  refreshing: RefreshRequests
  feed: CalendarFeed
  follower: ReleaseFollower
}

/** Routes for weekly releases. */
export const weeklyRoutes = ({ releases, refreshing, feed, follower }: Deps) =>
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
    .post(
      '/api/releases/:release_id/follow',
      ({ params, body }) => follower.follow(params.release_id, body?.want ?? false),
      {
        params: schema.ReleaseParams,
        body: schema.FollowBody,
        response: schema.FollowReply,
      },
    )
    .get('/api/releases/calendar', () => ({ path: feed.path }), { response: schema.FeedReply })
    .post('/api/releases/calendar', () => ({ path: feed.renew() }), { response: schema.FeedReply })
    .delete(
      '/api/releases/calendar',
      () => {
        feed.revoke()
        return SUCCESS
      },
      { response: SuccessReply },
    )
    // The gate has checked the token in the name, unless there is a session.
    .get(
      '/api/calendar/:file',
      ({ params, query, set }) => {
        const document = feed.document(params.file, query)
        set.headers['content-type'] = 'text/calendar; charset=utf-8'
        set.headers['cache-control'] = 'private'
        return document
      },
      { params: schema.FeedParams, query: schema.FeedQuery, response: t.String() },
    )
