import type { AppLogins } from '../../base/auth/app-logins'
import type { RequestSite } from '../../base/http/origin'
import { currentCaller } from '../../base/platform/caller'
import { Refusal } from '../../base/refusal'
import type { Books } from './books'
import { type AppRequest, type AppRoute, route } from './replies'
import type { Library } from './states'
import { visibleLibraries } from './visible-libraries'
import { libraryJson } from './wire'

interface Deps {
  books: Books
  logins: AppLogins
  siteFor: (request: Request) => RequestSite
  /** Scans the folders of a kind of series. */
  scan: (kind: Library['kind']) => void
}

/** The libraries of the caller, and web addresses that lead to our pages. */
export function libraryRoutes({ books, logins, siteFor, scan }: Deps): AppRoute[] {
  const need = ({ params }: AppRequest) => {
    const library = visibleLibraries().find(({ id }) => id === params.library_id)
    if (!library) throw new Refusal('missing', 'There is no such library.')
    return library
  }
  const leadTo = (page: (id: string, request: Request) => string) => (request: AppRequest) => {
    const path = page(encodeURIComponent(request.params.id!), request.request)
    return new Response(null, { status: 302, headers: { Location: `${siteFor(request.request).root}${path}` } })
  }
  const issuePage = (id: string, request: Request) => {
    const comicId = logins.of(request) && books.comicOf(decodeURIComponent(id))
    return comicId === undefined ? '/library' : `/library/${encodeURIComponent(comicId)}/issues/${id}`
  }
  return [
    route('GET', '/api/v1/libraries', () => visibleLibraries().map(libraryJson)),
    route('GET', '/api/v1/libraries/:library_id', (request) => libraryJson(need(request))),
    route('POST', '/api/v1/libraries/:library_id/scan', (request) => {
      const { kind } = need(request)
      if (currentCaller().role === 'reader') throw new Refusal('forbidden', 'Ask the owner of this library.')
      scan(kind)
      return new Response(null, { status: 202 })
    }),
    route(
      'GET',
      '/series/:id',
      leadTo((id) => `/library/${id}`),
    ),
    route('GET', '/book/:id', leadTo(issuePage)),
    route('GET', '/book/:id/read', leadTo(issuePage)),
    route(
      'GET',
      '/readlists/:id',
      leadTo((id) => `/readlist/${id}`),
    ),
    route(
      'GET',
      '/collections/:id',
      leadTo((id) => `/collections/${id}`),
    ),
  ]
}
