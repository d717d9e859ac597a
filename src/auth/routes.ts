import { Elysia, t } from 'elysia'
import { SUCCESS, SuccessReply } from '../http/wire'
import type { Peer } from './gate'
import type { Auth } from './service'
import { COOKIE, type Session, sessionCookie, withSession } from './session'

const Text = t.Optional(t.String({ maxLength: 1024 }))
const UsernameReply = t.Object({ success: t.Literal(true), username: t.String() })
const SessionReply = t.Object({
  success: t.Literal(true),
  authenticated: t.Boolean(),
  username: t.Optional(t.String()),
})

interface Deps {
  auth: Auth
  sessionOf: (request: Request) => Session | undefined
  peerOf: (request: Request) => Peer
  /** Whether the request came over TLS, directly or through a trusted proxy. */
  isSecure: (request: Request) => boolean
}

export const authRoutes = ({ auth, sessionOf, peerOf, isSecure }: Deps) =>
  new Elysia({ tags: ['auth'] })
    .post(
      '/api/auth/login',
      async ({ body, request, cookie: jar }) => {
        const { username, token, maxAge } = await auth.login(body, peerOf(request).client)
        jar[COOKIE]!.set(sessionCookie(token, maxAge, isSecure(request)))
        return { ...SUCCESS, username }
      },
      { body: t.Object({ username: Text, password: Text }), response: UsernameReply },
    )
    .get(
      '/api/auth/check-session',
      ({ request }) => {
        const username = sessionOf(request)?.username
        return { ...SUCCESS, authenticated: username !== undefined, ...(username === undefined ? {} : { username }) }
      },
      { response: SessionReply },
    )
    .get('/api/auth/check-setup', () => ({ ...SUCCESS, needs_setup: auth.needsSetup }), {
      response: t.Object({ success: t.Literal(true), needs_setup: t.Boolean() }),
    })
    .post('/api/auth/setup', async ({ body }) => ({ ...SUCCESS, ...(await auth.setUp(body)), needs_restart: false }), {
      body: t.Object({ username: Text, password: Text, setup_token: Text }),
      response: t.Object({ success: t.Literal(true), username: t.String(), needs_restart: t.Boolean() }),
    })
    .use(withSession(sessionOf))
    .post(
      '/api/auth/logout',
      ({ session, request, cookie: jar }) => {
        auth.logout(session)
        jar[COOKIE]!.set(sessionCookie('', 0, isSecure(request)))
        return SUCCESS
      },
      { response: SuccessReply },
    )
    .put(
      '/api/auth/account',
      async ({ body, request, cookie: jar }) => {
        const { username, token, maxAge } = await auth.changeLogin(body, peerOf(request).client)
        jar[COOKIE]!.set(sessionCookie(token, maxAge, isSecure(request)))
        return { ...SUCCESS, username }
      },
      {
        body: t.Object({ current_password: t.String({ maxLength: 1024 }), username: Text, new_password: Text }),
        response: UsernameReply,
      },
    )
    .post(
      '/api/config/api-key/regenerate',
      async ({ session, request }) => ({
        ...SUCCESS,
        api_key: await auth.renewApiKey(session, peerOf(request).client),
      }),
      { response: t.Object({ success: t.Literal(true), api_key: t.String() }) },
    )
