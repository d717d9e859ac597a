import { isListedRoute } from '../../base/auth/policy'
import { springReply } from '../../base/http/spring-refusals'
import type { Clock } from '../../base/platform/ports'

/**
 * Routes of Komga that change or show what Panelkeep keeps itself. Apps show 403 as "not allowed" and report any other
 * refusal as a fault.
 */
const FORBIDDEN = [
  ...['POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) =>
    ['libraries', 'series', 'books', 'collections', 'readlists', 'users', 'settings', 'tasks', 'page-hashes'].flatMap(
      (resource) => [1, 2].flatMap((version) => [`${method} /komga/api/v${version}/${resource}`, `${method} /komga/api/v${version}/${resource}/*`]), // biome-ignore format: a short list
    ),
  ),
  ...['page-hashes', 'history', 'settings', 'tasks', 'fonts', 'syncpoints', 'announcements', 'releases'].flatMap(
    (resource) => [`GET /komga/api/v1/${resource}`, `GET /komga/api/v1/${resource}/*`],
  ),
  'GET /komga/api/v2/users',
  'GET /komga/api/v2/users/authentication-activity',
  'POST /komga/api/v1/filesystem',
  'POST /komga/api/v1/transient-books',
  'PATCH /komga/api/v1/client-settings/global',
  'DELETE /komga/api/v1/client-settings/global',
  'DELETE /komga/api/v1/syncpoints/me',
  'GET /komga/actuator',
  'GET /komga/actuator/*',
]

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The reply to what no route answers. `served`: the patterns of the routes. */
export function unservedReply(request: Request, served: readonly string[], clock: Clock): Response {
  const { pathname } = new URL(request.url)
  const at = clock.now()
  const allowed = METHODS.filter((method) => isListedRoute(served, method, pathname))
  if (isListedRoute(FORBIDDEN, request.method, pathname))
    return springReply(request, 403, 'Panelkeep keeps this itself.', { at })
  if (allowed.length === 0) return springReply(request, 404, 'There is nothing at this address.', { at })
  const headers = { Allow: allowed.join(', ') }
  return springReply(request, 405, `The method ${request.method.slice(0, 20)} is not supported.`, { at, headers })
}
