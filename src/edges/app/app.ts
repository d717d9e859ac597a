import { makeAuth } from '../../base/auth/feature'
import { routePatterns } from '../../base/auth/policy'
import { isFromHere, isSafe, makeRequestGate, type Peer, peerOf, type RequestGate } from '../../base/auth/request-gate'
import { siteSettings } from '../../base/config/config'
import { compressedReply } from '../../base/http/compressed-reply'
import { faultReply, notFound, reply } from '../../base/http/errors'
import { isHead, withoutBody } from '../../base/http/head'
import { inbound } from '../../base/http/inbound'
import { makePages, SECURITY_HEADERS } from '../../base/http/static'
import { asCaller, OWNER, outsideRequests } from '../../base/platform/caller'
import { once } from '../../base/platform/once'
import { inLocaleOf } from '../../base/platform/reader-locale'
import { LentDatabase } from '../../base/storage/write-errors'
import { liveness } from '../system/liveness'
import { makeCallers } from './callers'
import type { ComposedApp } from './composed-app'
import type { App, Dependencies } from './dependencies'

/** Longest wait of a request for a table that is moved in: connections without a reply are closed after a minute. */
const MOST_WAIT_MS = 30_000
/** Write no rows, and must work also when a move hangs. */
const ENDING = ['/api/system/shutdown', '/api/system/restart']

/**
 * Builds the app. The gate and the pages are ready at once; services and routes are loaded with the first request for
 * one, or soon after the start.
 */
export function createApp(dependencies: Dependencies): App {
  const { ports, config, db, beforeRoutes } = dependencies
  const authentication = makeAuth({ ...dependencies, ...ports })
  const callers = makeCallers(config, authentication)
  let composing: Promise<ComposedApp> | undefined
  // Outside requests: the timers of services last longer than the request that came first.
  const composed = () => {
    composing ??= outsideRequests(() =>
      import('./composed-app').then(({ composeApp }) => composeApp(dependencies, authentication)),
    )
    return composing
  }
  const elysia = once(() =>
    outsideRequests(async () => {
      const { composition, life } = await composed()
      beforeRoutes?.(life.start)
      const { routesOf } = await import('./route-table')
      return routesOf(dependencies, composition, callers)
    }),
  )
  const routes = async () => (await elysia()).routes
  const patterns = once(async () => routePatterns(await routes()))
  const gate: RequestGate = makeRequestGate({
    ...authentication,
    clock: ports.clock,
    config,
    ...dependencies.network,
    calendarOf: async (file) => (await composed()).composition.weekly.feed.userOf(file),
    remember: callers.remember,
    routes: patterns,
  })
  const pages = makePages(dependencies.pages, () => authentication.auth.needsSetup)
  // Answered before the framework is loaded: no page is drawn without them.
  const early: Record<string, () => Response> = {
    'GET /api/health': () => liveness(db, dependencies.instance),
    'GET /api/auth/check-setup': () => reply(200, authentication.auth.setupState),
  }
  const visitOf = (request: Request) => ({
    root: callers.siteFor(request).root,
    // Readers may not make all requests that the pages name.
    changes:
      callers.sessionOf(request) && callers.callerOf(request)?.role !== 'reader'
        ? `${dependencies.instance}-${dependencies.bus.published}`
        : undefined,
  })
  const earlyReply = (request: Request) => early[`${request.method} ${new URL(request.url).pathname}`]?.()
  /** Throws LentDatabase when it takes longer than a request should wait. */
  const returned = async () => {
    const over = new AbortController()
    const late = ports.clock.after(MOST_WAIT_MS, over.signal).then(() => true)
    const isLate = await Promise.race([db.returned(), late])
    over.abort()
    if (isLate) throw new LentDatabase()
  }
  /** A login is counted before it is checked, so it waits for the database as other changes do. */
  const admitted: RequestGate = async (request, peer) => {
    for (;;) {
      try {
        return await gate(request, peer)
      } catch (error) {
        if (!(error instanceof LentDatabase)) throw error
        await returned()
      }
    }
  }
  const routed = async (request: Request) => {
    const app = await elysia()
    if (isSafe(request) || ENDING.includes(new URL(request.url).pathname)) return app.handle(request)
    // Changes wait for their turn while another connection writes; see `Database.lend`.
    if (db.isLent) await returned()
    return db.keep(() => app.handle(request))
  }
  const answer = async (request: Request, peer: Peer) =>
    (await admitted(request, peer)) ??
    pagesFirst((each) => pages(each, visitOf(each)), request) ??
    earlyReply(request) ??
    asCaller(callers.callerOf(request) ?? OWNER, () => routed(request))

  return {
    async fetch(original, socket) {
      const inboundRequest = inbound(original, siteSettings(config))
      const { request } = inboundRequest
      const peer = peerOf(socket, inboundRequest, config)
      callers.rememberPeer(request, peer)
      const made = await inLocaleOf(request.headers.get('accept-language'), () => answer(request, peer)).catch(
        (error: unknown) => faultReply(ports, request, error),
      )
      const reply = isFromHere(request, peer) ? made : await compressedReply(request, made)
      authentication.appLogins.complete(request, reply, () => ({
        root: callers.siteFor(request).root,
        secure: callers.isSecure(request),
      }))
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) reply.headers.set(name, value)
      if (!reply.headers.has('Cache-Control') && isApi(request)) reply.headers.set('Cache-Control', 'no-store')
      return isHead(request) ? withoutBody(reply) : reply
    },
    start: async (updateResult) => (await composed()).life.start(updateResult),
    // Stops the services even while they are being composed, since they may have begun to write. A failed composition
    // has nothing to stop.
    stop: async () => (await composing?.catch(() => undefined))?.life.stop(),
    idle: async () => (await composing)?.life.idle(),
    auth: authentication.auth,
    trayController: async () => (await composed()).trayController,
    routes,
  }
}

/**
 * Replies that name no lifetime are not stored: after Back browsers show stored ones without a request, also those of
 * a session that has ended since.
 */
const isApi = (request: Request) => new URL(request.url).pathname.startsWith('/api/')

/** Serves pages and their files for paths outside /api, /opds and /komga; other paths are not found. */
function pagesFirst(pages: (request: Request) => Response | undefined, request: Request): Response | undefined {
  const { pathname } = new URL(request.url)
  if (/^\/(api|opds|komga)(\/|$)/.test(pathname)) return undefined
  return pages(request) ?? notFound()
}
