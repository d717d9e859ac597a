import { Elysia } from 'elysia'
import { ActionParams, ActionReply } from './schema'
import type { ActionProposals } from './service'

interface Deps {
  proposals: ActionProposals
}

/** Routes for proposals of the assistant. Only these confirm one. */
export const actionRoutes = ({ proposals }: Deps) =>
  new Elysia({ tags: ['ai'] })
    .get('/api/ai/chat/actions/:action_id', ({ params }) => proposals.view(params.action_id), {
      params: ActionParams,
      response: ActionReply,
    })
    .post('/api/ai/chat/actions/:action_id/confirm', ({ params }) => proposals.confirm(params.action_id), {
      params: ActionParams,
      response: ActionReply,
    })
    .post('/api/ai/chat/actions/:action_id/dismiss', ({ params }) => proposals.dismiss(params.action_id), {
      params: ActionParams,
      response: ActionReply,
    })
