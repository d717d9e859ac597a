import { routesOf } from './app/all-routes'
import { makeCallers } from './app/callers'
import { compose } from './app/composition'
import type { App, Dependencies } from './app/dependencies'
import { addJobs } from './app/jobs'
import { lifeOf } from './app/lifecycle'
import { makeTrayController } from './app/tray-controller'
import { type Gate, makeGate, type Peer, peerOf } from './auth/gate'
import { siteSettings } from './config/config'
import { faultReply, notFound } from './http/errors'
import { isHead, withoutBody } from './http/head'
import { inbound } from './http/inbound'
import { makePages, SECURITY_HEADERS } from './http/static'
import type { Route } from './system/openapi/document'

/** Builds the app, left to right: services, callers, routes, jobs, the gate. */
export function createApp(parts: Dependencies): App {
  const { random, log } = parts.ports
  const house = compose(parts)
  const callers = makeCallers(parts.config, house)
  const elysia = routesOf(parts, house, callers, () => routes())
  addJobs(parts.config, house)
  const life = lifeOf(house, parts)

  const routes = (): readonly Route[] => elysia.routes as readonly Route[]
  const gate: Gate = makeGate({
    ...house,
    config: parts.config,
    ...parts.network,
    remember: callers.recognised,
    routes,
  })
  const pages = makePages(parts.pages)
  const answer = async (request: Request, peer: Peer) =>
    (await gate(request, peer)) ??
    pagesFirst((each) => pages(each, callers.siteFor(each).root), request) ??
    elysia.handle(request)

  return {
    async fetch(asked, socket) {
      const arrived = inbound(asked, siteSettings(parts.config))
      const { request } = arrived
      const peer = peerOf(socket, arrived, parts.config)
      callers.met(request, peer)
      const reply = await answer(request, peer).catch((error: unknown) => faultReply({ random, log }, request, error))
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) reply.headers.set(name, value)
      return isHead(request) ? withoutBody(reply) : reply
    },
    start: life.start,
    stop: life.stop,
    idle: life.idle,
    auth: house.auth,
    desk: makeTrayController(parts, house),
    routes,
  }
}

/** Paths outside /api and /opds are pages and their files; any other is not found. */
function pagesFirst(pages: (request: Request) => Response | undefined, request: Request): Response | undefined {
  const { pathname } = new URL(request.url)
  if (/^\/(api|opds)(\/|$)/.test(pathname)) return undefined
  return pages(request) ?? notFound()
}
