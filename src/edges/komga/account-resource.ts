import type { AppLogins } from '../../base/auth/app-logins'
import type { Users } from '../../base/auth/users'
import { currentCaller } from '../../base/platform/caller'
import { Refusal } from '../../base/refusal'
import { pageJson, pageOf } from './page'
import { type AppRequest, type AppRoute, route } from './replies'
import { userJson } from './wire'

interface Deps {
  logins: AppLogins
  users: Pick<Users, 'cardOf'>
}

/** Who is logged in, and what belongs to the login. */
export function accountRoutes({ logins, users }: Deps): AppRoute[] {
  const me = ({ request }: AppRequest) => {
    const { user_id, limits } = currentCaller()
    const name = logins.of(request)?.name || users.cardOf(user_id)?.name || ''
    return userJson({ id: user_id, name, mayDownload: limits?.may_download !== false })
  }
  const logout = ({ request }: AppRequest) => logins.logout(request)
  return [
    route('GET', '/api/v2/users/me', me),
    route('GET', '/api/v1/users/me', me),
    route('GET', '/api/v2/users/me/api-keys', () => []),
    route('GET', '/api/v2/users/me/authentication-activity', ({ query }) => pageJson(pageOf([], query.paging))),
    route('GET', '/api/logout', logout),
    route('POST', '/api/logout', logout),
    route('GET', '/api/v1/login/set-cookie', ({ request }) => logins.sendCookie(request)),
    route('GET', '/api/v1/claim', () => ({ isClaimed: true })),
    route('POST', '/api/v1/claim', () => {
      throw new Refusal('invalid', 'This server has already been claimed.')
    }),
    route('GET', '/api/v1/oauth2/providers', () => []),
    route('GET', '/api/v1/client-settings/global/list', () => ({})),
    route('GET', '/api/v1/client-settings/user/list', () => ({})),
    // Settings of an app's own pages; nothing here uses them.
    route('PATCH', '/api/v1/client-settings/user', () => undefined),
    route('DELETE', '/api/v1/client-settings/user', () => undefined),
  ]
}
