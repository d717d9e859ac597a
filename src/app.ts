import { makeCallers } from './app/callers'
import type { App, Dependencies } from './app/dependencies'
import type { House } from './app/house'
import { makeAuth } from './auth/feature'
import { type Gate, isFromHere, makeGate, type Peer, peerOf } from './auth/gate'
import { siteSettings } from './config/config'
import { compressedReply } from './http/compressed-reply'
import { faultReply, notFound, reply } from './http/errors'
import { isHead, withoutBody } from './http/head'
import { inbound } from './http/inbound'
import { makePages, SECURITY_HEADERS } from './http/static'
import { once } from './platform/once'
import { inLocaleOf } from './platform/reader-locale'
import { liveness } from './system/liveness'

/**
 * Builds the app. The gate, the pages and what they need first are here at once; the services behind them and their
 * routes are loaded with the first request for one, or soon after the start.
 */
export function createApp(dependencies: Dependencies): App {
  const { ports, config, db, beforeRoutes } = dependencies
  const authentication = makeAuth({ ...dependencies, ...ports })
  const callers = makeCallers(config, authentication)
  let loaded: Promise<House> | undefined
  const house = () => {
    loaded ??= import('./app/house').then(({ makeHouse }) => makeHouse(dependencies, authentication))
    return loaded
  }
  const elysia = once(async () => {
    const { composition } = await house()
    beforeRoutes?.()
    const { routesOf } = await import('./app/all-routes')
    return routesOf(dependencies, composition, callers)
  })
  const routes = async () => (await elysia()).routes
  const gate: Gate = makeGate({
    ...authentication,
    config,
    ...dependencies.network,
    isCalendar: async (file) => (await house()).composition.weekly.feed.admits(file),
    remember: callers.rememberSession,
    routes,
  })
  const pages = makePages(dependencies.pages, () => authentication.auth.needsSetup)
  // Answered before the framework is loaded: nothing is drawn without them.
  const early: Record<string, () => Response> = {
    'GET /api/health': () => liveness(db, dependencies.instance),
    'GET /api/auth/check-setup': () => reply(200, authentication.auth.setupState),
  }
  const earlyReply = (request: Request) => early[`${request.method} ${new URL(request.url).pathname}`]?.()
  const answer = async (request: Request, peer: Peer) =>
    (await gate(request, peer)) ??
    pagesFirst((each) => pages(each, callers.siteFor(each).root), request) ??
    earlyReply(request) ??
    (await elysia()).handle(request)

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
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) reply.headers.set(name, value)
      return isHead(request) ? withoutBody(reply) : reply
    },
    start: async () => (await house()).life.start(),
    settleUpdate: async (result) => (await house()).composition.updates.settle(result),
    // Also a house that is being made: its services may have begun to write.
    stop: async () => (await loaded)?.life.stop(),
    idle: async () => (await loaded)?.life.idle(),
    auth: authentication.auth,
    trayController: async () => (await house()).trayController,
    routes,
  }
}

/** Paths outside /api and /opds are pages and their files; any other is not found. */
function pagesFirst(pages: (request: Request) => Response | undefined, request: Request): Response | undefined {
  const { pathname } = new URL(request.url)
  if (/^\/(api|opds)(\/|$)/.test(pathname)) return undefined
  return pages(request) ?? notFound()
}
