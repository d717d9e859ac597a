import { Elysia } from 'elysia'
import type { AppLogins } from '../../base/auth/app-logins'
import type { Device } from '../../base/auth/devices'
import { routePatterns } from '../../base/auth/policy'
import type { Users } from '../../base/auth/users'
import { mayReceive } from '../../base/events/event-recipients'
import type { EventStreams } from '../../base/events/stream'
import type { AppEvent } from '../../base/events/types'
import { bodyText } from '../../base/http/bodies'
import type { RequestSite } from '../../base/http/origin'
import { RawReply } from '../../base/http/wire'
import { currentCaller, forCaller } from '../../base/platform/caller'
import type { Clock, Files, Log, Random } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import type { Covers } from '../../library/reading/covers'
import type { PageSizes } from '../../library/reading/page-sizes'
import type { Pages } from '../../library/reading/pages'
import { accountRoutes } from './account-resource'
import { bookRoutes } from './book-resource'
import { contentRoutes } from './content-resource'
import { libraryRoutes } from './library-resource'
import { listPages } from './list-page'
import { listRoutes } from './list-resource'
import { type AppRequest, type AppRoute, answered, route } from './replies'
import { seriesRoutes } from './series-resource'
import type { AppLibrary } from './service'
import type { Library } from './states'
import { unservedReply } from './unserved'
import { bookJson, seriesJson } from './wire'
import { wordRoutes } from './word-resource'

interface Deps {
  db: Database
  library: AppLibrary
  logins: AppLogins
  users: Users
  streams: EventStreams
  pages: Pages
  sizes: PageSizes
  covers: Covers
  clock: Clock
  files: Files
  random: Random
  log: Log
  siteFor: (request: Request) => RequestSite
  deviceOf: (request: Request) => Device | undefined
  keepOpen: (request: Request) => void
  hasSeries: (comicId: string) => boolean
  onFileSent: (issueId: string) => void
  scan: (kind: Library['kind']) => void
}

const Reply = RawReply(['application/json', 'image/*', 'application/octet-stream', 'text/event-stream'])
/** Enough for the longest list of conditions that is accepted. */
const BODY = { bytes: 1024 * 1024 }

const EVENTS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no', // proxies must not buffer events
}

/** All routes of the interface; literal paths come before ids. */
function routesOf(deps: Deps): AppRoute[] {
  const { clock, library, streams, logins, hasSeries, keepOpen } = deps
  const { series, books, lists, words, progress } = library
  const bookPage = listPages(deps, (ids, read) => books.records(ids, read).map(bookJson))
  const seriesPage = listPages(deps, (ids, read) => series.records(ids, read).map(seriesJson))
  const shared = { ...deps, series, books, lists, words, progress, bookPage, seriesPage, now: () => clock.now() }
  const events = ({ request }: AppRequest) => {
    keepOpen(request)
    const caller = currentCaller()
    const isSeen = forCaller(hasSeries)
    const receives = (event: AppEvent) => mayReceive(event, caller, isSeen)
    const isAlive = logins.aliveCheck(request)
    const stream = { sid: '', receives, isAlive, signal: request.signal, form: library.events() }
    return new Response(streams.listen(stream), { headers: EVENTS })
  }
  return [
    ...accountRoutes(deps),
    ...libraryRoutes(shared),
    ...wordRoutes(shared),
    ...seriesRoutes(shared),
    ...bookRoutes(shared),
    ...contentRoutes(shared),
    ...listRoutes(shared),
    route('GET', '/sse/v1/events', events),
    route('GET', '/api/v1/sse/v1/events', events),
  ]
}

/** Komga's interface for reading apps. The gate has checked the login. */
export function komgaRoutes(deps: Deps) {
  const routes = routesOf(deps)
  const served = routePatterns(routes)
  const router = new Elysia({ tags: ['komga'] })
  const text = (request: Request) => () => bodyText(request, BODY)
  for (const { method, path, answer } of routes)
    router.route(
      method,
      path,
      ({ request, params }) => answered({ request, params: params ?? {}, text: text(request) }, answer, deps),
      // Apps send bodies with GET, and types that are not JSON: each route reads its own.
      { response: Reply, parse: 'none' },
    )
  return router.all('/komga', ({ request }) => unservedReply(request, served, deps.clock), { response: Reply, parse: 'none' }) // biome-ignore format: one line
    .all('/komga/*', ({ request }) => unservedReply(request, served, deps.clock), { response: Reply, parse: 'none' })
}
