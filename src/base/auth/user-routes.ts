import { Elysia, t } from 'elysia'
import { SUCCESS } from '../http/success'
import { Id, OneOf, SuccessReply } from '../http/wire'
import type { Invitations } from './invitations'
import { LimitsBody } from './schema'
import { roles, userColours } from './states'
import type { UserOverview } from './user-overview'
import type { Users } from './users'

const Name = t.String({ maxLength: 300 })
const Colour = OneOf(userColours)
const OtherRole = OneOf(['manager', 'reader'] as const)
const Instant = t.Nullable(t.String())
const User = t.Object({
  user_id: Id,
  name: t.String(),
  role: OneOf(roles),
  colour: Colour,
  picture: t.Nullable(t.String()),
  limits: t.Nullable(LimitsBody),
  invited: t.Boolean(),
  invitation_expires_at: Instant,
  last_seen_at: Instant,
  created_at: t.String(),
  devices: t.Integer(),
  sessions: t.Integer(),
  shares_reading: t.Boolean(),
  /** What the user read last; null unless the user lets the owner see it. */
  lately: t.Nullable(
    t.Array(
      t.Object({
        comic_id: Id,
        series_name: t.String(),
        issue_id: Id,
        label: t.String(),
        read_at: t.String(),
      }),
    ),
  ),
})
const Invitation = t.Object({ url: t.String(), expires_at: t.String() })
const UserParams = t.Object({ user_id: Id })

interface Deps {
  users: Users
  invitations: Invitations
  userOverview: UserOverview
  /** The address at which the request reached us, with the folder of a proxy. */
  siteFor: (request: Request) => { origin: string; root: string }
}

export const userRoutes = ({ users, invitations, userOverview, siteFor }: Deps) => {
  const invite = (userId: string, request: Request) => {
    const { token, expires_at } = invitations.invite(userId)
    const { origin, root } = siteFor(request)
    return { url: `${origin}${root}/invitation/${token}`, expires_at }
  }
  return new Elysia({ tags: ['users'] })
    .get('/api/users', () => userOverview.list(), {
      response: t.Object({
        users: t.Array(User),
        deleted: t.Array(t.Object({ user_id: Id, name: t.String(), deleted_at: t.String() })),
      }),
    })
    .post(
      '/api/users',
      ({ body, request, status }) => {
        const { user_id } = users.add(body)
        const invitation = invite(user_id, request)
        return status(201, { user: userOverview.one(user_id), invitation })
      },
      {
        body: t.Object({
          name: Name,
          role: OtherRole,
          colour: t.Optional(Colour),
          limits: t.Optional(t.Nullable(LimitsBody)),
        }),
        response: { 201: t.Object({ user: User, invitation: Invitation }) },
      },
    )
    .patch(
      '/api/users/:user_id',
      ({ params, body }) => {
        users.change(params.user_id, body)
        return userOverview.one(params.user_id)
      },
      {
        params: UserParams,
        body: t.Object({
          name: t.Optional(Name),
          role: t.Optional(OtherRole),
          colour: t.Optional(Colour),
          limits: t.Optional(t.Nullable(LimitsBody)),
        }),
        response: User,
      },
    )
    .delete(
      '/api/users/:user_id',
      ({ params }) => {
        users.remove(params.user_id)
        return SUCCESS
      },
      { params: UserParams, response: SuccessReply },
    )
    .post(
      '/api/users/:user_id/restore',
      ({ params }) => {
        users.restore(params.user_id)
        return userOverview.one(params.user_id)
      },
      { params: UserParams, response: User },
    )
    .post('/api/users/:user_id/invitation', ({ params, request }) => invite(params.user_id, request), {
      params: UserParams,
      response: Invitation,
    })
    .delete(
      '/api/users/:user_id/sessions',
      ({ params }) => {
        users.endSessions(params.user_id)
        return SUCCESS
      },
      { params: UserParams, response: SuccessReply },
    )
}
