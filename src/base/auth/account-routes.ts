import { Elysia, t } from 'elysia'
import { SUCCESS } from '../http/success'
import { Id, OneOf, SuccessReply } from '../http/wire'
import type { Accounts } from './account'
import { browserOf, CLEAR_CACHE, type Jar, rememberBrowser } from './browser-cookie'
import type { Browsers } from './browsers'
import type { Invitations } from './invitations'
import type { Peer } from './request-gate'
import type { Auth, Ticket } from './service'
import { COOKIE, type Session, sessionCookie } from './session'
import { roles, userColours } from './states'
import type { UserRow } from './user-store'
import type { Users } from './users'
import { withSession } from './with-session'

const Text = t.String({ maxLength: 1024 })
const Pin = t.String({ maxLength: 100 })
const Maybe = t.Nullable(t.String())
const Card = { user_id: Id, name: t.String(), colour: OneOf(userColours), picture: Maybe }
const Account = t.Object({
  ...Card,
  role: OneOf(roles),
  share_reading: t.Boolean(),
  date_locale: Maybe,
  has_pin: t.Boolean(),
  may_download: t.Boolean(),
  may_request: t.Boolean(),
})
const LoggedIn = t.Object({ success: t.Literal(true), username: t.String() })
const TokenParams = t.Object({ token: t.String({ minLength: 1, maxLength: 200 }) })
/** Base64 of 500 KB. */
const Picture = t.Nullable(t.String({ maxLength: 700_000 }))

interface Deps {
  auth: Auth
  users: Users
  invitations: Invitations
  browsers: Browsers
  accounts: Accounts
  sessionOf: (request: Request) => Session | undefined
  peerOf: (request: Request) => Peer
  isSecure: (request: Request) => boolean
  /** Whether the browser would honour a request to clear its cache. */
  clearsCache: (request: Request) => boolean
}

/** What a login changes of the reply. */
interface Reply {
  cookie: Jar
  set: { headers: Record<string, unknown> }
}

/** Invitations, known users of a browser, and each user's own account. */
export const accountRoutes = (deps: Deps) => {
  const { auth, users, invitations, browsers, accounts, sessionOf, peerOf, isSecure, clearsCache } = deps
  const shown = (row: UserRow, jar: Jar) => ({
    user_id: row.user_id,
    name: row.name,
    colour: row.colour,
    picture: row.picture,
    role: row.role,
    share_reading: row.share_reading,
    date_locale: row.date_locale,
    has_pin: browsers.hasPin(browserOf(jar), row.user_id),
    may_download: row.limits?.may_download ?? true,
    may_request: row.limits?.may_request ?? true,
  })
  /** Ends the session that the browser had before. */
  const logIn = ({ user_id, username, token, maxAge }: Ticket, request: Request, { cookie: jar, set }: Reply) => {
    const before = sessionOf(request)
    if (before) auth.logout(before)
    if (browsers.wasOfOther(browserOf(jar), user_id) && clearsCache(request)) Object.assign(set.headers, CLEAR_CACHE)
    jar[COOKIE]!.set(sessionCookie(token, maxAge, isSecure(request)))
    rememberBrowser(browsers, jar, user_id, isSecure(request))
    return { ...SUCCESS, username }
  }
  return new Elysia({ tags: ['users'] })
    .get(
      '/api/auth/invitation/:token',
      ({ params }) => {
        const { user, expires_at } = invitations.look(params.token)
        return { name: user.name, colour: user.colour, role: user.role, house: users.ownerName, expires_at }
      },
      {
        params: TokenParams,
        response: t.Object({
          name: t.String(),
          colour: OneOf(userColours),
          role: OneOf(roles),
          house: t.String(),
          expires_at: t.String(),
        }),
      },
    )
    .post(
      '/api/auth/invitation/:token',
      async ({ params, body, request, cookie, set }) => {
        const { user_id } = await invitations.accept(params.token, body.password)
        return logIn(await auth.ticketFor(user_id), request, { cookie, set })
      },
      { params: TokenParams, body: t.Object({ password: Text }), response: LoggedIn },
    )
    .get('/api/auth/known-users', ({ cookie }) => ({ users: browsers.known(browserOf(cookie)) }), {
      response: t.Object({ users: t.Array(t.Object({ ...Card, has_pin: t.Boolean() })) }),
    })
    .post(
      '/api/auth/switch',
      async ({ body, request, cookie, set }) => {
        const { user_id, pin, password } = body
        if (pin !== undefined) {
          await browsers.checkPin(browserOf(cookie), user_id, pin)
          return logIn(await auth.ticketFor(user_id, { isPin: true }), request, { cookie, set })
        }
        const username = users.find(user_id)?.name ?? user_id
        return logIn(await auth.login({ username, password }, peerOf(request).client), request, { cookie, set })
      },
      {
        body: t.Object({ user_id: Id, pin: t.Optional(Pin), password: t.Optional(Text) }),
        response: LoggedIn,
      },
    )
    .use(withSession(sessionOf))
    .get('/api/account', ({ session, cookie }) => shown(users.need(session.user_id), cookie), { response: Account })
    .patch(
      '/api/account',
      async ({ session, body, request, cookie, set }) => {
        const { user, ended } = await accounts.change(session.user_id, body, peerOf(request).client)
        if (ended) logIn(await auth.ticketFor(user.user_id), request, { cookie, set })
        return shown(user, cookie)
      },
      {
        body: t.Object({
          name: t.Optional(t.String({ maxLength: 300 })),
          colour: t.Optional(OneOf(userColours)),
          picture: t.Optional(Picture),
          share_reading: t.Optional(t.Boolean()),
          date_locale: t.Optional(t.Nullable(t.String({ maxLength: 100 }))),
          password: t.Optional(Text),
          current_password: t.Optional(Text),
        }),
        response: Account,
      },
    )
    .put(
      '/api/account/pin',
      async ({ session, body, request, cookie }) => {
        await auth.expectPassword(users.need(session.user_id), body.current_password, peerOf(request).client)
        const browser = rememberBrowser(browsers, cookie, session.user_id, isSecure(request))
        await browsers.setPin(browser, session.user_id, body.pin)
        return SUCCESS
      },
      { body: t.Object({ pin: Pin, current_password: Text }), response: SuccessReply },
    )
    .delete(
      '/api/account/pin',
      ({ session, cookie }) => {
        browsers.removePin(browserOf(cookie), session.user_id)
        return SUCCESS
      },
      { response: SuccessReply },
    )
}
