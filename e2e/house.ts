import type { Limits } from '../src/base/auth/states'
import { NO_LIMITS } from '../src/testing/users'
import type { WatchedPage } from './browser'
import { waitForAnswer } from './download-setup'
import { basic, type Client, CSRF, type Panelkeep } from './panelkeep'

/** Users of a running program besides the owner. */

export interface HouseUser {
  user_id: string
  name: string
  cookie: string
  client: Client
}

interface NewUser {
  role?: 'manager' | 'reader'
  limits?: Partial<Limits>
}

export const PASSWORD = 'a lamp by the bed'

/** Invites a user, who chooses a password. */
export async function addUser(
  panelkeep: Panelkeep,
  owner: Client,
  name: string,
  { role = 'reader', limits }: NewUser = {},
): Promise<HouseUser> {
  const body = { name, role, ...(limits && { limits: { ...NO_LIMITS, ...limits } }) }
  const { user, invitation } = await waitForAnswer(owner.post('/api/users', body))
  const session = await acceptInvitation(panelkeep, (invitation as { url: string }).url)
  return { ...session, user_id: (user as { user_id: string }).user_id, name }
}

type UserSession = Pick<HouseUser, 'cookie' | 'client'>

/** Chooses a password on the page of the invitation. */
export async function acceptInvitation(panelkeep: Panelkeep, url: string): Promise<UserSession> {
  const token = new URL(url).pathname.split('/').at(-1)
  return sessionOf(panelkeep, await panelkeep.guest().post(`/api/auth/invitation/${token}`, { password: PASSWORD }))
}

/** A new session of a user whose earlier ones have ended. */
export async function logIn(panelkeep: Panelkeep, user: HouseUser): Promise<HouseUser> {
  const reply = await panelkeep.guest().post('/api/auth/login', { username: user.name, password: PASSWORD })
  return { ...user, ...sessionOf(panelkeep, reply) }
}

function sessionOf(panelkeep: Panelkeep, reply: Response): UserSession {
  if (reply.status !== 200) throw new Error(`the login was refused: ${reply.status}`)
  const cookie = (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  return { cookie, client: panelkeep.client({ ...CSRF, Cookie: cookie }) }
}

/** A reading app of the user with a key, as a client of the catalog and of KOReader's sync. */
export async function addDevice(panelkeep: Panelkeep, { client }: { client: Client }, name: string): Promise<Client> {
  const { key } = await waitForAnswer(client.post('/api/devices', { name }))
  const md5 = new Bun.CryptoHasher('md5').update(key as string).digest('hex')
  return panelkeep.client({
    ...basic({ username: 'any', password: key as string }),
    'X-Auth-User': 'any',
    'X-Auth-Key': md5,
  })
}

export async function putCookie(watched: WatchedPage, panelkeep: Panelkeep, cookie: string): Promise<WatchedPage> {
  const [name = '', value = ''] = cookie.split('=')
  await watched.page.context().addCookies([{ name, value, url: panelkeep.url }])
  return watched
}
