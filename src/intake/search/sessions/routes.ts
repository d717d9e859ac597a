import { Elysia, status } from 'elysia'
import type { Session } from '../../../base/auth/session'
import { withSession } from '../../../base/auth/with-session'
import type { GrabResult } from './candidate-grabber'
import {
  CandidateParams,
  GrabBody,
  GrabReply,
  SearchRequestBody,
  SessionParams,
  SessionView,
  StartedSession,
} from './schema'
import type { Interactive } from './service'

interface Deps {
  interactive: Interactive
  sessionOf: (request: Request) => Session | undefined
}

/** Interactive searches. Each belongs to the browser session that started it. */
export const interactiveRoutes = ({ interactive, sessionOf }: Deps) =>
  new Elysia({ tags: ['search'] })
    .use(withSession(sessionOf))
    .post('/api/search/interactive', ({ session, body }) => status(202, interactive.begin(session.sid, body)), {
      body: SearchRequestBody,
      response: { 202: StartedSession },
    })
    .get(
      '/api/search/interactive/:session_id',
      ({ session, params }) => interactive.view(session.sid, params.session_id),
      {
        params: SessionParams,
        response: SessionView,
      },
    )
    .post(
      '/api/search/interactive/:session_id/candidates/:candidate_id/unblock',
      ({ session, params: { session_id, candidate_id } }) => interactive.unblock(session.sid, session_id, candidate_id),
      { params: CandidateParams, response: SessionView },
    )
    .post(
      '/api/search/interactive/:session_id/candidates/:candidate_id/grab',
      async ({ session, params: { session_id, candidate_id }, body }) =>
        answer(await interactive.grab(session.sid, session_id, candidate_id, body?.override === true)),
      {
        params: CandidateParams,
        body: GrabBody,
        response: { 200: GrabReply, 500: GrabReply },
      },
    )

/** Unknown whether the client has the release: neither a success nor a refusal. */
const answer = ({ status: code, reply }: GrabResult) => (code === 200 ? reply : status(500, reply))
