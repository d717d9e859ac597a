import type { Limits } from '../base/auth/states'
import type { Client, TestApp } from './app'

export const PASSWORD = 'tin whistle'

/** Limits that hide and forbid nothing. */
export const NO_LIMITS: Limits = {
  kinds: ['comic', 'manga'],
  max_age: null,
  unrated: 'allow',
  tags_any: [],
  tags_none: [],
  collections: null,
  may_download: true,
  may_request: true,
}

export interface TestUser extends Client {
  user_id: string
  cookie: string
}

interface NewUser {
  role?: 'manager' | 'reader'
  limits?: Partial<Limits>
}

/** A user who was added by the owner, accepted the invitation and is logged in. */
export async function addUser(
  app: TestApp,
  name: string,
  { role = 'reader', limits }: NewUser = {},
): Promise<TestUser> {
  const body = { name, role, ...(limits && { limits: { ...NO_LIMITS, ...limits } }) }
  const added = await app.reader.json<{ user: { user_id: string }; invitation: { url: string } }>(
    201,
    app.reader.post('/api/users', body),
  )
  return acceptInvitation(app, added.user.user_id, added.invitation.url)
}

/** The user logged in, after choosing a password. */
export async function acceptInvitation(app: TestApp, user_id: string, url: string): Promise<TestUser> {
  const token = new URL(url).pathname.split('/').at(-1)
  const accepted = await app.guest.post(`/api/auth/invitation/${token}`, { password: PASSWORD })
  if (accepted.status !== 200) throw new Error(`the invitation was refused: ${await accepted.text()}`)
  const cookie = accepted.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const client = app.client({ 'X-Requested-With': 'ServiceFrontend', Cookie: cookie })
  return { ...client, user_id, cookie }
}
