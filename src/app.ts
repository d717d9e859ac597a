import { routesOf } from './app/all-routes'
import { makeCallers } from './app/callers'
import { compose } from './app/composition'
import type { App, Dependencies } from './app/dependencies'
import { addJobs } from './app/jobs'
import { makeLifecycle } from './app/lifecycle'
import { makeTrayController } from './app/tray-controller'
import { type Gate, isFromHere, makeGate, type Peer, peerOf } from './auth/gate'
import { siteSettings } from './config/config'
import { compressedReply } from './http/compressed-reply'
import { faultReply, notFound } from './http/errors'
import { isHead, withoutBody } from './http/head'
import { inbound } from './http/inbound'
import { makePages, SECURITY_HEADERS } from './http/static'
import { once } from './platform/once'
import type { Route } from './system/openapi/document'

/** Builds the app, left to right: services, callers, routes, jobs, the gate. */
export function createApp(dependencies: Dependencies): App {
  const { random, log } = dependencies.ports
  const composition = compose(dependencies)
  const callers = makeCallers(dependencies.config, composition)
  // Made with the first request, or soon after the start: pages are answered without them.
  const elysia = once(() => routesOf(dependencies, composition, callers, () => routes()))
  addJobs(dependencies.config, composition)
  const life = makeLifecycle(composition, dependencies)

  const routes = (): readonly Route[] => elysia().routes as readonly Route[]
  const gate: Gate = makeGate({
    ...composition,
    feed: composition.weekly.feed,
    config: dependencies.config,
    ...dependencies.network,
    remember: callers.rememberSession,
    routes,
  })
  const pages = makePages(dependencies.pages)
  const answer = async (request: Request, peer: Peer) =>
    (await gate(request, peer)) ??
    pagesFirst((each) => pages(each, callers.siteFor(each).root), request) ??
    elysia().handle(request)

  return {
    async fetch(original, socket) {
      const inboundRequest = inbound(original, siteSettings(dependencies.config))
      const { request } = inboundRequest
      const peer = peerOf(socket, inboundRequest, dependencies.config)
      callers.rememberPeer(request, peer)
      const made = await answer(request, peer).catch((error: unknown) => faultReply({ random, log }, request, error))
      const reply = isFromHere(request, peer) ? made : await compressedReply(request, made)
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) reply.headers.set(name, value)
      return isHead(request) ? withoutBody(reply) : reply
    },
    start: life.start,
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
