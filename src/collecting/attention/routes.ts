import { Elysia } from 'elysia'
import type { ActiveWork } from './active-work'
import type { AttentionList } from './attention-list'
import type { Resolver } from './resolver'
import * as schema from './schema'

interface Deps {
  activeWork: ActiveWork
  attentionList: AttentionList
  resolver: Resolver
}

/** Active work and items that need attention. */
export const attentionRoutes = ({ activeWork, attentionList, resolver }: Deps) =>
  new Elysia({ tags: ['attention'] })
    .get('/api/activity/status', () => activeWork.counts(), { response: schema.AttentionCounts })
    .get('/api/activity/in-flight', ({ query }) => activeWork.list(query), {
      query: schema.FlightQuery,
      response: schema.Flights,
    })
    .post('/api/activity/in-flight/cancel', ({ body }) => activeWork.cancel(body), {
      body: schema.Cancel,
      response: schema.CancelWorkReply,
    })
    .get('/api/attention', ({ query }) => attentionList.list(query), {
      query: schema.AttentionQuery,
      response: schema.Attention,
    })
    .get('/api/attention/sections', () => attentionList.sections(), { response: schema.AttentionSections })
    .get('/api/attention/members', ({ query }) => attentionList.members(query), {
      query: schema.MembersQuery,
      response: schema.AttentionMembers,
    })
    .get('/api/attention/keys', ({ query }) => attentionList.keys(query), {
      query: schema.KeysQuery,
      response: schema.AttentionKeys,
    })
    .post('/api/attention/waiting', ({ body }) => attentionList.waiting(body), {
      body: schema.WaitingQuery,
      response: schema.AttentionWaiting,
    })
    .post('/api/attention/resolve', ({ body }) => resolver.resolve(body), {
      body: schema.Resolve,
      response: schema.ResolveReport,
    })
