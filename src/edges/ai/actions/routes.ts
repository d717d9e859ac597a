import { Elysia } from 'elysia'
import type { Session } from '../../../base/auth/session'
import { withSession } from '../../../base/auth/with-session'
import { ActionParams, ActionReply } from './schema'
import type { ActionProposals } from './service'

interface Deps {
  proposals: ActionProposals
  sessionOf: (request: Request) => Session | undefined
}

/** Routes for proposals of the assistant. Only these confirm one. */
export const actionRoutes = ({ proposals, sessionOf }: Deps) =>
  new Elysia({ tags: ['ai'] })
    .use(withSession(sessionOf))
    .get(
      '/api/ai/chat/actions/:action_id',
      ({ session, params }) => proposals.view(session.username, params.action_id),
      { params: ActionParams, response: ActionReply },
    )
    .post(
      '/api/ai/chat/actions/:action_id/confirm',
      ({ session, params }) => proposals.confirm(session.username, params.action_id),
      { params: ActionParams, response: ActionReply },
    )
    .post(
      '/api/ai/chat/actions/:action_id/dismiss',
      ({ session, params }) => proposals.dismiss(session.username, params.action_id),
      { params: ActionParams, response: ActionReply },
    )
