import { makeAuth } from '../../base/auth/feature'
import { routePatterns } from '../../base/auth/policy'
import { makeRequestGate, type Peer, peerOf, type Socket } from '../../base/auth/request-gate'
import type { Session } from '../../base/auth/session'
import { type Config, siteSettings } from '../../base/config/config'
import { notFound } from '../../base/http/errors'
import { isHead, withoutBody } from '../../base/http/head'
import { inbound } from '../../base/http/inbound'
import { requestSite } from '../../base/http/origin'
import { type Asset, makePages, SECURITY_HEADERS } from '../../base/http/static'
import { once } from '../../base/platform/once'
import type { Ports } from '../../base/platform/ports'
import { Database } from '../../base/storage/database'
import { VERSION } from '../../base/version'
import type { Layout } from '../host/data-directory'
import { Backups } from '../system/backups/service'
import { rescueLoginRoutes, rescueRoutes } from '../system/rescue/rescue-routes'
import { Rescue } from '../system/rescue/service'
import { onlyRescue } from './rescue-pages'

export interface RescueDependencies {
  ports: Ports
  at: Layout
  config: Config
  pages: Asset[]
  hostMeansManage: () => boolean
  names: () => string[]
  instance: string
  /** SQLite's error message. */
  problem: string
  checkRestart: () => Promise<void>
  restart: () => void
}

/**
 * Composes a run without a library. The login is that of config.ini. Sessions are kept in memory, since the database
 * cannot be opened, and end with this run.
 */
export function makeRescue({ ports, at, config, pages, instance, problem, ...rest }: RescueDependencies) {
  const { clock, random, passwords, log } = ports
  const db = new Database(':memory:', { publish: () => {} })
  const key = random.bytes(32)
  const onLoginCreated = () => {}
  const authentication = makeAuth({ db, clock, random, passwords, log, config, sessionKey: key, onLoginCreated })
  const backups = new Backups({ ...rest, ports, config, paths: at, version: VERSION, publish: () => {} })
  const [peers, seen] = [new WeakMap<Request, Peer>(), new WeakMap<Request, Session>()]
  const metAs = (request: Request) => peers.get(request) as Peer
  const siteFor = (request: Request, settings = siteSettings(config)) => requestSite(request, metAs(request), settings)
  const api = rescueLoginRoutes({
    auth: authentication.auth,
    instance,
    random,
    log,
    peerOf: metAs,
    isSecure: (request) => siteFor(request, { ...siteSettings(config), public_url: '' }).origin.startsWith('https:'),
    sessionOf: (request) => seen.get(request),
  }).use(rescueRoutes({ rescue: new Rescue({ backups, database: at.database, problem }) }))
  const patterns = once(async () => routePatterns(api.routes))
  const gate = makeRequestGate({
    clock,
    ...authentication,
    config,
    hostMeansManage: rest.hostMeansManage,
    names: rest.names,
    calendarOf: async () => undefined,
    remember: (request, _caller, session) => void (session && seen.set(request, session)),
    routes: patterns,
  })
  const shown = makePages(onlyRescue(pages))
  const page = (request: Request) => {
    const { pathname } = new URL(request.url)
    if (/^\/(api|opds)(\/|$)/.test(pathname)) return undefined
    return shown(request, { root: siteFor(request).root }) ?? notFound()
  }
  return {
    async fetch(incoming: Request, socket: Socket): Promise<Response> {
      const arrived = inbound(incoming, siteSettings(config))
      const { request } = arrived
      const peer = peerOf(socket, arrived, config)
      peers.set(request, peer)
      const reply = (await gate(request, peer)) ?? page(request) ?? (await api.handle(request))
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) reply.headers.set(name, value)
      return isHead(request) ? withoutBody(reply) : reply
    },
    async stop() {
      await backups.stop()
      db.close()
    },
  }
}
