import { Elysia, t } from 'elysia'
import { SUCCESS } from '../http/success'
import { OneOf, SuccessReply } from '../http/wire'
import type { Caller } from '../platform/caller'
import { browserOf, CLEAR_CACHE, rememberBrowser } from './browser-cookie'
import type { Browsers } from './browsers'
import type { Peer } from './request-gate'
import type { Auth } from './service'
import { COOKIE, type Session, type Sessions, sessionCookie } from './session'
import { roles, setupSteps, userColours } from './states'
import type { UserRow } from './user-store'
import type { Users } from './users'
import { withSession } from './with-session'

const Text = t.Optional(t.String({ maxLength: 1024 }))
const UsernameReply = t.Object({ success: t.Literal(true), username: t.String() })
const SessionReply = t.Object({
  success: t.Literal(true),
  authenticated: t.Boolean(),
  /** A session that was ended early: by a logout, another password or role, or the deletion of the user. */
  ended: t.Optional(t.Boolean()),
  username: t.Optional(t.String()),
  /** Where the first setup continues; null when it is finished. */
  setup_step: t.Optional(t.Nullable(OneOf(setupSteps))),
  user: t.Optional(
    t.Object({
      user_id: t.String(),
      name: t.String(),
      role: OneOf(roles),
      colour: OneOf(userColours),
      picture: t.Nullable(t.String()),
      limits_apply: t.Boolean(),
      may_download: t.Boolean(),
      may_request: t.Boolean(),
      share_reading: t.Boolean(),
      date_locale: t.Nullable(t.String()),
      /** `reader`: the session reaches only the routes of readers, whatever the role. */
      sees: OneOf(['everything', 'reader'] as const),
      /** Whether the library has other users, to share with. */
      has_others: t.Boolean(),
    }),
  ),
})

/** A user as the pages need to know it; `caller` has the rights of this request. */
const shownUser = (row: UserRow, caller: Caller, has_others: boolean) => ({
  user_id: row.user_id,
  name: row.name,
  role: row.role,
  colour: row.colour,
  picture: row.picture,
  limits_apply: caller.limits !== null,
  may_download: caller.limits?.may_download ?? true,
  may_request: caller.limits?.may_request ?? true,
  share_reading: row.share_reading,
  date_locale: row.date_locale,
  sees: caller.role === 'reader' ? ('reader' as const) : ('everything' as const),
  has_others,
})

interface Deps {
  auth: Auth
  sessions: Sessions
  users: Users
  browsers: Browsers
  callerOf: (request: Request) => Caller | undefined
  sessionOf: (request: Request) => Session | undefined
  peerOf: (request: Request) => Peer
  /** Whether the request came over TLS, directly or through a trusted proxy. */
  isSecure: (request: Request) => boolean
  /** Whether the browser would honour a request to clear its cache. */
  clearsCache: (request: Request) => boolean
}

export const authRoutes = ({
  auth,
  sessions,
  users,
  browsers,
  callerOf,
  sessionOf,
  peerOf,
  isSecure,
  clearsCache,
}: Deps) =>
  new Elysia({ tags: ['auth'] })
    .post(
      '/api/auth/login',
      async ({ body, request, cookie: jar, set }) => {
        const { user_id, username, token, maxAge } = await auth.login(body, peerOf(request).client)
        if (browsers.wasOfOther(browserOf(jar), user_id) && clearsCache(request))
          Object.assign(set.headers, CLEAR_CACHE)
        jar[COOKIE]!.set(sessionCookie(token, maxAge, isSecure(request)))
        rememberBrowser(browsers, jar, user_id, isSecure(request))
        return { ...SUCCESS, username }
      },
      { body: t.Object({ username: Text, password: Text }), response: UsernameReply },
    )
    .get(
      '/api/auth/check-session',
      async ({ request, cookie: jar }) => {
        const session = sessionOf(request)
        const caller = callerOf(request)
        if (!session || !caller) {
          const token = jar[COOKIE]?.value
          const ended = typeof token === 'string' && (await sessions.hasEnded(token))
          return { ...SUCCESS, authenticated: false, ...(ended ? { ended } : {}) }
        }
        const { username } = session
        const user = shownUser(users.need(session.user_id), caller, users.list().length > 1)
        return { ...SUCCESS, authenticated: true, username, setup_step: auth.setupStep, user }
      },
      { response: SessionReply },
    )
    .get('/api/auth/check-setup', () => auth.setupState, {
      response: t.Object({ success: t.Literal(true), needs_setup: t.Boolean() }),
    })
    .post('/api/auth/setup', async ({ body }) => ({ ...SUCCESS, ...(await auth.setUp(body)), needs_restart: false }), {
      body: t.Object({
        username: Text,
        password: Text,
        setup_token: Text,
        next_step: t.Optional(OneOf(setupSteps)),
      }),
      response: t.Object({ success: t.Literal(true), username: t.String(), needs_restart: t.Boolean() }),
    })
    .use(withSession(sessionOf))
    .put(
      '/api/auth/setup-step',
      ({ body }) => {
        auth.keepSetupStep(body.step)
        return SUCCESS
      },
      { body: t.Object({ step: t.Nullable(OneOf(setupSteps)) }), response: SuccessReply },
    )
    .post(
      '/api/auth/logout',
      ({ session, request, cookie: jar, set }) => {
        auth.logout(session)
        if (clearsCache(request)) Object.assign(set.headers, CLEAR_CACHE)
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
