import { makeCallers } from './app/callers'
import { compose } from './app/composition'
import type { App, Dependencies } from './app/dependencies'
import { addJobs } from './app/jobs'
import { makeLifecycle } from './app/lifecycle'
import { makeTrayController } from './app/tray-controller'
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

/** Builds the app, left to right: services, callers, routes, jobs, the gate. */
export function createApp(dependencies: Dependencies): App {
  const { random, log } = dependencies.ports
  const composition = compose(dependencies)
  const callers = makeCallers(dependencies.config, composition)
  // Loaded with the first request, or soon after the start: pages and what they need first are answered without the framework.
  const elysia = once(async () => {
    dependencies.beforeRoutes?.()
    const { routesOf } = await import('./app/all-routes')
    return routesOf(dependencies, composition, callers)
  })
  addJobs(dependencies.config, composition)
  const life = makeLifecycle(composition, dependencies)

  const routes = async () => (await elysia()).routes
  const gate: Gate = makeGate({
    ...composition,
    feed: composition.weekly.feed,
    config: dependencies.config,
    ...dependencies.network,
    remember: callers.rememberSession,
    routes,
  })
  const pages = makePages(dependencies.pages)
  // Answered before the framework is loaded: nothing is drawn without them.
  const early: Record<string, () => Response> = {
    'GET /api/health': () => liveness(dependencies.db, dependencies.instance),
    'GET /api/auth/check-setup': () => reply(200, composition.auth.setupState),
  }
  const earlyReply = (request: Request) => early[`${request.method} ${new URL(request.url).pathname}`]?.()
  const answer = async (request: Request, peer: Peer) =>
    (await gate(request, peer)) ??
    pagesFirst((each) => pages(each, callers.siteFor(each).root), request) ??
    earlyReply(request) ??
    (await elysia()).handle(request)

  return {
    async fetch(original, socket) {
      const inboundRequest = inbound(original, siteSettings(dependencies.config))
      const { request } = inboundRequest
      const peer = peerOf(socket, inboundRequest, dependencies.config)
      callers.rememberPeer(request, peer)
      const made = await inLocaleOf(request.headers.get('accept-language'), () => answer(request, peer)).catch(
        (error: unknown) => faultReply({ random, log }, request, error),
      )
      const reply = isFromHere(request, peer) ? made : await compressedReply(request, made)
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) reply.headers.set(name, value)
      return isHead(request) ? withoutBody(reply) : reply
    },
    start: life.start,
    settleUpdate: (result) => composition.updates.settle(result),
    stop: life.stop,
    idle: life.idle,
    auth: composition.auth,
    trayController: makeTrayController(dependencies, composition),
    routes,
  }
}

/** Paths outside /api and /opds are pages and their files; any other is not found. */
function pagesFirst(pages: (request: Request) => Response | undefined, request: Request): Response | undefined {
  const { pathname } = new URL(request.url)
  if (/^\/(api|opds)(\/|$)/.test(pathname)) return undefined
  return pages(request) ?? notFound()
}
